"""What cannot be in a position of Pig."""

from collections.abc import Iterator

from tests.examples.pig.rules import ENDED, TARGET, State


def flaws(state: State) -> Iterator[str]:
    if state.turn >= state.seats or any(state.score[state.seats :]):
        yield "turn is a seat that plays, and no other seat has points"
    winners = [seat for seat, score in enumerate(state.score) if score >= TARGET]
    if winners != ([state.turn] if state.stage == ENDED else []):
        yield "the match ends as soon as one seat has 100"
