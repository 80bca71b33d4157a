"""What makes a state no position of Pig: play from it would be unsafe or unfair."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from tests.examples.pig import words
from tests.examples.pig.rules import ENDED, TARGET, State


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    if state.turn >= state.seats or any(state.score[state.seats :]):
        yield words.FLAW_TURN()
    winners = [seat for seat, score in enumerate(state.score) if score >= TARGET]
    if winners != ([state.turn] if state.stage == ENDED else []):
        yield words.FLAW_END(target=TARGET)
