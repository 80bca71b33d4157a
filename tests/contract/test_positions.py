"""Positions: every number keeps within its range, and whatever is accepted plays on by the rules."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from quincunx import Match, NotationError, parse_position
from quincunx.core import loops
from quincunx.core.fields import COUNTED, WIDEST, format_fields
from quincunx.core.position import LONGEST, flaws
from quincunx.core.seats import HIDDEN, OVER, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import EVENT_LIMIT, Batch
from tests.contract.games import every_game, every_game_with_secrets, every_setting, settings

CUTS = 12
"""Positions of each random match that are looked at."""


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
        flat = mutated(spec, rng).ints()
        state = spec.state()
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
def real_positions(spec: GameSpec) -> list[Any]:
    """Positions from every number of seats and every variant, from all parts of a match."""
    found: list[Any] = []
    rng = random.Random(spec.slug)
    for seats, variants in settings(spec):
        for bot in spec.bot_names[:2]:
            batch = Batch(spec, seats, (bot,), variants=variants)
            length = len(batch.record(11, seats))
            for cut in {1, length, *(rng.randrange(1, length) for _ in range(30))}:
                batch.record(11, seats, cut)
                state = spec.state()
                state.set_bytes(batch.state_bytes())
                found.append(state)
    return found


def mutated(spec: GameSpec, rng: random.Random) -> Any:
    """A real position in which a few numbers are others: likely ones, the ends of their range, or two swapped."""
    flat, donor = rng.choice(real_positions(spec)).ints(), rng.choice(real_positions(spec)).ints()
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        field = rng.choice(spec.state.FIELDS)
        at = field.start + rng.randrange(field.length)
        small = rng.randint(field.span.least, min(field.span.most, field.span.least + 8))
        near = max(field.span.least, min(field.span.most, flat[at] + rng.choice((-1, 1))))
        most = LONGEST.most if field.span == COUNTED else field.span.most
        flat[at] = rng.choice((small, near, near, donor[at], field.span.least, most, most - 1, 0))
    if rng.random() < 0.3:
        field = rng.choice(spec.state.FIELDS)
        part = slice(field.start, field.start + field.length)
        flat[part] = donor[part] if rng.random() < 0.5 else rng.sample(flat[part], field.length)
    changed = spec.state()
    changed.set_ints(flat)
    return changed


def play_on(spec: GameSpec, bot: str, mode: str, start: Any, seed: int) -> Iterator[Any]:
    """Let a bot play on from a position; yield the state after some events, and the last."""
    batch = batch_of(spec, spec.seats_in(start), bot, mode)
    figures, counts = batch.new_figures(), batch.arrays.counts
    batch.loops.start(batch.states, batch.seats, batch.options, batch.arrays, seed, 0)
    batch.states[loops.STATE] = np.frombuffer(start.to_bytes(), batch.states.dtype)[0]
    events = 0
    while events == counts[loops.EVENTS] and events < EVENT_LIMIT:
        events += 1 + events // 8
        batch.loops.play_on(batch.states, batch.arrays, events, figures)
        state = spec.state()
        state.set_bytes(batch.state_bytes())
        yield state


@cache
def batch_of(spec: GameSpec, seats: int, bot: str, mode: str) -> Batch:
    return Batch(spec, seats, (bot,), mode=mode)


def check_play(spec: GameSpec, positions: Iterable[Any], mode: str) -> None:
    """Whatever is accepted plays to an end, by random actions and by the best bot that answers at once."""
    accepted = 0
    for seed, start in enumerate(positions):
        if flaws(spec, start, LONGEST):
            continue
        accepted += 1
        for bot in (spec.reflex_names[0], spec.reflex_names[-1]):
            state = start
            for state in play_on(spec, bot, mode, start, seed):
                assert flaws(spec, state) == [], f"{format_fields(start)} leads to {format_fields(state)}"
            assert spec.rules.to_act(state) == OVER
    assert accepted, "nothing was accepted: the mutations are too wild to test anything"


def counted_to_the_edge(spec: GameSpec, rng: random.Random, count: int) -> Iterator[Any]:
    """Real positions in which what only counts up, one field or all, is as far as a position may say."""
    counting = [field for field in spec.state.FIELDS if field.span == COUNTED]
    for state in rng.sample(real_positions(spec), count):
        for edge, fields in product((LONGEST.most - 1, LONGEST.most), (counting, *([field] for field in counting))):
            flat = state.ints()
            for field in fields:
                length = getattr(state, "seats", 1) if field.shape else 1
                flat[field.start : field.start + length] = [edge] * length
            counted = spec.state()
            counted.set_ints(flat)
            yield counted


@every_game
def test_some_that_are_accepted_play_to_an_end(spec: GameSpec) -> None:
    """Without bounds checks: these loops are compiled for other tests anyway."""
    rng = random.Random(f"{spec.slug} some")
    check_play(spec, (mutated(spec, rng) for _ in range(20)), "compiled")


@pytest.mark.slow
@every_game
def test_what_is_accepted_plays_to_an_end(spec: GameSpec) -> None:
    rng = random.Random(spec.slug)
    check_play(spec, (mutated(spec, rng) for _ in range(10_000)), "checked")
    check_play(spec, counted_to_the_edge(spec, rng, 20), "checked")
