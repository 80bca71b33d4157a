"""Defaults for the functions that a game may leave out, and the bot `random`.

A game may leave out `legal_actions`, `sees`, `guess`, `landing_name`, `candidates`, `estimate` and `note`.
`core.link` puts the functions of this module in their place.
"""

from typing import Any

from quincunx.core.fields import Row
from quincunx.core.generator import below
from quincunx.core.slots import ACTIONS, objection

UNKNOWN = -1.0
"""The answer of `estimate` if the chance to win is unknown and the trial must go on."""
NO_NAME = -1
"""`landing_name` of a die or card without a name. Only landings before the first decision may have none: they are the
same in two matches with the same dice anyway."""


class IllegalAnswerError(Exception):
    """An external bot chose an illegal action: seat and action are in its key."""


WRONG_SEAT, WRONG_ACTION = range(2)
"""The indices of seat and action in the key."""


def legal_actions(state: Any, seat: int, out: Row) -> int:
    """Put all actions without objection into `out`, ascending; return their number."""
    count = 0
    for action in range(ACTIONS):
        if objection(state, seat, action) == 0:
            out[count] = action
            count += 1
    return count


def random_action(view: Any, seat: int, legal: Row, count: int, key: Row) -> int:
    """The bot `random`: any legal action, each as likely."""
    return legal[below(key, count)]


def trust(state: Any, seat: int, action: int, key: Row) -> int:
    """Stands in for `confirm` where all bots are the game's own: their choices are legal."""
    return action


def check_answer(state: Any, seat: int, action: int, key: Row) -> int:
    """Stands in for `confirm` where external bots play: raises `IllegalAnswerError` for an illegal choice."""
    if action < 0 or action >= ACTIONS or objection(state, seat, action) != 0:
        key[WRONG_SEAT] = seat
        key[WRONG_ACTION] = action
        raise IllegalAnswerError
    return action


def see_all(state: Any, seat: int, who: int, what: int) -> bool:
    """Stands in for `sees` where no event is secret."""
    return True


def guess_nothing(view: Any, seat: int, key: Row, out: Any) -> None:
    """Stands in for `guess` where nothing is secret: the view is the whole state."""


def no_name(state: Any) -> int:
    """Stands in for `landing_name`: no landing has a name."""
    return NO_NAME


def all_legal(view: Any, seat: int, legal: Row, count: int, knowledge: Any, out: Row) -> int:
    """Stands in for `candidates`: every legal action is worth a search."""
    for index in range(count):
        out[index] = legal[index]
    return count


def no_estimate(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """Stands in for `estimate`: every trial is played to its end."""
    return UNKNOWN


def copy_record(states: Any, target: int, source: int) -> None:
    """`copy_state` in compiled play: states are NumPy records."""
    states[target] = states[source]


def copy_object(states: Any, target: int, source: int) -> None:
    """`copy_state` in interpreted play: states are Python objects."""
    states[target].set_ints(states[source].ints())


def note_nothing(before: Any, after: Any, who: int, what: int, out: Row) -> None:
    """Stands in for `note` in a game without figures: counts nothing."""
