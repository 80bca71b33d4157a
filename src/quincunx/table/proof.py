"""The arithmetic that proves a match of a hall: seeds and commitments, the key of the dice, the chain over all steps.

Server and `quincunx verify` share it; docs/adr/0010 is its specification. Everything is SHA-256 of short texts, so that
anyone can recompute it with any other program.

    seed of round r       SHA-256 of "<master seed>:<r>", as 64 hexadecimal digits
    commitment            SHA-256 of those 64 characters
    player's commitment   SHA-256 of "<table>:<round>:<seat>:<entropy>"
    key of the dice       SHA-256 of "quincunx dice 2", the seed and each seat's entropy (empty if none), a line each
    chain(0)              SHA-256 of "quincunx chain 2", table, game, rules version, seats, variants, the commitment of
                          round 1 and, of a match played on from another's moment, its position, and of a match that
                          shares its dice with others, the name of their series, a line each
    seed of a series      SHA-256 of "<series>:<game>:<secret>"; a landing is drawn by its name, as `core.chance.Named`
                          does, from this seed alone
    salt(n)               the first 16 bytes of HMAC-SHA-256 of "<n>" under the table's salt key
    link(n)               SHA-256 of salt(n) and the text of step n
    chain(n)              SHA-256 of chain(n - 1) and link(n)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from quincunx.core import words
from quincunx.core.chance import Seeded
from quincunx.core.errors import TranscriptError
from quincunx.core.transcript import variants_text
from quincunx.core.words import quoted

DICE_FORM = "quincunx dice 2"
CHAIN_FORM = "quincunx chain 2"
SALT_BYTES = 16
SHA256_BLOCK = 64
"""The number of bytes that SHA-256 takes at a time."""
INNER, OUTER = (bytes(byte ^ mark for byte in range(256)) for mark in (0x36, 0x5C))
"""The two masks of HMAC for each byte of a key."""
PATIENT_ROUNDS = 2
"""After this many void rounds the host may start without players who have not revealed their entropy."""
REAL = "real"
"""The note for dice that people roll themselves."""
NONE = "-"
"""The note for a seat without a value."""


def _hex(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def seed_of_round(master: str, number: int) -> str:
    """The server's seed of a dice round, from 1."""
    return _hex(f"{master}:{number}")


def commitment_of(seed: str) -> str:
    """The commitment shown before the match: it fixes the seed without revealing it."""
    return _hex(seed)


def player_commitment(table: str, number: int, seat: int, entropy: str) -> str:
    """A player's commitment in a round, shown before anyone's entropy."""
    return _hex(f"{table}:{number}:{seat}:{entropy}")


def key_of(seed: str, entropy: Sequence[str | None]) -> bytes:
    """Return the hash of the seed and every seat's entropy."""
    lines = [DICE_FORM, seed, *(text or "" for text in entropy)]
    return sha256("\n".join(lines).encode()).digest()


def dice_of(seed: str, entropy: Sequence[str | None]) -> Seeded:
    """The source of chance of a match."""
    return Seeded(key_of(seed, entropy))


def chain_start(
    table: str,
    game: str,
    rules: int,
    seats: int,
    variants: Mapping[str, str],
    commitment: str,
    start: str | None = None,
    *,
    real: bool = False,
    series: str | None = None,
) -> bytes:
    """The chain before the first step.

    `start` is the position at the beginning of the match, if it is not the usual one; `real` says whether people roll
    the dice; `series` is the name of the tables that share them.
    """
    lines = [CHAIN_FORM, table, game, str(rules), str(seats), variants_text(variants), commitment]
    lines += [] if start is None else [start]
    lines += [REAL] if real else []
    lines += [] if series is None else [series]
    return sha256("\n".join(lines).encode()).digest()


def salt_of(salt_key: bytes, number: int) -> bytes:
    """The salt that keeps a step's link from being guessed until the salt key is shown."""
    inner, outer = _keyed(salt_key)
    inner, outer = inner.copy(), outer.copy()
    inner.update(b"%d" % number)
    outer.update(inner.digest())
    salt: bytes = outer.digest()[:SALT_BYTES]
    return salt


@lru_cache(maxsize=512)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """Return the two hashes of HMAC-SHA-256, already fed with this key.

    The library's one-shot function releases Python's lock each time and then waits for its turn: at a busy hall that
    took longer than anything else in a step.
    """
    short = key if len(key) <= SHA256_BLOCK else sha256(key).digest()
    block = short.ljust(SHA256_BLOCK, b"\0")
    return sha256(block.translate(INNER)), sha256(block.translate(OUTER))


def link_of(salt: bytes, text: bytes) -> bytes:
    """A step's link in the chain, from its salt and its text."""
    return sha256(salt + text).digest()


def chain_after(chain: bytes, salt_key: bytes, number: int, text: bytes) -> bytes:
    """The chain when the step of that number has been added."""
    return sha256(chain + link_of(salt_of(salt_key, number), text)).digest()


@dataclass
class Notes:
    """The notes in the header of a hall's transcript: the players, and the values that prove the match."""

    table: str
    bots: Sequence[str | None]
    """For each seat: the bot that played it when the match began."""
    round: int
    """The round of the dice that counted."""
    voided: int
    """The number of void rounds of the dice."""
    commitment: Sequence[str]
    """The hall's commitment for each round from the first; the last is that of the round that counted."""
    commitments: Sequence[str | None]
    """For each seat: what its player committed to in the round that counted."""
    entropy: Sequence[str | None]
    """For each seat: what its player revealed in that round."""
    seed: str
    """The hall's seed of the round that counted."""
    salt: str
    """The salt key, in hexadecimal digits."""
    chain: str
    """The chain after the last step."""
    dice: str = ""
    """`REAL` if people rolled the dice: then nothing proves them, and the notes about rounds are missing."""
    series: str = ""
    """The name of the tables that shared these dice, if any did: then the seed is their secret, and nobody else had a
    part in the dice."""

    def lines(self) -> dict[str, str]:
        """As lines of a transcript's header."""
        if self.dice:
            bots = _words(self.bots)
            return {"table": self.table, "bots": bots, "dice": self.dice, "salt": self.salt, "chain": self.chain}
        series = {"series": self.series} if self.series else {}
        return {
            "table": self.table,
            "bots": _words(self.bots),
            **series,
            "round": str(self.round),
            "voided": str(self.voided),
            "commitment": " ".join(self.commitment),
            "commitments": _words(self.commitments),
            "entropy": _words(self.entropy),
            "seed": self.seed,
            "salt": self.salt,
            "chain": self.chain,
        }

    @classmethod
    def read(cls, lines: Mapping[str, str], seats: int) -> "Notes":
        """Parse a header; raise TranscriptError with the missing or wrong line."""
        if lines.get("dice") == REAL:
            return cls._read_real(lines, seats)
        for name in cls.__dataclass_fields__:
            if name not in lines and name not in ("dice", "series"):
                raise TranscriptError(words.LACKS_LINE(name=quoted(name)))
        rows = {name: _row(name, lines[name], seats) for name in ("bots", "commitments", "entropy")}
        return cls(
            table=lines["table"],
            bots=rows["bots"],
            round=_number("round", lines["round"]),
            voided=_number("voided", lines["voided"]),
            commitment=lines["commitment"].split(),
            commitments=rows["commitments"],
            entropy=rows["entropy"],
            seed=lines["seed"],
            salt=lines["salt"],
            chain=lines["chain"],
            series=lines.get("series", ""),
        )

    @classmethod
    def _read_real(cls, lines: Mapping[str, str], seats: int) -> "Notes":
        for name in ("table", "bots", "salt", "chain"):
            if name not in lines:
                raise TranscriptError(words.LACKS_LINE(name=quoted(name)))
        bots, nobody = _row("bots", lines["bots"], seats), [None] * seats
        return cls(lines["table"], bots, 1, 0, [], nobody, nobody, "", lines["salt"], lines["chain"], REAL)


def _words(values: Iterable[str | None]) -> str:
    return " ".join(value or NONE for value in values)


def _row(name: str, text: str, seats: int) -> list[str | None]:
    row = text.split()
    if len(row) != seats:
        raise TranscriptError(words.WORD_A_SEAT(name=quoted(name), none=NONE))
    return [None if word == NONE else word for word in row]


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise TranscriptError(words.WHOLE_NUMBER_LINE(name=quoted(name), text=quoted(text)))
    return int(text)
