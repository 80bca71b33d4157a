"""Splits RULES.md and RULINGS.md into texts with ids for translation, and joins them again.

§12 and R3 are `slug.s12` and `slug.r3`; headings, paragraphs and rows of tables are named after their first words.

Markers are comments on lines of their own, right above the part that they change for readers:

    <!-- first -->                     show the section below (its heading has ##) before all others
    <!-- for writers -->               hide the paragraph below
    <!-- last column for writers -->   hide the last column of the table below

Imports nothing of the project, so that the page can be built before the package is installed.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

FILES = ("RULES.md", "RULINGS.md")
_NUMBERED = re.compile(r"(?P<mark>(?P<kind>§|R)(?P<number>\d+) )(?P<text>\S.*)")
_HEADING = re.compile(r"(?P<mark>#+ )(?P<text>.*)")
_KINDS = {"§": "s", "R": "r"}
_COMMENT = "<!--"
_MARKER = re.compile(r"<!-- (?P<marker>.*) -->")
FIRST, FOR_WRITERS, COLUMN_FOR_WRITERS = "first", "for writers", "last column for writers"
_WORDS_IN_ID = 6


class Piece(NamedTuple):
    """A line of the file, or a paragraph of several."""

    id: str | None
    """None where there is nothing to translate: empty lines, figures, rules of tables, markers."""
    mark: str
    """The prefix of the text in every language: `§12 `, `## `."""
    text: str


def pieces(slug: str, name: str, markdown: str) -> Iterator[Piece]:
    """Split a file into its pieces, in order; a paragraph becomes one line."""
    seen: set[str] = set()
    for line in _joined(markdown):
        numbered, heading = _NUMBERED.fullmatch(line), _HEADING.fullmatch(line)
        if numbered is not None:
            yield Piece(f"{slug}.{_KINDS[numbered['kind']]}{numbered['number']}", numbered["mark"], numbered["text"])
        elif line.startswith(_COMMENT) or not re.search(r"[^\W\d_]{2}", line):
            yield Piece(None, "", line)
        else:
            mark, text = (heading["mark"], heading["text"]) if heading is not None else ("", line)
            yield Piece(f"{slug}.{_id(name, text, seen)}", mark, text)


def _joined(markdown: str) -> Iterator[str]:
    """Lines; those of a paragraph as one."""
    paragraph: list[str] = []
    for line in [*markdown.split("\n"), ""]:
        if line and not line.startswith(("#", "|", "§", _COMMENT)) and not _NUMBERED.fullmatch(line):
            paragraph.append(line)
            continue
        if paragraph:
            yield " ".join(paragraph)
            paragraph = []
        yield line


def _id(name: str, text: str, seen: set[str]) -> str:
    words = re.findall(r"[a-z0-9]+", text.lower())[:_WORDS_IN_ID]
    base = wanted = f"{name.partition('.')[0].lower()}_{'_'.join(words)}"
    number = 1
    while wanted in seen:
        number += 1
        wanted = f"{base}_{number}"
    seen.add(wanted)
    return wanted


def for_people(slug: str, name: str, markdown: str, text_of: Callable[[str], str | None]) -> str:
    """Return a file for readers: the aim first, without notes for writers; numbers stay."""
    head: list[Piece] = []
    first: list[Piece] = []
    rest: list[Piece] = []
    section, marker = head, ""
    for piece in pieces(slug, name, markdown):
        if found := _MARKER.fullmatch(piece.text):
            marker = found["marker"]
            continue
        if piece.mark == "## ":
            section = first if marker == FIRST else rest
        text = (piece.id and text_of(piece.id)) or piece.text
        if marker == COLUMN_FOR_WRITERS and piece.text.startswith("|"):
            section.append(piece._replace(text="|".join([*text.split("|")[:-2], ""])))
            continue
        if marker != FOR_WRITERS:
            section.append(piece._replace(text=text))
        marker = ""
    lines = [f"{piece.mark}{piece.text}" for piece in (*head, *first, *rest)]
    return "\n".join(lines).rstrip("\n") + "\n"


def unmarked(markdown: str) -> str:
    """Return a file without its markers, otherwise unchanged."""
    return re.sub(rf"^{_MARKER.pattern}\n", "", markdown, flags=re.MULTILINE)
