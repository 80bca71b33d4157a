"""Battle of the Sixes as it is played through its board."""

from playwright.sync_api import Page

from tests.web.gamepage import GamePage, Touch, press


def play(page: Page) -> None:
    """The dice that are chosen, or the first set that is offered; with too many to offer, chooses a die."""
    press(
        page,
        ".bar .btn.go",
        ".bar .btn:has-text('Take')",
        ".bar .btn:has-text('Answer')",
        ".bar .btn:has-text('Add')",
        ".bar .btn:has-text('Play')",
        ".bar .btn:has-text('Final roll')",
        ".pick.can:not(.chosen)",
        ".bar .btn:has-text('Pass')",
    )


def act(touch: Touch, page: Page, action: str) -> None:
    verb, dice = action.split()
    for pips in dice.split("+"):
        touch(f"[data-part={'theirs' if verb == 'take' else 'mine'}] .pick.can:not(.chosen)[aria-label*='{pips}']")
    touch(".bar .btn.go")


def press_keys(page: Page) -> None:
    """Chooses dice until they can be played; passes where none can."""
    for key in "123456":
        page.keyboard.press(key)
        if page.query_selector(".bar .btn.go"):
            page.keyboard.press("Enter")
            return
    page.keyboard.press("p")


PAGE = GamePage(play, act, press_keys, can_be_worked=".pick.can", worth_a_picture=3)
