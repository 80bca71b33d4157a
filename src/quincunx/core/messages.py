"""Texts for people as data: a `Sentence` is declared once, in English; a `Message` is one use of it.

`rolls = Sentence("pig.rolls", "{name} rolls {die}.")` declares one, `rolls(name="Ann", die="3")` makes a message.
`core/render.py` renders it in the reader's language; `str(message)` is its English text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

HOLE: Final = re.compile(r"\{(\w+)\}")
COUNT: Final = "count"
"""The value of this name decides between singular and plural."""
_ID = re.compile(r"[a-z][a-z0-9]*\.[a-z][a-z0-9_]*")
_RULE = re.compile(r"(§|R)\d+(, (§|R)\d+)*")

Value: TypeAlias = "str | int | Message | Sequence[Value]"
"""A name or notation, a number, another message, or several of these, joined as the language joins lists."""


class Message(NamedTuple):
    """A sentence's id and the values of its placeholders; on the wire `[id, {values}]`."""

    id: str
    values: Mapping[str, Any] = {}
    """Each a `Value`; one that came over the wire has lists `[id, {values}]` for the messages in it."""

    def __str__(self) -> str:
        from quincunx.core.render import render

        return render(self)


_new = tuple.__new__


@dataclass(frozen=True)
class Sentence:
    """A sentence with placeholders: `{name}` takes the value of that name."""

    id: str
    english: str
    plural: str | None = None
    """The plural: the text unless `count` is 1."""
    rule: str | None = None
    """The sentences and rulings that say so, as `§17` or `§25, R19`; shown in brackets after it."""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise TypeError(f"{self.id!r} is not an id of a sentence: expected game.words_with_underscores")
        if self.rule is not None and not _RULE.fullmatch(self.rule):
            raise TypeError(f"{self.id}: {self.rule!r} names no rules: expected §17 or §25, R19")
        if self.plural is not None and COUNT not in self.holes:
            raise TypeError(f"{self.id} has a plural, but no {{{COUNT}}}")
        if SENTENCES.setdefault(self.id, self) != self:
            raise TypeError(f"two sentences are called {self.id}")

    @property
    def holes(self) -> frozenset[str]:
        """The names of its values; a singular may omit `count`, "one die"."""
        return frozenset(HOLE.findall(f"{self.english} {self.plural or ''}"))

    def __call__(self, **values: Value) -> Message:
        return _new(Message, (self.id, values))  # one call less than `Message(…)`; every step makes messages


SENTENCES: Final[dict[str, Sentence]] = {}
"""Every sentence that is declared in a module imported so far, by its id."""

HOMES: Final[dict[str, str]] = {}
"""By the first part of an id: the package whose folder `locale` has its translations; `quincunx` for all others."""


def usage_id(english: str) -> str:
    """The id of a text that `--help` shows: `usage.` and the first words of its English."""
    first = ""
    for word in re.findall(r"[a-z0-9]+", english.lower()):
        if len(first) + len(word) > 60:
            break
        first = f"{first}_{word}" if first else word
    return f"usage.{first}"


def rule_of(message: Message) -> str | None:
    """The first § or R of a message."""
    sentence = SENTENCES.get(message.id)
    return sentence.rule.partition(",")[0] if sentence and sentence.rule else None


def flaw_of(message: Message) -> str | None:
    """The flaw of a message: an undeclared sentence, or other values than placeholders."""
    sentence = SENTENCES.get(message.id)
    if sentence is None:
        return f"no sentence is called {message.id}"
    if sentence.holes != message.values.keys():
        return f"{message.id} has the holes {sorted(sentence.holes)}, not {sorted(message.values)}"
    return next(filter(None, map(_flaw_of_value, message.values.values())), None)


def _flaw_of_value(value: Any) -> str | None:
    if isinstance(value, Message):
        return flaw_of(value)
    if isinstance(value, (list, tuple)):
        return next(filter(None, map(_flaw_of_value, value)), None)
    return None if isinstance(value, (str, int)) else f"{value!r} cannot be said"


def english(said: "Sequence[Message]") -> str:
    """Messages one after the other in English."""
    return " ".join(map(str, said))
