"""Remembers which message of an owner was answered by which step, so that one that comes again is not done twice."""

from msgspec import Struct

from quincunx.server import words
from quincunx.server.refusal import Refuse

MOST_CLIENTS = 64
"""Programs or tabs of one owner at a table whose numbers are known; the one that was quiet for longest is retired."""
MOST_RETIRED = 2000
"""Of those that were retired, the names are kept: whatever comes from them is old."""


class Answers(Struct):
    """Which messages of an owner have been answered, by their ids `client.n`."""

    highest: dict[str, int] = {}
    """By client, the one that was heard last at the end: the highest n that became a step."""
    retired: set[str] = set()
    """Clients whose numbers are not known any more."""
    known: dict[str, int] = {}
    """The last few ids, with the numbers of their steps."""

    def find(self, message: str) -> int | None:
        """The step that this message became; none if it is new."""
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
        """This message became that step; of the answers, so many are kept."""
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
