"""What uncovers a secret in PoPalotsy.

A dropped card does, but a twin without that card cannot follow. The end of a round shows that nobody left in it has a
correct drop; in turns so does every seat that is skipped.
"""

from quincunx.core.seats import CHANCE
from quincunx.games.popalotsy.rules import apply
from quincunx.games.popalotsy.state import DROPPING, TURNS, State


def reveals(state: State, who: int, what: int) -> bool:
    """Whether this event tells everyone something that was hidden."""
    if who == CHANCE:
        return False
    after = state.duplicate()
    apply(after, who, what)
    return state.form == TURNS or after.stage != DROPPING
