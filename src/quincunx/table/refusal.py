"""A refusal: the hall's answer to a request that it does not carry out."""

from quincunx.core.messages import Message, rule_of


class Refuse(Exception):  # noqa: N818  # a refusal is an answer, not an error
    """A request that is refused: not now, not for this player, or not in this form."""

    def __init__(self, code: str, reason: Message) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule_of(reason)
