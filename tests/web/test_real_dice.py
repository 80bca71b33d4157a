"""Real dice on the table: faces are tapped as they lie, corrected, handed on and kept while the hall is away."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.drive import PHONE, Hall, Person
from tests.web.real import begin, tap, with_own_dice

LAID = ["10b", "Wr", "1b", "9r", "2b", "6r", "5o", "8r", "7b", "3r"]
"""Ten faces of the ten dice of Phase 10."""


def test_ten_dice_are_entered_in_eleven_taps(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "phase10")
    begin(page)
    assert tap(page, LAID) <= 11
    expect(page.get_by_test_id("entry")).to_have_count(0)
    expect(page.locator("[data-testid=prompt]")).to_be_visible()


def test_a_tap_is_undone_and_keys_count(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.take_seat_of(hall.open_table("sixes", 2, ["greedy"], real=True))
    page, enter = ann.page, ann.page.get_by_test_id("enter")
    page.keyboard.type("666123")
    expect(enter).to_have_text("Enter 6 of 6")
    page.keyboard.press("Backspace")
    expect(enter).to_have_text("Enter 5 of 6")
    page.get_by_test_id("untap").click()
    expect(enter).to_have_text("Enter 4 of 6")
    expect(enter).to_be_disabled()
    page.keyboard.type("45")
    enter.click()
    expect(enter).to_have_text("Enter 0 of 6")


def test_what_cannot_lie_there_is_refused_with_the_nearest(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall, size=PHONE), "phase10")
    begin(page)
    tap(page, [*LAID[:-1], "5r"])
    expect(page.get_by_test_id("entry")).to_contain_text("the nearest set that can is")
    expect(page.get_by_test_id("enter")).to_have_text("Enter 10 of 10")


def test_a_wrong_entry_is_corrected(hall: Hall, people: Callable[..., Person]) -> None:
    page = with_own_dice(people(hall), "phase10")
    begin(page)
    for face in LAID:
        page.locator(f"[data-face='{face}']").first.click()
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("entry")).to_have_count(0)
    page.get_by_test_id("correct").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_test_id("entered").first.click()
    dialog.get_by_role("button", name="Remove 7b").click()
    dialog.locator("[data-face='8g']").click()
    dialog.get_by_test_id("enter").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_text("Everything after it still fits.").first).to_be_attached()


def test_taps_are_kept_while_the_hall_is_away(own_hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(own_hall, size=PHONE)
    page = with_own_dice(ann, "phase10")
    begin(page)
    for face in LAID[:9]:
        page.locator(f"[data-face='{face}']").first.tap()
    ann.calm = False
    own_hall.kill()
    expect(page.get_by_test_id("kept")).to_be_visible()
    tap(page, LAID[9:])
    own_hall.start()
    expect(page.get_by_test_id("entry")).to_have_count(0)
    expect(page.locator("[data-testid=prompt]")).to_be_visible()


def test_a_shared_phone_is_handed_on_behind_a_curtain(hall: Hall, people: Callable[..., Person]) -> None:
    """Nobody sees another's secret dice: they are not in the page before the phone is taken."""
    ann = people(hall, size=PHONE, name="Ann")
    page = with_own_dice(ann, "lowdown")
    begin(page, "Bob", "Cyd")
    tap(page, ["5", "2", "red", "blue"])
    curtain = page.get_by_test_id("curtain")
    expect(curtain).to_contain_text("Pass the device to Cyd.")
    curtain.get_by_role("button", name="I am Cyd").tap()
    expect(curtain).to_have_count(0)
    tap(page, ["green", "3"])
    expect(curtain).to_contain_text("Pass the device to Ann.")
    curtain.get_by_role("button", name="I am Ann").tap()
    expect(curtain).to_have_count(0)
    assert "secretly rolls green 3" not in page.content()
    assert "3 green" not in page.inner_text("main")


def test_the_judge_answers_and_its_question_is_a_link(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=PHONE)
    ann.visit("/judge/sixes?text=hard%20vs%204%2B2")
    page = ann.page
    expect(page.get_by_test_id("answers")).to_contain_text("1 to 0")
    expect(page.get_by_test_id("answers")).to_contain_text("§30")
    page.get_by_test_id("question").fill("total 24")
    page.get_by_role("button", name="Judge", exact=True).tap()
    expect(page.get_by_test_id("answers")).to_contain_text("24 wins")
    expect(page).to_have_url(f"{hall.url}/judge/sixes?text=total%2024")
    assert ann.axe() == []
    assert ann.sideways() == 0
