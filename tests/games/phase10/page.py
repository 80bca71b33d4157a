"""Phase 10 Dice as it is played through its board."""

from playwright.sync_api import Page

from tests.web.gamepage import GamePage, Touch, press


def play(page: Page) -> None:
    """Takes a phase that is made; otherwise keeps the dice of the first one's colour and rolls the rest."""
    # The board asks before it throws a phase away that was made while the roll was on its way.
    press(page, "dialog[open] footer .btn.go")
    if press(page, ".bar .btn.go"):
        return
    if page.locator(".spot.kept").count() == 0:
        press(page, ".dice li:nth-child(10) button:not([disabled])")
    if not press(page, "[data-testid=roll]"):
        press(page, ".bar .btn:not(.back, [disabled])")


def act(touch: Touch, page: Page, action: str) -> None:
    if action == "stop":
        touch("[data-part=stop]")
        return
    rolled = action.split()[1:]
    for die in [*(f"L{n}" for n in range(1, 5)), *(f"H{n}" for n in range(1, 7))]:
        pressed = page.get_attribute(f"[data-part=die-{die}]", "aria-pressed") == "true"
        if pressed == (die in rolled):
            touch(f"[data-part=die-{die}]")
    touch("[data-testid=roll]")


def press_keys(page: Page) -> None:
    """Takes a phase that is made; otherwise keeps one die and rolls the rest."""
    if page.query_selector(".bar .btn.go"):
        page.keyboard.press("s")
    else:
        page.keyboard.press("0")
        page.keyboard.press("r")


PAGE = GamePage(
    play,
    act,
    press_keys,
    can_be_worked=".spot:not([disabled])",
    worth_a_picture=8,
    choose=lambda page: page.keyboard.press("k"),
)
