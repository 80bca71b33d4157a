"""The two functions that `core.link` puts in place of `core.slots.copy_state`, for the two forms of a state.

Both make one state of a batch the same as another. A compiled batch is an array of NumPy records, an interpreted batch
is a list of Python objects.
"""

from typing import Any


def copy_record(states: Any, target: int, source: int) -> None:
    """Copy one record onto another, in compiled play."""
    states[target] = states[source]


def copy_object(states: Any, target: int, source: int) -> None:
    """Copy the fields of one object to another, in interpreted play."""
    states[target].set_ints(states[source].ints())
