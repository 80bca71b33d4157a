"""Who sits at a table: chairs, names and tokens."""

import hashlib
import secrets

from msgspec import Struct

from quincunx.core.naming import LONGEST_NAME, bot_name, clean_name, fresh_name, old_bot_name

__all__ = ["LONGEST_NAME", "Chair", "bot_name", "clean_name", "fresh_name", "old_bot_name"]

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
"""How many letters a table's id has: about 50 bits, so that nobody guesses a private table."""


class Chair(Struct):
    """One seat of a table."""

    name: str = ""
    token: str | None = None
    """The hash of its player's token; none if no person holds the seat."""
    owner: int = 0
    """The number of its player at this table (people are counted from 1 as they sit down); 0 if no person holds the
    seat."""
    bot: str | None = None
    """The bot that plays the seat, for good or for a person who is away; none if no bot does."""
    left: bool = False
    """Whether its player has given the seat up during the match."""

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
        """Whether it is a person's seat that the person does not play now."""
        return self.left or (self.token is not None and self.bot is not None)


def new_table_id() -> str:
    """A random id for a table's link, easy to read out."""
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
    """A random secret by which a client proves that it is the player of a seat."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """The hash of a token, which is all that the hall keeps of it."""
    return hashlib.sha256(token.encode()).hexdigest()
