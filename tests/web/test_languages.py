"""The page in other languages: a switch says everything anew, and longer texts break no board."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from quincunx.games import game as find_game
from tests.web.drive import GAMES, MOST_SEATS, ROOT, SMALL_PHONE, Hall, Person, mostly, play
from tests.web.gamepage import page_of
from tests.web.node import run_node
from tests.web.test_access import roll_all_dice
from tests.web.test_comeback import table_of_bots
from tools import messages

ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "áèïôûÿÅÉÍÖÜÝçñšž")
CASES = ROOT / "tests" / "data" / "messages.json"


def pseudo(text: str) -> str:
    """The text with accents and a third longer, its holes as they are."""
    parts = re.split(r"(\{\w+\})", text)
    said = "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)
    words = said.split(" ")
    letters = sum(map(len, words)) // 3
    for number in range(letters):
        words[number % len(words)] += "~"
    return " ".join(words)


def pseudo_catalogue() -> dict[str, Any]:
    """A language that nobody speaks, made from the English texts."""
    catalogue = messages.page_catalogue(messages.places(), "en", {})
    texts = {
        name: pseudo(forms) if isinstance(forms, str) else {form: pseudo(text) for form, text in forms.items()}
        for name, forms in catalogue["texts"].items()
    }
    return {"language": "de", "texts": texts, "rules": {}}


def speaks_pseudo(someone: Person) -> Person:
    """From now on the file of a language holds the pseudo-language: a catalogue is all that a language needs."""
    text = json.dumps(pseudo_catalogue())

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=text)

    someone.context.route(re.compile(r"/assets/de-[^/]*\.json$"), answer)
    return someone


def sit(hall: Hall, someone: Person, game: str) -> None:
    seats = page_of(game).seats
    someone.take_seat_of(hall.open_table(game, seats, ["greedy"] * (seats - 1)))
    someone.page.wait_for_selector(".felt")


def beyond(someone: Person) -> list[str]:
    """What reaches beyond the right edge, unless it can be scrolled to or is cut off on purpose."""
    found: list[str] = someone.page.evaluate(
        """() => [...document.querySelectorAll('main *, .bar *')].filter((one) => {
          const box = one.getBoundingClientRect()
          if (!box.width || box.right <= innerWidth + 1 || one.closest('.visually-hidden, svg')) return false
          for (let up = one.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflowX !== 'visible') return false
          }
          return true
        }).map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_text_a_third_longer_breaks_no_board_on_a_small_phone(
    hall: Hall, people: Callable[..., Person], game: str
) -> None:
    ann = speaks_pseudo(people(hall, size=SMALL_PHONE, language="de"))
    sit(hall, ann, game)
    for _ in range(2):
        assert "~" in ann.page.inner_text(".bar")
        assert ann.sideways() == 0
        assert beyond(ann) == []
        play(ann.page, game, 1)


def test_the_list_of_actions_holds_a_long_word(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE, language="de")
    sit(hall, ann, "lowdown")
    ann.page.click("details.panel summary")
    ann.page.wait_for_selector("details.panel form")
    inside = "document.querySelector('details.panel').getBoundingClientRect().right"
    assert ann.page.evaluate(
        f"document.querySelector('details.panel form .btn').getBoundingClientRect().right < {inside}"
    )


def test_the_lost_connection_is_told_without_moving_the_board(own_hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(own_hall, size=SMALL_PHONE, language="de")
    sit(own_hall, ann, "sixes")
    ann.page.wait_for_selector(".bar.mine:not(.busy)")
    before = ann.page.locator(".felt").first.bounding_box()
    ann.calm = False
    own_hall.kill()
    expect(ann.page.locator("[data-testid=connection]")).to_contain_text("Verbindung verloren")
    assert ann.page.locator(".felt").first.bounding_box() == before


def test_longer_text_has_room_beside_the_marks_of_all_who_are_done(hall: Hall, people: Callable[..., Person]) -> None:
    ann = speaks_pseudo(people(hall, size=SMALL_PHONE, language="de"))
    friends = [people(hall, name=f"Friend {number}") for number in range(1, MOST_SEATS["popalotsy"])]
    given = hall.open_table("popalotsy", MOST_SEATS["popalotsy"], [])
    ann.take_seat_of(given)
    for friend in friends:
        friend.visit(f"/t/{given['table']}")
        friend.page.click("button:has-text('Sit down')")
    for friend in friends:
        friend.page.click(".bar .btn:has-text('Done')")
    # Ann, who does nothing, holds the round open.
    expect(ann.page.locator(".doneseats .seatmark")).to_have_count(len(friends))
    assert "~" in ann.page.inner_text(".bar")
    assert ann.sideways() == 0
    assert beyond(ann) == []


def test_the_lobby_holds_longer_text_too(hall: Hall, people: Callable[..., Person]) -> None:
    ann = speaks_pseudo(people(hall, size=SMALL_PHONE, language="de"))
    ann.visit()
    ann.page.wait_for_selector(".game")
    assert ann.sideways() == 0
    assert beyond(ann) == []


def test_other_screens_hold_longer_text_too(hall: Hall, people: Callable[..., Person]) -> None:
    ann = speaks_pseudo(people(hall, size=SMALL_PHONE, language="de"))
    table = table_of_bots(hall, "sixes")
    places = {
        f"/t/{table}": ".over .chart",
        f"/t/{table}/replay/9": ".controls",
        "/learn/sixes": "[data-testid=coach]",
        "/mine": ".mine",
        "/book": ".book",
        "/daily/phase10": ".top",
    }
    for path, there in places.items():
        ann.visit(path)
        ann.page.wait_for_selector(there)
        said = ann.page.inner_text("body")
        assert "~" in said, path
        assert "[page." not in said, path
        assert (ann.sideways(), beyond(ann)) == (0, []), path


@pytest.mark.parametrize("game", mostly("sixes"))  # the longest title
def test_the_title_of_a_game_is_whole_on_a_small_phone(hall: Hall, people: Callable[..., Person], game: str) -> None:
    ann = people(hall, size=SMALL_PHONE, language="de")
    table = table_of_bots(hall, game)
    wanted = {"at": 9, "seat": 0, "name": "Bob"}
    forked = ann.page.request.post(f"{hall.url}/api/tables/{table}/forks", data=wanted).json()["table"]
    for path in (f"/t/{table}", f"/t/{forked}", f"/t/{table}/replay/9", f"/learn/{game}"):
        ann.visit(path)
        expect(ann.page.locator("h1")).to_contain_text(find_game(game).title)
        beside = ann.page.locator("h1").evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert (beside, ann.sideways()) == (0, 0), path


def test_what_is_read_out_has_blanks_only_between_words(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, language="de")
    for path in [path for game in GAMES for path in (f"/t/{table_of_bots(hall, game)}", f"/learn/{game}")]:
        ann.visit(path)
        ann.page.wait_for_selector(".felt")
        labels: list[str] = ann.page.evaluate(
            "[...document.querySelectorAll('main [aria-label]')].filter((one) => one.checkVisibility())"
            ".map((one) => one.ariaLabel)"
        )
        assert [label for label in labels if re.search(r"^\s|\s$|\s\s|\s[,:;.]", label)] == [], path


def test_a_switch_of_the_language_says_the_log_anew(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    sit(hall, ann, "phase10")
    page.wait_for_selector(".bar.mine")
    roll_all_dice(page)
    page.wait_for_selector(".side-log li:has-text('rolls all ten dice again')")
    before = page.locator(".side-log li").count()
    page.click("nav .btn[aria-label=Settings]")
    page.click("fieldset:has-text('Language') label:has-text('Deutsch')")
    page.wait_for_selector(".side-log li:has-text('wirft alle zehn Würfel noch einmal')")
    assert page.locator(".side-log li:has-text('rolls all ten dice again')").count() == 0
    assert page.locator(".side-log li").count() >= before
    assert page.get_attribute("html", "lang") == "de"


def test_the_rules_are_shown_in_the_language(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, language="de")
    sit(hall, ann, "sixes")
    ann.page.keyboard.press("?")
    ann.page.click("[role=tab]:text-is('Regeln')")
    ann.page.wait_for_selector("text=Beide Spieler werfen ihre Würfel gleichzeitig.")


def test_the_page_renders_messages_as_the_cases_say(tmp_path: Path) -> None:
    """`say.ts` alone, in Node: what `core/render.py` is held to, too."""
    said = run_node(
        f"""
        import {{ readFileSync, writeFileSync }} from 'node:fs'
        import {{ transformWithOxc }} from 'vite'
        const source = readFileSync('src/lib/say.ts', 'utf8')
        const module = {json.dumps(str(tmp_path / "say.mjs"))}
        writeFileSync(module, (await transformWithOxc(source, 'say.ts')).code)
        const {{ Speaker }} = await import(module)
        const {{ catalogues, cases }} = JSON.parse(readFileSync({json.dumps(str(CASES))}, 'utf8'))
        const render = ([language, message]) => new Speaker(catalogues[language]).render(message)
        console.log(JSON.stringify(cases.map(render)))
        """
    )
    assert json.loads(said) == [text for _, _, text in json.loads(CASES.read_text(encoding="utf-8"))["cases"]]
