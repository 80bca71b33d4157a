"""Errors for bad input. Each has a sentence for people."""

import re
import sys

from quincunx.core import words
from quincunx.core.messages import Message
from quincunx.core.words import PLAIN

LONGEST_WORD, LONGEST = 160, 600
"""The maximum length of a word and of a sentence about an error; longer ones, quoted from a file, are cut."""


class QuincunxError(ValueError):
    """Invalid input. The message explains it in one line; `str(error)` is its English text."""

    def __init__(self, said: Message | str) -> None:
        super().__init__(said)
        self.message = said if isinstance(said, Message) else PLAIN(text=said)


class SetupError(QuincunxError):
    """An invalid set-up of a match: unknown game, seats out of range, unknown variant."""


class BotError(SetupError):
    """A bot from outside that raised an exception."""

    def __init__(self, said: Message | str, frames: str) -> None:
        super().__init__(said)
        self.args = (said, frames)  # the arguments for pickling
        self.frames = frames
        """The traceback, the bot's own frames alone."""

    def __str__(self) -> str:
        return f"{self.message}\n{self.frames}"


class NotationError(QuincunxError):
    """A text that is not an action, an outcome of chance or a position."""


class IllegalAction(QuincunxError):  # noqa: N818  # the word of the project's vocabulary
    """An action that the rules do not allow now; the message says which rule."""

    def __init__(self, said: Message | str, reason: Message | None = None) -> None:
        super().__init__(said)
        self.reason = reason or self.message
        """The message without the action that it is about."""


class ChanceError(QuincunxError):
    """A die or card that cannot land now, or a source of chance that has none left."""


class TranscriptError(QuincunxError):
    """A transcript that cannot be read or does not replay; the message names the line."""


class ReplayError(TranscriptError):
    """A transcript that can be parsed, with impossible events; the message names the line."""


def system_reason(error: OSError) -> Message:
    """The reason of an OSError as a message; in the system's words where we have no sentence."""
    from socket import EAI_AGAIN, EAI_NONAME, gaierror

    if "ssl" in sys.modules and isinstance(error, sys.modules["ssl"].SSLError):  # its numbers are not the system's
        return PLAIN(text=str(error.strerror or error))
    names = {EAI_NONAME: words.UNKNOWN_HOST, EAI_AGAIN: words.NO_NAME_SERVICE}
    known = (names if isinstance(error, gaierror) else words.SYSTEM).get(error.errno or 0)
    if isinstance(error, TimeoutError) and error.errno is None:
        known = words.NO_ANSWER
    return PLAIN(text=str(error.strerror or error)) if known is None else known()


def shortened(text: str) -> str:
    """Shorten a complaint: very long quotations are cut in the middle."""
    return _cut(re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: _cut(word[0], LONGEST_WORD), text), LONGEST)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 1]}…{text[-end:]}"
