"""The errors of the store; callers never see the database's own."""

import msgspec

from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.server import words

UNREADABLE = (msgspec.MsgspecError, UnicodeError, TypeError, ValueError)
"""The exceptions that decoding raises for anything that the hall has not written."""


class StoreError(QuincunxError):
    """The database cannot be used, or not in this way."""


class TakenError(StoreError):
    """A row with this key exists already."""


class FencedError(StoreError):
    """Another process owns the table now."""


class OccupiedError(StoreError):
    """Another hall is open on the file."""

    def __init__(self, file: str, url: str | None) -> None:
        super().__init__(words.OCCUPIED_BY(file=file, url=url) if url else words.OCCUPIED(file=file))
        self.url = url


class DamageError(QuincunxError):
    """Unreadable data of one table; other tables are not affected."""

    def __init__(self, table: str, what: Message) -> None:
        super().__init__(words.DAMAGED(table=table, what=what))


class ClosedError(QuincunxError):
    """The host has closed the table for good."""
