"""Bots at a table: what a bot of a game does at one moment, interpreted, from its own view alone.

Simulations call the same functions compiled; here a person waits for one answer, not for a compiler.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from quincunx.core.draw import KEY_WORDS, seed_key
from quincunx.core.errors import SetupError
from quincunx.core.fields import Row
from quincunx.core.legal import random_action
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec

RANDOM = "random"


def check_bot(spec: GameSpec, name: str) -> None:
    """A SetupError unless the game has a bot of that name."""
    if name not in spec.bot_names:
        raise SetupError(f"{spec.title} has no bot {name!r}; it has {', '.join(spec.bot_names)}")


def default_bot(spec: GameSpec) -> str:
    """The opponent of someone who names none: greedy if the game has it, else its strongest."""
    return "greedy" if "greedy" in spec.bots else spec.bot_names[-1]


def bot_key(seed: int | str, moment: int) -> Row:
    """The key for a decision at one moment of a match (say, its number of events): the same however it was reached."""
    digest = hashlib.sha256(f"bots:{seed}".encode()).digest()
    key = [0] * KEY_WORDS
    seed_key(key, int.from_bytes(digest[:8], "big") >> 1, moment)
    return key


def choose(spec: GameSpec, name: str, view: Any, seat: Seat, legal: Sequence[int], rng: Row) -> int:
    """The action of the bot of that name, among the legal ones; `rng` is a key as `bot_key` makes it."""
    check_bot(spec, name)
    player = random_action if name == RANDOM else spec.bots[name]
    return player(view, seat, list(legal), len(legal), rng)
