"""Phase 10 Dice as text: `reroll L1 H3`, `stop`; a die lands as its number and colour, `10g` or `Wr`."""

from collections.abc import Sequence

from quincunx.core.drawing import Colour
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, Seat, lowest, size_of
from quincunx.core.words import quoted
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import DICE, FACE_COLOUR, FACE_NUMBER, LOW_DICE, SIDES, WILD
from quincunx.games.phase10.rules import ALL_DICE, CHOOSING, STARTING, STARTING_DIE, STOP, State

DIE_NAMES = tuple(f"L{n + 1}" if n < LOW_DICE else f"H{n - LOW_DICE + 1}" for n in range(DICE))
COLOUR_LETTERS = "brog"
COLOUR_NAMES: tuple[Colour, ...] = ("blue", "red", "orange", "green")


def format_action(state: State, seat: Seat, action: int) -> str:
    """`stop`, `reroll all` or `reroll` with the names of the dice."""
    if action == STOP:
        return "stop"
    if action == ALL_DICE:
        return "reroll all"
    return "reroll " + " ".join(name for die, name in enumerate(DIE_NAMES) if action >> die & 1)


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Parse an action; accepts `keep` with the kept dice, `roll` for `reroll`, and dice by face: `keep 6b Wr`."""
    verb, *names = text.split()[:1] + [name.upper() for name in text.replace(",", " ").split()[1:]] or [""]
    match verb.lower():
        case "stop" if not names:
            return STOP
        case "reroll" | "roll" if names:
            return _dice(state, names)
        case "keep" if names:
            return ALL_DICE & ~_dice(state, names)
    raise NotationError(words.NO_ACTION(text=quoted(text)))


def _dice(state: State, names: list[str]) -> int:
    if names == ["ALL"]:
        return ALL_DICE
    dice = 0
    for name in sorted(
        names, key=lambda name: name not in DIE_NAMES
    ):  # by name first: what shows the same is left over
        die = _die(state, name, dice)
        if dice >> die & 1:
            raise NotationError(words.NAMED_TWICE(die=name))
        dice |= 1 << die
    return dice


def _die(state: State, name: str, named: int) -> int:
    """The die of that name, or the first not yet named that shows it."""
    if name in DIE_NAMES:
        return DIE_NAMES.index(name)
    showing = [die for die in range(DICE) if format_face(die, state.face[die]).upper() == name]
    if not showing:
        raise NotationError(words.NO_DIE(text=quoted(name), dice=" ".join(DIE_NAMES)))
    return next((die for die in showing if not named >> die & 1), showing[0])


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
    """The side of the next die that shows this; for the starting order any high die will do: only its number counts."""
    die = next_die(state)
    sides = [format_face(die, side) for side in range(SIDES)]
    ignored = COLOUR_LETTERS if state.stage == STARTING else ""
    wanted = text.strip().lower().rstrip(ignored)
    for side, shown in enumerate(sides):
        if shown.lower().rstrip(ignored) == wanted:
            return side
    raise NotationError(words.CANNOT_SHOW(die=DIE_NAMES[die], text=quoted(text), sides=" ".join(sides)))


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """The next landing, in words."""
    if state.stage == STARTING:
        return words.STARTING_DIE_LANDS(name=names[lowest(state.rolling)])
    return words.DIE_LANDS(name=names[state.order[state.turn]], die=DIE_NAMES[next_die(state)])


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    """Describe an event in one or two sentences; nothing for a die that is not the last of its roll."""
    if who != CHANCE:
        if what == STOP:
            return [words.STOPS(name=names[who]), *_turn_end(before, after, names)]
        if what == ALL_DICE:
            return [words.ROLLS_ALL_AGAIN(name=names[who])]
        return [words.ROLLS_AGAIN(name=names[who], count=size_of(what))]
    if before.stage == STARTING:
        return _start_roll(before, after, names)
    if before.rolling & (before.rolling - 1):
        return []
    die = lowest(before.rolling)
    shown = [what if n == die else before.face[n] for n in range(DICE)]
    dice = " ".join([format_face(n, side) for n, side in enumerate(shown)])
    has = words.HAS(name=names[before.order[before.turn]], dice=words.DICE(codes=dice))
    return [has] if after.stage == CHOOSING else [has, *_turn_end(before, after, names)]


def _start_roll(before: State, after: State, names: Sequence[str]) -> list[Message]:
    seat = lowest(before.rolling)
    said = [words.STARTING_ROLL(name=names[seat], number=after.start_roll[seat])]
    if after.stage != STARTING:
        said.append(words.BEGINS(name=names[after.order[0]]))
    elif size_of(before.rolling) == 1:
        said.append(words.TIED(names=[names[n] for n in range(after.seats) if after.rolling >> n & 1]))
    return said


def _turn_end(before: State, after: State, names: Sequence[str]) -> list[Message]:
    seat = before.order[before.turn]
    phase = before.phase[seat]
    if after.phase[seat] == phase:
        said = [words.FAILS(name=names[seat], phase=phase + 1)]
    else:
        said = [words.MAKES(name=names[seat], phase=phase + 1, count=after.points[seat, phase])]
    if after.five_phase_bonus[seat] > before.five_phase_bonus[seat]:
        said.append(words.FIVE_PHASE_BONUS())
    if after.first_finish_bonus[seat] > before.first_finish_bonus[seat]:
        said.append(words.FIRST_FINISH_BONUS())
    if after.finisher != before.finisher and after.seats > 1:
        said.append(words.LAST_TRIES())
    return said
