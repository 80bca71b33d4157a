"""Reasons of the bots of Lowdown, and odds after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.contract import Part
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.lowdown import SPEC, words
from quincunx.games.lowdown.board import BOXES, COLOURS, GRID_BOXES, NUMBERS, score
from quincunx.games.lowdown.bots import POINT, expert, filling_change, greedy, pair_outlook, promise
from quincunx.games.lowdown.legality import (
    ACTIONS,
    CROSS,
    DONE,
    PICK,
    TAKE_SECRET,
    colour_picked,
    list_picks,
    number_picked,
    verb_of,
)
from quincunx.games.lowdown.rules import apply, legal_actions
from quincunx.games.lowdown.state import WILD_BOXES, State
from quincunx.games.lowdown.values import SPREAD_TABLE, board_value, clock_of


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if level == GREEDY:
        return _greedy_reason(view, seat, action)
    verb = verb_of(action)
    if verb == TAKE_SECRET:
        return words.WHY_SECRET()
    if verb == DONE and clock_of(view) > 1:
        return words.WHY_ROWS_WAIT()
    after = _after(view, seat, action, knowledge)
    if verb in (CROSS, DONE):
        return words.WHY_ROWS_NOW(points=score(after.box, seat, after.crossed[seat]))
    return words.WHY_LEAD(points=decimal(_lead(after, seat, knowledge)))


def _lead(state: State, seat: Seat, knowledge: Any) -> float:
    """The expected final lead of a seat over its best rival; alone, less its expected count."""
    clock = clock_of(state)
    own = board_value(state, seat, clock, knowledge)
    rivals = [board_value(state, other, clock, knowledge) for other in range(state.seats) if other != seat]
    return float(min(rivals, default=0.0) - own)


def _greedy_reason(view: State, seat: Seat, action: int) -> Message:
    if action == TAKE_SECRET:
        return words.WHY_SECRET()
    if verb_of(action) == PICK:
        view = _after_step(view, seat, action)
        legal = [0] * ACTIONS
        action = greedy(view, seat, legal, legal_actions(view, seat, legal), [])
    if verb_of(action) in (CROSS, DONE):
        promised = _promised(_after_step(view, seat, action), seat)
    else:
        promised = _promised(view, seat) + filling_change(view, seat, action)
    return words.WHY_PROMISE(points=decimal(promised / POINT))


def _promised(state: State, seat: Seat) -> int:
    """The expected count of a board, by the weights of `greedy`."""
    boxes = range(0, BOXES, GRID_BOXES)
    return sum(promise(state, seat, state.crossed[seat], box, state.box[seat, box]) for box in boxes)


def _after_step(view: State, seat: Seat, action: int) -> State:
    after = view.duplicate()
    apply(after, seat, action)
    return after


def _after(view: State, seat: Seat, action: int, knowledge: Any) -> State:
    """The position after an action of `expert`; a pick includes the best writing after it."""
    after = _after_step(view, seat, action)
    if verb_of(action) == PICK:
        legal = [0] * ACTIONS
        count = legal_actions(after, seat, legal)
        apply(after, seat, expert(after, seat, legal, count, [], knowledge))
    return after


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """For the secret pair: how often it is better than the open dice."""
    if action != TAKE_SECRET:
        return []
    picks = [0] * (NUMBERS * COLOURS + 1)
    count = list_picks(view, seat, picks)
    best = max(_outlook_of(view, seat, pick) for pick in picks[: count - 1])
    every = _outlooks_of_all(view, seat)
    better = sum(outlook > best for outlook in every)
    return [(words.SECRET_IS_BETTER(), better / len(every))]


def _outlook_of(view: State, seat: Seat, pick: int) -> float:
    """The expected lead after an open pair."""
    return pair_outlook(view, seat, number_picked(pick), colour_picked(pick), SPEC.knowledge)


def _outlooks_of_all(view: State, seat: Seat) -> list[float]:
    """The expected lead after each pair that the secret dice can show."""
    every = [(number, colour) for number in range(1, NUMBERS + 1) for colour in range(1, COLOURS + 1)]
    return [pair_outlook(view, seat, number, colour, SPEC.knowledge) for number, colour in every]


def parts_after(view: State, seat: Seat, action: int) -> list[Part]:
    """The expected final lead of a seat, and its remaining wilds."""
    if verb_of(action) in (PICK, TAKE_SECRET):
        usually = float(SPEC.knowledge[SPREAD_TABLE + clock_of(view)])
        every = _outlooks_of_all(view, seat) if action == TAKE_SECRET else [_outlook_of(view, seat, action)]
        return [Part(words.AHEAD_IN_THE_END(), float(usually * sum(every) / len(every)))]
    after = _after(view, seat, action, SPEC.knowledge)
    lead = Part(words.AHEAD_IN_THE_END(), _lead(after, seat, SPEC.knowledge))
    return [lead, Part(words.WILDS_LEFT(), int(WILD_BOXES - after.wilds[seat]))]
