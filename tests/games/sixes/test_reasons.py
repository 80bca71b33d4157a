"""The numbers in reasons and odds, against all choices and against trials."""

from collections.abc import Iterator
from statistics import fmean

import pytest

from quincunx import Match
from quincunx.bots import bot_key, searcher
from quincunx.core.bots import Budget
from quincunx.core.messages import Message
from quincunx.core.words import decimal
from quincunx.games.sixes import SPEC, reasons, words
from quincunx.games.sixes.bots import expert, greedy
from quincunx.games.sixes.combinations import NO_DICE
from quincunx.games.sixes.notation import side_text
from quincunx.games.sixes.rules import apply
from quincunx.games.sixes.state import ENDED, State
from tests.games.sixes.tables import begin

EVERY = 9
TRIALS = Budget(playouts=300)


def decisions(matches: int) -> Iterator[tuple[Match, int, int]]:
    """Every ninth choice of matches between two of `expert`: the match, the seat and what it does."""
    step = 0
    for seed in range(matches):
        match = Match(SPEC, 2, seed=seed)
        while not match.is_over:
            seat, legal = match.actor, match.legal_actions()
            action = expert(match.view(seat), seat, legal, len(legal), bot_key(seed, 0, seat), SPEC.knowledge)
            step += 1
            if len(legal) > 1 and step % EVERY == 0:
                yield match, seat, action
            match.push(action)


def said_chance(match: Match, seat: int, action: int) -> float:
    ((said, chance),) = reasons.chances_after(match.view(seat), seat, action)
    assert said == words.WINS_THE_MATCH()
    return chance


def points(why: Message) -> float:
    """The points that a reason speaks of."""
    return float(str(why.values["points"]).replace("−", "-"))


def test_the_chance_of_a_reason_is_the_best_of_all_choices() -> None:
    for match, seat, action in decisions(2):
        best = max(said_chance(match, seat, other) for other in match.legal_actions())
        why = reasons.why("expert", match.view(seat), seat, action, SPEC.knowledge)
        assert why == words.WHY_CHANCE(share=decimal(100 * best))


def test_the_worth_of_a_reason_is_the_most_of_all_choices() -> None:
    for match, seat, _ in decisions(2):
        view, legal = match.view(seat), match.legal_actions()
        action = greedy(view, seat, legal, len(legal), [])
        said = [points(reasons.why("greedy", view, seat, other, None)) for other in legal]
        assert said[legal.index(action)] == max(said)


def test_a_point_of_a_reason_is_a_point_of_the_match() -> None:
    """Neither of the two totals wins, nor does a score that the choice leads to."""
    match = begin("6 5 2 1", "4 4 3 1", totals=(3, 3))
    action = match.legal_actions()[0]
    said = []
    for total in (3, 4):
        view = match.view(match.actor)
        view.total[match.actor] = total
        said.append(points(reasons.why("greedy", view, match.actor, action, None)))
    assert said[1] - said[0] == pytest.approx(1)


def test_the_chance_of_a_reason_is_near_that_of_trials() -> None:
    """Trials play on to the end of the round, move by move, where the reason has counted."""
    off = []
    for match, seat, action in decisions(4):
        said = said_chance(match, seat, action)
        tried = searcher(SPEC).weigh(match.view(seat), seat, bot_key("trials", len(match), seat), TRIALS, action)
        (found,) = (one for one in tried if one.action == action)
        off.append(abs(said - found.wins))
    assert len(off) > 20
    assert fmean(off) < 0.04
    assert max(off) < 0.2


def test_the_parts_of_a_choice_are_the_points_and_dice_that_the_rules_leave() -> None:
    looked = 0
    for match, seat, action in decisions(3):
        parts = {part.what.id: part.amount for part in reasons.parts_after(match.view(seat), seat, action)}
        state: State = match.state.duplicate()
        apply(state, seat, action)
        if len(parts) == 1:
            assert parts == {words.ROUND_LEAD().id: state.last_points[seat] - state.last_points[1 - seat]}
            assert state.rounds > match.state.rounds or state.stage == ENDED
        else:
            looked += 1
            assert parts[words.OWN_DICE().id] == state.dice_each - dice_laid(state, seat)
            assert parts[words.THEIR_DICE().id] == state.dice_each - dice_laid(state, 1 - seat)
    assert looked > 10


def dice_laid(state: State, seat: int) -> int:
    """The dice of a seat in all pairings of the round."""
    sides = (state.laid[seat, number] for number in range(state.pairings))
    waiting = [state.soft_six] if state.soft_six != NO_DICE and state.turn != seat else []
    return sum(len(side_text(side).split("+")) for side in (*sides, *waiting) if side != NO_DICE)
