"""What every game has unless it brings its own: legal actions by asking its objection, a random player."""

from typing import Any

from quincunx.core.draw import below
from quincunx.core.fields import Row
from quincunx.core.slots import ACTIONS, objection


def legal_actions(state: Any, seat: int, out: Row) -> int:
    """All actions without objection, ascending, into out; their count."""
    count = 0
    for action in range(ACTIONS):
        if objection(state, seat, action) == 0:
            out[count] = action
            count += 1
    return count


def random_action(view: Any, seat: int, legal: Row, count: int, key: Row) -> int:
    """Any legal action, each as likely."""
    return legal[below(key, count)]


def note_nothing(before: Any, after: Any, who: int, what: int, out: Row) -> None:
    """A game without figures of its own counts nothing."""
