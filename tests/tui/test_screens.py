"""Screens of the terminal at 60, 80 and 120 columns are as they were looked at; `screens.py` records them."""

import pytest

from quincunx import GAMES
from quincunx.core.spec import GameSpec
from tests.tui.screens import WIDTHS, middle_of, path_of, screen


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_a_screen_is_as_it_was_looked_at(spec: GameSpec, width: int) -> None:
    drawn = screen(middle_of(spec), width)
    assert max(map(len, drawn.splitlines())) <= width
    assert drawn == path_of(spec, width).read_text(encoding="utf-8")
