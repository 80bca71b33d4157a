"""What a game brings so that tests may play it in a browser: the `PAGE` of its `tests/games/<slug>/page.py`."""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Error, Page, Position

from quincunx.games import game
from tests.contract.games import part_of_tests


class Touch(Protocol):
    """Works the control that a selector finds, by mouse, finger or keyboard; a pointer may be told where on it."""

    def __call__(self, selector: str, at: Position | None = None) -> None: ...


@dataclass(frozen=True)
class GamePage:
    """How a game is played through its board."""

    play: Callable[[Page], None]
    """Takes some decision when it is Ann's turn, or a step towards one."""
    act: Callable[[Touch, Page, str], None]
    """Does on the board what an action of the guided first match says in notation."""
    press_keys: Callable[[Page], None]
    """Does something by keys alone that the log tells."""
    can_be_worked: str
    """Selects the pieces that can be worked now: these must be in sight."""
    seats: int = 2
    """How many sit at a table that is played to its end."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Variants in which all act in turn, where others race: so what is told is the same in every run."""
    with_the_next: tuple[str, ...] = ()
    """Verbs of actions that the board does together with the action after them."""
    worth_a_picture: int = 5
    """After how many decisions the board is worth a picture."""
    choose: Callable[[Page], None] = lambda page: None
    """Chooses something, so that a picture shows what choosing looks like."""


def page_of(slug: str) -> GamePage:
    """How that game is played through its board."""
    found: GamePage = part_of_tests(game(slug), "page").PAGE
    return found


def press(page: Page, *wanted: str, at: Position | None = None) -> bool:
    """Clicks the first of these that is there and enabled, in its middle or at that place; what moves away meanwhile is
    not."""
    for selector in wanted:
        with contextlib.suppress(Error):
            found = page.query_selector(selector)
            if found is not None and found.is_visible() and found.is_enabled():
                found.click(position=at)
                return True
    return False
