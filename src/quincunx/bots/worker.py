"""Bots in a process of their own, so that a long thought never holds up a table.

`python -m quincunx.bots.worker` reads questions from standard input and writes answers to standard output, each a
length in four bytes and a msgpack array; it ends when its input does, so it cannot outlive the process that asked.
"""

import sys
from importlib import import_module
from typing import BinaryIO

import msgspec

from quincunx.bots import decide
from quincunx.core.bots import Budget
from quincunx.core.spec import GameSpec


class Question(msgspec.Struct, array_like=True):
    """What would this bot do?"""

    number: int
    package: str
    """Where the game's SPEC is."""
    bot: str
    seat: int
    view: bytes
    legal: list[int]
    key: list[int]


class Answer(msgspec.Struct, array_like=True):
    """This; or why there is no answer."""

    number: int
    action: int | None
    trouble: str | None = None
    stand_in: str | None = None
    """The level that answered, if the bot itself is still being made ready."""


THOUGHT = Budget(seconds=1.0)
"""How long a bot that searches thinks."""


def answer(question: Question) -> Answer:
    """Ask the bot."""
    spec: GameSpec = import_module(question.package).SPEC
    view = spec.state()
    view.set_bytes(question.view)
    found = decide(spec, question.bot, view, question.seat, question.legal, question.key, THOUGHT)
    return Answer(question.number, found.action, stand_in=found.level if found.stands_in else None)


def write_frame(out: BinaryIO, data: bytes) -> None:
    """A length, then so many bytes."""
    out.write(len(data).to_bytes(4, "big") + data)
    out.flush()


def main() -> None:
    """Answer until the input ends."""
    decode = msgspec.msgpack.Decoder(Question).decode
    encode = msgspec.msgpack.Encoder().encode
    read = sys.stdin.buffer.read
    while head := read(4):
        question = decode(read(int.from_bytes(head, "big")))
        try:
            found = answer(question)
        except Exception as error:
            found = Answer(question.number, None, repr(error))
        write_frame(sys.stdout.buffer, encode(found))


if __name__ == "__main__":
    main()
