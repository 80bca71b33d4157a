"""The study of a match, its trainer and the coach at a table, as people use them. Values are made up here: see
`quick_minds`; which moments are marked and what adds up does not depend on them."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor, ImageSequence
from playwright.sync_api import Page, expect

from quincunx.games import game as find_game
from tests.web.drive import DESKTOP, PHONE, SMALL_PHONE, Hall, Person, Size, mostly, unhurried
from tests.web.test_comeback import get, table_of_bots


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    running = Hall(tmp_path_factory.mktemp("hall"), program="tests.web.quick_minds")
    running.start()
    yield running
    running.stop()


def studied(hall: Hall, someone: Person, game: str, look: str = "study") -> dict[str, Any]:
    """A match of bots, shown as a study; what the hall says of it."""
    table = table_of_bots(hall, game)
    someone.visit(f"/t/{table}/{look}")
    someone.page.wait_for_selector("[data-testid=next-mark]:visible, [data-testid=trainer]")
    found: dict[str, Any] = get(hall, f"/api/tables/{table}/study")["study"]
    return found


def marks_of(study: dict[str, Any]) -> list[int]:
    """The moments that are marked: every loss, and the luckiest rolls."""
    return sorted({one["at"] for one in study["decisions"] if one["loss"]} | {one["last"] for one in study["rolls"]})


def dearest_of(study: dict[str, Any]) -> dict[str, Any]:
    """The dearest mistake, as the page orders them."""
    found: dict[str, Any] = min(study["decisions"], key=lambda one: (-one["loss"], one["at"]))
    return found


def next_mark(page: Page) -> Any:
    return page.locator("[data-testid=next-mark]:visible")


def test_a_study_by_keyboard_alone(hall: Hall, people: Callable[..., Person], axe: Path) -> None:
    """From mark to mark and to the last, and the address of each moment leads there."""
    ann = people(hall, theme="dark")
    page = ann.page
    table = table_of_bots(hall, "mixeddoubles")
    ann.visit(f"/t/{table}")
    page.click(".over .btn:has-text('Study')")
    next_mark(page).wait_for()
    study = get(hall, f"/api/tables/{table}/study")["study"]
    page.keyboard.press("Home")
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile("^0 "))
    marks = marks_of(study)
    for at in marks[:8]:
        page.keyboard.press("n")
        expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{at} "))
    ann.visit(f"/t/{table}/study/{marks[-2]}")
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{marks[-2]} "))
    page.keyboard.press("n")
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{marks[-1]} "))
    expect(next_mark(page)).to_be_disabled()
    mistake = dearest_of(study)
    page.click(".studied summary")
    page.locator("[data-testid=study-account] ol button").first.press("Enter")
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{mistake['at']} "))
    expect(page.locator("[data-testid=study-moment] tbody tr")).to_have_count(len(mistake["choices"]))
    rows = page.locator("[data-testid=study-moment] tbody th").all_inner_texts()
    chosen, best = (row.partition("(")[0].strip() for row in rows[:2])
    expect(page.locator("[data-testid=study-moment] .mistake")).to_contain_text(f"chose '{chosen}' instead of '{best}'")
    page.wait_for_url(f"**/study/{mistake['at']}")
    assert ann.axe() == []
    page.reload()
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{mistake['at']} "))
    page.keyboard.press("End")
    expect(page.locator("[data-testid=moment]")).to_have_text(re.compile(f"^{len(study['luck'])} "))


def test_the_account_of_many_seats_fits_its_rail(hall: Hall, people: Callable[..., Person]) -> None:
    """Every number is inside its column, at a desktop and on a small phone."""
    too_wide = """() => [...document.querySelectorAll('[data-testid=study-account] :is(table, td)')]
        .filter((one) => one.offsetWidth && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
    table = hall.open_table("lowdown", 4, ["greedy"] * 4, play=False)["table"]
    ann = people(hall)
    ann.visit(f"/t/{table}")
    ann.page.wait_for_selector(".over")
    ann.visit(f"/t/{table}/study")
    next_mark(ann.page).wait_for()
    ann.page.click(".studied summary")
    expect(ann.page.locator("[data-testid=study-account] table:visible")).to_have_count(2)
    assert ann.page.evaluate(too_wide) == []
    bob = people(hall, size=SMALL_PHONE, language="de")
    bob.visit(f"/t/{table}/study")
    next_mark(bob.page).wait_for()
    bob.page.tap("[data-testid=open-study]")
    expect(bob.page.locator("dialog[open] [data-testid=study-account] table")).to_have_count(2)
    assert bob.page.evaluate(too_wide) == []


def test_a_study_by_touch_on_a_small_phone(hall: Hall, people: Callable[..., Person], axe: Path) -> None:
    ann = people(hall, size=SMALL_PHONE, language="de")
    page = ann.page
    study = studied(hall, ann, "mixeddoubles")
    first, *_ = marks_of(study)
    slider = page.locator("input[type=range]")
    next_mark(page).tap()
    expect(slider).to_have_value(str(first))
    assert (ann.sideways(), ann.axe()) == (0, [])
    page.tap("[data-testid=open-study]")
    expect(page.locator("dialog[open] [data-testid=study-account]")).to_be_visible()
    assert (ann.sideways(), ann.axe()) == (0, [])
    dearest = dearest_of(study)
    page.locator("dialog[open] [data-testid=study-account] ol button").first.tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(slider).to_have_value(str(dearest["at"]))


@pytest.mark.parametrize("game", mostly("mixeddoubles"))
def test_a_marked_moment_becomes_a_gif(hall: Hall, people: Callable[..., Person], axe: Path, game: str) -> None:
    """Before it, what happened, after it, on the game's ground and with what the study says."""
    ann = people(hall, size=SMALL_PHONE, language="de")
    page = ann.page
    study = studied(hall, ann, game)
    dearest = dearest_of(study)
    ann.visit(f"/t/{table_of_bots(hall, game)}/study/{dearest['at']}")
    if game == "phase10":
        page.get_by_role("button", name="Link zu diesem Moment").tap()
        page.tap("[data-testid=make-clip]")
    else:
        page.tap("[data-testid=open-study]")
        page.tap("dialog[open] button:has-text('Als GIF')")
    clip = page.locator("[data-testid=clip]")
    expect(clip).to_have_attribute("alt", re.compile("Gewinnchance"))
    assert (ann.sideways(), ann.axe()) == (0, [])
    with page.expect_download() as saved:
        page.tap("dialog[open] [data-testid=picture]")
    with Image.open(saved.value.path()) as gif:
        assert (saved.value.suggested_filename, gif.format) == ("quincunx.gif", "GIF")
        frames, shown = [], []
        for frame in ImageSequence.Iterator(gif):
            frames.append(frame.convert("RGB").copy())
            shown.append(frame.info["duration"])
    assert saved.value.path().stat().st_size < 800_000
    assert (frames[0].width, len(frames) % 4) == (540, 1), "a picture, and three steps on the way to each further one"
    assert len(frames) >= 5
    assert (shown[0], shown[-1], shown[1]) == (1400, 3200, 60)
    ground = ImageColor.getrgb(find_game(game).colour)
    board = (16, 144, frames[0].width - 16, frames[0].height - 56)
    for frame in frames:
        corner = frame.getpixel((2, 2))
        assert isinstance(corner, tuple)
        assert max(abs(one - other) for one, other in zip(corner, ground, strict=True)) < 24
        assert len(frame.crop(board).getcolors(1 << 20) or []) > 40, "a board has many colours"
    assert ImageChops.difference(frames[0].crop(board), frames[-1].crop(board)).getbbox()


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.slow), SMALL_PHONE], ids=lambda size: size.name
)
def test_mistakes_are_tried_again_without_their_answers(
    hall: Hall, people: Callable[..., Person], axe: Path, size: Size
) -> None:
    """Exactly the mistakes that the study marks, dearest first."""
    ann = people(hall, size=size)
    page = ann.page
    study = studied(hall, ann, "mixeddoubles", "train")
    mistakes = [one for one in study["decisions"] if one["loss"]]
    dearest = dearest_of(study)
    trainer = page.locator("[data-testid=trainer]")
    expect(trainer).to_contain_text(f"1 of {len(mistakes)}")
    page.wait_for_url(f"**/train/{dearest['at']}")
    assert (ann.sideways(), ann.axe()) == (0, [])
    chosen, best = (one["action"] for one in dearest["choices"][:2])
    expect(trainer).not_to_contain_text("Better:")
    page.click("details summary")
    page.click(f"[data-action='{chosen}']")
    expect(trainer).to_contain_text("Not the best.")
    expect(trainer).not_to_contain_text("Better:")
    page.click(f"[data-action='{best}']")
    expect(trainer).to_contain_text("Right!")
    expect(trainer).to_contain_text("Better:")
    page.click("[data-testid=next]")
    expect(trainer).to_contain_text(f"2 of {len(mistakes)}")
    expect(trainer).not_to_contain_text("Better:")
    page.click("[data-testid=show]")
    expect(trainer).to_contain_text("Better:")


def test_a_match_from_elsewhere_is_studied_and_a_broken_one_refused(
    hall: Hall, people: Callable[..., Person], axe: Path
) -> None:
    ann = people(hall, size=SMALL_PHONE)
    page = ann.page
    ann.visit("/study")
    page.wait_for_selector("textarea")
    assert (ann.sideways(), ann.axe()) == (0, [])
    ann.calm = False  # refusals are answers of 400
    for text, said in (
        ("no transcript", "transcript"),
        ("quincunx 2\ngame: chess\nrules: 1\nseats: 2\n\n", "no game"),
        ("<img src=x onerror=alert(1)>", "transcript"),
        ("x" * 70_000, "long"),
    ):
        page.fill("textarea", text)
        page.click("form .btn.primary")
        expect(page.locator("[data-testid=refused]")).to_contain_text(said)
    ann.calm = True
    text = page.evaluate(
        "async (path) => (await fetch(path)).text()", f"/api/tables/{table_of_bots(hall, 'popalotsy')}/transcript"
    )
    page.fill("textarea", text)
    page.click("form .btn.primary")
    page.wait_for_url("**/m/*/study*")
    next_mark(page).wait_for()


# The coach


def test_a_hint_is_drawn_on_the_board_and_told_to_everyone(
    hall: Hall, people: Callable[..., Person], axe: Path
) -> None:
    ann = people(hall, size=SMALL_PHONE, theme="dark")
    page = ann.page
    ann.take_seat_of(ann.open_table("mixeddoubles", 2, ["greedy"], settings=unhurried("mixeddoubles")))
    expect(page.locator("[data-testid=hint]")).to_be_visible()
    page.keyboard.press("h")
    advice = page.locator("[data-testid=advice]")
    expect(advice.locator("li").first).to_be_visible()
    expect(advice.locator("[aria-pressed=true]")).to_have_count(1)
    assert page.evaluate("document.adoptedStyleSheets.some((sheet) => sheet.cssRules.length)")
    assert (ann.sideways(), ann.axe()) == (0, [])
    expect(page.locator("[data-testid=hint]")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator("dialog[open] .log")).to_contain_text("Ann takes a hint.")
    page.keyboard.press("Escape")
    page.click("details summary")
    page.locator("[data-action]").first.click()
    expect(advice).to_have_count(0)


def test_in_training_a_dear_choice_may_be_taken_back(hall: Hall, people: Callable[..., Person], axe: Path) -> None:
    ann = people(hall)
    page = ann.page
    settings = {**unhurried("mixeddoubles"), "coach": "training"}
    ann.take_seat_of(ann.open_table("mixeddoubles", 2, ["greedy"], settings=settings))
    page.click("details summary")
    page.locator("[data-action]").nth(1).click()
    judged = page.locator("[data-testid=judged]")
    expect(judged).to_contain_text("That costs 10.0%.")
    assert ann.axe() == []
    judged.locator(".btn.primary").click()
    expect(judged).to_have_count(0)
    page.locator("[data-action]").nth(1).click()
    page.click("[data-testid=stand]")
    expect(judged).to_have_count(0)


def test_people_get_hints_once_all_agree(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall), people(hall, name="Bob", size=PHONE)
    given = ann.open_table("mixeddoubles", 2, [], settings=unhurried("mixeddoubles"))
    ann.take_seat_of(given)
    bob.visit(f"/t/{given['table']}")
    bob.page.click(".join .btn.accent")
    for someone, count in ((ann, 1), (bob, 2)):
        someone.page.click("[data-testid=agree]")
        for other in (ann, bob):
            expect(other.page.locator("[data-testid=agree]")).to_contain_text(f"{count} of 2")
    first = page_to_act(ann, bob)
    first.click("[data-testid=hint]")
    expect(first.locator("[data-testid=advice]")).to_be_visible()


def page_to_act(*people: Person) -> Page:
    """The page of the player who is to act."""
    while True:
        for someone in people:
            if someone.page.locator(".bar.mine").count():
                return someone.page
        people[0].page.wait_for_timeout(50)
