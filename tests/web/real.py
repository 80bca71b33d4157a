"""People at a table with real dice: they throw real dice, tap what lies there and play through the boards."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from quincunx.core.match import Match
from quincunx.core.play import weights_of
from quincunx.core.real import face_text
from quincunx.games import game
from quincunx.games.phase10.bots import greedy
from quincunx.games.phase10.entry import FACES
from quincunx.games.phase10.rules import State
from tests.web.drive import MOST_SEATS, PATIENCE, Person
from tests.web.gamepage import page_of

SOMETHING_TO_DO = "[data-testid=curtain], [data-testid=enter], .bar.mine:not(.busy), .over"
Throw = Callable[[Page, int], list[str]]
"""What so many dice or cards show that are thrown or drawn now."""


def with_own_dice(person: Person, slug: str) -> Page:
    """Someone opens a table for real dice from the lobby."""
    person.visit()
    return open_with_own_dice(person.page, slug)


def open_with_own_dice(page: Page, slug: str) -> Page:
    """Someone in the lobby opens a table for real dice."""
    game = page.locator(f"[data-game={slug}]")
    game.locator("summary").click()
    game.get_by_role("button", name="With real dice").click()
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
    """Throws any faces of the pad."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, page: Page, count: int) -> list[str]:
        return self.rng.choices(pad(page), k=count)


class NumbersAndColours:
    """The dice of Lowdown: of every throw one half numbers, the other colours."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, page: Page, count: int) -> list[str]:
        faces = pad(page)
        numbers, colours = faces[:6], faces[6:]
        thrown = self.rng.choices(numbers, k=count // 2) + self.rng.choices(colours, k=count // 2)
        return self.rng.sample(thrown, count)


class DeckAndDice:
    """The deck and the two dice of Mixed Doubles."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        match = Match(game("mixeddoubles"), 2, settle=False)
        copies = weights_of(match.spec, match.state)
        self.deck = [face_text(match, match.state, card) for card, left in enumerate(copies) for _ in range(left)]
        self.rng.shuffle(self.deck)

    def __call__(self, page: Page, count: int) -> list[str]:
        faces = pad(page)
        if "draw" in page.get_by_test_id("entry").inner_text() or "dealt" in page.get_by_test_id("entry").inner_text():
            return [self.deck.pop() for _ in range(count)]
        return self.rng.choices(faces, k=count)


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

    def play(self, page: Page) -> None:
        """Takes a phase that is made; otherwise keeps what comes nearest to it, and rolls the rest."""
        if page.locator(".bar .btn.go").count():
            page.locator(".bar .btn.go").tap()
            return
        state = State()
        state.phase[0] = int(page.locator("[data-part=phase] .badge").inner_text()) - 1
        for die, face in enumerate(self.lie):
            state.face[die] = FACES[die].index(face)
        rolled = greedy(state, 0, [], 0, [])
        wanted = Counter(face for die, face in enumerate(self.lie) if not rolled >> die & 1)
        kept = Counter(faces_at(page, ".spot.kept"))
        for selector, moved in ((".spot.kept", kept - wanted), (".spot:not(.kept)", wanted - kept)):
            for face in moved.elements():
                page.locator(selector).nth(faces_at(page, selector).index(face)).tap()
        page.locator("[data-testid=roll]:enabled").or_(page.get_by_role("button", name="Stop")).first.tap()


def kept_faces(page: Page) -> list[str]:
    """What the dice show that stay on the table."""
    return faces_at(page, ".spot:not(.air)")


def faces_at(page: Page, selector: str) -> list[str]:
    """What dice of Phase 10 show."""
    shown = "[...one.querySelectorAll('.die [data-print]')].map(part => part.dataset.print).join('')"
    said: list[str] = page.eval_on_selector_all(selector, f"all => all.map(one => {shown})")
    return [text[:-1].upper() + text[-1].lower() for text in said]


def go_on(page: Page, slug: str, throw: Throw) -> bool:
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
        (throw.play if isinstance(throw, TenDice) else page_of(slug).play)(page)
    return True
