"""What can be wrong with what the engine is given, each with a sentence a person can act on."""


class QuincunxError(ValueError):
    """Bad input: the message names what is wrong in one line."""


class SetupError(QuincunxError):
    """A match cannot start like this: unknown game, seats out of range, unknown variant."""


class NotationError(QuincunxError):
    """A text that is no action, no outcome of chance or no position."""


class IllegalAction(QuincunxError):  # noqa: N818  # the word of the project's vocabulary
    """An action that the rules do not allow now; the message says which rule."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """The message without the action that it is about."""


class ChanceError(QuincunxError):
    """A die or card that cannot land now, or a source of chance that has none left."""


class TranscriptError(QuincunxError):
    """A transcript that cannot be read or does not replay; the message names the line."""
