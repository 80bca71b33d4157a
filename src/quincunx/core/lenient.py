"""Helpers for parsers of informal positions.

`r4 b2 g1, dice 1 4 6 2 1, others 5 4` has three parts with commas between them. Each begins with its name, which may be
left out of the first (here `hand`), and goes on with the words that belong to it.
"""

import re
from collections.abc import Sequence

from quincunx.core import words
from quincunx.core.errors import NotationError
from quincunx.core.messages import Sentence
from quincunx.core.words import quoted


def read_parts(text: str, names: Sequence[str], example: str) -> dict[str, list[str]]:
    """The words of each part of a text, by the part's name.

    `names` are the names that parts may have, the first of them that of a part without a name. A NotationError, with
    the example, says which part is unknown or comes twice.
    """
    found: dict[str, list[str]] = {}
    for part in text.lower().replace(";", ",").split(","):
        typed = part.split()
        if not typed:
            continue
        name = typed.pop(0) if typed[0] in names else ("" if found else names[0])
        if not name or name in found:
            flaw = words.SAID_TWICE if name else words.NOT_KNOWN_HERE
            raise NotationError(flaw(part=quoted(part.strip()), example=quoted(example)))
        found[name] = typed
    return found


def whole(word: str, least: int, most: int, what: Sentence) -> int:
    """Parse a whole number of a position; a NotationError says what it means and its range."""
    if not (re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most):
        raise NotationError(words.WHOLE_NUMBER(what=what(), least=least, most=str(most), word=quoted(word)))
    return int(word)
