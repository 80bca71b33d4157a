"""Steps by which players and the hall make the dice of a match."""

from quincunx.core.seats import Seat
from quincunx.table import words
from quincunx.table.checks import Kind, Kinds, check_full, check_hall, check_host_or_hall, check_own, check_waiting
from quincunx.table.proof import player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.state import TableState
from quincunx.table.steps import Closed, Committed, Revealed, Voided


def _check_committed(table: TableState, step: Committed, by: Seat | None) -> None:
    check_takes_entropy(table)
    check_own(table, step.seat, by)
    check_waiting(table)
    rounds = table.rounds
    if step.round != rounds.number or rounds.stage != "commit":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if rounds.failed[step.seat]:
        raise Refuse("status", words.DID_NOT_REVEAL())
    if rounds.commitments[step.seat] is not None:
        raise Refuse("status", words.COMMITTED_ALREADY())


def _commit(table: TableState, step: Committed) -> None:
    table.rounds = table.rounds.committed(step.seat, step.commitment)


def _check_closed(table: TableState, step: Closed, by: Seat | None) -> None:
    check_takes_entropy(table)
    check_host_or_hall(table, by)
    check_waiting(table)
    check_full(table)
    if step.round != table.rounds.number or table.rounds.stage != "commit":
        raise Refuse("stale", words.OTHER_STAGE(round=table.rounds.number))


def _close(table: TableState, _: Closed) -> None:
    table.rounds = table.rounds.closed(table.now)


def _check_revealed(table: TableState, step: Revealed, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    check_waiting(table)
    rounds = table.rounds
    if step.round != rounds.number or rounds.stage != "reveal":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if step.seat not in rounds.missing():
        raise Refuse("status", words.NOTHING_TO_REVEAL())
    if player_commitment(table.id, step.round, step.seat, step.entropy) != rounds.commitments[step.seat]:
        raise Refuse("dice", words.NOT_COMMITTED_TO())


def _reveal(table: TableState, step: Revealed) -> None:
    table.rounds = table.rounds.revealed(step.seat, step.entropy, table.now)


def _check_voided(table: TableState, step: Voided, by: Seat | None) -> None:
    """Void a round only if somebody failed to reveal: voiding rounds at will would be choosing the dice."""
    check_hall(by)
    check_waiting(table)
    rounds, missing = table.rounds, table.rounds.missing()
    if step.round != rounds.number or rounds.stage != "reveal":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if (table.is_full and not missing) or not set(step.failed) <= set(missing):
        raise Refuse("dice", words.NOTHING_IS_MISSING())
    if step.commitment != table.dice.commitment(step.round + 1):
        raise Refuse("dice", words.OTHER_NEXT_COMMITMENT(round=str(step.round + 1)))


def _void(table: TableState, step: Voided) -> None:
    table.rounds = table.rounds.void(step.failed, table.now)


def check_takes_entropy(table: TableState) -> None:
    if not table.dice.take_entropy:
        raise Refuse("dice", words.PLAYERS_ROLL() if table.dice.are_real else words.SHARED_DICE())


DICE: Kinds = {
    Committed: Kind(_check_committed, _commit),
    Closed: Kind(_check_closed, _close),
    Revealed: Kind(_check_revealed, _reveal),
    Voided: Kind(_check_voided, _void),
}
