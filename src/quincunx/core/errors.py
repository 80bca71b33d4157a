"""What can be wrong with what the engine is given, each with a sentence a person can act on."""

from quincunx.core.messages import Message
from quincunx.core.words import PLAIN


class QuincunxError(ValueError):
    """Bad input: the message names what is wrong in one line; `str(error)` is its English."""

    def __init__(self, said: Message | str) -> None:
        super().__init__(said)
        self.message = said if isinstance(said, Message) else PLAIN(text=said)


class SetupError(QuincunxError):
    """A match cannot start like this: unknown game, seats out of range, unknown variant."""


class NotationError(QuincunxError):
    """A text that is no action, no outcome of chance or no position."""


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
    """A transcript whose text is clear and whose events cannot have happened: the message names the line."""
