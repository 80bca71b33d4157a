"""Who sits at a table: chairs, names and tokens."""

import hashlib
import secrets

from msgspec import Struct

from quincunx.core.naming import LONGEST_NAME, bot_name, clean_name, fresh_name, old_bot_name

__all__ = ["LONGEST_NAME", "Chair", "bot_name", "clean_name", "fresh_name", "old_bot_name"]

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
"""About 50 bits: nobody guesses a private table."""


class Chair(Struct):
    """One seat of a table."""

    name: str = ""
    token: str | None = None
    """The hash of its player's token."""
    owner: int = 0
    """The number of its player at this table, from 1; 0 for none."""
    bot: str | None = None
    """Who plays it in place of a person, or for one who is away."""
    left: bool = False
    """Its player has given it up during the match."""

    @property
    def is_human(self) -> bool:
        """Whether a person holds it."""
        return self.token is not None

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits on it, person or bot."""
        return self.token is None and self.bot is None and not self.left

    @property
    def is_away(self) -> bool:
        """Whether it is a person's and not played by that person."""
        return self.left or (self.token is not None and self.bot is not None)


def new_table_id() -> str:
    """An id for links, easy to read out."""
    number = secrets.randbelow(len(ID_LETTERS) ** ID_LENGTH)
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def new_table_number(now: int) -> int:
    """A number for the database, given the time in milliseconds: it grows with time, and hardly ever comes twice."""
    return now << 20 | secrets.randbits(20)


def new_token() -> str:
    """What proves to be the player of a seat."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
