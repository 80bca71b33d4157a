"""Mixed Doubles as it is played through its board."""

from playwright.sync_api import Page, Position

from tests.web.gamepage import GamePage, Touch, press

UPPER_EDGE: Position = {"x": 12, "y": 8}
"""Cards lie one upon the other: this much of each is free."""


def play(page: Page) -> None:
    """Wagers a card when there is one, and goes on with the turn."""
    press(page, ".own .take.can:not(.chosen)", at=UPPER_EDGE)
    press(page, ".bar .btn.accent:not([disabled])", ".bar .btn.go:not([disabled])", ".bar .btn:not(.back, [disabled])")


def act(touch: Touch, page: Page, action: str) -> None:
    verb, *rest = action.split()
    if verb == "wager":
        touch(f"[data-part=card-{rest[0]}-{rest[1]}]", UPPER_EDGE)
        touch("[data-part=roll]")
    elif verb == "steal":
        touch("[data-part=special] button")
        touch(f"[data-part=others] .mini[aria-label*='{rest[0]} {rest[1]}']")
        touch(".bar .btn.go")
    else:
        touch("[data-part=roll]")


def press_keys(page: Page) -> None:
    """Draws, or rolls."""
    page.keyboard.press("d" if page.query_selector(".btn:has-text('Draw')") else "r")


PAGE = GamePage(play, act, press_keys, can_be_worked=".own .take.can", seats=3, with_the_next=("wager",))
