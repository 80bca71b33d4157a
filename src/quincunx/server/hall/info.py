"""The hall's descriptions of a table: for everyone there, for the lobby, and for the book when a match is over."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from quincunx.core.match import Match
from quincunx.core.real import Slot, Throw, pad_of
from quincunx.core.seats import OVER, Seat
from quincunx.protocol import (
    BookSeat,
    CorrectionAsked,
    CorrectionInfo,
    DiceInfo,
    DueInfo,
    EntryInfo,
    FaceInfo,
    Landings,
    Line,
    SeatInfo,
    StandIn,
    TableInfo,
    TableSummary,
    ThrowInfo,
)
from quincunx.server.store.record import Record, record_of
from quincunx.table import words as table_words
from quincunx.table.entry import Due, due_of, entries_of, fit_says
from quincunx.table.entry import Entry as TableEntry
from quincunx.table.entry_rules import correction, may_know, misfit_of
from quincunx.table.ledger import Ledger
from quincunx.table.state import Chair, MadeCorrection, TableState
from quincunx.table.steps import Acted, Agreed, Entered, Entry, Hinted, Left, Resumed, Undone

PLAYING = frozenset({Acted, Entered, Resumed})
"""The steps that play the match on, and may end it."""
QUIET = frozenset({Undone, Agreed, Hinted})
"""The steps that change neither the lobby nor the book."""


def table_info(
    ledger: Ledger, connected: Callable[[Seat], bool], allowance: int, stand_ins: Mapping[Seat, StandIn], now: int
) -> TableInfo:
    """The table as everyone may know it."""
    return TableInfo(
        id=ledger.id,
        game=ledger.spec.slug,
        rules=ledger.spec.rules_version,
        variants=ledger.variants,
        status=ledger.status,
        seats=[
            _seat_info(ledger, seat, chair, connected(seat), stand_ins.get(seat))
            for seat, chair in enumerate(ledger.chairs)
        ],
        host=ledger.host,
        settings=ledger.settings,
        coach=ledger.coach,
        dice=dice_info(ledger),
        offers=ledger.offers,
        real=ledger.dice.are_real,
        series=ledger.series,
        race=ledger.is_race,
        together=ledger.is_together,
        allowance=allowance if ledger.is_race else 0,
        countdown=ledger.counting(now),
        rematch=ledger.rematch,
        origin=ledger.origin,
        created=ledger.created,
        to_act=ledger.actors if ledger.status == "playing" else [],
        since=ledger.since,
        seq=ledger.seq,
        chain=ledger.chain.hex(),
    )


def _seat_info(ledger: Ledger, seat: Seat, chair: Chair, connected: bool, stand_in: StandIn | None) -> SeatInfo:
    human = chair.is_human or chair.left
    return SeatInfo(
        seat=seat,
        kind="human" if human else "bot" if chair.bot else "empty",
        name=chair.name,
        level=chair.bot,
        connected=connected,
        away=chair.is_away,
        left=chair.left,
        ready=ledger.rounds.commitments[seat] is not None,
        stand_in=stand_in if chair.bot else None,
        agreed=ledger.agreed[seat],
        hints=_hints_of(ledger, seat),
        player=chair.player or None,
    )


def _hints_of(ledger: TableState, seat: Seat) -> int:
    return sum(hint.seat == seat for hint in ledger.hints)


def dice_info(ledger: Ledger) -> DiceInfo:
    """Return the values that prove the dice.

    Seed and salts follow only when the match is over, and not for shared dice: their proof has them when nobody plays
    with them any more.
    """
    rounds, is_over = ledger.rounds, ledger.status == "over" and ledger.dice.take_entropy
    known = rounds.commitments if ledger.match is None else rounds.entropy
    return DiceInfo(
        round=rounds.number,
        stage=rounds.stage,
        commitment=ledger.dice.commitment(rounds.number),
        commitments=list(rounds.commitments),
        entropy=list(rounds.entropy),
        contributing=[value is not None for value in known],
        voided=rounds.voided,
        seed=ledger.dice_seed if is_over else None,
        salt=ledger.salt if is_over else None,
    )


def summary_of(ledger: TableState) -> TableSummary:
    """Return the table's line in the lobby; a table that everyone has left, before the match or during it, is over."""
    was_left = ledger.status == "waiting" or any(chair.left for chair in ledger.chairs)
    abandoned = was_left and not ledger.people
    return TableSummary(
        id=ledger.id,
        game=ledger.spec.slug,
        status="over" if abandoned else ledger.status,
        seats=ledger.seats,
        free=sum(chair.is_empty for chair in ledger.chairs),
        names=[chair.name for chair in ledger.chairs],
        created=ledger.created,
    )


def changes_of(ledger: Ledger, entry: Entry) -> tuple[TableSummary, bool, Record | None] | None:
    """Return the changes of a proposed step; None for a step in the middle of a match.

    They are the table's line in the lobby, whether it is listed, and the record of a match that the step ends.
    """
    kind, trial = type(entry.step), ledger.trial
    if kind in PLAYING and trial is not None and trial.play.actors != OVER:
        return None
    if kind in QUIET:
        return None
    after = ledger.after(entry)
    has_ended = after.status == "over" != ledger.status
    record = None
    if has_ended:
        record = _record(after, entry.at)
    elif isinstance(entry.step, Left) and entry.by is not None:  # nobody gives up a seat that the hall clears
        record = _abandoned(after, entry.step.seat, entry.at)
    return summary_of(after), after.settings.listed, record


def _record(ledger: TableState, ended: int) -> Record | None:
    """Return the record of a finished match.

    Only matches from the usual position with a person at the end leave one. A seat that a bot plays at the end counts
    as the bot's, even if it stands in for someone.
    """
    if ledger.start is not None:
        return None
    bots = [
        None if chair.is_human and chair.bot is None else chair.bot or first or ""
        for chair, first in zip(ledger.chairs, ledger.first_bots, strict=True)
    ]
    if None not in bots:
        return None
    record = record_of(ledger.id, ledger.finished, ended, ledger.started, ledger.names, bots)
    seats = [
        replace(row, hints=_hints_of(ledger, seat), player=ledger.chairs[seat].player or None)
        for seat, row in enumerate(record.seats)
    ]
    return replace(
        record,
        real=ledger.dice.are_real,
        trained=ledger.trained,
        seats=seats,
        left=[seat for seat, chair in enumerate(ledger.chairs) if chair.left],
        listed=ledger.settings.listed,
        series=ledger.series,
    )


def _abandoned(ledger: TableState, last: Seat, now: int) -> Record | None:
    """Return the record of a match that its last player has given up: a loss in the ratings, and nothing else.

    Players who stayed longer are placed before the others who left.
    """
    if ledger.people or ledger.start is not None or ledger.match is None:
        return None
    bots = ledger.first_bots
    places = [1 if bot is not None else 2 if seat == last else 3 for seat, bot in enumerate(bots)]
    seats = [
        BookSeat(chair.name, bots[seat], places[seat], 0, None, _hints_of(ledger, seat), chair.player or None)
        for seat, chair in enumerate(ledger.chairs)
    ]
    return Record(
        table=ledger.id,
        game=ledger.spec.slug,
        variants=ledger.variants,
        ended=now,
        took=now - ledger.started,
        events=len(ledger.match),
        margin=None,
        seats=seats,
        real=ledger.dice.are_real,
        trained=ledger.trained,
        listed=False,
    )


def landings_of(ledger: TableState) -> Landings:
    """Every die and card of the finished match with the odds it had."""
    numbers: dict[tuple[int, ...], int] = {}
    landed = []
    for moment in ledger.finished.walk():
        if moment.event.by_chance:
            weights = [0] * ledger.spec.outcomes
            odds = tuple(weights[: ledger.spec.rules.odds(moment.before, weights)])
            landed.append([numbers.setdefault(odds, len(numbers)), moment.event.what])
    return Landings([list(odds) for odds in numbers], landed)


def due_info(ledger: TableState, seat: Seat) -> DueInfo | None:
    """Return the missing entries at a table with real dice, as a seat or a spectator may know them."""
    match = ledger.match
    if not ledger.dice.are_real or match is None or not match.awaits_chance:
        return None
    due = due_of(match, ledger.tray)
    return DueInfo(ledger.due_since, [_throw_info(ledger, match, due, throw, seat) for throw in due.throws])


def _throw_info(ledger: TableState, match: Match, due: Due, throw: Throw, seat: Seat) -> ThrowInfo:
    slots = [due.slots[place] for place in throw.places]
    says = match.spec.part("entry").says(slots[0].state, match.names)
    return ThrowInfo(
        throw.owner, throw.secret, len(slots), says, _faces(match, slots) if may_know(ledger, throw, seat) else []
    )


def _faces(match: Match, slots: Sequence[Slot]) -> list[FaceInfo]:
    return [FaceInfo(*face) for face in pad_of(match, slots)]


def entry_infos(ledger: TableState, seat: Seat) -> list[EntryInfo]:
    """Return the entries that a seat may correct, latest first."""
    if not ledger.dice.are_real or ledger.match is None:
        return []
    match = ledger.match
    return [_entry_info(match, entry) for entry in reversed(entries_of(match)) if may_know(ledger, entry.throw, seat)]


def _entry_info(match: Match, entry: TableEntry) -> EntryInfo:
    slots = [entry.slots[place] for place in entry.throw.places]
    face = match.spec.part("entry").face
    shown = [face(slot.state, what, match.names) for slot, what in zip(slots, entry.land, strict=True)]
    return EntryInfo(entry.first, entry.throw.owner, [FaceInfo(*each) for each in shown], _faces(match, slots))


def correction_line(ledger: TableState, made: MadeCorrection, seat: Seat) -> Line:
    """Return a seat's news of a correction: that it was made, and where later events no longer fit."""
    assert ledger.match is not None
    said = [table_words.CORRECTS(name=ledger.names[made.seat]), fit_says(ledger.match, made.misfit, seat)]
    return Line(made.seq, made.seat, said, made.at)


def correction_info(ledger: TableState, seat: Seat, asked: CorrectionAsked) -> CorrectionInfo:
    """Return what a correction would change, as the correcting seat may know it."""
    step = correction(ledger, seat, asked.entry, asked.owner, asked.faces)
    assert ledger.match is not None
    misfit = misfit_of(ledger.match, step)
    return CorrectionInfo(misfit is None, fit_says(ledger.match, misfit, seat))
