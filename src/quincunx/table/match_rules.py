"""Steps of the match: its start, actions, hints, actions held up by the coach, undos."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from quincunx.core.errors import ChanceError, IllegalAction, QuincunxError
from quincunx.core.match import Match
from quincunx.core.seats import OVER, Seat
from quincunx.core.timeline import Moment
from quincunx.table import words
from quincunx.table.checks import Kind, Kinds, check_full, check_host_or_hall, check_own, check_waiting, whose_move
from quincunx.table.proof import PATIENT_ROUNDS
from quincunx.table.refusal import Refuse
from quincunx.table.state import MEMBERS, STEP_FIELDS, Play, TableState, TakenHint, Trial, advance
from quincunx.table.steps import Acted, AnyStep, Hinted, Resumed, Started, Undone

WHAT: Callable[[Moment], int] = attrgetter("event.what")


class LandingError(QuincunxError):
    """A stored step has other dice than the match takes."""


def begin(table: TableState) -> Started:
    """Return the beginning of the match, with the dice that land first."""
    match = table.new_match()
    play = advance(match, match.chance, most=most_landing(table))
    step = Started(list(map(WHAT, play.moments)))
    table.trial = Trial(step, play)
    return step


def _check_started(table: TableState, step: Started, by: Seat | None) -> None:
    check_host_or_hall(table, by)
    check_waiting(table)
    check_full(table)
    if table.rounds.missing() and (by is None or table.rounds.voided < PATIENT_ROUNDS):
        raise Refuse("status", words.REVEALING())
    if tried(table, step) is None:
        _compare(table, step, begin(table))


def _start(table: TableState, step: Started) -> list[Moment]:
    table.started = table.now
    table.first_bots = [chair.bot for chair in table.chairs]
    play = tried(table, step) or _replay(table, table.new_match(), step.land)
    table.rounds = table.rounds.done()
    return played(table, play)


def act(table: TableState, seat: Seat, action: int, at: int | None) -> Acted:
    """Return the step of a seat's action, if the rules allow it, with the dice and cards that land after it.

    `at` is the time in a race.
    """
    match = table.match
    if match is None or seat not in table.actors or table.held not in (None, seat):
        raise Refuse("turn", whose_move(table))
    try:
        play = advance(match, match.chance, action, seat, at, most_landing(table, seat))
    except IllegalAction as error:
        raise Refuse("rules", error.reason) from None
    step = Acted(seat, action, list(map(WHAT, play.moments[1:])), at)
    table.trial = Trial(step, play)
    return step


def _check_acted(table: TableState, step: Acted, by: Seat | None) -> None:
    if by is not None and by != step.seat:
        raise Refuse("seat", words.OTHERS_SEAT(seat=step.seat))
    if tried(table, step) is None:
        _compare(table, step, act(table, step.seat, step.action, step.at))


def _act(table: TableState, step: Acted) -> list[Moment]:
    assert table.match is not None
    play = tried(table, step) or _replay(table, table.match, step.land, step.action, step.seat, step.at)
    table.own[step.seat] = table.seq
    moments = played(table, play)
    if table.settings.coach == "training" and _trains(table, step.seat) and table.status == "playing":
        table.held, table.trained = step.seat, True
    return moments


def tried(table: TableState, step: AnyStep) -> Play | None:
    """Return the match after a step that was just found to be allowed."""
    trial = table.trial
    return trial.play if trial is not None and trial.step is step else None


def _trains(table: TableState, seat: Seat) -> bool:
    """Whether the coach judges the decisions of a seat."""
    if table.coach != "training":
        return False
    chair = table.chairs[seat]
    return chair.is_human and chair.bot is None


def _compare(table: TableState, step: Started | Acted | Resumed, made: Started | Acted | Resumed) -> None:
    """Refuse other dice than those of the table; remember the step that was tried."""
    trial = table.trial
    assert trial is not None
    table.trial = Trial(step, trial.play)
    if step.land == made.land:
        return
    table.trial = None
    landed = [moment for moment in trial.play.moments if moment.event.by_chance]
    number, format_outcome = trial.play.match.landings - len(landed), table.spec.notation.format_outcome
    for moment, shown in zip(landed, step.land, strict=False):
        number += 1
        if moment.event.what != shown:
            right = format_outcome(moment.before, moment.event.what)
            said = format_outcome(moment.before, shown) if 0 <= shown < table.spec.outcomes else str(shown)
            raise Refuse("dice", words.OTHER_DIE_OF_BOTH(number=str(number), shown=said, right=right))
    raise Refuse("dice", words.OTHER_COUNT(count=len(step.land), right=len(made.land)))


def most_landing(table: TableState, seat: Seat | None = None) -> int | None:
    """Return the most dice and cards that land with an action.

    Those of a real table land when somebody enters them, those after a judged action when the coach has judged it.
    """
    trains = seat is not None and table.settings.coach == "training" and _trains(table, seat)
    return 0 if table.dice.are_real or trains else None


def _replay(
    table: TableState,
    match: Match,
    land: Sequence[int],
    action: int | None = None,
    seat: Seat = 0,
    at: int | None = None,
) -> Play:
    stored = Stored(land)
    play = advance(match, stored, action, seat, at, most_landing(table, None if action is None else seat))
    if len(stored):
        raise LandingError(words.STEP_HAS_MORE(count=len(stored)))
    return play


class Stored:
    """The chance of a stored step: the dice and cards that landed then."""

    def __init__(self, land: Sequence[int]) -> None:
        self._coming = list(land)

    def outcome(self, _: Match) -> int:
        """The next die or card; a ChanceError if there is none left."""
        if not self._coming:
            raise ChanceError(words.STEP_LACKS())
        return self._coming.pop(0)

    def __len__(self) -> int:
        return len(self._coming)


def _check_hinted(table: TableState, step: Hinted, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    if table.settings.coach == "off":
        raise Refuse("status", words.NO_HINTS())
    if table.coach == "off":
        raise Refuse("status", words.NOT_ALL_AGREE())
    if step.seat not in table.actors:
        raise Refuse("turn", whose_move(table))
    if table.has_hint(step.seat):
        raise Refuse("status", words.HINT_TAKEN())


def _take_hint(table: TableState, step: Hinted) -> list[Moment]:
    table.hints.append(TakenHint(table.seq, table.now, step.seat, table.moved))
    return []


def resume(table: TableState) -> Resumed:
    """Return the step that continues after an action that the coach has judged, with the dice and cards that land."""
    match = table.match
    if match is None or table.held is None:
        raise Refuse("status", words.NOTHING_HELD())
    play = advance(match, match.chance, most=most_landing(table))
    step = Resumed(list(map(WHAT, play.moments)))
    table.trial = Trial(step, play)
    return step


def _check_resumed(table: TableState, step: Resumed, by: Seat | None) -> None:
    if by is not None and by != table.held:
        raise Refuse("seat", words.HALL_ONLY())
    if tried(table, step) is None:
        _compare(table, step, resume(table))


def _resume(table: TableState, step: Resumed) -> list[Moment]:
    assert table.match is not None
    return played(table, tried(table, step) or _replay(table, table.match, step.land))


def played(table: TableState, play: Play) -> list[Moment]:
    moments = play.moments
    table.match = play.match
    if table.tray:
        table.tray = {}
    table.due_since, table.held = table.seq, None
    first = moments[0].number if moments else len(play.match)
    barred = not moments or table.narrator.bar_to_undo(moments[-1], table.seats) is not None
    table.history.extend((table.seq, table.now, 2 * first + barred))
    table.actors = MEMBERS[play.actors]
    table.status = "over" if play.actors == OVER else "playing"
    return moments


def _check_undone(table: TableState, step: Undone, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    if table.match is None or step.seat != table.undoer or step.length != len(table.match) - 1:
        raise Refuse("rules", words.ONLY_OWN_LAST())


def _undo(table: TableState, step: Undone) -> None:
    assert table.match is not None
    table.match = table.match.fork(step.length)
    del table.history[-STEP_FIELDS:]
    table.due_since, table.held = table.seq, None
    could, to_act = table.actors, table.match.to_act
    table.actors = MEMBERS[to_act]
    table.status = "over" if to_act == OVER else "playing"
    for seat in (*could, step.seat):
        if seat not in table.actors or seat == step.seat:  # seats that still act are not held up by others' undo
            table.own[seat] = table.seq


MATCH: Kinds = {
    Started: Kind(_check_started, _start),
    Acted: Kind(_check_acted, _act),
    Hinted: Kind(_check_hinted, _take_hint),
    Resumed: Kind(_check_resumed, _resume),
    Undone: Kind(_check_undone, _undo),
}
