"""The rules of a table: what may happen, who may do it, and what follows.

`objection` says why a step is refused, `apply` carries it out. Live play asks, stores and applies; rebuilding applies;
`verify` asks and applies. `by` is the seat whose player does the step, or None for the hall itself.
"""

from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.table.checks import Kinds
from quincunx.table.dice_rules import DICE
from quincunx.table.entry_rules import ENTRIES
from quincunx.table.match_rules import MATCH
from quincunx.table.refusal import Refuse
from quincunx.table.seat_rules import SEATS
from quincunx.table.state import TableState
from quincunx.table.steps import AnyStep

KINDS: Kinds = SEATS | DICE | MATCH | ENTRIES


def objection(table: TableState, step: AnyStep, by: Seat | None) -> Refuse | None:
    """Return why this seat, or the hall, may not do this now; None if it may."""
    try:
        KINDS[type(step)].check(table, step, by)
    except Refuse as refusal:
        return refusal
    return None


def apply(table: TableState, step: AnyStep, now: int) -> list[Moment] | None:
    """Apply a step; return the moments that it added to the match."""
    table.seq += 1
    table.now = now
    moments = KINDS[type(step)].happen(table, step)
    table.trial = None
    return moments
