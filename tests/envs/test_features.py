"""Features: what a view becomes for a learner, and back."""

import random

import numpy as np
import pytest

from quincunx import Match
from quincunx.core.seats import HIDDEN, MAX_SEATS
from quincunx.core.spec import GameSpec
from quincunx.envs.features import ONE_OF, SET, features_of
from quincunx.games import GAMES, game


def some_views(spec: GameSpec, seed: int, seats: int, every: int = 7) -> list[tuple[Match, int]]:
    """Moments of a random match, with the seat that looks."""
    rng = random.Random(seed)
    match = Match(spec, seats, seed=seed)
    found: list[tuple[Match, int]] = []
    while not match.is_over and len(match) < 600:
        seat = rng.choice(match.actors)
        if len(found) * every <= len(match):
            found.append((match.fork(), rng.randrange(seats)))
        match.push(rng.choice(match.legal_actions(seat)), seat)
    return found


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_a_vector_tells_the_view_again(spec: GameSpec) -> None:
    features = features_of(spec)
    for match, seat in some_views(spec, 3, spec.seats[-1]):
        view = match.view(seat)
        vector = features.encode(view, seat)
        assert vector.dtype == np.float32
        assert vector.min() >= -1
        assert vector.max() <= 1
        said = features.explain(vector)
        assert said.pop("me") == seat
        expected = [
            None if number == HIDDEN and part.least > HIDDEN else number
            for part, number in zip(features.parts, view.ints(), strict=True)
        ]
        assert list(said.values()) == expected


def test_parts_are_named_and_lie_one_after_the_other() -> None:
    features = features_of(game("phase10"))
    names = {part.name: part for part in features.parts}
    assert names["face[3]"].kind == ONE_OF
    assert names["face[3]"].length == 6
    assert names["rolling"].kind == SET
    assert names["points[7, 9]"].length == 1
    ends = [part.start + part.length for part in features.parts]
    assert [part.start for part in features.parts] == [0, *ends[:-1]]
    assert features.length == ends[-1] + MAX_SEATS


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="features of Phase 10 Dice are"):
        features_of(game("phase10")).explain([0.0])
