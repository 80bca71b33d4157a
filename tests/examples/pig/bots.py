"""Bots of Pig."""

from quincunx.core.bots import Bots, Search
from quincunx.core.fields import Row
from quincunx.core.seats import Seat
from tests.examples.pig.rules import HOLD, ROLL, TARGET, State

ENOUGH = 20


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Hold at twenty, or when it wins."""
    return HOLD if view.brought >= ENOUGH or view.score[seat] + view.brought >= TARGET else ROLL


BOTS = Bots({"greedy": greedy}, search=Search(policy="greedy", margin=40, playouts=60))
