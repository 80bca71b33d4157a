"""Seats, and sets of seats as bits: who may act now.

These are plain functions over ints, used by rules both interpreted and compiled.
"""

from typing import TypeAlias

Seat: TypeAlias = int
"""A player's index, from 0."""

Actors: TypeAlias = int
"""A set of seats as bits (bit n = seat n), or `CHANCE`, or `OVER`."""

MAX_SEATS = 8
OVER: Actors = 0
CHANCE: Actors = 1 << MAX_SEATS
SPECTATOR: Seat = MAX_SEATS
"""The seat of someone who only watches: no seat's secrets are theirs."""

HIDDEN = -1
"""The value of a secret in a view."""


def one(seat: Seat) -> Actors:
    """The set that has only this seat."""
    return 1 << seat


def everyone(seats: int) -> Actors:
    """Return the set of all seats of a match with that many."""
    return (1 << seats) - 1


def holds(actors: Actors, seat: Seat) -> bool:
    """Whether the set holds this seat."""
    return actors & (1 << seat) != 0 and actors != CHANCE


def size_of(actors: Actors) -> int:
    """Return the number of seats (or other bits) in a set."""
    count = 0
    while actors:
        actors &= actors - 1
        count += 1
    return count


def lowest(actors: Actors) -> int:
    """The lowest member of a set that is not empty."""
    return size_of((actors & -actors) - 1)


def members(actors: Actors) -> list[Seat]:
    """The seats of a set, ascending; empty for `CHANCE` and `OVER`. Not for compiled rules."""
    if actors == CHANCE:
        return []
    return [seat for seat in range(MAX_SEATS) if actors >> seat & 1]
