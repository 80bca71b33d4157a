"""Phase 10 Dice with real dice, which later rolls of the turn help to distinguish."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.real import Face
from quincunx.core.seats import CHANCE, Seat, lowest, size_of
from quincunx.core.timeline import Event
from quincunx.core.words import PLAIN
from quincunx.games.phase10 import words
from quincunx.games.phase10.notation import COLOUR_NAMES, describe_chance, format_face, next_die
from quincunx.games.phase10.phases import DICE, FACE_COLOUR, FACE_NUMBER, SIDES
from quincunx.games.phase10.rules import ALL_DICE, ROLLING, STARTING, State

FACES = tuple(tuple(format_face(die, side) for side in range(SIDES)) for die in range(DICE))
"""By die and side: its face."""


def due(state: State) -> int:
    """The dice in the air."""
    return size_of(state.rolling)


def owner(state: State) -> Seat:
    """The seat that rolls them."""
    return lowest(state.rolling) if state.stage == STARTING else state.order[state.turn]


def says(state: State, names: Sequence[str]) -> Message:
    """Who rolls, and the dice that stay on the table, by their faces."""
    name = names[owner(state)]
    kept = [FACES[die][state.face[die]] for die in range(DICE) if not state.rolling >> die & 1]
    if state.stage == STARTING or state.rolls == 1:
        return describe_chance(state, names) if state.stage == STARTING else words.ROLLS_ALL_TEN(name=name)
    if not kept:
        return words.ROLLS_ALL_TEN(name=name)
    return words.KEEPS_AND_ROLLS(name=name, dice=words.DICE(codes=" ".join(kept)), count=due(state))


def face(state: State, outcome: int, names: Sequence[str]) -> Face:
    """A side of the next die; for the starting order only its number counts (§7)."""
    die = next_die(state)
    if state.stage == STARTING:
        number = str(FACE_NUMBER[die][outcome])
        return Face(number, PLAIN(text=number))
    return _face(die, outcome)


def pad(state: State) -> list[Face]:
    """All faces of the dice that could be in the air, since dice with the same face can be confused."""
    if state.stage == STARTING:
        return [face(state, side, ()) for side in range(SIDES)]
    return [_face(die, side) for die in range(DICE) for side in range(SIDES)]


def _face(die: int, side: int) -> Face:
    code = FACES[die][side]
    return Face(code, words.DICE(codes=code), COLOUR_NAMES[FACE_COLOUR[die][side]])


class Roll(NamedTuple):
    """The known facts of a roll, whichever dice it was."""

    thrown: list[str]
    """The faces of the dice in the air after they landed."""
    rolled_again: list[str]
    """The faces of the dice that were rolled next."""
    who: Seat
    """The seat that rolled them."""


def reread(match: Match, faces: Sequence[str]) -> tuple[int, list[Event]] | None:
    """Distinguish the dice of this turn otherwise, so that those in the air can show these faces.

    Several dice have some faces in common; the next rolls of the turn show which it was. Returns the number of the
    turn's first event and the events since then; None if no assignment allows these faces.
    """
    state = match.state
    if state.stage != ROLLING or state.rolling == ALL_DICE:
        return None
    first = _turn_start(match)
    rolls = _rolls_since(match, first)
    events = next(_tellings([*rolls, Roll(list(faces), [], 0)], [""] * DICE, ALL_DICE), None)
    return None if events is None else (first, events)


def _turn_start(match: Match) -> int:
    """The number of the event by which the first of the turn's ten dice landed."""
    first = len(match)
    while (before := match.fork(first).state).rolling != ALL_DICE or before.rolls != 1:
        first -= 1
    return first


def _rolls_since(match: Match, first: int) -> list[Roll]:
    rolls: list[Roll] = []
    thrown: list[str] = []
    for moment in match.walk(first):
        who, what, _ = moment.event
        if who == CHANCE:
            thrown.append(FACES[lowest(moment.before.rolling)][what])
        else:
            shown = [FACES[die][moment.before.face[die]] for die in range(DICE) if what >> die & 1]
            rolls.append(Roll(thrown, shown, who))
            thrown = []
    return rolls


def _tellings(rolls: Sequence[Roll], lying: list[str], rolling: int) -> Iterator[list[Event]]:
    """All assignments of dice that explain the rolls, as events without the dice of the last."""
    roll, *later = rolls
    dice = [die for die in range(DICE) if rolling >> die & 1]
    for shown in _landings(dice, sorted(roll.thrown)):
        if not later:
            yield []
            return
        lies = lying[:]
        for die, code in zip(dice, shown, strict=True):
            lies[die] = code
        landed = [Event(CHANCE, FACES[die].index(lies[die])) for die in dice]
        for again in _choices(lies, sorted(roll.rolled_again), 0):
            for rest in _tellings(later, lies, again):
                yield [*landed, Event(roll.who, again), *rest]


def _landings(dice: Sequence[int], faces: Sequence[str]) -> Iterator[list[str]]:
    """All ways in which these dice can show these faces."""
    if len(dice) != len(faces):
        return
    if not dice:
        yield []
        return
    for code in sorted(set(faces) & set(FACES[dice[0]])):
        rest = list(faces)
        rest.remove(code)
        for others in _landings(dice[1:], rest):
            yield [code, *others]


def _choices(lies: Sequence[str], faces: Sequence[str], first: int) -> Iterator[int]:
    """All sets of dice, from that one on, that show these faces."""
    if not faces:
        yield 0
        return
    for die in range(first, DICE):
        if lies[die] in faces:
            rest = list(faces)
            rest.remove(lies[die])
            for others in _choices(lies, rest, die + 1):
                yield 1 << die | others
