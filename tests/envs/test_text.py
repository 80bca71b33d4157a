"""A table in text: what a seat reads, and what becomes of its answers."""

import random

import pytest

from quincunx import Match
from quincunx.core.errors import IllegalAction
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import read_transcript
from quincunx.envs.text import MOST_LISTED, TextTable
from quincunx.games import GAMES


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_a_match_by_text(spec: GameSpec) -> None:
    rng = random.Random(4)
    table = TextTable(spec, seed=4)
    while (seat := table.seat) is not None and len(table.match) < 1500:
        prompt = table.prompt()
        assert table.match.names[seat] in prompt
        legal = table.match.legal_actions(seat)
        text = table.match.format_action(rng.choice(legal), seat)
        if len(legal) <= MOST_LISTED:
            assert text in prompt
        assert table.answer(f"I think this is best:\n{text}\n") is None
    assert table.refusals == 0
    read_transcript(spec, table.transcript())


def test_an_illegal_answer_is_told_back_with_its_objection() -> None:
    table = TextTable("sixes", seed=1)
    before = table.prompt()
    assert table.answer("win at once")
    assert table.answer("") is not None
    assert table.prompt() == before
    assert table.refusals == 2


@pytest.mark.parametrize("seat", [-1, 2, SPECTATOR])
def test_a_seat_that_there_is_not_gets_no_prompt(seat: int) -> None:
    with pytest.raises(IllegalAction, match=f"there is no seat {seat}"):
        TextTable("sixes", seed=1).prompt(seat)


@pytest.mark.parametrize("slug", ["lowdown", "popalotsy"])
def test_a_prompt_tells_nothing_that_a_seat_may_not_know(slug: str) -> None:
    """Two truths that a seat cannot tell apart give it the same text, features and masks, to the byte."""
    from quincunx.core.generator import seed_key
    from quincunx.envs.features import features_of
    from quincunx.games import game

    spec = game(slug)
    assert spec.secrets is not None
    rng = random.Random(2)
    table = TextTable(spec, seed=8)
    compared = 0
    while table.seat is not None and len(table.match) < 400:
        for seat in range(table.match.seats):
            view = table.match.view(seat)
            whole, key = view.duplicate(), [0] * 4
            seed_key(key, rng.randrange(2**40), 1)
            spec.secrets.guess(view, seat, key, whole)
            other = TextTable(spec, seed=8)
            match = table.match
            other.match = Match(
                spec, match.seats, variants=match.variants, names=match.names, settle=False, start=whole
            )
            assert other.prompt(seat) == table.prompt(seat)
            features = features_of(spec)
            assert features.encode(other.match.view(seat), seat).tobytes() == features.encode(view, seat).tobytes()
            assert other.match.legal_actions(seat) == match.legal_actions(seat)
            compared += str(other.match.position()) != match.position()
        table.match.push(rng.choice(table.match.legal_actions(table.seat)), table.seat)
    assert compared > 20
