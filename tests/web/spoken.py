"""What a screen reader says of a whole match of each game: the page's live regions, in the order in which they speak.

`python -m tests.web.spoken` records them anew and prints what has changed; `… sixes` only that game's.
"""

import sys
import tempfile
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.drive import GAMES, SEEDED, Hall, Person, find_chromium, launched, person, play, ready
from tests.web.gamepage import page_of

GOLDEN = Path(__file__).parent / "golden"
LUCK = "a match to listen to"


LISTEN = """
window.__heard = []
const listen = () => {
  const live = document.querySelector('[data-testid=live]'), alert = document.querySelector('[data-testid=alert]')
  if (!live || !alert) return setTimeout(listen, 5)
  const note = (changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) if (node.textContent) __heard.push(node.textContent)
  }
  note([{ addedNodes: live.childNodes }])
  new MutationObserver(note).observe(live, { childList: true })
  const warn = () => alert.textContent && __heard.push(`! ${alert.textContent}`)
  new MutationObserver(warn).observe(alert, { childList: true, characterData: true, subtree: true })
}
listen()
"""


def listen(someone: Person, game: str) -> None:
    """Sits down at a table against bots; from then on what is spoken is noted."""
    found = page_of(game)
    bots = ["greedy"] * (found.seats - 1)
    someone.context.add_init_script(LISTEN)
    someone.take_seat_of(someone.open_table(game, found.seats, bots, variants=dict(found.variants)))


def play_in_turn(page: Page, game: str) -> None:
    """Plays to the end; where bots may act at the same time, they go first, so that the order is always the same."""
    while ready(page):
        page.wait_for_function("() => !document.querySelector('.side-players li.acts:not(.you)')")
        play(page, game, 1)


def heard(someone: Person) -> str:
    """What has been spoken since: what happened, what was asked of Ann, how it ended."""
    lines: list[str] = someone.page.evaluate("window.__heard")
    return "".join(f"{line}\n" for line in lines)


def path_of(game: str) -> Path:
    """Where a match is kept."""
    return GOLDEN / f"{game}.txt"


def kept(game: str) -> str:
    """What was heard when the match was recorded."""
    path = path_of(game)
    assert path.exists(), f"no match of {game} has been listened to: record one by `python -m tests.web.spoken {game}`"
    return path.read_text(encoding="utf-8")


def main(games: list[str]) -> None:
    """Record them, and tell what is new."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("Chromium is needed to listen")
    GOLDEN.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder), program=SEEDED)
        hall.start()
        try:
            with launched(playwright, chromium) as browser:
                for game in games or GAMES:
                    ann = person(browser, hall, luck=LUCK)
                    listen(ann, game)
                    play_in_turn(ann.page, game)
                    path, now = path_of(game), heard(ann)
                    was = path.read_text(encoding="utf-8") if path.exists() else ""
                    changes = unified_diff(was.splitlines(True), now.splitlines(True), path.name, path.name)
                    sys.stdout.writelines(changes)
                    path.write_text(now, encoding="utf-8")
        finally:
            hall.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
