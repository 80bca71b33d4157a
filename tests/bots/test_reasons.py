"""Every level of every game: legal answers, from what its seat may know alone, and a reason with its numbers."""

from collections.abc import Iterator

import pytest

from quincunx import GAMES, Match, game
from quincunx.bots import advice as advice_module
from quincunx.bots import bot_key, choose
from quincunx.bots.advice import advise, odds_of, read_position, weigh
from quincunx.core.bots import Budget
from quincunx.core.messages import SENTENCES, flaw_of
from quincunx.core.render import catalogue_of, render
from quincunx.core.spec import GameSpec
from quincunx.core.words import decimal

EVERY = 7
"""Decisions from one that is looked at to the next."""

every_game = pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)


def decisions(spec: GameSpec, count: int) -> Iterator[tuple[Match, int]]:
    """Some moments of matches in which `greedy` plays, and who has to choose there."""
    found = 0
    number = 0
    while found < count:
        match = Match(spec, max(2, spec.seats[0]), seed=f"why {number}")
        number += 1
        step = number % EVERY
        while not match.is_over and found < count:
            seat = match.actors[-1]
            legal = match.legal_actions(seat)
            if step % EVERY == 0 and len(legal) > 1:
                found += 1
                yield match, seat
            match.push(choose(spec, "greedy", match.view(seat), seat, legal, bot_key("play", step, seat)), seat)
            step += 1


def looks_alike(match: Match, seat: int) -> object:
    """What the seat would see if all that it cannot know were otherwise, as far as chance allows."""
    truth = match.view(seat)
    secrets = match.spec.secrets
    if secrets is not None:
        secrets.guess(match.view(seat), seat, bot_key("another truth", len(match), seat), truth)
    view = truth.duplicate()
    match.spec.rules.view(truth, seat, view)
    return view


@every_game
def test_bots_that_answer_at_once_are_legal_fair_and_say_why(spec: GameSpec) -> None:
    said = set()
    for match, seat in decisions(spec, 25):
        legal = match.legal_actions(seat)
        for level in spec.reflex_names:
            told = weigh(spec, level, match.view(seat), seat, legal, bot_key("why", len(match), seat))
            assert told.action in legal
            assert told.action == choose(
                spec, level, looks_alike(match, seat), seat, legal, bot_key("why", len(match), seat)
            )
            assert flaw_of(told.why) is None
            assert str(told.why).startswith(spec.notation.format_action(match.view(seat), seat, told.action))
            assert render(told.why, catalogue_of("de")) != str(told.why)
            said.add(told.why.id)
            odds = odds_of(spec, match.view(seat), seat, told.action)
            assert {type(chance) for _, chance in odds} <= {float}, "NumPy's numbers cannot be sent"
    assert said >= {"bots.because", "bots.by_lot"}


@every_game
def test_the_sentence_of_an_advisor_puts_the_colon_behind_odds(spec: GameSpec) -> None:
    named = set()
    for match, seat in decisions(spec, 8):
        for action in (match.legal_actions(seat)[0], match.legal_actions(seat)[-1]):
            named |= {str(what) for what, _ in odds_of(spec, match.view(seat), seat, action)}
    assert named
    assert not [name for name in named if name.endswith(":")]


@pytest.mark.slow
@every_game
def test_master_is_legal_fair_keeps_its_playouts_and_says_why(spec: GameSpec) -> None:
    budget = Budget(playouts=24)
    for match, seat in decisions(spec, 6):
        legal = match.legal_actions(seat)
        told = weigh(spec, "master", match.view(seat), seat, legal, bot_key("why", len(match), seat), budget)
        assert told.action in legal
        again = choose(spec, "master", looks_alike(match, seat), seat, legal, bot_key("why", len(match), seat), budget)
        assert told.action == again
        assert told.why.id in ("bots.best", "bots.not_proved", "bots.only_one")
        assert flaw_of(told.why) is None


def test_who_has_one_choice_says_so() -> None:
    spec = game("sixes")
    match = Match(spec, 2, seed=1)
    seat = match.actor
    one = match.legal_actions(seat)[:1]
    assert weigh(spec, "expert", match.view(seat), seat, one, bot_key("", 0, seat)).why.id == "bots.forced"


def last(view: object, seat: int, legal: list[int], count: int, key: list[int]) -> int:
    """A bot from outside."""
    return legal[count - 1]


def test_an_outside_bot_does_not_say_why() -> None:
    spec = game("sixes")
    match = Match(spec, 2, seed=1)
    seat = match.actor
    told = weigh(
        spec, "tests.bots.test_reasons:last", match.view(seat), seat, match.legal_actions(seat), bot_key("", 0, seat)
    )
    assert str(told.why).endswith("tests.bots.test_reasons:last gives no reason.")


@pytest.mark.parametrize(
    ("value", "english", "german"), [(71.34, "71.3", "71,3"), (-0.04, "0.0", "0,0"), (-2.25, "−2.2", "−2,2")]
)
def test_a_decimal_is_written_in_the_reader_s_way(value: float, english: str, german: str) -> None:
    assert str(decimal(value)) == english
    assert render(decimal(value), catalogue_of("de")) == german


@pytest.mark.parametrize(("value", "english", "german"), [(4, "4", "4"), (1234, "1,234", "1.234"), (-3, "−3", "−3")])
def test_a_number_without_digits_after_the_point_has_no_point(value: float, english: str, german: str) -> None:
    assert str(decimal(value, 0)) == english
    assert render(decimal(value, 0), catalogue_of("de")) == german


def test_every_reason_is_declared_in_the_game_s_words() -> None:
    for spec in GAMES:
        spec.part("reasons")
        assert any(name.startswith(f"{spec.slug}.why_") for name in SENTENCES)


@pytest.mark.slow
def test_advice_tells_the_odds_of_the_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """By trials, whether or not there are tables."""
    monkeypatch.setattr(advice_module, "is_built", lambda spec, view=None: False)
    spec = game("phase10")
    advice = advise(
        spec, read_position(spec, "10 10 9 9 9 8 W W 3 1, phase 1, 1 roll left"), budget=Budget(playouts=50)
    )
    told = advice.to_json()["choices"][0]
    assert set(told["odds"]) == {"makes the phase"}
    assert 0 < told["odds"]["makes the phase"] <= 1
    assert "makes the phase: " in str(advice.why)
