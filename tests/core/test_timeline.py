"""One timeline: walks and forks say what replaying event by event says, and nothing that was handed out changes."""

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx import ChanceError, IllegalAction, Match, Scripted
from quincunx.core.narration import LANDED, RACE, SHOWN, narrator_of
from quincunx.core.seats import CHANCE, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import STRETCH, Event, Moment
from quincunx.games import GAMES, game
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL

SPECS = (*GAMES, pig.SPEC)


def played(spec: GameSpec, seed: int, events: int, seats: int | None = None) -> Match:
    """A random match of single events."""
    rng = random.Random(seed)
    match = Match(spec, seats or max(2, spec.seats[0]), seed=seed, settle=False)
    while not match.is_over and len(match) < events:
        step(match, rng)
    return match


def step(match: Match, rng: random.Random) -> None:
    if match.awaits_chance:
        match.roll()
    else:
        seat = rng.choice(match.actors)
        match.push(rng.choice(match.legal_actions(seat)), seat, at=len(match) if match.spec.race else None)


def replayed(match: Match) -> list[bytes]:
    """The states of a match, each event done by hand."""
    state = match.spec.state()
    match.spec.rules.setup(state, match.seats, match.options)
    found = [state.to_bytes()]
    for who, what, _ in match.events:
        if who == CHANCE:
            match.spec.rules.land(state, what)
        else:
            match.spec.rules.apply(state, who, what)
        found.append(state.to_bytes())
    return found


def brief(moment: Moment) -> tuple[int, bytes, Event, bytes]:
    return moment.number, moment.before.to_bytes(), moment.event, moment.after.to_bytes()


def life(match: Match) -> tuple[bytes, list[Event], int]:
    return match.state.to_bytes(), list(match.events), match.landings


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)
def test_a_walk_is_the_replay(spec: GameSpec) -> None:
    match = played(spec, 3, 300)
    states = replayed(match)
    walked = list(match.walk())
    assert len(walked) == len(match)
    assert match.is_over or len(match) > STRETCH / 2
    for number, moment in enumerate(walked):
        assert brief(moment) == (number, states[number], match.event(number), states[number + 1])
    assert all(second.before is first.after for first, second in pairwise(walked))


@settings(max_examples=30)
@given(st.data())
def test_any_part_of_a_walk_is_that_part_of_the_whole(data: st.DataObject) -> None:
    match = played(pig.SPEC, data.draw(st.integers(0, 9)), 3 * STRETCH, seats=4)
    first = data.draw(st.integers(0, len(match)))
    last = data.draw(st.integers(first, len(match)))
    whole = [brief(moment) for moment in match.walk()]
    assert [brief(moment) for moment in match.walk(first, last)] == whole[first:last]


@pytest.mark.parametrize(("first", "last"), [(-1, None), (0, 11), (5, 4), (11, None)])
def test_no_walk_through_what_never_was(first: int, last: int | None) -> None:
    match = played(pig.SPEC, 1, 10)
    with pytest.raises(IllegalAction, match="the match has 10 events: no walk goes from"):
        match.walk(first, last)
    assert len(match) == 10


def test_a_walk_goes_on_where_it_was_asked_for() -> None:
    match = played(pig.SPEC, 1, 100)
    expected = [brief(moment) for moment in match.walk()]
    walk = match.walk()
    found = [brief(next(walk)) for _ in range(30)]
    match.rewind(10)
    rng = random.Random(8)
    while len(match) < 100 and not match.is_over:
        step(match, rng)
    assert found + [brief(moment) for moment in walk] == expected


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)
def test_a_fork_at_any_moment_stands_there_and_goes_its_own_way(spec: GameSpec) -> None:
    match = played(spec, 5, 150)
    before, states, rng = life(match), replayed(match), random.Random(1)
    for at in range(len(match) + 1):
        fork = match.fork(at)
        assert life(fork) == (states[at], list(match.events)[:at], sum(event.by_chance for event in fork.events))
        for _ in range(3):
            if not fork.is_over:
                step(fork, rng)
        assert replayed(fork)[-1] == fork.state.to_bytes()
    assert life(match) == before


def test_a_fork_has_the_same_dice_names_and_settings_of_its_own() -> None:
    match = Match(pig.SPEC, 2, seed="fork", names=["Ann", "Bob"])
    match.push(ROLL)
    fork = match.fork()
    fork.names[0] = "Eve"
    fork.settles = False
    assert match.names == ["Ann", "Bob"]
    assert match.settles
    match.push(ROLL)
    fork.push(ROLL)
    fork.settle()
    assert list(match.events) == list(fork.events)
    assert fork.transcript() != match.transcript()


def test_a_script_that_is_extended_is_so_for_its_own_match_alone() -> None:
    match = Match(pig.SPEC, 2, chance=Scripted("2"))
    match.push(ROLL)
    fork = match.fork()
    assert isinstance(match.chance, Scripted)
    assert isinstance(fork.chance, Scripted)
    fork.chance.extend("6 6 6")
    fork.push(ROLL)
    assert fork.state.brought == 8
    with pytest.raises(ChanceError, match="the script ends after 1 landing"):
        match.push(ROLL)
    match.chance.extend("3")
    match.settle()
    assert (match.state.brought, fork.chance.words) == (5, ["2", "6", "6", "6"])


def test_forks_of_a_script_read_it_each_for_itself() -> None:
    match = Match(pig.SPEC, 2, chance=Scripted("2 3 4"))
    match.push(ROLL)
    first, second = match.fork(), match.fork()
    first.push(ROLL)
    second.push(ROLL)
    second.push(ROLL)
    assert (match.state.brought, first.state.brought, second.state.brought) == (2, 5, 9)


def test_whether_a_match_goes_on_from_an_earlier_moment() -> None:
    match = played(pig.SPEC, 2, 130, seats=4)
    for at in (0, 1, STRETCH - 1, STRETCH, STRETCH + 1):
        earlier = match.fork(at)
        assert match.goes_on_from(earlier)
        assert not earlier.goes_on_from(match)
        on = earlier.fork()
        while list(on.events) == list(match.events)[: len(on)]:
            step(on, random.Random(len(on)))
        assert on.goes_on_from(earlier)
        assert not on.goes_on_from(match.fork(len(on)))
    assert match.goes_on_from(match.fork())
    assert match.fork(0).goes_on_from(Match(pig.SPEC, 4, settle=False))


def test_a_fork_costs_no_copy_of_what_has_happened() -> None:
    match = played(pig.SPEC, 2, 130, seats=4)
    forks = [match.fork() for _ in range(3)]
    for fork in forks:
        fork.settle()
        fork.push(ROLL)
    for fork in forks:
        assert fork._tip is not None
        assert match._tip is not None
        assert fork._tip.previous is match._tip.previous


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)
def test_playing_tells_the_moments_that_a_walk_finds(spec: GameSpec) -> None:
    rng = random.Random(4)
    match = Match(spec, max(2, spec.seats[0]), seed=4, settle=False)
    moments = match.play()
    while not match.is_over and len(match) < 120:
        seat = rng.choice(match.actors)
        moments += match.play(rng.choice(match.legal_actions(seat)), seat, at=len(match))
    assert [brief(moment) for moment in moments] == [brief(moment) for moment in match.walk()]


def test_an_action_that_is_not_legal_plays_nothing() -> None:
    match = Match(pig.SPEC, 2, seed=1)
    before = life(match)
    with pytest.raises(IllegalAction, match="at least one roll"):
        match.play(HOLD)
    assert life(match) == before


class Timelines(RuleBasedStateMachine):
    """Matches that fork, go on and go back by turns; each is what its own events say, and every state stays."""

    @initialize(spec=st.sampled_from(SPECS), seed=st.integers(0, 99))
    def begin(self, spec: GameSpec, seed: int) -> None:
        self.rng = random.Random(seed)
        self.matches = [Match(spec, max(2, spec.seats[0]), seed=seed, settle=False)]
        self.kept: list[tuple[Any, bytes]] = []

    def one(self) -> Match:
        return self.rng.choice(self.matches)

    def keep(self, match: Match) -> None:
        first = self.rng.randrange(len(match) + 1)
        for moment in match.walk(first, min(len(match), first + 5)):
            self.kept += [(moment.before, moment.before.to_bytes()), (moment.after, moment.after.to_bytes())]
        self.kept.append((match.state, match.state.to_bytes()))

    @rule(events=st.integers(1, 80))
    def go_on(self, events: int) -> None:
        match = self.one()
        self.keep(match)
        for _ in range(events):
            if not match.is_over:
                step(match, self.rng)

    @rule()
    def go_back(self) -> None:
        match = self.one()
        self.keep(match)
        match.rewind(self.rng.randrange(len(match) + 1))

    @precondition(lambda self: len(self.matches) < 5)
    @rule()
    def part(self) -> None:
        match = self.one()
        self.matches.append(match.fork(self.rng.choice([None, self.rng.randrange(len(match) + 1)])))

    @invariant()
    def each_is_what_its_events_say(self) -> None:
        for match in getattr(self, "matches", []):
            assert replayed(match)[-1] == match.state.to_bytes()
            assert match.landings == sum(event.by_chance for event in match.events)
            assert match.last_who == (match.event(-1).who if len(match) else CHANCE)

    @invariant()
    def nothing_handed_out_changes(self) -> None:
        assert all(state.to_bytes() == was for state, was in getattr(self, "kept", []))


TestTimelines = Timelines.TestCase
TestTimelines.settings = settings(max_examples=20, stateful_step_count=12)


# Narration


def test_everyone_is_told_of_an_open_moment_and_only_its_roller_of_a_secret_die() -> None:
    spec = game("lowdown")
    assert spec.secrets is not None
    narrator = narrator_of(spec)
    match = played(spec, 1, 40)
    secret = 0
    for moment in match.walk():
        told = [narrator.told([moment], seat, match.names)[0] for seat in (0, 1, SPECTATOR)]
        everything = narrator.told([moment], None, match.names)[0]
        for seat, one in zip((0, 1, SPECTATOR), told, strict=True):
            sees = spec.secrets.sees(moment.before, seat, moment.event.who, moment.event.what)
            assert sees or not everything.said or one.said != everything.said
            assert one.who == (None if moment.event.by_chance else moment.event.who)
            secret += not sees
    assert secret > 0


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)
def test_moments_told_together_are_told_as_one_by_one(spec: GameSpec) -> None:
    narrator, match = narrator_of(spec), played(spec, 6, 80)
    moments = list(match.walk())
    for seat in (0, SPECTATOR, None):
        singly = [narrator.told([moment], seat, match.names)[0] for moment in moments]
        assert narrator.told(moments, seat, match.names) == singly


def test_what_may_be_undone() -> None:
    match = Match(pig.SPEC, 2, chance=Scripted("4"), settle=False)
    narrator = narrator_of(pig.SPEC)
    (rolled, landed), (held,) = match.play(ROLL), match.play(HOLD)
    assert narrator.bar_to_undo(rolled, 2) is None
    assert narrator.bar_to_undo(landed, 2) == LANDED
    assert narrator.bar_to_undo(held, 2) is None
    race = game("popalotsy")
    moment = next(moment for moment in played(race, 1, 200).walk() if not moment.event.by_chance)
    assert narrator_of(race).bar_to_undo(moment, 2) == RACE


def test_what_has_shown_something_hidden_is_not_undone() -> None:
    spec = game("lowdown")
    narrator, match = narrator_of(spec), played(spec, 2, 400)
    bars = [narrator.bar_to_undo(moment, match.seats) for moment in match.walk() if not moment.event.by_chance]
    assert SHOWN in bars
    assert None in bars


COPIED: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda given: pickle.loads(pickle.dumps(given)),
}
ways_to_copy = pytest.mark.parametrize("copied", COPIED.values(), ids=list(COPIED))


@ways_to_copy
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)
def test_a_copy_is_the_same_match_and_goes_its_own_way(spec: GameSpec, copied: Callable[[Any], Any]) -> None:
    match = played(spec, 5, STRETCH + 7)
    fork = match.fork()
    step(fork, random.Random(1))  # adds to a stretch that both share
    other = copied(match)
    assert life(other) == life(match)
    assert other.transcript() == match.transcript()
    assert (other.spec, other.variants, other.names) == (match.spec, match.variants, match.names)
    before = life(match)
    step(other, random.Random(2))
    assert life(match) == before
    step(match, random.Random(2))
    assert life(other) == life(match)
    other.rewind(STRETCH - 1)
    assert life(other) == life(match.fork(at=STRETCH - 1))


@ways_to_copy
def test_a_match_of_any_length_can_be_copied(copied: Callable[[Any], Any]) -> None:
    match = Match(pig.SPEC, 2, seed=1, settle=False)
    while len(match) < 1000 * STRETCH:
        if match.awaits_chance:
            match.land(0)  # the turn is lost
        else:
            match.push(ROLL)
    assert life(copied(match)) == life(match)


@ways_to_copy
def test_a_copy_of_a_game_is_the_game(copied: Callable[[Any], Any]) -> None:
    for spec in SPECS:
        assert copied(spec) is spec
    with pytest.raises(pickle.PicklingError, match=r"this pig is not the SPEC of tests\.examples\.pig"):
        copied(replace(pig.SPEC, title="Hog"))
