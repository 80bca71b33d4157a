"""Two truths that differ only in what a seat may not know look the same to it, to the byte.

A match and its twin get the same events, except that a die or card which the watching seat may not see lands otherwise
in the twin. Until something is uncovered (the game's tests say by `reveals` which events do that), the seat must get
the same view, the same legal actions, the same objections, the same words and the same picture.
"""

import random

import msgspec

from quincunx import Match
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, HIDDEN, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import Event
from tests.contract.games import every_game_with_secrets, every_setting, part_of_tests

STEPS = 1500
MOMENTS = 400


def other_outcome(match: Match, outcome: int, rng: random.Random) -> int:
    """Another outcome that could have landed, if there is one."""
    others = [n for n, weight in enumerate(match.odds()) if weight and n != outcome]
    return rng.choice(others) if others else outcome


def assert_same(match: Match, twin: Match, seat: int) -> None:
    spec = match.spec
    ours, theirs = match.view(seat), twin.view(seat)
    assert ours.to_bytes() == theirs.to_bytes(), "the views differ"
    assert match.to_act == twin.to_act
    assert match.legal_actions(seat) == twin.legal_actions(seat)
    if seat != SPECTATOR:
        for action in range(spec.actions):
            assert match.objection(action, seat) == twin.objection(action, seat)
    picture = spec.part("picture").picture
    assert msgspec.json.encode(picture(ours, seat)) == msgspec.json.encode(picture(theirs, seat))


def said(match: Match, event: Event, seat: int) -> list[Message]:
    """Do the event; what the seat is told of it."""
    before = match.view(seat)
    what = event.what if match.sees(seat, event.who, event.what) else HIDDEN
    if event.by_chance:
        match.land(event.what)
    else:
        match.push(event.what, event.who)
    told: list[Message] = match.spec.notation.describe_event(before, match.view(seat), event.who, what, match.names)
    return told


def possible(match: Match, event: Event) -> bool:
    if event.by_chance:
        return match.awaits_chance and event.what < len(match.odds()) and match.odds()[event.what] > 0
    return match.objection(event.what, event.who) is None


def watch(spec: GameSpec, seats: int, variants: dict[str, str], seat: int, seed: int) -> int:
    """Play a match beside a twin; how many events were seen while the two differed."""
    reveals = part_of_tests(spec, "secrets").reveals
    rng = random.Random(seed)
    match = Match(spec, seats, variants=variants, settle=False)
    twin = Match(spec, seats, variants=variants, settle=False)
    differing = 0
    for _ in range(STEPS):
        if match.is_over:
            break
        if match.awaits_chance:
            weights = match.odds()
            event = Event(CHANCE, rng.choices(range(len(weights)), weights)[0])
        else:
            actor = rng.choice(match.actors)
            event = Event(actor, rng.choice(match.legal_actions(actor)))
        others = event
        if event.by_chance and not match.sees(seat, event.who, event.what):
            others = Event(CHANCE, other_outcome(twin, event.what, rng))
        revealing = reveals(match.state, event.who, event.what)
        if revealing or not possible(twin, others):
            twin = Match(spec, seats, variants=variants, settle=False, start=match.state)
            others = event
        told = said(match, event, seat), said(twin, others, seat)
        assert told[0] == told[1], "the words differ"
        assert_same(match, twin, seat)
        differing += match.state != twin.state
    return differing


@every_game_with_secrets
def test_a_seat_cannot_tell_two_truths_apart(spec: GameSpec) -> None:
    differing = 0
    for seats in (spec.seats[0], spec.seats[-1]):
        for seat in (0, seats - 1, SPECTATOR):
            for seed in range(3):
                differing += watch(spec, seats, {}, seat, seed)
    assert differing > 100, "the twins hardly ever differed"


@every_setting
def test_a_game_with_secrets_hides_something_and_another_shows_its_state(
    spec: GameSpec, seats: int, variants: dict[str, str]
) -> None:
    rng = random.Random(4)
    match = Match(spec, seats, variants=variants, seed=4, settle=False)
    hidden = 0
    for _ in range(MOMENTS):
        views = [match.view(watcher) for watcher in (*range(match.seats), SPECTATOR)]
        hidden += sum(view != match.state for view in views)
        if match.is_over:
            break
        if match.awaits_chance:
            match.roll()
        else:
            seat = rng.choice(match.actors)
            match.push(rng.choice(match.legal_actions(seat)), seat)
    assert (hidden > 0) == (spec.secrets is not None)
