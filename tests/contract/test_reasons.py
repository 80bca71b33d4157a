"""What makes actions good or bad: every game names it for every choice, from the seat's own view."""

import math

import pytest

from quincunx import GAMES
from quincunx.core.spec import GameSpec
from tests.analysis.played import played


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_choice_has_its_parts(spec: GameSpec) -> None:
    match = played(spec, max(2, spec.seats[0]), 3)
    reasons = spec.part("reasons")
    differing = 0
    for _, state, event, _ in list(match.walk())[:150]:
        if event.by_chance:
            continue
        view = state.duplicate()
        spec.rules.view(state, event.who, view)
        before = view.to_bytes()
        legal = [action for action in range(spec.actions) if spec.rules.objection(state, event.who, action) == 0]
        found = [reasons.parts_after(view, event.who, action) for action in (event.what, legal[0], legal[-1])]
        assert view.to_bytes() == before
        for parts in found:
            assert parts
            assert len({str(part.what) for part in parts}) == len(parts)
            assert all(type(part.amount) in (int, float) and math.isfinite(part.amount) for part in parts)
            assert all(0 <= part.amount <= 1 for part in parts if part.is_share)
        differing += found[0] != found[-1]
    assert differing > 0
