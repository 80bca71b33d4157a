"""Every state of the boards can be read: lessons reach those that play seldom does, the same every time."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Position

from quincunx.core.tutorial import lesson_of
from quincunx.games import game
from tests.web.drive import DESKTOP, LARGE_PRINT, Hall, Person, mostly
from tests.web.test_lessons import begun, by_keyboard, go_on, step_of


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("slug", mostly("phase10"))
@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.slow)])
def test_what_is_chosen_can_be_read(hall: Hall, people: Callable[..., Person], slug: str, theme: str) -> None:
    """Dice, cards, rings and wilds that are lit or chosen, before and after every touch; in the dark at 200 %."""
    ann = people(hall, theme=theme, size=LARGE_PRINT if theme == "dark" else DESKTOP)
    page, lesson = begun(ann, slug), lesson_of(game(slug))
    found: set[str] = set()
    touches = 0

    def touch(selector: str, at: Position | None = None) -> None:
        nonlocal touches
        found.update(ann.axe("color-contrast"))
        by_keyboard(page)(selector, at)
        touches += 1

    while (at := step_of(page)) < len(lesson) - 1:
        go_on(page, slug, lesson, touch if lesson.steps[at].act else by_keyboard(page), by_keys=True)
    assert found == set()
    assert touches > 0
