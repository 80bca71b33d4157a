"""Steps of a table with real dice: faces that players enter and correct."""

from collections.abc import Sequence

from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.real import Throw, face_text, slots_of
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.table import words
from quincunx.table.checks import Kind, Kinds, check_own
from quincunx.table.entry import correct, due_of, entry_at, left_of, read, ready_of
from quincunx.table.match_rules import Stored, played, tried
from quincunx.table.refusal import Refuse
from quincunx.table.state import STEP_FIELDS, MadeCorrection, Play, TableState, Trial, advance
from quincunx.table.steps import Corrected, Entered


def enter(table: TableState, seat: Seat, owner: Seat | None, faces: Sequence[str]) -> Entered:
    """Read entered faces, in any order; raise `Refuse` with the impossible ones."""
    match = _match_with_real_dice(table)
    due = due_of(match, table.tray)
    throw = next((throw for throw in due.throws if throw.owner == owner), None)
    if throw is None:
        raise Refuse("dice", words.NOT_DUE() if due.throws or not match.awaits_chance else words.ENTERED_ALREADY())
    _check_enterer(table, throw, seat)
    found = read(match, throw, due.slots, faces)
    step = Entered(seat, owner, found.land, found.first, [(who, what) for who, what, _ in found.events])
    table.trial = Trial(step, _enter_play(table, step))
    return step


def _enter_play(table: TableState, step: Entered) -> Play:
    """Return the match after all known dice and cards that are due have landed."""
    match = _match_with_real_dice(table)
    if step.first is not None:
        match = match.fork(step.first)
        match.follow(step.events)
    landing = ready_of(match, table.tray | {step.owner: step.land})
    return advance(match, Stored(landing), most=len(landing))


def _check_entered(table: TableState, step: Entered, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    if tried(table, step) is not None:
        return
    match = _match_with_real_dice(table)
    due = due_of(match, table.tray)
    throw = next((throw for throw in due.throws if throw.owner == step.owner), None)
    if throw is None or len(step.land) != len(throw.places):
        raise Refuse("dice", words.NOT_DUE())
    _check_enterer(table, throw, step.seat)
    if step.first is None:
        texts = [
            face_text(match, due.slots[place].state, outcome)
            for place, outcome in zip(throw.places, step.land, strict=True)
            if 0 <= outcome < match.spec.outcomes
        ]
    else:
        fork = _retold(match, step)
        texts = [face_text(fork, slot.state, outcome) for slot, outcome in zip(slots_of(fork), step.land, strict=False)]
    if enter(table, step.seat, step.owner, texts) != step:
        raise Refuse("dice", words.NOT_AS_THEY_LAND())


def _retold(match: Match, step: Entered) -> Match:
    fork = match.fork(step.first)
    try:
        fork.follow(step.events)
    except QuincunxError:
        raise Refuse("dice", words.NOT_AS_THEY_LAND()) from None
    return fork


def _enter(table: TableState, step: Entered) -> list[Moment]:
    play = tried(table, step) or _enter_play(table, step)
    landed = len(play.moments)
    slots = slots_of(_match_with_real_dice(table))
    tray, since = table.tray | {step.owner: step.land}, table.due_since
    moments = played(table, play)
    if landed < len(slots):
        table.tray, table.due_since = left_of(slots, tray, landed), since
    return moments


def correction(table: TableState, seat: Seat, first: int, owner: Seat | None, faces: Sequence[str]) -> Corrected:
    """Replace the dice or cards that began to land with that event, and repeat the later events as far as they fit."""
    match = _match_with_real_dice(table)
    entry = entry_at(match, first, owner)
    _check_enterer(table, entry.throw, seat)
    found = correct(match, entry, faces)
    return Corrected(seat, first, owner, list(faces), found.first, [(who, what) for who, what, _ in found.events])


def misfit_of(match: Match, step: Corrected) -> Moment | None:
    """The first moment of a match that no longer fits after a correction; none if all fit."""
    return next(match.walk(step.first + len(step.events)), None)


def _check_corrected(table: TableState, step: Corrected, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    if correction(table, step.seat, step.entry, step.owner, step.faces) != step:
        raise Refuse("dice", words.NOT_AS_THEY_LAND())


def _happen_corrected(table: TableState, step: Corrected) -> list[Moment]:
    old = _match_with_real_dice(table)
    match = old.fork(step.first)
    match.follow(step.events)
    keeps = len(match) == len(old)
    tray, since = table.tray, table.due_since
    while table.history and table.history[-1] >> 1 >= step.first:
        del table.history[-STEP_FIELDS:]
    moments = list(match.walk(step.first))
    played(table, Play(match, moments, match.to_act))
    table.own[:] = [table.seq] * table.seats
    if keeps:
        table.tray, table.due_since = tray, since
    table.corrections.append(MadeCorrection(table.seq, table.now, step.seat, misfit_of(old, step)))
    return moments


def _match_with_real_dice(table: TableState) -> Match:
    if not table.dice.are_real:
        raise Refuse("dice", words.HALL_ROLLS())
    if table.match is None:
        raise Refuse("status", words.NOT_BEGUN())
    return table.match


def may_know(table: TableState, throw: Throw, seat: Seat) -> bool:
    """Whether a seat may enter dice or cards: secret ones only their owner, those of a bot anyone."""
    owner = throw.owner
    return not throw.secret or owner is None or owner == seat or not table.chairs[owner].is_human


def _check_enterer(table: TableState, throw: Throw, seat: Seat) -> None:
    if not may_know(table, throw, seat):
        raise Refuse("seat", words.OTHERS_SECRET(name=table.names[throw.owner or 0]))


ENTRIES: Kinds = {
    Entered: Kind(_check_entered, _enter),
    Corrected: Kind(_check_corrected, _happen_corrected),
}
