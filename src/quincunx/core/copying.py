"""Copying one state of a batch onto another: one function for records, one for plain objects, for the same slot."""

from typing import Any


def copy_record(states: Any, target: int, source: int) -> None:
    """Compiled play: a record is bytes."""
    states[target] = states[source]


def copy_object(states: Any, target: int, source: int) -> None:
    """Interpreted play: an object has fields."""
    states[target].set_ints(states[source].ints())
