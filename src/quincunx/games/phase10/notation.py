"""Phase 10 Dice as text: `reroll L1 H3`, `stop`; a die lands as its number and colour, `10g` or `Wr`."""

from collections.abc import Sequence

from quincunx.core.errors import NotationError
from quincunx.core.seats import CHANCE, Seat, lowest, size_of
from quincunx.games.phase10.phases import DICE, FACE_COLOUR, FACE_NUMBER, LOW_DICE, PHASES, SIDES, WILD
from quincunx.games.phase10.rules import (
    ALL_DICE,
    CHOOSING,
    ENDED,
    FINISHED,
    NOBODY,
    STARTING,
    STARTING_DIE,
    STOP,
    State,
)

DIE_NAMES = tuple(f"L{n + 1}" if n < LOW_DICE else f"H{n - LOW_DICE + 1}" for n in range(DICE))
COLOUR_LETTERS = "brog"
COLOUR_NAMES = ("blue", "red", "orange", "green")
PHASE_NAMES = (
    "2 sets of 3",
    "1 set of 3 + 1 run of 4",
    "1 set of 4 + 1 run of 4",
    "1 run of 7",
    "1 run of 8",
    "1 run of 9",
    "2 sets of 4",
    "7 of one colour",
    "1 set of 5 + 1 set of 2",
    "1 set of 5 + 1 set of 3",
)


def format_action(state: State, seat: Seat, action: int) -> str:
    """`stop`, `reroll all` or `reroll` with the names of the dice."""
    if action == STOP:
        return "stop"
    if action == ALL_DICE:
        return "reroll all"
    return "reroll " + " ".join(name for die, name in enumerate(DIE_NAMES) if action >> die & 1)


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Also `keep` with the dice that stay."""
    verb, *names = text.split()[:1] + [name.upper() for name in text.split()[1:]] or [""]
    match verb.lower():
        case "stop" if not names:
            return STOP
        case "reroll" if names:
            return _dice(names)
        case "keep":
            return ALL_DICE & ~_dice(names)
    raise NotationError(f"{text!r} is no action of Phase 10 Dice: stop, reroll L1 H2 …, reroll all, or keep H3 …")


def _dice(names: list[str]) -> int:
    if names == ["ALL"]:
        return ALL_DICE
    dice = 0
    for name in names:
        if name not in DIE_NAMES:
            raise NotationError(f"{name!r} is no die: they are {' '.join(DIE_NAMES)}")
        if dice >> DIE_NAMES.index(name) & 1:
            raise NotationError(f"die {name} is named twice")
        dice |= 1 << DIE_NAMES.index(name)
    return dice


def next_die(state: State) -> int:
    """The die that lands next."""
    return STARTING_DIE if state.stage == STARTING else lowest(state.rolling)


def format_face(die: int, side: int) -> str:
    """A side of a die as text."""
    number = FACE_NUMBER[die][side]
    return f"{'W' if number == WILD else number}{COLOUR_LETTERS[FACE_COLOUR[die][side]]}"


def format_outcome(state: State, outcome: int) -> str:
    """The side of the next die."""
    return format_face(next_die(state), outcome)


def parse_outcome(state: State, text: str) -> int:
    """The side of the next die that shows this."""
    die = next_die(state)
    sides = [format_face(die, side) for side in range(SIDES)]
    wanted = text.strip().lower()
    for side, shown in enumerate(sides):
        if shown.lower() == wanted:
            return side
    raise NotationError(f"die {DIE_NAMES[die]} cannot show {text!r}: it has {' '.join(sides)}")


def describe_chance(state: State) -> str:
    """What lands next, in words."""
    if state.stage == STARTING:
        return f"seat {lowest(state.rolling)} rolls for the starting order"
    return f"die {DIE_NAMES[next_die(state)]} lands"


def flaw(state: State) -> str | None:
    """What makes this no position of the game; None if nothing does."""
    if not 1 <= state.seats <= len(state.order):
        return "seats must be 1 to 8"
    if not STARTING <= state.stage <= ENDED:
        return "there is no such stage"
    if any(not 0 <= side < SIDES for side in state.face):
        return "a face is the number of a side, 0 to 5"
    if any(not 0 <= phase <= FINISHED for phase in state.phase):
        return f"a phase is 0 to {PHASES}"
    if state.stage != STARTING and sorted(state.order[: state.seats]) != list(range(state.seats)):
        return "order must name every seat once"
    if not 0 <= state.turn < state.seats:
        return "turn must be a column of the scorepad"
    if not 0 <= state.finisher <= NOBODY or (state.finisher >= state.seats and state.finisher != NOBODY):
        return "finisher must be a column of the scorepad, or 8 for nobody"
    if not 0 <= state.rolling <= ALL_DICE or not 0 <= state.rolls <= 3:
        return "rolling is a set of dice, rolls are 0 to 3"
    if (state.rolling == 0) != (state.stage in (CHOOSING, ENDED)):
        return "dice are rolling in the wrong stage"
    if state.stage == STARTING and state.rolling >> state.seats:
        return "rolling names a seat that does not play"
    if state.stage == CHOOSING and state.phase[state.order[state.turn]] == FINISHED:
        return "a seat that has finished takes no turn"
    return None


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> str:
    """What happened, in a sentence or two; a die that is not the last of its roll says nothing."""
    if who != CHANCE:
        name = names[who]
        if what == STOP:
            return f"{name} stops. {_turn_end(before, after, names)}"
        return f"{name} rolls {_dice_count(what)} again."
    if before.stage == STARTING:
        return _start_roll(before, after, names)
    if before.rolling & (before.rolling - 1):
        return ""
    die = lowest(before.rolling)
    shown = [what if n == die else before.face[n] for n in range(DICE)]
    dice = " ".join(format_face(n, side) for n, side in enumerate(shown))
    ended = "" if after.stage == CHOOSING else " " + _turn_end(before, after, names)
    return f"{names[before.order[before.turn]]} has {dice}.{ended}"


def _dice_count(dice: int) -> str:
    count = size_of(dice)
    return "all ten dice" if count == DICE else "one die" if count == 1 else f"{count} dice"


def _start_roll(before: State, after: State, names: Sequence[str]) -> str:
    seat = lowest(before.rolling)
    said = f"{names[seat]} rolls {after.start_roll[seat]} for the starting order."
    if after.stage != STARTING:
        return f"{said} {names[after.order[0]]} begins."
    if size_of(before.rolling) == 1:
        tied = " and ".join(names[n] for n in range(after.seats) if after.rolling >> n & 1)
        return f"{said} {tied} are tied and roll again."
    return said


def _turn_end(before: State, after: State, names: Sequence[str]) -> str:
    seat = before.order[before.turn]
    phase = before.phase[seat]
    if after.phase[seat] == phase:
        said = f"{names[seat]} does not make phase {phase + 1}."
    else:
        said = f"{names[seat]} makes phase {phase + 1} for {after.points[seat, phase]} points."
    if after.five_phase_bonus[seat] > before.five_phase_bonus[seat]:
        said += " Five phase bonus: 40 points."
    if after.first_finish_bonus[seat] > before.first_finish_bonus[seat]:
        said += " First finish bonus: 40 points."
    if after.finisher != before.finisher and after.seats > 1:
        said += " The others have one last try."
    return said
