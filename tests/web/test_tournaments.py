"""A tournament in the page: created, joined by link, played, and its standings."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.drive import PATIENCE, SMALL_PHONE, Hall, Person, let_bot_play


def create(host: Person, title: str, rounds: int) -> str:
    """The host creates a tournament of Battle of the Sixes from the lobby; its link."""
    page = host.page
    host.visit()
    page.click("nav a:has-text('Tournaments')")
    page.fill("label:has-text('Title') input", title)
    page.click("label:has-text('Battle of the Sixes')")
    page.fill("label:has-text('Rounds') input", str(rounds))
    page.click("button:has-text('Create the tournament')")
    page.wait_for_selector("h1:has-text('Friday')")
    return page.input_value("[data-testid=tournament-link]")


def join(someone: Person, name: str) -> None:
    page = someone.page
    page.fill("form input", name)
    page.press("form input", "Enter")
    page.wait_for_selector("p:has-text('You are in the tournament')")


def test_from_create_to_the_standings(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name=""), people(hall, name="", size=SMALL_PHONE)
    link = create(ann, "Friday", 1)
    expect(ann.page.locator("button:has-text('Begin the first round')")).to_be_disabled()
    bob.page.goto(link)
    join(bob, "Bob")
    join(ann, "Ann")
    for someone in (ann, bob):
        expect(someone.page.locator(".players li")).to_have_count(2)
        assert someone.axe() == []
        assert someone.sideways() == 0
    ann.page.click("button:has-text('Begin the first round')")
    for someone in (ann, bob):
        someone.page.wait_for_selector(".bar", timeout=PATIENCE)
    for playing in [let_bot_play(someone) for someone in (ann, bob)]:
        playing.join()
    for someone in (ann, bob):
        page = someone.page
        page.wait_for_selector(".over", timeout=PATIENCE)
        page.click("a:has-text('Back to the tournament')")
        expect(page.locator("[data-testid=status]")).to_have_text("The tournament is over.")
        expect(page.locator("tbody tr")).to_have_count(2)
        expect(page.locator("tr.you th")).to_contain_text("Ann" if someone is ann else "Bob")
        assert someone.axe() == []
        assert someone.sideways() == 0
    bob.page.click("details a:has-text('Replay')")
    bob.page.wait_for_selector(".replay, .transport", timeout=PATIENCE)


def test_the_host_adds_pauses_removes_and_ends(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="")
    create(ann, "Friday", 3)
    page = ann.page
    for name in ("Bob", "Cyd", "Dan"):
        page.click("button:has-text('Add a player')")
        page.fill("dialog[open] input", name)
        page.press("dialog[open] input", "Enter")
        page.wait_for_selector("dialog[open] [role=status]")
        own = page.input_value("dialog[open] input")
        assert ann.axe() == []
        page.keyboard.press("Escape")
    expect(page.locator(".players li")).to_have_count(3)
    bob.page.goto(own)
    bob.page.wait_for_selector("p:has-text('You are in the tournament')")
    expect(bob.page.locator(".players .you")).to_have_text("Dan")
    page.click("button:has-text('Begin the first round')")
    bob.page.wait_for_selector(".bar", timeout=PATIENCE)
    expect(page.locator("[data-testid=status]")).to_contain_text("0 of 2 tables have ended")
    page.click("button:has-text('Pause after this round')")
    page.wait_for_selector("button:has-text('Continue')")
    expect(page.locator(".now")).to_contain_text("The tournament pauses after this round.")
    page.click("button:has-text('Remove a player')")
    page.click("dialog[open] li:has-text('Cyd') button")
    expect(page.locator("dialog[open] li")).to_have_count(2)
    assert ann.axe() == []
    page.keyboard.press("Escape")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.click("button:has-text('End the tournament')")
    page.click("dialog[open] .btn.primary")
    expect(page.locator("button:has-text('End the tournament')")).to_have_count(0)


def test_a_table_of_others_cannot_be_watched_yet(hall: Hall, people: Callable[..., Person]) -> None:
    ann, bob = people(hall, name="Ann"), people(hall, name="Bob", language="de")
    link = create(ann, "Friday", 1)
    for name in ("Bob", "Cyd", "Dan"):
        hall._post(f"/api{link.partition(hall.url)[2]}/players", {"name": name})
    join(ann, "Ann")
    ann.page.click("button:has-text('Begin the first round')")
    ann.page.wait_for_selector(".bar", timeout=PATIENCE)
    own = ann.page.url.rpartition("/")[2]
    ann.page.click("header a.chip")
    ann.page.wait_for_selector("details li.mine")
    tables = ann.page.evaluate(f"fetch('/api{link.partition(hall.url)[2]}').then(a => a.json())")["rounds"][0]["tables"]
    other = next(table["id"] for table in tables if table["id"] != own)
    bob.visit(f"/t/{other}")
    expect(bob.page.locator(".gone h2")).to_have_text("An diesem Tisch kann man noch nicht zuschauen.")
    assert bob.axe() == []


def test_the_form_fits_everywhere(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall, size=SMALL_PHONE)
    ann.visit("/tournaments")
    ann.page.wait_for_selector("form")
    assert ann.axe() == []
    assert ann.sideways() == 0
