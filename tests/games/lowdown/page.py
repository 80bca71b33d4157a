"""Lowdown as it is played through its board."""

from playwright.sync_api import Page

from tests.web.gamepage import GamePage, Touch, press


def play(page: Page) -> None:
    """Crosses rows out, writes in lit boxes, marks wilds when it must."""
    if press(page, ".bar .btn.go:has-text('Cross')"):
        return
    if press(page, ".box.lit"):
        return
    for chosen in (".open .pickdie.can:not(.chosen)", ".secret .pickdie.can:not(.chosen)"):
        for _ in range(2):
            if press(page, chosen) and press(page, ".box.lit"):
                return
    press(
        page,
        ".bar .btn.go",
        ".bar .btn:has-text('Wild')",
        ".bar .btn:has-text('secret')",
        ".bar .btn:not(.back, [disabled])",
    )


def act(touch: Touch, page: Page, action: str) -> None:
    verb, *rest = action.split()
    if verb == "pick":
        for shown in rest:
            touch(f"[data-part=dice] .pickdie.can[aria-label*='{shown}']:not(.chosen)")
        touch(".bar .btn.go")
    elif verb == "cross":
        touch(".bar .btn.go")
    else:
        if verb == "wild":
            touch(f".pickdie.can[aria-label*='{rest[0]}']")
            touch("[data-part=wild]")
        touch(f"[data-part=box-{rest[1]}]")


def press_keys(page: Page) -> None:
    """Chooses dice until a box is lit, and writes there."""
    while not page.query_selector(".box.lit") and page.query_selector(".bar.mine"):
        for key in "123456roygbp":
            page.keyboard.press(key)
        if not press(page, ".box.lit"):
            page.keyboard.press("w")
    page.evaluate("document.querySelector('.box.lit')?.focus()")
    page.keyboard.press("Enter")


def choose(page: Page) -> None:
    """A number and a colour."""
    for selector in (".pickdie.can >> nth=0", ".open .pickdie.can >> nth=-1"):
        if page.locator(selector).count():
            page.click(selector)


PAGE = GamePage(play, act, press_keys, can_be_worked=".box.lit, .pickdie.can", worth_a_picture=20, choose=choose)
