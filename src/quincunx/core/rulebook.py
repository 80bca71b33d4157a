"""A game's RULES.md and RULINGS.md as texts with ids, so that they can be translated and put together again.

§12 and R3 are `slug.s12` and `slug.r3`; headings, paragraphs and rows of tables are named after their first words.
Imports nothing of the project, so that the page can be built before the package is installed.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

FILES = ("RULES.md", "RULINGS.md")
_NUMBERED = re.compile(r"(?P<mark>(?P<kind>§|R)(?P<number>\d+) )(?P<text>\S.*)")
_HEADING = re.compile(r"(?P<mark>#+ )(?P<text>.*)")
_KINDS = {"§": "s", "R": "r"}
_AIM = re.compile(r"\w+\.rules_(aim|object)(_\w+)?")
_MAKING = re.compile(r"\w+\.rules_(marks|numbered_sentences)_\w+")
"""Paragraphs about how the text was made."""
_MARK_COLUMN = re.compile(r"\|.*\| mark \|")
_WORDS_IN_ID = 6


class Piece(NamedTuple):
    """A line of the file, or a paragraph of several."""

    id: str | None
    """None where there is nothing to translate: empty lines, figures, rules of tables."""
    mark: str
    """What stands before the text in every language: `§12 `, `## `."""
    text: str


def pieces(slug: str, name: str, markdown: str) -> Iterator[Piece]:
    """The pieces of a file, in order; joined by line feeds they are the file again, paragraphs on one line."""
    seen: set[str] = set()
    for line in _joined(markdown):
        numbered, heading = _NUMBERED.fullmatch(line), _HEADING.fullmatch(line)
        if numbered is not None:
            yield Piece(f"{slug}.{_KINDS[numbered['kind']]}{numbered['number']}", numbered["mark"], numbered["text"])
        elif not re.search(r"[^\W\d_]{2}", line):
            yield Piece(None, "", line)
        else:
            mark, text = (heading["mark"], heading["text"]) if heading is not None else ("", line)
            yield Piece(f"{slug}.{_id(name, text, seen)}", mark, text)


def _joined(markdown: str) -> Iterator[str]:
    """Lines; those of a paragraph as one."""
    paragraph: list[str] = []
    for line in [*markdown.split("\n"), ""]:
        if line and not line.startswith(("#", "|", "§")) and not _NUMBERED.fullmatch(line):
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


def translated(slug: str, name: str, markdown: str, text_of: Callable[[str], str | None]) -> str:
    """The same file in another language; what has no translation stays English."""
    return _text(pieces(slug, name, markdown), text_of)


def for_people(slug: str, name: str, markdown: str, text_of: Callable[[str], str | None]) -> str:
    """A file as people read it: the aim first, and nothing about how the text was made; numbers stay what they are."""
    sections: list[list[Piece]] = [[]]
    for piece in _without_marks(pieces(slug, name, markdown), text_of):
        if piece.mark == "## ":
            sections.append([])
        sections[-1].append(piece)
    head, *rest = sections
    rest.sort(key=lambda section: _AIM.fullmatch(section[0].id or "") is None)
    return _text((piece for section in (head, *rest) for piece in section), lambda _: None)


def _without_marks(all_pieces: Iterator[Piece], text_of: Callable[[str], str | None]) -> Iterator[Piece]:
    """Pieces in the language, without what tells where each fact is from: that is for those who write the rules."""
    marked = False
    for piece in all_pieces:
        if _MAKING.fullmatch(piece.id or ""):
            continue
        text = (piece.id and text_of(piece.id)) or piece.text
        marked = piece.text.startswith("|") and (marked or _MARK_COLUMN.fullmatch(piece.text) is not None)
        if marked:
            text = "|".join([*text.split("|")[:-2], ""])
        yield piece._replace(text=text)


def _text(all_pieces: Iterable[Piece], text_of: Callable[[str], str | None]) -> str:
    lines = [f"{mark}{(piece_id and text_of(piece_id)) or text}" for piece_id, mark, text in all_pieces]
    return "\n".join(lines).rstrip("\n") + "\n"
