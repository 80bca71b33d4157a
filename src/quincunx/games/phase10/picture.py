"""Phase 10 Dice for the browser."""

from typing import Literal, TypeAlias

from quincunx.core.drawing import Colour, Drawn
from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.phase10 import words
from quincunx.games.phase10.notation import COLOUR_LETTERS, COLOUR_NAMES, DIE_NAMES
from quincunx.games.phase10.phases import (
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    NOT_MADE,
    WILD,
    best_phase,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import (
    BONUS_OVER,
    BONUS_PHASES,
    CHOOSING,
    ENDED,
    FINISHED,
    NOBODY,
    ROLLING,
    ROLLS,
    STARTING,
    STOP,
    State,
    grand_total,
    penalty,
    running_total,
)

Stage: TypeAlias = Literal["starting", "rolling", "choosing", "over"]

STAGES: dict[int, Stage] = {STARTING: "starting", ROLLING: "rolling", CHOOSING: "choosing", ENDED: "over"}


class Phase10Die(Drawn):
    """A die as it lies."""

    name: str
    number: str
    """The face that it shows: 1 to 10, or W."""
    colour: Colour
    letter: str
    rolling: bool
    serves: bool
    """Whether it belongs to the best way to make the phase now."""


class Phase10Phase(Drawn):
    """The phase of the seat whose turn it is."""

    number: int
    name: Message
    points: int | None
    """The points that it would score now; null if it is not made."""


class Phase10Column(Drawn):
    """A seat's column of the score sheet."""

    seat: int
    phase: int
    """The phase it works on, 1 to 10; 11 when it has finished."""
    points: list[int | None]
    """The points of each phase; null where it is not made yet."""
    five_phase_bonus: int
    first_finish_bonus: int
    to_bonus: int | None
    """The points that phases 1 to 5 still lack to 221; null when decided."""
    failures: int
    penalty: int
    """The cost of failures at the end, in a match for one player."""
    total: int


class Phase10Actions(Drawn):
    """The legal actions now; a roll is `reroll` with the names of the dice."""

    stop: str
    reroll: str


class Phase10Picture(Drawn):
    """Everything the page draws."""

    stage: Stage
    dice: list[Phase10Die]
    """The ten dice; none while the starting order is rolled for."""
    roll: int
    """Which roll of the turn this is."""
    rolls: int
    """The number of rolls per turn."""
    turn: int | None
    """Whose turn it is; null before the order is known and at the end."""
    phase: Phase10Phase | None
    phases: list[Message]
    """The names of the ten phases."""
    sheet: list[Phase10Column]
    """The columns of the score sheet, left to right."""
    start_rolls: list[int]
    """By seat, the number rolled for the starting order; 0 before."""
    last_tries: bool
    """Whether somebody has finished and the others have their last try."""
    finisher: int | None
    """The seat that finished first."""
    actions: Phase10Actions


def picture(view: State, seat: Seat) -> Phase10Picture:
    """The picture of a seat's view."""
    playing = view.stage in (ROLLING, CHOOSING)
    started = view.stage != STARTING
    columns = view.order[: view.seats] if started else list(range(view.seats))
    return Phase10Picture(
        stage=STAGES[view.stage],
        dice=_dice(view) if started else [],
        roll=view.rolls,
        rolls=ROLLS,
        turn=view.order[view.turn] if playing else None,
        phase=_phase(view) if playing else None,
        phases=[phase() for phase in words.PHASES],
        sheet=[_column(view, who) for who in columns],
        start_rolls=view.start_roll[: view.seats],
        last_tries=view.finisher != NOBODY,
        finisher=None if view.finisher == NOBODY else view.order[view.finisher],
        actions=Phase10Actions("stop", "reroll"),
    )


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The dice that stay, and the button."""
    if action == STOP:
        return ["stop"]
    return [*(f"die-{name}" for die, name in enumerate(DIE_NAMES) if not action >> die & 1), "roll"]


def _dice(view: State) -> list[Phase10Die]:
    serving = phase_dice(view.face, view.phase[view.order[view.turn]]) if view.stage == CHOOSING else 0
    return [_die(view, die, serving) for die in range(DICE)]


def _die(view: State, die: int, serving: int) -> Phase10Die:
    side = view.face[die]
    number = FACE_NUMBER[die][side]
    colour = FACE_COLOUR[die][side]
    return Phase10Die(
        name=DIE_NAMES[die],
        number="W" if number == WILD else str(number),
        colour=COLOUR_NAMES[colour],
        letter=COLOUR_LETTERS[colour],
        rolling=bool(view.rolling >> die & 1),
        serves=bool(serving >> die & 1),
    )


def _phase(view: State) -> Phase10Phase:
    phase = view.phase[view.order[view.turn]]
    made = best_phase(view.face, phase) if view.stage == CHOOSING else NOT_MADE
    return Phase10Phase(phase + 1, words.PHASES[phase](), None if made == NOT_MADE else points_of(made))


def _column(view: State, who: Seat) -> Phase10Column:
    done = view.phase[who]
    return Phase10Column(
        seat=who,
        phase=done + 1,
        points=[view.points[who, phase] if phase < done else None for phase in range(FINISHED)],
        five_phase_bonus=view.five_phase_bonus[who],
        first_finish_bonus=view.first_finish_bonus[who],
        to_bonus=max(0, BONUS_OVER + 1 - running_total(view, who)) if done < BONUS_PHASES else None,
        failures=view.failures[who],
        penalty=penalty(view, who),
        total=grand_total(view, who),
    )
