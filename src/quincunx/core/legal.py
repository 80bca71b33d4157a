"""What every game has unless it brings its own: legal actions by asking its objection, a random player and the like."""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.slots import ACTIONS, objection

UNKNOWN = -1.0
"""In place of a chance to win."""
NO_NAME = -1
"""Of a landing that is drawn in the order of events: only one that no decision comes before."""


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


def see_all(state: Any, seat: int, who: int, what: int) -> bool:
    """A game in which no event is secret."""
    return True


def guess_nothing(view: Any, seat: int, key: Row, out: Any) -> None:
    """A game without secrets: a view is the truth."""


def no_name(state: Any) -> int:
    """A game that does not name its landings."""
    return NO_NAME


def all_legal(view: Any, seat: int, legal: Row, count: int, knowledge: Any, out: Row) -> int:
    """Every legal action is worth a thought."""
    for index in range(count):
        out[index] = legal[index]
    return count


def no_estimate(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """A game that plays every trial to its end."""
    return UNKNOWN


def note_nothing(before: Any, after: Any, who: int, what: int, out: Row) -> None:
    """A game without figures of its own counts nothing."""
