"""The share of luck, for results whose share is known."""

import json

import numpy as np
import pytest

from tools.luck_page import FIGURES, PAGE, page, share_of_luck

RNG = np.random.default_rng(24)


@pytest.mark.parametrize(("skill", "share"), [(0.0, 1.0), (1.0, 0.5), (2.0, 0.2)])
def test_the_share_of_luck_is_that_of_the_variance_within_lineups(skill: float, share: float) -> None:
    """Lineups differ by `skill`, matches of one lineup by 1."""
    lineups = skill * RNG.standard_normal((4000, 1, 1))
    found = share_of_luck(lineups + RNG.standard_normal((4000, 10, 1)))
    assert found.luck == pytest.approx(share, abs=0.03)


def test_results_that_players_decide_have_no_luck() -> None:
    lineups = np.array([0.0, 1.0]).reshape(2, 1, 1)
    assert share_of_luck(np.broadcast_to(lineups, (2, 20, 1))).luck == 0


def test_the_page_is_that_of_the_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(FIGURES.read_text(encoding="utf-8")))
