"""Whether the markers of a game's rules mark what they should."""

import re
from collections.abc import Iterator
from itertools import pairwise

from quincunx.core.rulebook import COLUMN_FOR_WRITERS, FILES, FIRST, FOR_WRITERS


def misplaced(name: str, markdown: str) -> Iterator[str]:
    """The errors in the markers of a file: the rules mark the first section, and each marker stands above its kind."""
    below_marker = {
        f"<!-- {FIRST} -->": "## ",
        f"<!-- {FOR_WRITERS} -->": r"[^\s#|§<]",
        f"<!-- {COLUMN_FOR_WRITERS} -->": r"\|",
    }
    lines = markdown.split("\n")
    for number, (line, below) in enumerate(pairwise([*lines, ""]), 1):
        if "<!--" in line and not re.match(below_marker.get(line, r"(?!)"), below):
            yield f"{name}, line {number}: {line!r} is not a marker of the part below it"
    wanted = 1 if name == FILES[0] else 0
    if lines.count(f"<!-- {FIRST} -->") != wanted:
        yield f"{name} must mark {wanted} of its sections as {FIRST!r}"
