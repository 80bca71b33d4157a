"""Random names and secrets: ids of tables, tokens of seats, seeds."""

import hashlib
import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
"""The number of letters of a table's id: about 50 bits, so that nobody guesses a private table."""


def new_table_id() -> str:
    """A random id for a table's link, easy to read out."""
    number = secrets.randbelow(len(ID_LETTERS) ** ID_LENGTH)
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def new_table_number(now: int) -> int:
    """Return a number for the database from the time in milliseconds: it grows with time, and almost never repeats."""
    return now << 20 | secrets.randbits(20)


def new_token() -> str:
    """Return a random secret that identifies the player of a seat."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Return the hash of a token; the hall stores nothing else of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of(key: str) -> str:
    """Return the public id of the player with that key: half of a hash, from which nobody finds the key."""
    return hashlib.sha256(f"quincunx player:{key}".encode()).hexdigest()[:32]


def new_seed() -> str:
    """A table's master seed: 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def new_salt() -> str:
    """The key from which a table's salts are made, independent of its seed."""
    return secrets.token_hex(32)
