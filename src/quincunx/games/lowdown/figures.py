"""What a simulation of Lowdown counts besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.seats import CHANCE
from quincunx.games.lowdown.board import FALLING, GRID_ROWS, MAKES_TEN, row_makes
from quincunx.games.lowdown.legality import (
    BLACK_OUT,
    CROSS,
    DONE,
    TAKE_SECRET,
    WILD,
    WRITE,
    row_of,
)
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
    elif what < WRITE:
        out[SECRET_PICKS if what == TAKE_SECRET else OPEN_PICKS] += 1
    elif WILD <= what < BLACK_OUT:
        out[WILDS] += 1
    elif BLACK_OUT <= what < CROSS:
        out[BLACKOUTS] += 1
    elif CROSS <= what < DONE:
        _note_row(before, who, row_of(what), out)


def _note_turn(before: State, out: Row) -> None:
    """A turn begins with its first die, a match with its first turn."""
    if before.stage != DRAWING and before.landed == 0:
        out[TURNS] += 1
        if before.turn == 1:
            out[BOARDS] += before.seats


def _note_row(before: State, seat: int, row: int, out: Row) -> None:
    out[TENS if row_makes(before.box, seat, row) == MAKES_TEN else TRIPLES] += 1
    if row % GRID_ROWS >= FALLING:
        out[DIAGONALS] += 1


def summary(counters: Sequence[int], matches: int) -> list[tuple[str, str]]:
    """Turns a match, the secret pair's share, and what a board sees in a match."""
    boards = max(counters[BOARDS], 1)
    picks = max(counters[OPEN_PICKS] + counters[SECRET_PICKS], 1)
    rows = [
        ("turns a match", f"{counters[TURNS] / max(matches, 1):.1f}"),
        ("secret pair taken", f"{counters[SECRET_PICKS] / picks:.1%} of {picks:,} picks"),
    ]
    for figure in (WILDS, BLACKOUTS, TENS, TRIPLES, DIAGONALS):
        rows.append((f"{NAMES[figure]} a board", f"{counters[figure] / boards:.2f}"))
    return rows
