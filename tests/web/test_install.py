"""The page as a program of its own: manifest, icons, a worker that keeps nothing stale, notifications."""

import json
from collections.abc import Callable
from urllib.request import urlopen

from tests.web.drive import PATIENCE, Hall, Person

OUT_OF_SIGHT = """
Object.defineProperty(document, 'hidden', { get: () => true })
Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
window.__told = []
ServiceWorkerRegistration.prototype.showNotification = async (title, more) => {
  __told.push([title, more.body, more.data])
}
"""


def controlled(someone: Person) -> None:
    """Wait until the worker has the page."""
    someone.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE)


def test_the_manifest_names_icons_that_are_there(hall: Hall) -> None:
    with urlopen(f"{hall.url}/manifest.webmanifest") as answer:
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.load(answer)
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        with urlopen(hall.url + icon["src"]) as answer:
            assert answer.headers["content-type"] == icon["type"]
            data = answer.read()
        if icon["type"] == "image/png":
            size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            assert icon["sizes"] == f"{size[0]}x{size[1]}"
    with urlopen(f"{hall.url}/sw.js") as answer:
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"


def test_the_browser_finds_nothing_wrong_with_the_manifest(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.visit()
    controlled(ann)
    line = ann.context.new_cdp_session(ann.page)
    found = line.send("Page.getAppManifest")
    assert found["url"] == f"{hall.url}/manifest.webmanifest"
    assert found["errors"] == []
    wrong = {one["errorId"] for one in line.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert wrong <= {"in-incognito"}, "a browser for tests keeps nothing"


def test_a_page_says_that_the_hall_is_away_and_finds_it_again(own_hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(own_hall, language="de")
    ann.visit()
    controlled(ann)
    ann.calm = False
    own_hall.kill()
    ann.visit("/book")
    assert ann.page.locator("h1").inner_text() == "Die Halle antwortet nicht"
    own_hall.start()
    ann.page.click("a:has-text('Noch einmal versuchen')")
    ann.page.wait_for_selector("#main", timeout=PATIENCE)


def test_whose_turn_it_is_is_told_out_of_sight(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.visit()
    controlled(ann)
    ann.context.add_init_script(OUT_OF_SIGHT)
    given = hall.open_table("phase10", 1, [])
    ann.take_seat_of(given)
    ann.page.wait_for_function("() => window.__told.length > 0", timeout=PATIENCE)
    assert ann.page.evaluate("window.__told[0]") == ["Phase 10 Dice", "Your turn", f"/t/{given['table']}"]
    ann.visit()
    ann.page.click("[aria-label='Settings']")
    assert "notification when it is your turn" in ann.page.inner_text(".notify")


def test_whoever_has_said_no_is_told_how_to_change_it(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    ann.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    ann.visit()
    ann.page.click("[aria-label='Settings']")
    assert "Notifications are blocked" in ann.page.inner_text(".notify")


def test_your_tables_say_whose_turn_it_is_and_against_whom(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    given = hall.open_table("sixes", 2, ["greedy"], settings={"pace": 60_000})
    ann.take_seat_of(given)
    ann.page.wait_for_selector(".bar", timeout=PATIENCE)
    ann.visit()
    row = ann.page.locator(".entries li:has(a[href^='/t/'])").first
    row.wait_for(timeout=PATIENCE)
    text = row.inner_text()
    assert "against " in text
    assert "your turn" in text or ": to act" in text
    assert "last step: now" in text
