"""Remembers which step answered which message, so that a repeated message is not applied twice."""

from msgspec import Struct

from quincunx.table import words
from quincunx.table.refusal import Refuse

MOST_CLIENTS = 64
"""How many programs or tabs (clients) of one player are remembered with the number of their last message. With one
more, the client that has been quiet for longest is retired."""
MOST_RETIRED = 2000
"""How many names of retired clients are kept, so that whatever they send is refused as old; with more, new clients are
refused."""


class Answers(Struct):
    """The messages of one player of a table that have been answered, by their ids `client.n`."""

    highest: dict[str, int] = {}
    """By client: the highest n that became a step. The client that was heard last is the last here."""
    retired: set[str] = set()
    """Clients whose highest n has been forgotten."""
    known: dict[str, int] = {}
    """The ids of the last few messages, with the numbers of the steps that they became."""

    def find(self, message: str) -> int | None:
        """Return the step that this message became; None if it is new, raise `Refuse` if it is too old to know."""
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
