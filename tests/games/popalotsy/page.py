"""PoPalotsy as it is played through its board."""

from playwright.sync_api import Page

from tests.web.gamepage import GamePage, Touch, press

COLOURS = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue"}


def play(page: Page) -> None:
    """Drops every ring on the die of its colour while that is empty; then says done, or in turns drops what fits."""
    free = page.evaluate(
        "[...document.querySelectorAll('.spot:not(:has(.ring)) [data-die]')].map(die => die.dataset.die)"
    )
    for colour in free:
        if press(page, f".hand .card[aria-label^='{COLOURS[colour]}']:not([disabled])"):
            press(page, f"[data-die='{colour}']")
            return
    if not press(page, ".bar .btn:not(.back, [disabled])"):
        for card in range(page.locator(".hand .card").count()):
            if press(page, f".hand li:nth-child({card + 1}) .card:not(.chosen)") and press(page, ".target.lit"):
                return


def act(touch: Touch, page: Page, action: str) -> None:
    card, _, die = action.split()
    touch(f"[data-part=card-{card}]")
    touch(f"[data-part=die-{die}]")


def press_keys(page: Page) -> None:
    """Drops the first ring on the die of its colour."""
    page.keyboard.press("1")
    page.wait_for_selector(".card.chosen")
    colour = page.get_attribute(".card.chosen", "aria-label") or ""
    page.keyboard.press(colour[0])


PAGE = GamePage(
    play,
    act,
    press_keys,
    can_be_worked=".target:not([disabled]), .hand .card:not([disabled])",
    seats=3,
    variants={"form": "turns"},
    worth_a_picture=2,
)
