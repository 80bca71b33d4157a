"""People at a table with real dice: they throw real dice, tap what lies there and play through the boards."""

import random
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from quincunx.games.phase10.entry import FACES
from tests.web.drive import MOST_SEATS, PATIENCE, Person
from tests.web.gamepage import page_of

SOMETHING_TO_DO = "[data-testid=curtain], [data-testid=enter], .bar.mine:not(.busy), .over"
Throw = Callable[[Page, int], list[str]]
"""What so many dice or cards show that are thrown or drawn now."""


def with_own_dice(person: Person, slug: str) -> Page:
    """Someone opens a table for real dice from the lobby."""
    page = person.page
    person.visit()
    game = page.locator(f"[data-game={slug}]")
    game.locator("summary").click()
    game.get_by_role("button", name="With our own dice").click()
    expect(page.get_by_test_id("real")).to_have_text("Real dice")
    return page


def begin(page: Page, *others: str) -> None:
    """Starts with those who share the device; a full table starts by itself."""
    slug = page.locator(".match").get_attribute("data-game") or ""
    for name in others:
        page.get_by_test_id("guest").fill(name)
        page.get_by_role("button", name="Add player").click()
        expect(page.locator(".seats li b, .entry, .curtain", has_text=name).first).to_be_visible()
    if len(others) + 1 < MOST_SEATS[slug]:
        page.get_by_role("button", name="Start").click()
    expect(page.get_by_test_id("entry").or_(page.get_by_test_id("curtain")).first).to_be_visible()


def tap(page: Page, faces: Sequence[str]) -> int:
    """Taps faces and enters them; how many taps that took."""
    for face in faces:
        page.locator(f"[data-face='{face}']").first.tap()
    page.get_by_test_id("enter").tap()
    return len(faces) + 1


def due(page: Page) -> int:
    """How many dice or cards are to be tapped."""
    return page.locator("[data-testid=tapped] li").count()


def pad(page: Page) -> list[str]:
    """The faces that can be tapped."""
    faces: list[str] = page.eval_on_selector_all("[data-face]", "all => all.map(one => one.dataset.face)")
    return faces


class AnyFaces:
    """Throws any faces of the pad; each card at most once in its order of a deck with one of each."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, page: Page, count: int) -> list[str]:
        return self.rng.choices(pad(page), k=count)


class TenDice:
    """The ten dice of Phase 10 on a real table; people take them up by what they show."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lie = [""] * len(FACES)

    def __call__(self, page: Page, count: int) -> list[str]:
        kept = [] if count == len(self.lie) else kept_faces(page)
        thrown = []
        for die, face in enumerate(self.lie):
            if face in kept:
                kept.remove(face)
            else:
                thrown.append(die)
        assert len(thrown) == count, (self.lie, kept)
        for die in thrown:
            self.lie[die] = self.rng.choice(FACES[die])
        return self.rng.sample([self.lie[die] for die in thrown], count)


def kept_faces(page: Page) -> list[str]:
    """What the dice show that stay on the table."""
    shown = "[...one.querySelectorAll('.die [data-print]')].map(part => part.dataset.print).join('')"
    said: list[str] = page.eval_on_selector_all(".spot:not(.air)", f"all => all.map(one => {shown})")
    return [text[:-1].upper() + text[-1].lower() for text in said]


def go_on(page: Page, game: str, throw: Throw) -> bool:
    """Does the next thing there is to do; whether the match goes on."""
    page.wait_for_selector(SOMETHING_TO_DO, timeout=PATIENCE)
    if page.locator(".over").count():
        return False
    if page.get_by_test_id("curtain").count():
        page.get_by_test_id("curtain").get_by_role("button").tap()
        expect(page.get_by_test_id("curtain")).to_have_count(0)
    elif page.get_by_test_id("enter").count():
        tap(page, throw(page, due(page)))
        expect(page.locator("[data-testid=tapped] button")).to_have_count(0)
    else:
        page_of(game).play(page)
    return True
