"""Lowdown for the browser.

stage         "drawing" (a lot for the first turn), "rolling", "picking", "placing" (the active player), "writing" (the
              others, all at once) or "over"
turn          the number of the turn, from 1
active        the seat whose turn it is; null before the first turn and at the end
secret_roller the seat that rolls the secret pair; null as above
last_turn     whether somebody has filled two grids, so that the match ends with this turn
dice          six of {kind: "number" or "colour", shows, letter, secret, landed, hidden, picked, yours}: `shows` is "3"
              or "red", "?" where hidden and "" before it lands; `letter` is the letter of a colour; `yours` says that
              the seat may use it now
boards        by seat: {seat, grids, wilds, wild_boxes, score, full_grids, rows, waits}: `wilds` are the marked wild
              boxes, `rows` the names of the rows that are crossed out, `waits` is "pick", "write", "cross" or "" (not
              asked now)
    grids     three of {letter, colours, boxes}
    boxes     nine of {name, colours, letters, number (null if none), black, crossed}
picks         for the seat, if it picks now: [{number, colour, action, boxes}]; `boxes` are the empty ones that take
              the colour
secret        the action that takes the secret pair, or null
placements    for the seat, if it writes now: [{number, box, action, wild}]; `wild` is whether it costs a wild
blackouts     [{box, action}], if that is all it can do
rows          for the seat, if it may cross out now: [{name, boxes, makes: "ten" or "three of a kind", points, action}]
done          the action that crosses out no more, or null
"""

from typing import Any

from quincunx.core.seats import HIDDEN, Seat, holds
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOX_COLOURS,
    BOXES,
    COLOURS,
    EMPTY,
    GRID_BOXES,
    GRID_COLOURS,
    GRIDS,
    MAKES_TEN,
    NUMBERS,
    ROW_BOXES,
    ROWS,
    full_grids,
    row_makes,
    row_points,
    score,
)
from quincunx.games.lowdown.legality import ACTIONS, BLACK_OUT, CROSS, DONE, TAKE_SECRET, WILD, WRITE
from quincunx.games.lowdown.notation import (
    BOX_NAMES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    GRID_LETTERS,
    ROW_NAMES,
    format_action,
)
from quincunx.games.lowdown.rules import legal_actions, secret_roller
from quincunx.games.lowdown.state import (
    DICE_OF_A_KIND,
    DRAWING,
    ENDED,
    ENDING_GRIDS,
    PICKING,
    PLACING,
    ROLLING,
    SECRET,
    WILD_BOXES,
    WRITING,
    State,
)

STAGES = {
    DRAWING: "drawing",
    ROLLING: "rolling",
    PICKING: "picking",
    PLACING: "placing",
    WRITING: "writing",
    ENDED: "over",
}


def picture(view: State, seat: Seat) -> dict[str, Any]:
    """Everything the page draws."""
    playing = view.stage not in (DRAWING, ENDED)
    boards = [_board(view, who) for who in range(view.seats)]
    return {
        "stage": STAGES[view.stage],
        "turn": view.turn,
        "active": view.active if playing else None,
        "secret_roller": secret_roller(view) if playing else None,
        "last_turn": any(board["full_grids"] >= ENDING_GRIDS for board in boards),
        "dice": _dice(view, seat),
        "boards": boards,
        **_choices(view, seat),
    }


def _dice(view: State, seat: Seat) -> list[dict[str, Any]]:
    return [_number_die(view, seat, die) for die in range(DICE_OF_A_KIND)] + [
        _colour_die(view, seat, die) for die in range(DICE_OF_A_KIND)
    ]


def _number_die(view: State, seat: Seat, die: int) -> dict[str, Any]:
    number = view.number[die]
    shows = {0: "", HIDDEN: "?"}.get(number, str(number))
    return {"kind": "number", "shows": shows, "letter": ""} | _die(view, seat, die, number, die == view.picked_number)


def _colour_die(view: State, seat: Seat, die: int) -> dict[str, Any]:
    colour = view.colour[die]
    shows = {0: "", HIDDEN: "?"}.get(colour, COLOUR_NAMES[colour])
    letter = COLOUR_LETTERS[colour] if colour > 0 else ""
    return {"kind": "colour", "shows": shows, "letter": letter} | _die(
        view, seat, die, colour, die == view.picked_colour
    )


def _die(view: State, seat: Seat, die: int, value: int, picked: bool) -> dict[str, Any]:
    return {
        "secret": die == SECRET,
        "landed": value != 0,
        "hidden": value == HIDDEN,
        "picked": picked,
        "yours": _is_yours(view, seat, die, picked),
    }


def _is_yours(view: State, seat: Seat, die: int, picked: bool) -> bool:
    if view.stage == PICKING:
        return seat == view.active and die != SECRET
    return holds(view.writing, seat) and picked == (seat == view.active)


def _board(view: State, who: Seat) -> dict[str, Any]:
    return {
        "seat": who,
        "grids": [_grid(view, who, grid) for grid in range(GRIDS)],
        "wilds": view.wilds[who],
        "wild_boxes": WILD_BOXES,
        "score": score(view.box, who, view.crossed[who]),
        "full_grids": full_grids(view.box, who),
        "rows": [ROW_NAMES[row] for row in range(ROWS) if view.crossed[who] >> row & 1],
        "waits": _waits(view, who),
    }


def _waits(view: State, who: Seat) -> str:
    if view.stage == PICKING:
        return "pick" if who == view.active else ""
    if holds(view.writing, who):
        return "write"
    return "cross" if holds(view.crossing, who) else ""


def _grid(view: State, who: Seat, grid: int) -> dict[str, Any]:
    crossed = {box for row in range(ROWS) if view.crossed[who] >> row & 1 for box in ROW_BOXES[row]}
    boxes = range(grid * GRID_BOXES, (grid + 1) * GRID_BOXES)
    return {
        "letter": GRID_LETTERS[grid],
        "colours": [COLOUR_NAMES[colour] for colour in GRID_COLOURS[grid]],
        "boxes": [_box(view.box[who, box], box, grid, box in crossed) for box in boxes],
    }


def _box(mark: int, box: int, grid: int, crossed: bool) -> dict[str, Any]:
    colours = [colour for colour in GRID_COLOURS[grid] if BOX_COLOURS[box] >> colour & 1]
    return {
        "name": BOX_NAMES[box],
        "colours": [COLOUR_NAMES[colour] for colour in colours],
        "letters": "".join(COLOUR_LETTERS[colour] for colour in colours),
        "number": None if mark in (EMPTY, BLACKED_OUT) else mark,
        "black": mark == BLACKED_OUT,
        "crossed": crossed,
    }


def _choices(view: State, seat: Seat) -> dict[str, Any]:
    out = [0] * ACTIONS
    count = legal_actions(view, seat, out)
    legal = out[:count]
    texts = {action: format_action(view, seat, action) for action in legal}
    return {
        "picks": [
            {
                "number": action // COLOURS + 1,
                "colour": COLOUR_NAMES[action % COLOURS + 1],
                "action": texts[action],
                "boxes": _boxes_for(view, seat, action % COLOURS + 1),
            }
            for action in legal
            if action < TAKE_SECRET
        ],
        "secret": texts.get(TAKE_SECRET),
        "placements": [
            {
                "number": (action - WRITE) // BOXES % NUMBERS + 1,
                "box": BOX_NAMES[(action - WRITE) % BOXES],
                "action": texts[action],
                "wild": action >= WILD,
            }
            for action in legal
            if WRITE <= action < BLACK_OUT
        ],
        "blackouts": [
            {"box": BOX_NAMES[action - BLACK_OUT], "action": texts[action]}
            for action in legal
            if BLACK_OUT <= action < CROSS
        ],
        "rows": [_row(view, seat, action - CROSS, texts[action]) for action in legal if CROSS <= action < DONE],
        "done": texts.get(DONE),
    }


def _boxes_for(view: State, seat: Seat, colour: int) -> list[str]:
    return [BOX_NAMES[n] for n in range(BOXES) if view.box[seat, n] == EMPTY and BOX_COLOURS[n] >> colour & 1]


def _row(view: State, seat: Seat, row: int, action: str) -> dict[str, Any]:
    return {
        "name": ROW_NAMES[row],
        "boxes": [BOX_NAMES[box] for box in ROW_BOXES[row]],
        "makes": "ten" if row_makes(view.box, seat, row) == MAKES_TEN else "three of a kind",
        "points": row_points(view.box, seat, row),
        "action": action,
    }
