"""What the hall tells of a table: to everyone there, to the lobby, and to its book when a match is over."""

from collections.abc import Callable, Mapping

from quincunx.core.seats import OVER, Seat
from quincunx.protocol import DiceInfo, Landings, SeatInfo, StandIn, TableInfo, TableSummary
from quincunx.server.store.record import Record, record_of
from quincunx.table.ledger import Ledger
from quincunx.table.state import Chair, TableState
from quincunx.table.steps import Acted, Entry, Undone


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
        dice=dice_info(ledger),
        offers=ledger.offers,
        race=ledger.is_race,
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
    )


def dice_info(ledger: Ledger) -> DiceInfo:
    """What proves the dice; with the seed and the salts only when the match is over."""
    rounds, is_over = ledger.rounds, ledger.status == "over"
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
    """The table's line in the lobby; one that everyone has left, before the match or during it, is over."""
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
    """What a proposed step changes: the table's line in the lobby, whether it is listed, and the record of a match that
    it ends; none for a step in the middle of a match."""
    kind, trial = type(entry.step), ledger.trial
    if kind is Undone or (kind is Acted and trial is not None and trial.play.actors != OVER):
        return None
    after = ledger.after(entry)
    has_ended = after.status == "over" != ledger.status
    return summary_of(after), after.settings.listed, _record(after, entry.at) if has_ended else None


def _record(ledger: TableState, ended: int) -> Record | None:
    """What a finished match leaves in the hall's book.

    Only matches of listed tables that began at the usual position leave something, if a person plays at the end. A
    seat that a bot plays at the end counts as the bot's, even if it stands in for someone.
    """
    if not ledger.settings.listed or ledger.start is not None:
        return None
    bots = [
        None if chair.is_human and chair.bot is None else chair.bot or first or ""
        for chair, first in zip(ledger.chairs, ledger.first_bots, strict=True)
    ]
    if None not in bots:
        return None
    return record_of(ledger.id, ledger.finished, ended, ledger.started, ledger.names, bots)


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
