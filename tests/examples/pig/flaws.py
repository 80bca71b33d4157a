"""What cannot be in a position of Pig."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from tests.examples.pig import words
from tests.examples.pig.rules import ENDED, TARGET, State


def flaws(state: State) -> Iterator[Message]:
    return all_of(state, _of_turn, _of_end)


def _of_turn(state: State) -> Iterator[Message]:
    if state.turn >= state.seats or any(state.score[state.seats :]):
        yield words.FLAW_TURN()


def _of_end(state: State) -> Iterator[Message]:
    winners = [seat for seat, score in enumerate(state.score) if score >= TARGET]
    if winners != ([state.turn] if state.stage == ENDED else []):
        yield words.FLAW_END(target=TARGET)
