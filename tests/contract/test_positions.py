"""Positions: every number keeps within its range, and whatever is accepted plays on by the rules."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from quincunx import Match, NotationError, parse_position
from quincunx.core.fields import COUNTED, WIDEST, format_fields
from quincunx.core.position import LONGEST, flaws
from quincunx.core.seats import HIDDEN, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from tests.contract.games import every_game, every_game_with_secrets, every_setting, settings

CUTS = 12
"""Positions of each random match that are looked at."""
FURTHEST = 3_000
"""Events after which a match that goes on is left alone."""


def check_spans(state: Any, *, view: bool = False) -> None:
    flat = state.ints()
    for field in state.FIELDS:
        for number in flat[field.start : field.start + field.length]:
            assert number in field.span or (view and number == HIDDEN), f"{field.name} holds {number}"


@every_game
def test_every_field_has_a_range(spec: GameSpec) -> None:
    for field in spec.state.FIELDS:
        assert field.span != WIDEST, f"{spec.slug}: {field.name} has no Span"


@every_setting
def test_a_match_is_set_up_within_the_ranges(spec: GameSpec, seats: int, variants: dict[str, str]) -> None:
    """What cannot be 0, which it is when `setup` gets the state, is set there."""
    check_spans(Match(spec, seats, variants=variants, settle=False).state)


@every_setting
def test_random_matches_keep_within_the_ranges(spec: GameSpec, seats: int, variants: dict[str, str]) -> None:
    """Every event of a few matches, and the views of every seat."""
    for bot in spec.bot_names[:2]:
        batch = Batch(spec, seats, (bot,), variants=variants)
        length = len(batch.record(5, 0))
        rng = random.Random(length)
        for cut in [*sorted(rng.sample(range(1, length), min(CUTS, length - 1))), length]:
            batch.record(5, 0, cut)
            state = spec.state()
            state.set_bytes(batch.state_bytes())
            check_spans(state)
            assert flaws(spec, state) == []
            for seat in (*range(seats), SPECTATOR):
                view = state.duplicate()
                spec.rules.view(state, seat, view)
                check_spans(view, view=True)


@every_game
def test_a_number_out_of_range_is_refused_by_name(spec: GameSpec) -> None:
    for field in spec.state.FIELDS:
        most = COUNTED.most // 10 if field.span == COUNTED else field.span.most
        for number in (field.span.least - 1, most + 1):
            state = Match(spec, seed=1).state
            flat = state.ints()
            flat[field.start] = number
            state.set_ints(flat)
            with pytest.raises(NotationError, match=rf"\b{field.name} must be .*, not {number}"):
                parse_position(spec, format_fields(state))


def out_of_range(spec: GameSpec) -> tuple[Any, list[str]]:
    """A state in which the numbers of two fields are too great, and their names."""
    state = Match(spec, seed=1).state.duplicate()
    numbers = state.ints()
    fields = spec.state.FIELDS[-2:]
    for field in fields:
        numbers[field.start] = field.span.most + 1
    state.set_ints(numbers)
    return state, [field.name for field in fields]


@every_game
def test_all_flaws_are_told_at_once(spec: GameSpec) -> None:
    state, fields = out_of_range(spec)
    said = "; ".join(map(str, flaws(spec, state)))
    for name in fields:
        assert f"{name} must be" in said


@every_game
def test_no_number_is_too_wild_for_the_checks(spec: GameSpec) -> None:
    rng = random.Random(spec.slug)
    for _ in range(300):
        state, _ = mutated(spec, rng)
        flat = state.ints()
        for _ in range(rng.choice((1, 2, 5, len(flat)))):
            flat[rng.randrange(len(flat))] = rng.choice((-1, -(2**31), 2**31 - 1, 7, 99, 2**40))
        state.set_ints(flat)
        for said in flaws(spec, state):
            str(said)


@every_game
def test_no_match_begins_where_a_text_could_not_be_read(spec: GameSpec) -> None:
    """Not only one flaw is named, and both say the same."""
    state, (first, second) = out_of_range(spec)
    with pytest.raises(NotationError, match=rf"{first} must be .*; .*{second} must be") as read:
        parse_position(spec, format_fields(state))
    with pytest.raises(NotationError) as begun:
        Match(spec, start=state, settle=False)
    assert str(begun.value) == str(read.value)


@every_game_with_secrets
def test_no_match_begins_with_a_view_that_hides_something(spec: GameSpec) -> None:
    match = Match(spec, spec.seats[-1], seed=1)
    view = match.view(SPECTATOR)
    assert HIDDEN in view.ints()
    with pytest.raises(NotationError, match=rf"no position of {spec.title}: .*, not {HIDDEN}"):
        Match(spec, match.seats, start=view, settle=False)


@every_game
def test_a_position_is_examined_once(spec: GameSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    examined = []

    def examine(state: Any) -> Iterator[str]:
        examined.append(state)
        return iter(())

    monkeypatch.setattr(spec.part("flaws"), "flaws", examine)
    text = Match(spec, seed="examined").position()
    for _ in range(2):
        Match(spec, start=parse_position(spec, text))
    assert len(examined) == 1


@cache
def real_positions(spec: GameSpec) -> list[tuple[Any, dict[str, str]]]:
    """Positions from every number of seats and every variant, from all parts of a match."""
    found: list[tuple[Any, dict[str, str]]] = []
    rng = random.Random(spec.slug)
    for seats, variants in settings(spec):
        for bot in spec.bot_names[:2]:
            batch = Batch(spec, seats, (bot,), variants=variants)
            length = len(batch.record(11, seats))
            for cut in {1, length, *(rng.randrange(1, length) for _ in range(30))}:
                batch.record(11, seats, cut)
                state = spec.state()
                state.set_bytes(batch.state_bytes())
                found.append((state, variants))
    return found


def mutated(spec: GameSpec, rng: random.Random) -> tuple[Any, dict[str, str]]:
    """A real position in which a few numbers are others, mostly likely ones, or as far as one may count."""
    state, variants = rng.choice(real_positions(spec))
    other, _ = rng.choice(real_positions(spec))
    flat, donor = state.ints(), other.ints()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        field = rng.choice(spec.state.FIELDS)
        at = field.start + rng.randrange(field.length)
        small = rng.randint(field.span.least, min(field.span.most, field.span.least + 8))
        near = max(field.span.least, min(field.span.most, flat[at] + rng.choice((-1, 1))))
        most = LONGEST.most if field.span == COUNTED else field.span.most
        flat[at] = rng.choice((small, near, near, donor[at], field.span.least, most, most - 1, 0))
    if rng.random() < 0.2:
        field = rng.choice(spec.state.FIELDS)
        part = slice(field.start, field.start + field.length)
        flat[part] = donor[part]
    changed = spec.state()
    changed.set_ints(flat)
    return changed, variants


def play_on(match: Match, rng: random.Random) -> Iterator[None]:
    """Any legal play to the end; a match that lasts is left alone."""
    for _ in range(FURTHEST):
        if match.is_over:
            match.standings()
            return
        if match.awaits_chance:
            weights = match.odds()
            match.land(rng.choices(range(len(weights)), weights)[0])
        else:
            seat = rng.choice(match.actors)
            match.push(rng.choice(match.legal_actions(seat)), seat)
        yield


def check_mutations(spec: GameSpec, seed: int, tries: int) -> None:
    rng = random.Random(f"{spec.slug} {seed}")
    accepted = 0
    for _ in range(tries):
        state, variants = mutated(spec, rng)
        if flaws(spec, state, LONGEST):
            continue
        accepted += 1
        text = format_fields(state)
        seats = spec.seats_in(state)
        match = Match(spec, seats, variants=variants_of(spec, state, variants), settle=False, start=state)
        for count, _ in enumerate(play_on(match, rng)):
            check_spans(match.state)
            if count < 40 or count % 20 == 0:
                assert flaws(spec, match.state) == [], f"{text} leads to {match.position()}"
        assert match.is_over or len(match) == FURTHEST
    assert accepted, "nothing was accepted: the mutations are too wild to test anything"


def variants_of(spec: GameSpec, state: Any, variants: dict[str, str]) -> dict[str, str]:
    """The variants that the state itself names, and the others as they were."""
    return {**variants, **spec.variants_in(state)}


def counted_to_the_edge(spec: GameSpec, rng: random.Random) -> Iterator[tuple[Any, dict[str, str]]]:
    """Real positions in which what only counts up, one field or all, is as far as a position may say."""
    counting = [field for field in spec.state.FIELDS if field.span == COUNTED]
    for state, variants in rng.sample(real_positions(spec), 20):
        for edge, fields in product((LONGEST.most - 1, LONGEST.most), (counting, *([field] for field in counting))):
            flat = state.ints()
            for field in fields:
                length = getattr(state, "seats", 1) if field.shape else 1
                flat[field.start : field.start + length] = [edge] * length
            counted = spec.state()
            counted.set_ints(flat)
            yield counted, variants


@every_game
def test_a_match_goes_on_from_as_far_as_one_may_count(spec: GameSpec) -> None:
    rng = random.Random(spec.slug)
    accepted = 0
    for state, variants in counted_to_the_edge(spec, rng):
        if flaws(spec, state, LONGEST):
            continue
        accepted += 1
        seats = getattr(state, "seats", spec.seats[0])
        match = Match(spec, seats, variants=variants_of(spec, state, variants), settle=False, start=state)
        for count, _ in enumerate(islice(play_on(match, rng), 400)):
            if count % 10 == 0:
                assert flaws(spec, match.state) == [], f"{format_fields(state)} leads to {match.position()}"
    assert accepted


@every_game
def test_what_is_accepted_plays_to_an_end(spec: GameSpec) -> None:
    check_mutations(spec, 1, 150)


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("seed", range(10, 18))
def test_what_is_accepted_plays_to_an_end_at_length(spec: GameSpec, seed: int) -> None:
    check_mutations(spec, seed, 3_000)
