"""What a person's message asks of a table: the step that it becomes."""

from collections.abc import Callable

import msgspec

from quincunx import protocol
from quincunx.core.seats import Seat
from quincunx.protocol import AnyRequest
from quincunx.table.rules import (
    Decision,
    add_seat,
    change,
    come_back,
    commit,
    fill,
    leave,
    offer,
    open_seat,
    remove_seat,
    rename,
    reveal,
    start,
    undo,
)
from quincunx.table.state import Ledger
from quincunx.table.steps import Settings

SETTINGS = Settings.__struct_fields__


def decide(ledger: Ledger, seat: Seat, request: AnyRequest, is_there: Callable[[Seat], bool]) -> Decision:
    """What a person's request becomes, for all requests but actions of the match."""
    match request:
        case protocol.Undo(_, seq):
            return undo(ledger, seat, seq), None
        case protocol.Commit(_, number, commitment, meant):
            return commit(ledger, seat, number, commitment, meant), None
        case protocol.Reveal(_, number, entropy):
            return reveal(ledger, seat, number, entropy), None
        case protocol.Start():
            return start(ledger, seat)
        case protocol.Fill(_, other, bot):
            return fill(ledger, seat, other, bot, is_there), None
        case protocol.Open(_, other):
            return open_seat(ledger, seat, other), None
        case protocol.Add():
            return add_seat(ledger, seat), None
        case protocol.Remove(_, other):
            return remove_seat(ledger, seat, other), None
        case protocol.Rename(_, name):
            return rename(ledger, seat, name), None
        case protocol.Change():
            chosen = {name: value for name in SETTINGS if (value := getattr(request, name)) is not msgspec.UNSET}
            return change(ledger, seat, chosen), None
        case protocol.Back():
            return come_back(ledger, seat), None
        case protocol.Offer(_, yes):
            return offer(ledger, seat, yes), None
        case protocol.Leave():
            return leave(ledger, seat), None
    raise AssertionError(f"{request} is decided elsewhere")
