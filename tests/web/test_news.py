"""News in the page: the switches, what is asked of the hall, and the notification of the page's worker.

Chromium for tests has neither a push service nor notifications: `PushManager`, the permission and the showing are
stubbed. The message itself comes to the page's own worker, by the browser's tools.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.drive import DESKTOP, SMALL_PHONE, Hall, Person, Size
from tests.web.test_install import controlled

STUB = """
const KEYS = { p256dh: %s, auth: %s }
const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
const bytes = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0)).buffer
let allowed = localStorage.getItem('allowed') ?? 'default'
Object.defineProperty(Notification, 'permission', { get: () => allowed })
Notification.requestPermission = async () => {
  localStorage.setItem('allowed', (allowed = 'granted'))
  return allowed
}
let held = JSON.parse(localStorage.getItem('held') ?? 'null')
const shown = () => held && {
  endpoint: held.endpoint,
  options: { applicationServerKey: bytes(held.key) },
  getKey: (name) => bytes(KEYS[name]),
  unsubscribe: async () => { held = null; localStorage.removeItem('held'); return true },
}
PushManager.prototype.getSubscription = async () => shown()
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || window.__noService) throw new DOMException('push service error', 'AbortError')
  held = { endpoint: 'https://142.250.1.95/phone', key: applicationServerKey }
  localStorage.setItem('held', JSON.stringify(held))
  return shown()
}
"""
"""A push service; its address is somebody's in the internet, and nobody calls it here."""
STUBBED = STUB % (
    json.dumps("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    json.dumps("BTBZMqHH6r4Tts7J_aSIgg"),
)
TELL_ME = {
    "en": {
        "turn": "Tell me when it is my turn",
        "round": "Tell me when a round begins",
        "daily": "Tell me about new dailies",
    },
    "de": {
        "turn": "Sag mir, wenn ich am Zug bin",
        "round": "Sag mir, wenn eine Runde beginnt",
        "daily": "Sag mir, wenn die neue Tagespartie da ist",
    },
}


def ready(people: Callable[..., Person], hall: Hall, **wishes: Any) -> Person:
    """Somebody whose browser takes push messages, and who allows notifications."""
    ann = people(hall, **wishes)
    ann.context.add_init_script(STUBBED)
    ann.visit()
    controlled(ann)
    return ann


def wishes(hall: Hall) -> list[tuple[str, str]]:
    """What devices want, as the hall has stored it."""
    with closing(sqlite3.connect(hall.folder / "hall.sqlite")) as store:
        return store.execute("select kind, about from wishes order by kind, about").fetchall()


def switch(page: Page, on: bool) -> None:
    """Press the switch, and wait until it has turned."""
    found = page.get_by_role("switch")
    expect(found).to_have_attribute("aria-checked", "false" if on else "true")
    found.click()
    expect(found).to_have_attribute("aria-checked", "true" if on else "false")


@pytest.mark.parametrize(("language", "size"), [("en", SMALL_PHONE), ("de", SMALL_PHONE), ("de", DESKTOP)])
def test_news_are_switched_on_and_off_where_one_looks_for_them(
    own_hall: Hall, people: Callable[..., Person], axe: object, language: str, size: Size
) -> None:
    ann = ready(people, own_hall, language=language, size=size)
    page, table = ann.page, own_hall.open_table("sixes", 2, [])
    tournament = own_hall._post("/api/tournaments", {"game": "sixes", "rounds": 2})["tournament"]
    ann.take_seat_of(table)
    expect(page.get_by_role("switch", name=TELL_ME[language]["turn"])).to_be_visible()
    switch(page, on=True)
    clean(ann)
    assert wishes(own_hall) == [("turn", table["table"])]

    ann.visit(f"/tournaments/{tournament}")
    page.click("form .btn.accent")
    expect(page.get_by_role("switch", name=TELL_ME[language]["round"])).to_be_visible()
    switch(page, on=True)
    clean(ann)

    ann.visit("/daily/sixes")
    expect(page.get_by_role("switch", name=TELL_ME[language]["daily"])).to_be_visible()
    switch(page, on=True)
    clean(ann)
    assert wishes(own_hall) == [("daily", "sixes"), ("round", tournament), ("turn", table["table"])]

    switch(page, on=False)
    assert wishes(own_hall) == [("round", tournament), ("turn", table["table"])]
    ann.visit(f"/t/{table['table']}")
    switch(page, on=False)
    assert page.evaluate("localStorage.getItem('held') !== null")
    ann.visit(f"/tournaments/{tournament}")
    switch(page, on=False)
    assert wishes(own_hall) == []
    assert page.evaluate("localStorage.getItem('held')") is None, "the last switch off gives the device back"


def clean(someone: Person) -> None:
    """Nothing is wrong for axe, and nothing is wider than the window."""
    assert someone.axe() == []
    assert someone.sideways() == 0


def test_another_seat_is_told_of_by_itself(own_hall: Hall, people: Callable[..., Person]) -> None:
    """Once news of turns are on, the hall hears of every seat that its player opens, once."""
    ann = ready(people, own_hall)
    first, second = (own_hall.open_table("sixes", 2, []) for _ in range(2))
    ann.take_seat_of(first)
    switch(ann.page, on=True)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/news") else None)
    ann.take_seat_of(second)
    expect(ann.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    ann.page.wait_for_load_state("networkidle")
    assert wishes(own_hall) == sorted(("turn", one["table"]) for one in (first, second))
    assert [url.removeprefix(own_hall.url) for url in asked] == [
        "/api/news",
        f"/api/tables/{second['table']}/news",
    ]


def test_what_is_switched_off_is_not_asked_for_later(own_hall: Hall, people: Callable[..., Person]) -> None:
    """The page asks again when it opens; the switch may be pressed before the hall has answered."""
    ann = ready(people, own_hall)
    page, table = ann.page, own_hall.open_table("sixes", 2, [])
    ann.take_seat_of(table)
    switch(page, on=True)
    held: list[Route] = []
    page.route("**/api/tables/*/news", lambda route: held.append(route))
    with page.expect_request("**/api/tables/*/news"):
        ann.visit(f"/t/{table['table']}")
    page.get_by_role("switch").click()
    with page.expect_response("**/api/tables/*/news"):
        held[0].continue_()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    assert wishes(own_hall) == []


@pytest.mark.parametrize(
    ("script", "said", "usable"),
    [
        ("delete window.PushManager", "takes no push messages here", False),
        ("Object.defineProperty(window, 'isSecureContext', { get: () => false })", "only over https", False),
        (
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
            "Notifications are blocked",
            True,
        ),
        ("window.__noService = true", "cannot reach its push service", True),
    ],
)
def test_the_page_says_why_there_are_none(
    hall: Hall, people: Callable[..., Person], script: str, said: str, usable: bool
) -> None:
    ann = ready(people, hall)
    ann.context.add_init_script(script)
    ann.visit("/daily/sixes")
    found = ann.page.get_by_role("switch")
    expect(found).to_be_enabled(enabled=usable)
    if usable:
        found.click()
    expect(ann.page.get_by_test_id("news")).to_contain_text(said)
    expect(found).to_have_attribute("aria-checked", "false")


def test_a_hall_with_a_mail_server_offers_mails(hall: Hall, people: Callable[..., Person]) -> None:
    """What the hall does with the address is tested without a browser."""
    ann = people(hall, size=SMALL_PHONE)
    asked: list[Any] = []

    def take(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=204)

    ann.page.route("**/api/news", lambda route: route.fulfill(json={"key": "", "mail": True}))
    ann.page.route("**/api/dailies/sixes/news", take)
    ann.visit("/daily/sixes")
    page = ann.page
    page.click("summary:has-text('Or by mail')")
    page.get_by_label("Mail address").fill("ann@dice.example")
    for _ in range(2):
        page.click(".btn:has-text('Mail me')")
        expect(page.get_by_test_id("news").get_by_role("status")).to_contain_text("confirm it with the link")
    assert ann.axe() == []
    assert ann.sideways() == 0
    address, _, secret = asked[0]["device"]["endpoint"].partition("?")
    assert (address, len(secret)) == ("mailto:ann@dice.example", 32)
    assert asked[0] == asked[1], "the same address is not asked twice to confirm"
    ann.visit("/daily/phase10")
    page.click("summary:has-text('Or by mail')")
    expect(page.get_by_label("Mail address")).to_have_value("ann@dice.example")


def test_the_worker_shows_news_unless_one_looks_at_their_page(hall: Hall, people: Callable[..., Person]) -> None:
    ann = ready(people, hall)
    [worker] = ann.context.service_workers
    worker.evaluate(SHOW)
    line = ann.context.new_cdp_session(ann.page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not found:
        ann.page.wait_for_timeout(10)
    for path in ("/", "/daily/sixes"):
        news = {"title": "Quincunx", "body": "Die Tagespartien sind da", "lang": "de", "path": path}
        line.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": hall.url, "registrationId": found[0], "data": json.dumps(news)},
        )
    assert worker.evaluate("shown") == ["Quincunx", "Die Tagespartien sind da", "de", "/daily/sixes"]


SHOW = """() => {
  globalThis.shown = new Promise((resolve) => {
    registration.showNotification = async (title, { body, lang, data }) => resolve([title, body, lang, data])
  })
}"""
"""Takes the first notification that the worker shows."""
