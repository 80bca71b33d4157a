"""Remembers which step answered which message, so that a repeated message is not applied twice."""

from msgspec import Struct

from quincunx.table import words
from quincunx.table.refusal import Refuse

MOST_CLIENTS = 64
"""The number of a player's programs or tabs (clients) whose last message is remembered. With one more, the client that
has been quiet for longest is retired."""
MOST_RETIRED = 2000
"""The number of retired clients remembered, so that all their messages are refused as old; with more, new clients are
refused."""


class Answers(Struct):
    """The messages of one player of a table that have been answered, by their ids `client.n`."""

    highest: dict[str, int] = {}
    """By client: the highest n that became a step. The most recent client is last."""
    retired: set[str] = set()
    """Clients whose highest n has been forgotten."""
    known: dict[str, int] = {}
    """The ids of the last few messages, with the numbers of their steps."""

    def find(self, message: str) -> int | None:
        """Return the step that this message became; None if it is new. Raise `Refuse` if it is too old to know."""
        if (seq := self.known.get(message)) is not None:
            return seq
        client, _, count = message.partition(".")
        highest = self.highest.get(client)
        if highest is not None:
            if int(count) <= highest:
                raise Refuse("old", words.ANSWERED_BEFORE())
            return None
        if client in self.retired:
            raise Refuse("old", words.CLIENT_RETIRED())
        if len(self.retired) >= MOST_RETIRED:
            raise Refuse("limit", words.TOO_MANY_CLIENTS(count=MOST_RETIRED))
        return None

    def add(self, message: str, seq: int, most: int) -> None:
        """Record the step of a message; only the `most` latest messages are kept."""
        client, _, count = message.partition(".")
        highest, known = self.highest, self.known
        highest[client] = max(int(count), highest.pop(client, 0))
        if len(highest) > MOST_CLIENTS:
            quietest = next(iter(highest))
            del highest[quietest]
            self.retired.add(quietest)
        known[message] = seq
        if len(known) > most:
            del known[next(iter(known))]
