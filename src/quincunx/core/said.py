"""Positions as people say them: parts with commas between, each a name and what belongs to it."""

import re
from collections.abc import Sequence

from quincunx.core.errors import NotationError


def read_parts(text: str, names: Sequence[str], example: str) -> dict[str, list[str]]:
    """By name, the words of each part; the first part may go without its name, the first of these."""
    found: dict[str, list[str]] = {}
    for part in text.lower().replace(";", ",").split(","):
        words = part.split()
        if not words:
            continue
        name = words.pop(0) if words[0] in names else ("" if found else names[0])
        if not name or name in found:
            what = "comes twice" if name else "says nothing that is known here"
            raise NotationError(f"{part.strip()!r} {what}: say it like {example!r}")
        found[name] = words
    return found


def whole(word: str, least: int, most: int, what: str) -> int:
    """A number in words of a position; a NotationError says what it is and must be."""
    if not (re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most):
        raise NotationError(f"{what} is a whole number from {least} to {most}, not {word!r}")
    return int(word)
