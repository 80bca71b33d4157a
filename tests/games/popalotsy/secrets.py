"""What uncovers a secret in PoPalotsy: only dropping a card does, and a twin without that card cannot follow."""

from quincunx.games.popalotsy.rules import State


def reveals(state: State, who: int, what: int) -> bool:
    """Whether this event tells everyone something that was hidden."""
    return False
