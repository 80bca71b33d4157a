"""What fills the slot `copy_state`: copies one state of a batch onto another, records or plain objects."""

from typing import Any


def copy_record(states: Any, target: int, source: int) -> None:
    """Compiled play: a record is bytes."""
    states[target] = states[source]


def copy_object(states: Any, target: int, source: int) -> None:
    """Interpreted play: an object has fields."""
    states[target].set_ints(states[source].ints())
