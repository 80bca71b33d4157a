"""Bots as others write them, for the tests of `module:name`; they play Pig."""

from typing import Any

from quincunx.core.bots import Budget

ROLL, HOLD = range(2)
NUMBER = 7


def careful(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """Can be compiled."""
    return HOLD if view.brought >= enough() else ROLL


def enough() -> int:
    """Called by `careful`: compiled with it."""
    return 12


def wordy(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """The same, but cannot be compiled."""
    return {"hold": HOLD, "roll": ROLL}["hold" if view.brought >= enough() else "roll"]


def talkative(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """The same, and says what it sees."""
    print("brought:", view.brought)  # noqa: T201  # that is what it is for
    return wordy(view, seat, legal, count, key)


class Counting:
    """The same as an object that remembers."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
        self.asked += 1
        return wordy(view, seat, legal, count, key)


class Pondering:
    """The same with a budget, scratch states and the game's knowledge."""

    scratch = 2
    arrays = ("knowledge",)

    def think(
        self,
        view: Any,
        seat: int,
        legal: list[int],
        count: int,
        key: list[int],
        budget: Budget,
        states: Any,
        arrays: Any,
    ) -> int:
        assert len(states) == 2
        assert list(arrays) == ["knowledge"]
        assert budget.playouts
        return wordy(view, seat, legal, count, key)


class Demanding:
    """Cannot be made without arguments."""

    def __init__(self, strength: int) -> None:
        self.strength = strength


def illegal(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """Does what may not be done."""
    return int(str(NUMBER))


def reckless(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """Does what may not be done, at full speed; and writes into all that it is given."""
    legal[0] = 7
    view.brought = 50
    return 7


def backwards(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """Does what no game has, at full speed."""
    return -1


def nothing(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> None:
    """Answers nothing."""


def halves(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> float:
    """Answers what is no whole number."""
    return legal[0] + 0.5


def named(view: Any, seat: int, legal: list[int], count: int, key: list[int]) -> str:
    """Answers a word."""
    return "hold"


def short(view: Any) -> int:
    """Takes too few arguments."""
    return 0
