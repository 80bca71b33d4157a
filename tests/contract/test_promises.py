"""What every game promises at every moment of every match."""

import random
from io import StringIO
from itertools import permutations
from typing import Any

import msgspec
import pytest
from rich.console import Console

from quincunx import Match, NotationError, parse_position, read_transcript
from quincunx.core.fields import Grid
from quincunx.core.messages import flaw_of
from quincunx.core.position import flaws
from quincunx.core.seats import CHANCE, HIDDEN, MAX_SEATS, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Event
from quincunx.sim.batch import Batch
from tests.contract.games import every_game, every_setting

CONSOLE = Console(width=100, file=StringIO())
WALKED_EVENTS = 900


def objections(spec: GameSpec, state: Any, seat: int) -> list[int]:
    return [spec.rules.objection(state, seat, action) for action in range(spec.actions)]


def check_moment(match: Match, rng: random.Random) -> None:
    """Everything that must hold between two events."""
    spec, state = match.spec, match.state
    before = state.to_bytes()
    assert not flaws(spec, state)
    assert parse_position(spec, match.position()) == state
    if match.awaits_chance:
        check_odds(match)
    for seat in range(match.seats):
        check_seat(match, seat, rng)
    table = Grid(match.seats, 2)
    spec.rules.standings(state, table)
    assert sorted(row.seat for row in match.standings()) == list(range(match.seats))
    assert min(row.place for row in match.standings()) == 1
    assert state.to_bytes() == before, "a question changed the state"


def check_odds(match: Match) -> None:
    weights = match.odds()
    assert sum(weights) > 0
    assert min(weights) >= 0
    assert len(weights) <= match.spec.outcomes
    texts = [match.format_outcome(outcome) for outcome, weight in enumerate(weights) if weight]
    assert len(set(texts)) == len(texts)
    assert not any(" " in text for text in texts)
    assert [match.parse_outcome(text) for text in texts] == [n for n, weight in enumerate(weights) if weight]
    assert str(match.spec.notation.describe_chance(match.state, match.names))


def check_seat(match: Match, seat: int, rng: random.Random) -> None:
    spec = match.spec
    legal = match.legal_actions(seat)
    assert bool(legal) == (seat in match.actors), "a seat that may act has something to do, and no other has"
    if seat in match.actors:
        assert legal == [n for n, code in enumerate(objections(spec, match.state, seat)) if code == 0]
        view = match.view(seat)
        assert spec.rules.to_act(view) == match.to_act
        assert [n for n, code in enumerate(objections(spec, view, seat)) if code == 0] == legal, (
            "what is legal depends on what the seat may not know"
        )
    sample = legal if len(legal) <= 40 else rng.sample(legal, 40)
    texts = [match.format_action(action, seat) for action in sample]
    assert len(set(texts)) == len(texts)
    assert [match.parse_action(text, seat) for text in texts] == sample
    for action in [action for action in sample if action in spec.rolls][:3]:
        after = match.state.duplicate()
        spec.rules.apply(after, seat, action)
        assert spec.rules.to_act(after) == CHANCE, "whoever asks for dice or cards gets them"


def do(match: Match, event: Event) -> None:
    if event.by_chance:
        match.land(event.what)
    else:
        match.push(event.what, event.who)


def check_words(match: Match, event: Event) -> None:
    """The event in words, for everyone who watches; then undone and done again."""
    spec, names = match.spec, match.names
    before = match.state.to_bytes()
    watchers = [*range(match.seats), SPECTATOR]
    views = {seat: match.view(seat) for seat in watchers}
    seen = {seat: match.sees(seat, event.who, event.what) for seat in watchers}
    do(match, event)
    after = match.state.to_bytes()
    for seat in watchers:
        what = event.what if seen[seat] else HIDDEN
        said = spec.notation.describe_event(views[seat], match.view(seat), event.who, what, names)
        assert [flaw for flaw in map(flaw_of, said) if flaw] == []
        drawn = spec.part("picture").picture(match.view(seat), seat)
        assert msgspec.json.decode(msgspec.json.encode(drawn), type=type(drawn)) == drawn, "of the types it declares"
    for seat in match.actors[:2]:
        CONSOLE.print(spec.part("display").board(match.view(seat), seat, names))
        assert spec.part("display").prompt(match.view(seat), seat)
    match.rewind(len(match) - 1)
    assert match.state.to_bytes() == before, "taking back does not lead back"
    do(match, event)
    assert match.state.to_bytes() == after


@every_setting
def test_every_moment_of_a_match_keeps_the_promises(spec: GameSpec, seats: int, variants: dict[str, str]) -> None:
    rng = random.Random(f"{spec.slug}{seats}{variants}")
    match = Match(spec, seats, variants=variants, settle=False)
    batch = Batch(spec, seats, (spec.reflex_names[-1],), variants=variants)
    events = batch.record(rng.randrange(10**6), 0, WALKED_EVENTS)
    sampled = set(rng.sample(range(len(events)), min(len(events), 40)))
    for index, (who, what) in enumerate(events):
        if index in sampled:
            check_moment(match, rng)
            check_words(match, Event(who, what))
        else:
            do(match, Event(who, what))
    check_moment(match, rng)
    again = read_transcript(spec, match.transcript())
    assert again.state.to_bytes() == match.state.to_bytes()
    assert again.transcript() == match.transcript()


@every_setting
def test_seats_that_act_at_once_may_act_in_any_order(spec: GameSpec, seats: int, variants: dict[str, str]) -> None:
    if spec.race:
        assert "race" in spec.text("RULES.md").lower(), "only a race may depend on who is first"
        assert tuple(spec.reactions_ms) == spec.bot_names, "every level has a reaction time"
        assert sorted(spec.reactions_ms.values(), reverse=True) == list(spec.reactions_ms.values()), (
            "the best is quickest"
        )
        return
    rng = random.Random(5)
    match = Match(spec, seats, variants=variants, seed=2)
    for _ in range(200):
        if match.is_over:
            break
        actors = match.actors
        if len(actors) > 1:
            actions = {seat: rng.choice(match.legal_actions(seat)) for seat in actors}
            length, ends = len(match), set()
            match.settles = False
            for order in list(permutations(actors))[:6]:
                for seat in order:
                    match.push(actions[seat], seat)
                ends.add(match.state.to_bytes())
                match.rewind(length)
            match.settles = True
            assert len(ends) == 1, "the order of seats that act at once matters"
        seat = rng.choice(actors)
        match.push(rng.choice(match.legal_actions(seat)), seat)
    assert len(match) > 0


@every_setting
def test_random_matches_break_nothing(
    spec: GameSpec, seats: int, variants: dict[str, str], contract_matches: int, contract_cuts: int, contract_mode: str
) -> None:
    """Each is looked at when it ends and at a few moments on the way; in `make test-all` bounds are checked."""
    rng = random.Random(f"{seats}{spec.slug}")
    batches = [Batch(spec, seats, (bot,), variants=variants, mode=contract_mode) for bot in spec.reflex_names]
    for number in range(contract_matches):
        batch = batches[number % len(batches)]
        length = len(batch.record(77, number))
        state = spec.state()
        state.set_bytes(batch.state_bytes())
        assert not flaws(spec, state)
        assert spec.rules.to_act(state) == 0, "the match did not end"
        for cut in [rng.randrange(1, length) for _ in range(contract_cuts)]:
            batch.record(77, number, cut)
            state.set_bytes(batch.state_bytes())
            assert not flaws(spec, state)
            actors = spec.rules.to_act(state)
            assert actors != 0
            for seat in range(MAX_SEATS):
                if actors != CHANCE and actors >> seat & 1:
                    assert 0 in objections(spec, state, seat)


@every_game
def test_every_action_has_its_own_text_and_reads_back(spec: GameSpec) -> None:
    match = Match(spec, spec.seats[-1], seed=1)
    texts = [match.format_action(action, 0) for action in range(spec.actions)]
    assert len(set(texts)) == spec.actions
    assert [match.parse_action(text, 0) for text in texts] == list(range(spec.actions))


@every_game
def test_nonsense_is_refused_with_a_sentence(spec: GameSpec) -> None:
    match = Match(spec, seed=1)
    seat = match.actors[0]
    for text in ("", "   ", "xyzzy", "\x00", "roll " * 500, "1" * 40, "ü§"):
        with pytest.raises(NotationError, match=r"\w"):
            match.parse_action(text, seat)
    for text in ("seats", "seats=x", "nosuch=1", "seats=99999999999", "seats=1,2"):
        with pytest.raises(NotationError, match=r"\w"):
            parse_position(spec, text)
    for text in ("blank", "blank=1"):
        if text != Match(spec, settle=False).position():
            with pytest.raises(NotationError):
                parse_position(spec, text)


@every_game
def test_bots_play_better_than_chance(spec: GameSpec) -> None:
    """Greedy clearly beats chance, and nobody is clearly weaker than the bot before; docs/strength.md has the rest."""
    for weaker, stronger in zip(spec.reflex_names, spec.reflex_names[1:], strict=False):
        seats = max(2, spec.seats[0])
        wins = 0.0
        matches = 300
        for seat in range(seats):
            bots = [stronger if n == seat else weaker for n in range(seats)]
            batch = Batch(spec, seats, bots)
            for number in range(matches // seats):
                batch.record(9, number)
                table = Grid(seats, 2)
                state = spec.state()
                state.set_bytes(batch.state_bytes())
                spec.rules.standings(state, table)
                winners = [n for n in range(seats) if table[n, 0] == 1]
                wins += (seat in winners) / len(winners)
        least = 1.2 if weaker == "random" else 0.85
        assert wins / (matches // seats * seats) > least / seats, f"{stronger} does not beat {weaker}"
