"""The numbers in reasons and odds, against all choices, the rules and matches that are played on."""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import correlation, fmean, stdev

import pytest

from quincunx import Match
from quincunx.bots import bot_key, choose
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE
from quincunx.games.lowdown import SPEC, reasons, words
from quincunx.games.lowdown.board import COLOURS, NUMBERS
from quincunx.games.lowdown.legality import PICK, TAKE_SECRET, verb_of
from quincunx.games.lowdown.state import SECRET
from quincunx.games.lowdown.values import SPREAD_TABLE, board_value, clock_of
from quincunx.sim.batch import Batch
from tests.games.lowdown.boards import points

EVERY = 5
MATCHES = 80


def decisions(level: str, matches: int) -> Iterator[tuple[Match, int, int]]:
    """Every fifth choice of matches in which a level plays all seats: the match, the seat and what it does."""
    step = 0
    for seed in range(matches):
        match = Match(SPEC, 2, seed=seed)
        while not match.is_over:
            seat = match.actors[0]
            legal = match.legal_actions(seat)
            action = choose(SPEC, level, match.view(seat), seat, legal, bot_key(seed, 0, seat))
            step += 1
            if len(legal) > 1 and step % EVERY == 0:
                yield match, seat, action
            match.push(action, seat)


def number(why: Message) -> float:
    """The points that a reason speaks of."""
    return float(str(why.values["points"]).replace("−", "-"))


def reason(level: str, match: Match, seat: int, action: int) -> Message:
    knowledge = SPEC.knowledge if level == "expert" else None
    return reasons.why(level, match.view(seat), seat, action, knowledge)


def test_what_a_board_promises_is_the_least_of_all_choices() -> None:
    looked = 0
    for match, seat, action in decisions("greedy", 3):
        said = reason("greedy", match, seat, action)
        others = [reason("greedy", match, seat, other) for other in match.legal_actions(seat)]
        if said.id == words.WHY_PROMISE.id:
            looked += 1
            assert number(said) == min(number(why) for why in others if why.id == said.id)
    assert looked > 30


def written(match: Match, seat: int, action: int) -> Match:
    """The match after an action, and after the best writing if that was a pick."""
    after = match.fork()
    after.push(action, seat)
    if verb_of(action) in (PICK, TAKE_SECRET):
        legal = after.legal_actions(seat)
        after.push(choose(SPEC, "expert", after.view(seat), seat, legal, []), seat)
    return after


def surely(match: Match, seat: int) -> float:
    """The lead that the tables promise, by how far such leads are off."""
    clock = clock_of(match.state)
    own, rival = (board_value(match.state, board, clock, SPEC.knowledge) for board in (seat, 1 - seat))
    return float((rival - own) / SPEC.knowledge[SPREAD_TABLE + clock])


def test_the_lead_of_a_reason_is_the_surest_of_all_choices() -> None:
    looked = 0
    for match, seat, action in decisions("expert", 2):
        said = reason("expert", match, seat, action)
        if said.id == words.WHY_LEAD.id:
            looked += 1
            after = written(match, seat, action)
            spread = float(SPEC.knowledge[SPREAD_TABLE + clock_of(after.state)])
            assert number(said) == pytest.approx(surely(after, seat) * spread, abs=0.051)
            others = [other for other in match.legal_actions(seat) if other != TAKE_SECRET]
            best = max(surely(written(match, seat, other), seat) for other in others)
            assert surely(after, seat) == pytest.approx(best)
    assert looked > 15


def test_leads_of_reasons_are_right_on_average() -> None:
    """The lead that is promised late in a match, against the lead in its end, both players `expert`."""
    batch = Batch(SPEC, 2, ["expert"])
    promised, ended = [], []
    for each in range(MATCHES):
        match, said, events = Match(SPEC, 2, settle=False), None, batch.record(7, each)
        for step, (who, what) in enumerate(events):
            if who == CHANCE:
                match.land(what)
                continue
            if said is None and 4 * step > 3 * len(events):
                why = reason("expert", match, who, what)
                said = (number(why), who) if why.id == words.WHY_LEAD.id else None
            match.push(what, who)
        if said is not None:
            promise, seat = said
            promised.append(promise)
            ended.append(points(match)[1 - seat] - points(match)[seat])
    assert len(promised) > MATCHES * 0.9
    off = [there - here for here, there in zip(promised, ended, strict=True)]
    assert abs(fmean(off)) < 4 * stdev(off) / sqrt(len(off))
    assert correlation(promised, ended) > 0.2


def test_rows_that_may_wait_cannot_be_too_late() -> None:
    """Whatever everybody does in this turn, the match goes on."""
    looked = 0
    for match, seat, action in decisions("expert", 2):
        if reason("expert", match, seat, action).id == words.WHY_ROWS_WAIT.id:
            looked += 1
            for attempt in range(5):
                after, rng = match.fork(), Random(attempt)
                while not after.is_over and after.state.turn == match.state.turn:
                    actor = rng.choice(after.actors)
                    after.push(rng.choice(after.legal_actions(actor)), actor)
                assert not after.is_over
    assert looked > 5


def test_the_count_of_a_board_is_that_of_the_rules() -> None:
    looked = 0
    for match, seat, action in decisions("expert", 8):
        said = reason("expert", match, seat, action)
        if said.id == words.WHY_ROWS_NOW.id:
            looked += 1
            after = match.fork()
            after.push(action, seat)
            assert number(said) == points(after)[seat]
    assert looked > 5


def with_secret(match: Match, number_side: int, colour_side: int) -> Match:
    """The same moment with this secret pair."""
    after = match.fork()
    after.state.number[SECRET], after.state.colour[SECRET] = number_side, colour_side
    return after


def test_the_odds_of_the_secret_pair_are_those_of_all_pairs() -> None:
    """Every pair in place of the secret one, written as `expert` writes it."""
    looked = 0
    for match, seat, action in decisions("expert", 12):
        if action != TAKE_SECRET or looked == 4:
            continue
        looked += 1
        opened = [other for other in match.legal_actions(seat) if other != TAKE_SECRET]
        best = max(surely(written(match, seat, other), seat) for other in opened)
        pairs = [(face, colour) for face in range(1, NUMBERS + 1) for colour in range(1, COLOURS + 1)]
        found = [surely(written(with_secret(match, *pair), seat, TAKE_SECRET), seat) for pair in pairs]
        ((said, chance),) = reasons.chances_after(match.view(seat), seat, TAKE_SECRET)
        assert said == words.SECRET_IS_BETTER()
        assert chance == pytest.approx(sum(one > best + 1e-9 for one in found) / len(found), abs=1e-9)
        assert fmean(found) > best
        assert reason("expert", match, seat, action) == words.WHY_SECRET()
    assert looked == 4
