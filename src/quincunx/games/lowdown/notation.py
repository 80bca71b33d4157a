"""Lowdown as text: `pick 3 red`, `secret`, `write 3 R5`, `wild 3 R5`, `black R5`, `cross R123`, `done`.

A box is the letter of its grid and its number, 1 to 9 from top left to bottom right; a row is its three boxes. A
number die lands as `3`, a colour die as `red`, the lot for the first turn as `seat1`.
"""

import re
from collections.abc import Sequence

from quincunx.core.drawing import Colour
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import HIDDEN, Seat
from quincunx.core.spec import either
from quincunx.core.words import BLUE, GREEN, ORANGE, PURPLE, RED, YELLOW, quoted
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import BOXES, COLOURS, GRID_BOXES, GRID_ROWS, MAKES_TEN, NUMBERS, ROW_BOXES, row_makes
from quincunx.games.lowdown.legality import (
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
from quincunx.games.lowdown.rules import number_lands, secret_roller
from quincunx.games.lowdown.state import ALL_DICE, ALL_OPEN, DRAWING, OPEN_DICE, ROLLING, SECRET, State

COLOUR_NAMES: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue", "purple")
COLOUR_LETTERS = "-roygbp"
COLOURS_SAID = (words.UNKNOWN, RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE)
"""By colour: its name for people."""
GRID_LETTERS = "RGP"
BOX_NAMES = tuple(f"{letter}{number}" for letter in GRID_LETTERS for number in range(1, GRID_BOXES + 1))
ROW_NAMES = tuple(
    GRID_LETTERS[row // GRID_ROWS] + "".join(BOX_NAMES[box][1] for box in boxes) for row, boxes in enumerate(ROW_BOXES)
)
FILLERS = frozenset({"out", "the", "a", "in", "with", "and", "pair", "box", "row"})
EXPECTED = ("pick 3 red", "secret", "write 3 R5", "wild 3 R5", "black R5", "cross R123", "done")


def format_action(state: State, seat: Seat, action: int) -> str:
    """The canonical text of an action, the same in every state."""
    verb = verb_of(action)
    if verb == PICK:
        return f"pick {number_picked(action)} {COLOUR_NAMES[colour_picked(action) - 1]}"
    if verb == TAKE_SECRET:
        return "secret"
    if verb in (WRITE, WILD):
        return f"{'write' if verb == WRITE else 'wild'} {number_written(action)} {BOX_NAMES[box_of(action)]}"
    if verb == BLACK_OUT:
        return f"black {BOX_NAMES[box_of(action)]}"
    return "done" if verb == DONE else f"cross {ROW_NAMES[row_of(action)]}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Also `3 red`, `red 3` and `3r` for a pick, `3 R5` and `3 R5 wild` for a box, `cross R1 R2 R3` for a row."""
    parts = text.lower().replace(",", " ").split()
    joined = "".join(part for part in parts if part not in FILLERS)
    for pattern, build in _FORMS:
        found = re.fullmatch(pattern, joined)
        if found is not None:
            return build(found.groupdict())
    raise NotationError(words.NO_ACTION(text=quoted(text), expected=either(EXPECTED)))


_NUMBER = rf"(?P<number>[1-{NUMBERS}])"
_COLOUR = rf"(?P<colour>{'|'.join(COLOUR_NAMES)}|[{COLOUR_LETTERS[1:]}])"
_BOX = rf"(?P<box>[{GRID_LETTERS.lower()}][1-{GRID_BOXES}])"
_ROW = rf"(?P<grid>[{GRID_LETTERS.lower()}])(?P<a>[1-9])-?(?:(?P=grid))?(?P<b>[1-9])-?(?:(?P=grid))?(?P<c>[1-9])"


def _pick(found: dict[str, str]) -> int:
    return (int(found["number"]) - 1) * COLOURS + COLOUR_LETTERS.index(found["colour"][0]) - 1


def _write(found: dict[str, str]) -> int:
    return WRITE + (int(found["number"]) - 1) * BOXES + _box(found)


def _wild(found: dict[str, str]) -> int:
    return WILD + (int(found["number"]) - 1) * BOXES + _box(found)


def _black_out(found: dict[str, str]) -> int:
    return BLACK_OUT + _box(found)


def _box(found: dict[str, str]) -> int:
    return BOX_NAMES.index(found["box"].upper())


def _cross(found: dict[str, str]) -> int:
    name = found["grid"].upper() + "".join(sorted((found["a"], found["b"], found["c"])))
    if name not in ROW_NAMES:
        rows = " ".join(row for row in ROW_NAMES if row[0] == name[0])
        raise NotationError(words.NO_ROW(text=name, rows=rows))
    return CROSS + ROW_NAMES.index(name)


_FORMS = (
    (rf"(?:pick)?{_NUMBER}{_COLOUR}", _pick),
    (rf"(?:pick)?{_COLOUR}{_NUMBER}", _pick),
    (r"(?:take|pick)?secret", lambda found: TAKE_SECRET),
    (rf"(?:write)?{_NUMBER}{_BOX}", _write),
    (rf"wild{_NUMBER}{_BOX}", _wild),
    (rf"(?:write)?{_NUMBER}{_BOX}wild", _wild),
    (rf"black(?:out)?{_BOX}", _black_out),
    (rf"(?:cross|x){_ROW}", _cross),
    (r"done|pass", lambda found: DONE),
)


def format_outcome(state: State, outcome: int) -> str:
    """The face of the next die, or the seat that begins."""
    if state.stage == DRAWING:
        return f"seat{outcome}"
    return str(outcome + 1) if number_lands(state.landed) else COLOUR_NAMES[outcome]


def parse_outcome(state: State, text: str) -> int:
    """Also the first letter of a colour, and the bare number of a seat."""
    wanted = text.strip().lower()
    if state.stage == DRAWING:
        known = [f"seat{seat}" for seat in range(state.seats)]
        wanted = f"seat{wanted}" if wanted.isdigit() else wanted
    elif number_lands(state.landed):
        known = [str(number + 1) for number in range(NUMBERS)]
    else:
        known = list(COLOUR_NAMES)
        wanted = next((name for name in known if name[0] == wanted), wanted)
    if wanted in known:
        return known.index(wanted)
    raise NotationError(words.CANNOT_SHOW(text=quoted(text), known=" ".join(known)))


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """The next landing, in words."""
    if state.stage == DRAWING:
        return words.LOT_LANDS()
    is_number = number_lands(state.landed)
    if state.landed >= ALL_OPEN:
        secret = words.SECRET_NUMBER_LANDS if is_number else words.SECRET_COLOUR_LANDS
        return secret(name=names[secret_roller(state)])
    if state.landed % OPEN_DICE == 0:
        open_die = words.FIRST_NUMBER_LANDS if is_number else words.FIRST_COLOUR_LANDS
    else:
        open_die = words.SECOND_NUMBER_LANDS if is_number else words.SECOND_COLOUR_LANDS
    return open_die(name=names[state.active])


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    """Describe an event; nothing for a die in the middle of a roll or when no rows are left to cross out."""
    if before.stage == DRAWING:
        return [words.HAS_FIRST_TURN(name=names[after.active])]
    if before.stage == ROLLING:
        return _describe_roll(before, after, names)
    verb, name = verb_of(what), names[who]
    if verb == DONE:
        return []
    if verb in (PICK, TAKE_SECRET):
        return _describe_pick(after, what, name)
    if verb in (WRITE, WILD):
        number, box = number_written(what), BOX_NAMES[box_of(what)]
        return [(words.WRITES_WILD if verb == WILD else words.WRITES)(name=name, number=number, box=box)]
    if verb == BLACK_OUT:
        return [words.BLACKS_OUT(name=name, box=BOX_NAMES[box_of(what)])]
    made_ten = row_makes(before.box, who, row_of(what)) == MAKES_TEN
    return [(words.CROSSES_TEN if made_ten else words.CROSSES_THREE)(name=name, row=ROW_NAMES[row_of(what)])]


def _describe_roll(before: State, after: State, names: Sequence[str]) -> list[Message]:
    if after.landed == ALL_OPEN:
        numbers = " ".join(str(number) for number in after.number[:OPEN_DICE])
        first, second = (COLOURS_SAID[colour]() for colour in after.colour[:OPEN_DICE])
        return [words.ROLLS(name=names[after.active], numbers=numbers, first=first, second=second)]
    if after.landed == ALL_DICE:
        roller = names[secret_roller(after)]
        if after.number[SECRET] == HIDDEN:
            return [words.ROLLS_UNSEEN(name=roller)]
        return [words.ROLLS_SECRETLY(name=roller, pair=secret_pair(after))]
    return []


def _describe_pick(after: State, action: int, name: str) -> list[Message]:
    if action == TAKE_SECRET:
        return [words.TAKES_SECRET(name=name, pair=secret_pair(after))]
    pair = words.PAIR(number=number_picked(action), colour=COLOURS_SAID[colour_picked(action)]())
    return [words.PICKS(name=name, pair=pair), words.SECRET_WAS(pair=secret_pair(after))]


def secret_pair(view: State) -> Message:
    """The secret dice in words, as far as the view knows them."""
    number, colour = view.number[SECRET], view.colour[SECRET]
    return words.PAIR(
        number=words.UNKNOWN() if number in (0, HIDDEN) else number,
        colour=words.UNKNOWN() if colour in (0, HIDDEN) else COLOURS_SAID[colour](),
    )
