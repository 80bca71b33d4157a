"""Informal positions: the first roll of a round."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.words import A_DIE, A_TOTAL, quoted
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import MOST_TOTAL, SIX, wins
from quincunx.games.sixes.rules import land, setup
from quincunx.games.sixes.state import DICE_CHOICES, SEATS, State

EXAMPLE = "6 5 4 2 1 1, against 4 4 3 2 2 1, total 12 to 9"
NAMES = ("dice", "against", "total")


def parse_lenient(text: str) -> State:
    """Parse both rolls and the totals: `6 5 4 2 1 1, against 4 4 3 2 2 1, total 12 to 9`."""
    parts = read_parts(text, NAMES, EXAMPLE)
    dice = [[whole(word, 1, SIX, A_DIE) for word in parts.get(name, [])] for name in ("dice", "against")]
    each = len(dice[0])
    if len(dice[1]) != each or each not in DICE_CHOICES:
        raise NotationError(words.SAID_OTHER_DICE(mine=each, theirs=len(dice[1]), example=quoted(EXAMPLE)))
    state = State()
    setup(state, SEATS, [DICE_CHOICES.index(each), 0, 0])
    state.total[:] = _totals(parts.get("total", ["0", "to", "0"]))
    state.rounds = int(any(state.total))
    for face in dice[0] + dice[1]:
        land(state, face - 1)
    return state


def _totals(said: list[str]) -> list[int]:
    totals = [whole(word, 0, MOST_TOTAL, A_TOTAL) for word in said if word != "to"]
    if len(totals) != SEATS:
        raise NotationError(words.SAID_TWO_TOTALS(text=quoted(" ".join(said))))
    if any(map(wins, totals)):
        raise NotationError(words.SAID_MATCH_IS_OVER(mine=totals[0], theirs=totals[1]))
    return totals
