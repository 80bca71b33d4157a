"""Why bots of Lowdown do what they do, and what is likely after a choice."""

from typing import Any

from quincunx.core.bots import GREEDY
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.core.words import decimal
from quincunx.games.lowdown import SPEC, words
from quincunx.games.lowdown.board import BOXES, COLOURS, GRID_BOXES, NUMBERS, score
from quincunx.games.lowdown.bots import POINT, expert, greedy, pair_outlook, promise
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
from quincunx.games.lowdown.state import State
from quincunx.games.lowdown.values import board_value, clock_of


def why(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> Message:
    """The reason of a bot that answers at once."""
    if level == GREEDY:
        return _greedy_reason(view, seat, action)
    verb = verb_of(action)
    if verb == TAKE_SECRET:
        return words.WHY_SECRET()
    if verb == DONE and clock_of(view) > 1:
        return words.WHY_ROWS_WAIT()
    after = _after(level, view, seat, action, knowledge)
    if verb in (CROSS, DONE):
        return words.WHY_ROWS_NOW(points=score(after.box, seat, after.crossed[seat]))
    clock = clock_of(after)
    rivals = (board_value(after, other, clock, knowledge) for other in range(view.seats) if other != seat)
    return words.WHY_LEAD(points=decimal(min(rivals) - board_value(after, seat, clock, knowledge)))


def _greedy_reason(view: State, seat: Seat, action: int) -> Message:
    if action == TAKE_SECRET:
        return words.WHY_SECRET()
    after = _after(GREEDY, view, seat, action, None)
    boxes = range(0, BOXES, GRID_BOXES)
    board = sum(promise(after, seat, after.crossed[seat], box, after.box[seat, box]) for box in boxes)
    return words.WHY_PROMISE(points=decimal(board / POINT))


def _after(level: str, view: State, seat: Seat, action: int, knowledge: Any) -> State:
    """The value of an action; a pick includes the best writing after it."""
    after = view.duplicate()
    apply(after, seat, action)
    if verb_of(action) == PICK:
        legal = [0] * ACTIONS
        count = legal_actions(after, seat, legal)
        if level == GREEDY:
            apply(after, seat, greedy(after, seat, legal, count, []))
        else:
            apply(after, seat, expert(after, seat, legal, count, [], knowledge))
    return after


def chances_after(view: State, seat: Seat, action: int) -> list[tuple[Message, float]]:
    """For the secret pair: how often it is better than the open dice."""
    if action != TAKE_SECRET:
        return []
    values = SPEC.knowledge
    picks = [0] * (NUMBERS * COLOURS + 1)
    count = list_picks(view, seat, picks)
    open_pairs = [(number_picked(pick), colour_picked(pick)) for pick in picks[: count - 1]]
    best = max(pair_outlook(view, seat, number, colour, values) for number, colour in open_pairs)
    every = [(number, colour) for number in range(1, NUMBERS + 1) for colour in range(1, COLOURS + 1)]
    better = sum(pair_outlook(view, seat, number, colour, values) > best for number, colour in every)
    return [(words.SECRET_IS_BETTER(), better / len(every))]
