"""Positions as people say them: parts with commas between, each a name and what belongs to it."""

import re
from collections.abc import Sequence

from quincunx.core import words
from quincunx.core.errors import NotationError
from quincunx.core.messages import Sentence


def read_parts(text: str, names: Sequence[str], example: str) -> dict[str, list[str]]:
    """By name, the words of each part; the first part may go without its name, the first of these."""
    found: dict[str, list[str]] = {}
    for part in text.lower().replace(";", ",").split(","):
        said = part.split()
        if not said:
            continue
        name = said.pop(0) if said[0] in names else ("" if found else names[0])
        if not name or name in found:
            flaw = words.SAID_TWICE if name else words.NOT_KNOWN_HERE
            raise NotationError(flaw(part=repr(part.strip()), example=repr(example)))
        found[name] = said
    return found


def whole(word: str, least: int, most: int, what: Sentence) -> int:
    """A number in words of a position; a NotationError says what it is and must be."""
    if not (re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most):
        raise NotationError(words.WHOLE_NUMBER(what=what(), least=least, most=str(most), word=repr(word)))
    return int(word)
