"""Pictures of every screen of the hall's page: `python -m tools.screenshots [FOLDER] [--only WORD] [--readme]`.

Each screen at phone and desktop size, light and dark, from real matches against bots; each board also with the most
players that its game allows, on a small phone, a phone, a phone on its side, a desktop, and a desktop that shows
everything twice as large. `--readme` renews the few that the README shows, in docs/images.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from quincunx.games import game as find_game
from tests.web.drive import (
    COMPANY,
    DESKTOP,
    GAMES,
    MOST_SEATS,
    PHONE,
    ROOT,
    SIZES,
    Hall,
    Person,
    Size,
    find_chromium,
    launched,
    person,
    play,
)
from tests.web.gamepage import page_of

THEMES = ("light", "dark")
README = {
    "lobby-desktop-light": "lobby",
    "phase10-desktop-light": "phase10",
    "lowdown-desktop-dark": "lowdown",
    "mixeddoubles-desktop-light": "mixeddoubles",
    "sixes-phone-dark": "sixes-phone",
    "lesson-desktop-light": "lesson",
    "replay-desktop-light": "replay",
    "mine-desktop-light": "mine",
    "book-desktop-light": "book",
}
REPLAYED = 60
"""A moment of a match that is worth a picture."""
REMEMBERED = 4
"""How many matches are played, so that my matches show a curve."""
SETTLE = 1300
"""Milliseconds until everything lies still."""


def lobby(someone: Person) -> None:
    someone.visit()
    someone.page.wait_for_selector(".game")


def options(someone: Person) -> None:
    lobby(someone)
    someone.page.click(".game[data-game=popalotsy] .options")
    someone.page.wait_for_selector("dialog[open]")


def settings(someone: Person) -> None:
    lobby(someone)
    someone.page.click("header .btn.square")
    someone.page.wait_for_selector("dialog[open]")


def waiting(someone: Person) -> None:
    lobby(someone)
    someone.page.click(".game[data-game=lowdown] .btn:has-text('With friends')")
    someone.page.wait_for_selector(".waiting")


def rules(someone: Person) -> None:
    waiting(someone)
    someone.page.keyboard.press("?")
    someone.page.wait_for_selector("dialog[open] [data-testid=minute] li")


def board_of(game: str, seats: int) -> Callable[[Person], None]:
    def draw(someone: Person) -> None:
        bots = ["greedy"] * (seats - 1)
        pace = 400 if find_game(game).race else 0
        someone.take_seat_of(someone.open_table(game, seats, bots, settings={"pace": pace}))
        play(someone.page, game, page_of(game).worth_a_picture)
        someone.page.wait_for_selector(".bar.mine, .over")
        page_of(game).choose(someone.page)

    return draw


def over(someone: Person) -> None:
    """The end of a match that was played in turns, against bots that can be beaten."""
    given = someone.open_table("popalotsy", 3, ["greedy", "random"], variants={"form": "turns"})
    someone.take_seat_of(given)
    play(someone.page, "popalotsy")
    someone.page.wait_for_selector(".over .chart")


def lesson(someone: Person) -> None:
    someone.visit("/learn/phase10")
    someone.page.wait_for_selector(".coach")


def replay(someone: Person) -> None:
    """The replay in the middle of a match of bots."""
    table = someone.open_table("sixes", 2, ["greedy"] * 2, play=False)["table"]
    while someone.page.request.get(f"{someone.hall.url}/api/tables/{table}").json()["status"] != "over":
        someone.page.wait_for_timeout(100)
    someone.visit(f"/t/{table}/replay/{REPLAYED}")
    someone.page.wait_for_selector(".felt")
    for _ in range(2):
        someone.page.keyboard.press("ArrowRight")
        someone.page.wait_for_timeout(SETTLE)


def mine(someone: Person) -> None:
    for _ in range(REMEMBERED):
        over(someone)
    someone.visit("/mine")
    someone.page.wait_for_selector(".matches li")


def book(someone: Person) -> None:
    over(someone)
    someone.visit("/book")
    someone.page.wait_for_selector("section[data-game]")


SCREENS: dict[str, Callable[[Person], None]] = {
    "lobby": lobby,
    "options": options,
    "settings": settings,
    "waiting": waiting,
    "rules": rules,
    **{game: board_of(game, COMPANY[game]) for game in GAMES},
    "over": over,
    "lesson": lesson,
    "replay": replay,
    "mine": mine,
    "book": book,
}
FULL: dict[str, Callable[[Person], None]] = {f"{game}-full": board_of(game, MOST_SEATS[game]) for game in GAMES}
"""Full tables, drawn at all sizes at which a board must be whole."""


def wanted() -> Iterator[tuple[str, Callable[[Person], None], Size, str]]:
    """Name, screen, size and theme of every picture."""
    for screen, draw in SCREENS.items():
        for size in (DESKTOP, PHONE):
            for theme in THEMES:
                yield f"{screen}-{size.name}-{theme}", draw, size, theme
    for screen, draw in FULL.items():
        for size in SIZES:
            yield f"{screen}-{size.name}", draw, size, "light"


def pictures(browser: Browser, hall: Hall, only: str) -> Iterator[tuple[str, bytes]]:
    """Name and PNG of every picture asked for."""
    for name, draw, size, theme in wanted():
        if only in name:
            someone = person(browser, hall, size=size, theme=theme, motion="full")
            draw(someone)
            someone.page.evaluate("scrollTo(0, 0)")
            someone.page.wait_for_timeout(SETTLE)
            yield name, someone.page.screenshot()
            someone.close()


def renew_readme(folder: Path) -> None:
    """Write the pictures of the README, with few colours, so that the repository stays small."""
    goal = ROOT / "docs" / "images"
    goal.mkdir(parents=True, exist_ok=True)
    for name, short in README.items():
        if (folder / f"{name}.png").exists():
            Image.open(folder / f"{name}.png").convert("RGB").quantize(160).save(goal / f"{short}.png", optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "test-results" / "screenshots")
    parser.add_argument("--only", default="", help="only pictures with this in their name, as phase10-phone")
    parser.add_argument("--readme", action="store_true", help="also renew docs/images")
    arguments = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        sys.exit("Chromium is needed to take pictures")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        sync_playwright() as playwright,
        launched(playwright, chromium) as browser,
    ):
        hall = Hall(Path(place))
        hall.start()
        try:
            for name, data in pictures(browser, hall, arguments.only):
                (arguments.folder / f"{name}.png").write_bytes(data)
                print(arguments.folder / f"{name}.png")
        finally:
            hall.stop()
    if arguments.readme:
        renew_readme(arguments.folder)


if __name__ == "__main__":
    main()
