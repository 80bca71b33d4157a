"""Boards, positions and dice that the tests of Lowdown share."""

import re
from collections.abc import Sequence

import pytest

from quincunx import IllegalAction, Match
from quincunx.core.position import flaws
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import BLACKED_OUT, BOXES, EMPTY
from quincunx.games.lowdown.notation import BOX_NAMES, ROW_NAMES
from quincunx.games.lowdown.state import NO_DIE, ROLLING, WILD_BOXES, State

NO_ROWS = "661 651 116"
"""A full grid without a row to cross out."""
FIRST_FULL = "661 65. 1.."
"""A grid whose first colour has no box left, without a row to cross out: whoever blacked out has one."""
FILLING_ORDER = [grid * 9 + box for box in range(8) for grid in range(3)] + [8, 17]
"""Boxes in an order that fills the second grid as late as can be."""


def board(text: str) -> list[int]:
    """A board as `123 4.. ... / ... ... ... / #.. ... ...`: grids R, G and P; `.` is empty, `#` black."""
    marks = re.sub(r"[\s/]", "", text)
    assert len(marks) == BOXES
    return [{".": EMPTY, "#": BLACKED_OUT}.get(mark) or int(mark.replace(".", "0")) for mark in marks]


def grids(red: str = "... ... ...", green: str = "... ... ...", purple: str = "... ... ...") -> list[int]:
    """A board by its grids."""
    return board(f"{red}/{green}/{purple}")


def any_board(filled: int) -> list[int]:
    """A board with so many boxes filled, without a row to cross out."""
    full = board("/".join([NO_ROWS] * 3))
    boxes = set(FILLING_ORDER[:filled])
    return [mark if box in boxes else EMPTY for box, mark in enumerate(full)]


def position(
    *boards: Sequence[int],
    seats: int = 2,
    active: int = 0,
    wilds: Sequence[int] = (),
    crossed: Sequence[str] = (),
) -> State:
    """A turn about to begin: the boards of the first seats, the others filled alike.

    `wilds` are the marked wild boxes by seat, `crossed` the crossed rows by seat (names with spaces between).
    """
    state = State()
    state.seats = max(seats, len(boards))
    state.stage = ROLLING
    state.active = active
    state.picked_number = state.picked_colour = NO_DIE
    filled = sum(mark != EMPTY for mark in boards[0]) if boards else 0
    state.turn = filled + 1
    for seat in range(state.seats):
        marks = boards[seat] if seat < len(boards) else any_board(filled)
        for box, mark in enumerate(marks):
            state.box[seat, box] = mark
        if BLACKED_OUT in marks:
            state.wilds[seat] = WILD_BOXES
    for seat, used in enumerate(wilds):
        state.wilds[seat] = used
    for seat, rows in enumerate(crossed):
        state.crossed[seat] = sum(1 << ROW_NAMES.index(row) for row in rows.split())
    assert flaws(SPEC, state) == []
    return state


def match_at(
    *boards: Sequence[int],
    dice: str = "",
    seats: int = 2,
    active: int = 0,
    wilds: Sequence[int] = (),
    crossed: Sequence[str] = (),
) -> Match:
    """A match at a turn that begins, its dice landed as told: two numbers, two colours, the secret pair."""
    start = position(*boards, seats=seats, active=active, wilds=wilds, crossed=crossed)
    match = Match(SPEC, start.seats, variants=SPEC.variants_in(start), settle=False, start=start)
    land(match, dice)
    return match


def land(match: Match, dice: str) -> None:
    """Dice land."""
    for word in dice.split():
        match.land(match.parse_outcome(word))


def play(match: Match, *lines: str) -> None:
    """Seats act: `0 pick 3 red`."""
    for line in lines:
        seat, text = line.split(maxsplit=1)
        match.push_text(text, int(seat))


def legal(match: Match, seat: int) -> set[str]:
    """What a seat may do, as text; what is listed is what the rules do not object to."""
    actions = match.legal_actions(seat)
    assert actions == [action for action in range(SPEC.actions) if match.objection(action, seat) is None]
    return {match.format_action(action, seat) for action in actions}


def writable(match: Match, seat: int, number: int, verb: str = "write") -> str:
    """The boxes into which a seat may write a number now, by their names."""
    return " ".join(box for box in BOX_NAMES if f"{verb} {number} {box}" in legal(match, seat))


def refuse(match: Match, seat: int, text: str, why: str) -> None:
    """Check that the rules object, and that nothing changes."""
    before = match.state.to_bytes()
    with pytest.raises(IllegalAction, match=re.escape(why)):
        match.push_text(text, seat)
    assert match.state.to_bytes() == before


def finish_turn(match: Match) -> None:
    """Everybody who has still to write writes anything and crosses out nothing."""
    turn = match.state.turn
    while match.actors and match.state.turn == turn:
        seat = match.actors[0]
        match.push(match.legal_actions(seat)[-1 if match.state.crossing >> seat & 1 else 0], seat)


def holds(match: Match, seat: int, box: str) -> int:
    """What a box holds."""
    mark: int = match.state.box[seat, BOX_NAMES.index(box)]
    return mark


def points(match: Match) -> list[int]:
    """The score of each seat."""
    return [row.points for row in sorted(match.standings())]
