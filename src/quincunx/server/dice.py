"""Dice that can be checked: a committed seed, everyone's entropy, and the key that both make."""

import hashlib
import secrets
from collections.abc import Sequence

from quincunx.core.chance import Seeded

FORM = "quincunx dice 1"


def new_seed() -> str:
    """32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment_of(seed: str) -> str:
    """What is shown before the match: it fixes the seed without telling it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def key_of(seed: str, entropy: Sequence[str | None]) -> bytes:
    """The seed and what every seat added, mixed."""
    lines = [FORM, seed, *(text or "" for text in entropy)]
    return hashlib.sha256("\n".join(lines).encode()).digest()


def dice_of(seed: str, entropy: Sequence[str | None]) -> Seeded:
    """The source of chance of a match."""
    return Seeded(key_of(seed, entropy))
