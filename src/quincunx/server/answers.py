"""Messages that come again are known for what they are: nothing is done twice."""

from msgspec import Struct

from quincunx.server import words
from quincunx.server.refusal import Refuse

MOST_CLIENTS = 64
"""Programs or tabs of one owner at a table."""


class Answers(Struct):
    """Which messages of an owner have been answered, by their ids `client.n`."""

    highest: dict[str, int] = {}
    """By client: the highest n that became a step."""
    known: dict[str, int] = {}
    """The last few ids, with the numbers of their steps."""

    def find(self, message: str) -> int | None:
        """The step that this message became; none if it is new."""
        if (seq := self.known.get(message)) is not None:
            return seq
        client, _, count = message.partition(".")
        highest = self.highest.get(client)
        if highest is None:
            if len(self.highest) >= MOST_CLIENTS:
                raise Refuse("limit", words.TOO_MANY_CLIENTS(count=MOST_CLIENTS))
            return None
        if int(count) <= highest:
            raise Refuse("old", words.ANSWERED_BEFORE())
        return None

    def add(self, message: str, seq: int, most: int) -> None:
        """This message became that step; of the answers, so many are kept."""
        client, _, count = message.partition(".")
        self.highest[client] = max(int(count), self.highest.get(client, 0))
        self.known[message] = seq
        if len(self.known) > most:
            del self.known[next(iter(self.known))]
