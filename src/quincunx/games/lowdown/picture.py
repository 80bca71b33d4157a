"""Lowdown for the browser."""

from typing import Literal, TypeAlias

from quincunx.core.drawing import Colour, Drawn
from quincunx.core.seats import HIDDEN, Seat, holds
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOX_COLOURS,
    BOXES,
    EMPTY,
    GRID_BOXES,
    GRID_COLOURS,
    GRIDS,
    MAKES_TEN,
    ROW_BOXES,
    ROWS,
    full_grids,
    row_makes,
    row_points,
    score,
)
from quincunx.games.lowdown.legality import (
    ACTIONS,
    BLACK_OUT,
    CROSS,
    DONE,
    PICK,
    TAKE_SECRET,
    WILD,
    WRITE,
    box_of,
    colour_picked,
    number_picked,
    number_written,
    row_of,
    verb_of,
)
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

Stage: TypeAlias = Literal["drawing", "rolling", "picking", "placing", "writing", "over"]
Wait: TypeAlias = Literal["", "pick", "write", "cross"]

STAGES: dict[int, Stage] = {
    DRAWING: "drawing",
    ROLLING: "rolling",
    PICKING: "picking",
    PLACING: "placing",
    WRITING: "writing",
    ENDED: "over",
}


class LowdownDie(Drawn):
    """A die."""

    kind: Literal["number", "colour"]
    shows: str
    """A number or a colour's name; "?" where hidden, "" before it lands."""
    letter: str
    """The letter of the colour that it shows; empty where it shows none."""
    secret: bool
    landed: bool
    hidden: bool
    picked: bool
    yours: bool
    """Whether the watcher may use it now."""


class LowdownBox(Drawn):
    """A box of a grid."""

    name: str
    colours: list[Colour]
    letters: str
    number: int | None
    black: bool
    crossed: bool


class LowdownGrid(Drawn):
    """One of the three grids, nine boxes."""

    letter: str
    colours: list[Colour]
    boxes: list[LowdownBox]


class LowdownBoard(Drawn):
    """A player's board."""

    seat: int
    grids: list[LowdownGrid]
    wilds: int
    """The number of marked wild boxes."""
    wild_boxes: int
    """The number of wild boxes."""
    score: int
    full_grids: int
    rows: list[str]
    """The names of the rows that are crossed out."""
    waits: Wait
    """The decision that its player has to make now."""


class LowdownPick(Drawn):
    """A pair that the watcher may pick now."""

    number: int
    colour: Colour
    action: str
    boxes: list[str]
    """The empty boxes that take the colour."""


class LowdownPlacement(Drawn):
    """A number that the watcher may write now."""

    number: int
    box: str
    action: str
    wild: bool
    """Whether it costs a wild."""


class LowdownBlackout(Drawn):
    """A box that the watcher may black out, if that is all it can do."""

    box: str
    action: str


class LowdownRow(Drawn):
    """A row that the watcher may cross out now."""

    name: str
    boxes: list[str]
    makes: Literal["ten", "three of a kind"]
    points: int
    action: str


class LowdownPicture(Drawn):
    """Everything the page draws."""

    stage: Stage
    """`drawing` is the lot for the first turn, `placing` is for the active player, `writing` for the others at once."""
    turn: int
    """The number of the turn, from 1."""
    active: int | None
    """The seat whose turn it is; null before the first turn and at the end."""
    secret_roller: int | None
    """The seat that rolls the secret pair; null as above."""
    last_turn: bool
    """Whether somebody has filled two grids, so that the match ends with this turn."""
    dice: list[LowdownDie]
    boards: list[LowdownBoard]
    picks: list[LowdownPick]
    secret: str | None
    """The action that takes the secret pair."""
    placements: list[LowdownPlacement]
    blackouts: list[LowdownBlackout]
    rows: list[LowdownRow]
    done: str | None
    """The action that crosses out no more."""


def picture(view: State, seat: Seat) -> LowdownPicture:
    """The picture of a seat's view."""
    playing = view.stage not in (DRAWING, ENDED)
    boards = [_board(view, who) for who in range(view.seats)]
    out = [0] * ACTIONS
    count = legal_actions(view, seat, out)
    texts = {action: format_action(view, seat, action) for action in out[:count]}
    return LowdownPicture(
        stage=STAGES[view.stage],
        turn=view.turn,
        active=view.active if playing else None,
        secret_roller=secret_roller(view) if playing else None,
        last_turn=any(board.full_grids >= ENDING_GRIDS for board in boards),
        dice=_dice(view, seat),
        boards=boards,
        picks=[_pick(view, seat, action, text) for action, text in texts.items() if verb_of(action) == PICK],
        secret=texts.get(TAKE_SECRET),
        placements=[_placement(action, text) for action, text in texts.items() if verb_of(action) in (WRITE, WILD)],
        blackouts=[
            LowdownBlackout(BOX_NAMES[box_of(action)], text)
            for action, text in texts.items()
            if verb_of(action) == BLACK_OUT
        ],
        rows=[_row(view, seat, row_of(action), text) for action, text in texts.items() if verb_of(action) == CROSS],
        done=texts.get(DONE),
    )


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The dice of a pair, the boxes that are written in or crossed out, or the button."""
    verb = verb_of(action)
    if verb == TAKE_SECRET:
        return ["secret"]
    if verb == DONE:
        return ["done"]
    if verb == CROSS:
        return [f"box-{BOX_NAMES[box]}" for box in ROW_BOXES[row_of(action)]]
    if verb == PICK:
        shows = (str(number_picked(action)), COLOUR_NAMES[colour_picked(action) - 1])
        dice = [die.shows if die.yours else "" for die in _dice(view, seat)]
        return [f"die-{dice.index(one)}" for one in shows]
    box = f"box-{BOX_NAMES[box_of(action)]}"
    return ["wild", box] if verb == WILD else [box]


def _dice(view: State, seat: Seat) -> list[LowdownDie]:
    return [_number_die(view, seat, die) for die in range(DICE_OF_A_KIND)] + [
        _colour_die(view, seat, die) for die in range(DICE_OF_A_KIND)
    ]


def _number_die(view: State, seat: Seat, die: int) -> LowdownDie:
    number = view.number[die]
    shows = {0: "", HIDDEN: "?"}.get(number, str(number))
    picked = die == view.picked_number
    yours = _is_yours(view, seat, die, picked)
    return LowdownDie("number", shows, "", die == SECRET, number != 0, number == HIDDEN, picked, yours)


def _colour_die(view: State, seat: Seat, die: int) -> LowdownDie:
    colour = view.colour[die]
    shows = {0: "", HIDDEN: "?"}.get(colour, COLOUR_NAMES[colour - 1])
    letter = COLOUR_LETTERS[colour] if colour > 0 else ""
    picked = die == view.picked_colour
    yours = _is_yours(view, seat, die, picked)
    return LowdownDie("colour", shows, letter, die == SECRET, colour != 0, colour == HIDDEN, picked, yours)


def _is_yours(view: State, seat: Seat, die: int, picked: bool) -> bool:
    if view.stage == PICKING:
        return seat == view.active and die != SECRET
    return holds(view.writing, seat) and picked == (seat == view.active)


def _board(view: State, who: Seat) -> LowdownBoard:
    return LowdownBoard(
        seat=who,
        grids=[_grid(view, who, grid) for grid in range(GRIDS)],
        wilds=view.wilds[who],
        wild_boxes=WILD_BOXES,
        score=score(view.box, who, view.crossed[who]),
        full_grids=full_grids(view.box, who),
        rows=[ROW_NAMES[row] for row in range(ROWS) if view.crossed[who] >> row & 1],
        waits=_waits(view, who),
    )


def _waits(view: State, who: Seat) -> Wait:
    if view.stage == PICKING:
        return "pick" if who == view.active else ""
    if holds(view.writing, who):
        return "write"
    return "cross" if holds(view.crossing, who) else ""


def _grid(view: State, who: Seat, grid: int) -> LowdownGrid:
    crossed = {box for row in range(ROWS) if view.crossed[who] >> row & 1 for box in ROW_BOXES[row]}
    boxes = range(grid * GRID_BOXES, (grid + 1) * GRID_BOXES)
    return LowdownGrid(
        letter=GRID_LETTERS[grid],
        colours=[COLOUR_NAMES[colour - 1] for colour in GRID_COLOURS[grid]],
        boxes=[_box(view.box[who, box], box, grid, box in crossed) for box in boxes],
    )


def _box(mark: int, box: int, grid: int, crossed: bool) -> LowdownBox:
    colours = [colour for colour in GRID_COLOURS[grid] if BOX_COLOURS[box] >> colour & 1]
    return LowdownBox(
        name=BOX_NAMES[box],
        colours=[COLOUR_NAMES[colour - 1] for colour in colours],
        letters="".join(COLOUR_LETTERS[colour] for colour in colours),
        number=None if mark in (EMPTY, BLACKED_OUT) else mark,
        black=mark == BLACKED_OUT,
        crossed=crossed,
    )


def _pick(view: State, seat: Seat, action: int, text: str) -> LowdownPick:
    colour = colour_picked(action)
    return LowdownPick(number_picked(action), COLOUR_NAMES[colour - 1], text, _boxes_for(view, seat, colour))


def _boxes_for(view: State, seat: Seat, colour: int) -> list[str]:
    return [BOX_NAMES[n] for n in range(BOXES) if view.box[seat, n] == EMPTY and BOX_COLOURS[n] >> colour & 1]


def _placement(action: int, text: str) -> LowdownPlacement:
    return LowdownPlacement(number_written(action), BOX_NAMES[box_of(action)], text, verb_of(action) == WILD)


def _row(view: State, seat: Seat, row: int, action: str) -> LowdownRow:
    return LowdownRow(
        name=ROW_NAMES[row],
        boxes=[BOX_NAMES[box] for box in ROW_BOXES[row]],
        makes="ten" if row_makes(view.box, seat, row) == MAKES_TEN else "three of a kind",
        points=row_points(view.box, seat, row),
        action=action,
    )
