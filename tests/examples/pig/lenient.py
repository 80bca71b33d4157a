"""A position of Pig as people say it: what both hold, and what the turn has brought."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.words import A_TOTAL
from tests.examples.pig import words
from tests.examples.pig.rules import SEATS, TARGET, State, setup

EXAMPLE = "30 to 45, turn 12"
NAMES = ("scores", "turn")


def parse_lenient(text: str) -> State:
    """The scores, one's own first, and what the turn has brought: `30 to 45, turn 12`."""
    parts = read_parts(text, NAMES, EXAMPLE)
    scores = [whole(word, 0, TARGET - 1, A_TOTAL) for word in parts.get("scores", []) if word != "to"]
    brought = parts.get("turn", ["0"])
    if not 2 <= len(scores) <= SEATS or len(brought) != 1:
        raise NotationError(words.SAID_SCORES(example=repr(EXAMPLE)))
    state = State()
    setup(state, len(scores), [0])
    state.score[: len(scores)] = scores
    state.brought = whole(brought[0], 0, TARGET, words.A_TURN)
    return state
