"""Lowdown as text: `pick 3 red`, `secret`, `write 3 R5`, `wild 3 R5`, `black R5`, `cross R123`, `done`.

A box is the letter of its grid and its number, 1 to 9 from top left to bottom right; a row is its three boxes. A
number die lands as `3`, a colour die as `red`, the lot for the first turn as `seat1`.
"""

import re
from collections.abc import Sequence

from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import HIDDEN, Seat, everyone
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import (
    BLACKED_OUT,
    BOXES,
    COLOURS,
    EMPTY,
    GRID_BOXES,
    GRID_ROWS,
    MAKES_NOTHING,
    MAKES_TEN,
    NUMBERS,
    ROW_BOXES,
    ROW_CLASHES,
    ROWS,
    full_grids,
    open_rows,
    row_makes,
)
from quincunx.games.lowdown.legality import BLACK_OUT, CROSS, DONE, TAKE_SECRET, WILD, WRITE
from quincunx.games.lowdown.rules import number_lands, secret_roller
from quincunx.games.lowdown.state import (
    ALL_DICE,
    ALL_OPEN,
    DRAWING,
    ENDED,
    ENDING_GRIDS,
    MOST_SEATS,
    NO_DIE,
    OPEN_DICE,
    PICKING,
    PLACING,
    ROLLING,
    SECRET,
    WILD_BOXES,
    WRITING,
    State,
)

COLOUR_NAMES = ("none", "red", "orange", "yellow", "green", "blue", "purple")
COLOUR_LETTERS = "-roygbp"
GRID_LETTERS = "RGP"
BOX_NAMES = tuple(f"{letter}{number}" for letter in GRID_LETTERS for number in range(1, GRID_BOXES + 1))
ROW_NAMES = tuple(
    GRID_LETTERS[row // GRID_ROWS] + "".join(BOX_NAMES[box][1] for box in boxes) for row, boxes in enumerate(ROW_BOXES)
)
FILLERS = frozenset({"out", "the", "a", "in", "with", "and", "pair", "box", "row"})
EXPECTED = "pick 3 red, secret, write 3 R5, wild 3 R5, black R5, cross R123 or done"


def format_action(state: State, seat: Seat, action: int) -> str:
    """The canonical text of an action, the same in every state."""
    if action < TAKE_SECRET:
        return f"pick {action // COLOURS + 1} {COLOUR_NAMES[action % COLOURS + 1]}"
    if action == TAKE_SECRET:
        return "secret"
    if action < BLACK_OUT:
        number = (action - WRITE) // BOXES % NUMBERS + 1
        return f"{'write' if action < WILD else 'wild'} {number} {BOX_NAMES[(action - WRITE) % BOXES]}"
    if action < CROSS:
        return f"black {BOX_NAMES[action - BLACK_OUT]}"
    return "done" if action == DONE else f"cross {ROW_NAMES[action - CROSS]}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Also `3 red`, `red 3` and `3r` for a pick, `3 R5` and `3 R5 wild` for a box, `cross R1 R2 R3` for a row."""
    words = text.lower().replace(",", " ").split()
    joined = "".join(word for word in words if word not in FILLERS)
    for pattern, build in _FORMS:
        found = re.fullmatch(pattern, joined)
        if found is not None:
            return build(found.groupdict())
    raise NotationError(f"{text!r} is no action of Lowdown: {EXPECTED}")


_NUMBER = rf"(?P<number>[1-{NUMBERS}])"
_COLOUR = rf"(?P<colour>{'|'.join(COLOUR_NAMES[1:])}|[{COLOUR_LETTERS[1:]}])"
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
        raise NotationError(f"{name} is no row: they are {rows}")
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
    """What the next die shows, or the seat that begins."""
    if state.stage == DRAWING:
        return f"seat{outcome}"
    return str(outcome + 1) if number_lands(state.landed) else COLOUR_NAMES[outcome + 1]


def parse_outcome(state: State, text: str) -> int:
    """Also the first letter of a colour, and the bare number of a seat."""
    wanted = text.strip().lower()
    if state.stage == DRAWING:
        known = [f"seat{seat}" for seat in range(state.seats)]
        wanted = f"seat{wanted}" if wanted.isdigit() else wanted
    elif number_lands(state.landed):
        known = [str(number + 1) for number in range(NUMBERS)]
    else:
        known = list(COLOUR_NAMES[1:])
        wanted = next((name for name in known if name[0] == wanted), wanted)
    if wanted in known:
        return known.index(wanted)
    raise NotationError(words.CANNOT_SHOW(text=repr(text), known=" ".join(known)))


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """What lands next, in words."""
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


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> str:
    """One sentence; nothing for a die in the middle of a roll and for having no more rows to cross out."""
    if before.stage == DRAWING:
        return f"{names[after.active]} has the first turn."
    if before.stage == ROLLING:
        return _describe_roll(before, after, names)
    if what == DONE:
        return ""
    name = names[who]
    if what < WRITE:
        return _describe_pick(after, what, name)
    if what < BLACK_OUT:
        number, box = (what - WRITE) // BOXES % NUMBERS + 1, BOX_NAMES[(what - WRITE) % BOXES]
        return f"{name} writes {number} in {box}{' with a wild colour' if what >= WILD else ''}."
    if what < CROSS:
        return f"{name} has to black out {BOX_NAMES[what - BLACK_OUT]}."
    made = "ten" if row_makes(before.box, who, what - CROSS) == MAKES_TEN else "three of a kind"
    return f"{name} crosses out {ROW_NAMES[what - CROSS]}: {made}."


def _describe_roll(before: State, after: State, names: Sequence[str]) -> str:
    if after.landed == ALL_OPEN:
        dice = [str(number) for number in after.number[:OPEN_DICE]]
        dice += [COLOUR_NAMES[colour] for colour in after.colour[:OPEN_DICE]]
        return f"{names[after.active]} rolls {' '.join(dice)}."
    if after.landed == ALL_DICE:
        roller = names[secret_roller(after)]
        if after.number[SECRET] == HIDDEN:
            return f"{roller} rolls two dice in secret."
        return f"{roller} rolls {secret_pair(after)} in secret."
    return ""


def _describe_pick(after: State, action: int, name: str) -> str:
    if action == TAKE_SECRET:
        return f"{name} takes the secret pair: {secret_pair(after)}."
    number, colour = action // COLOURS + 1, COLOUR_NAMES[action % COLOURS + 1]
    return f"{name} picks {number} {colour}. The secret pair was {secret_pair(after)}."


def secret_pair(view: State) -> str:
    """The secret dice in words, as far as the view knows them."""
    number = "?" if view.number[SECRET] in (0, HIDDEN) else str(view.number[SECRET])
    colour = "?" if view.colour[SECRET] in (0, HIDDEN) else COLOUR_NAMES[view.colour[SECRET]]
    return f"{number} {colour}"


def flaw(state: State) -> str | None:
    """What makes this no position of the game; None if nothing does."""
    if not 2 <= state.seats <= MOST_SEATS:
        return f"seats must be 2 to {MOST_SEATS}"
    if not DRAWING <= state.stage <= ENDED:
        return "there is no such stage"
    if state.stage == DRAWING:
        return None if sum(map(bool, state.ints())) == 1 else "nothing has happened before the lot decides"
    if not 0 <= state.active < state.seats:
        return "active must be a seat"
    return _flaw_of_dice(state) or _flaw_of_boards(state) or _flaw_of_turn(state)


def _flaw_of_dice(state: State) -> str | None:
    if not 0 <= state.landed <= ALL_DICE:
        return f"landed must be 0 to {ALL_DICE}"
    if (state.landed < ALL_DICE) != (state.stage == ROLLING):
        return "the dice are rolling in the wrong stage"
    for landed in range(ALL_DICE):
        die = landed % OPEN_DICE if landed < ALL_OPEN else SECRET
        shown = state.number[die] if number_lands(landed) else state.colour[die]
        known = landed < state.landed
        if not (1 <= shown <= (NUMBERS if number_lands(landed) else COLOURS) if known else shown == 0):
            return "a die that has landed shows 1 to 6, a die that has not shows 0"
    picked = (state.picked_number, state.picked_colour)
    if state.stage in (ROLLING, PICKING):
        return None if picked == (NO_DIE, NO_DIE) else "dice are picked too early"
    if picked != (SECRET, SECRET) and not all(0 <= die < OPEN_DICE for die in picked):
        return "an open pair is picked, or the secret pair (R1)"
    return None


def _flaw_of_boards(state: State) -> str | None:
    for seat in range(MOST_SEATS):
        if seat >= state.seats and (any(state.box.row(seat)) or state.wilds[seat] or state.crossed[seat]):
            return "a seat that does not play has an empty board"
        if any(not EMPTY <= mark <= BLACKED_OUT for mark in state.box.row(seat)):
            return f"a box holds 0 to {BLACKED_OUT}"
        if not 0 <= state.wilds[seat] <= WILD_BOXES:
            return f"wilds must be 0 to {WILD_BOXES}"
        if BLACKED_OUT in state.box.row(seat) and state.wilds[seat] < WILD_BOXES:
            return "no box is blacked out while a wild is left (R10)"
        if not 0 <= state.crossed[seat] < 1 << ROWS:
            return "crossed is a set of rows"
        for row in range(ROWS):
            if state.crossed[seat] >> row & 1:
                if row_makes(state.box, seat, row) == MAKES_NOTHING:
                    return f"the crossed row {ROW_NAMES[row]} is neither a triple nor ten"
                if state.crossed[seat] & ROW_CLASHES[row] & ~(1 << row):
                    return f"the crossed row {ROW_NAMES[row]} crosses another"
    return None


def _flaw_of_turn(state: State) -> str | None:
    everybody = everyone(state.seats)
    if (state.writing | state.crossing) & ~everybody or state.writing & state.crossing:
        return "writing and crossing name different seats that play"
    if (state.writing | state.crossing == 0) != (state.stage in (ROLLING, PICKING, ENDED)):
        return "nobody writes or crosses out in this stage, or somebody has to"
    if state.stage == PLACING and (state.writing, state.crossing) != (1 << state.active, 0):
        return "only the active seat places"
    if state.stage == WRITING and state.writing >> state.active & 1:
        return "the active seat has written"
    for seat in range(state.seats):
        if state.crossing >> seat & 1 and not open_rows(state.box, seat, state.crossed[seat]):
            return "a seat that may cross out has a row for it"
        filled = sum(mark != EMPTY for mark in state.box.row(seat))
        written = state.stage == ENDED or (state.stage == WRITING and not state.writing >> seat & 1)
        if filled != state.turn - (not written):
            return f"seat {seat} has {filled} boxes filled in turn {state.turn}: one a turn"
    return _flaw_of_end(state)


def _flaw_of_end(state: State) -> str | None:
    done = [seat for seat in range(state.seats) if full_grids(state.box, seat) >= ENDING_GRIDS]
    if state.stage == ENDED:
        return None if done else "the match has ended although nobody has filled two grids"
    if any(state.stage != WRITING or state.writing >> seat & 1 for seat in done):
        return "somebody has filled two grids, the match has ended"
    return None
