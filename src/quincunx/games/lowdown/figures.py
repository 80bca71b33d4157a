"""Statistics of a simulation of Lowdown besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.words import decimal, percent
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import FALLING, GRID_ROWS, MAKES_TEN, row_makes
from quincunx.games.lowdown.legality import BLACK_OUT, CROSS, PICK, TAKE_SECRET, WILD, row_of, verb_of
from quincunx.games.lowdown.state import DRAWING, State

BOARDS, TURNS, OPEN_PICKS, SECRET_PICKS, WILDS, BLACKOUTS, TENS, TRIPLES, DIAGONALS = range(9)
NAMES = (
    "boards",
    "turns",
    "open pairs picked",
    "secret pairs taken",
    "wild colours used",
    "boxes blacked out",
    "rows of ten",
    "rows of three of a kind",
    "diagonals",
)


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    """Count what this event was."""
    if who == CHANCE:
        _note_turn(before, out)
    else:
        _note_action(before, who, what, out)


def _note_action(before: State, who: Seat, action: int, out: Row) -> None:
    verb = verb_of(action)
    if verb == PICK:
        out[OPEN_PICKS] += 1
    elif verb == TAKE_SECRET:
        out[SECRET_PICKS] += 1
    elif verb == WILD:
        out[WILDS] += 1
    elif verb == BLACK_OUT:
        out[BLACKOUTS] += 1
    elif verb == CROSS:
        _note_row(before, who, row_of(action), out)


def _note_turn(before: State, out: Row) -> None:
    """Count a turn at its first die, and a match at its first turn."""
    if before.stage != DRAWING and before.landed == 0:
        out[TURNS] += 1
        if before.turn == 1:
            out[BOARDS] += before.seats


def _note_row(before: State, seat: int, row: int, out: Row) -> None:
    out[TENS if row_makes(before.box, seat, row) == MAKES_TEN else TRIPLES] += 1
    if row % GRID_ROWS >= FALLING:
        out[DIAGONALS] += 1


A_BOARD = {
    WILDS: words.FIGURE_WILDS,
    BLACKOUTS: words.FIGURE_BLACKOUTS,
    TENS: words.FIGURE_TENS,
    TRIPLES: words.FIGURE_TRIPLES,
    DIAGONALS: words.FIGURE_DIAGONALS,
}


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    """Turns per match, the share of the secret pair, and the marks per board."""
    boards = max(counters[BOARDS], 1)
    picks = max(counters[OPEN_PICKS] + counters[SECRET_PICKS], 1)
    rows = [
        (words.FIGURE_TURNS(), decimal(counters[TURNS] / max(matches, 1))),
        (words.FIGURE_SECRET(), words.FIGURE_OF_PICKS(share=percent(counters[SECRET_PICKS] / picks), count=picks)),
    ]
    return rows + [(name(), decimal(counters[figure] / boards, 2)) for figure, name in A_BOARD.items()]
