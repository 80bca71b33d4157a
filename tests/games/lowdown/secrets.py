"""What uncovers a secret in Lowdown: the active player's pick turns up the secret pair."""

from quincunx.core.seats import CHANCE
from quincunx.games.lowdown.rules import apply, is_secret
from quincunx.games.lowdown.state import State


def reveals(state: State, who: int, what: int) -> bool:
    """Whether this event tells everyone something that was hidden."""
    if who == CHANCE or not is_secret(state):
        return False
    after = state.duplicate()
    apply(after, who, what)
    return not is_secret(after)
