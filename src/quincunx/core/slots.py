"""Placeholders for the functions of a game, for modules that can play any game (`core.defaults`, `core.loops`).

Such a module imports these names; linked for a game by `core.link`, it calls that game's functions instead. One that is
called without being linked raises a RuntimeError.
"""

from typing import Any, NoReturn

ACTIONS = 0
"""The number of the game's actions, which are 0 to ACTIONS - 1."""


def _unlinked(name: str) -> NoReturn:
    raise RuntimeError(f"{name} is a slot: link the module for a game first")


def setup(state: Any, seats: int, options: Any) -> None:
    """Set up a match; `state` arrives all zero."""
    _unlinked("setup")


def to_act(state: Any) -> int:
    """Return who may act: a set of seats, `CHANCE` or `OVER`."""
    _unlinked("to_act")


def objection(state: Any, seat: int, action: int) -> int:
    """Return 0 if a seat may do this, else the number of the rule against it."""
    _unlinked("objection")


def legal_actions(state: Any, seat: int, out: Any) -> int:
    """Put all actions without objection into `out`, ascending; return their number."""
    _unlinked("legal_actions")


def apply(state: Any, seat: int, action: int) -> None:
    """Apply a seat's action."""
    _unlinked("apply")


def odds(state: Any, weights: Any) -> int:
    """Put the weights of the outcomes of the next die or card into `weights`; return their number."""
    _unlinked("odds")


def land(state: Any, outcome: int) -> None:
    """Land the next die or card with this outcome."""
    _unlinked("land")


def view(state: Any, seat: int, out: Any) -> None:
    """Hide from this seat what it may not know, in `out`, a copy of the state."""
    _unlinked("view")


def standings(state: Any, out: Any) -> None:
    """Put place and points of every seat into `out`."""
    _unlinked("standings")


def note(before: Any, after: Any, who: int, what: int, out: Any) -> None:
    """Update the counters for the event between two states; a game without figures counts nothing."""


def copy_state(states: Any, target: int, source: int) -> None:
    """Copy one state of a batch onto another."""
    _unlinked("copy_state")


def reflex(bot: int, view: Any, seat: int, legal: Any, count: int, key: Any, knowledge: Any) -> int:
    """The action of the reflex bot of that number, from 1; the linker writes a branch for each bot."""
    _unlinked("reflex")


def confirm(state: Any, seat: int, action: int, key: Any) -> int:
    """Return the action that a bot has chosen; raise `IllegalAnswerError` if an outside bot's is illegal."""
    _unlinked("confirm")


def sees(state: Any, seat: int, who: int, what: int) -> bool:
    """Whether this seat may know this event, which happens next."""
    _unlinked("sees")


def guess(view: Any, seat: int, key: Any, out: Any) -> None:
    """Complete `out`, a copy of the view, to a possible full state, drawn with the odds of chance."""
    _unlinked("guess")


def landing_name(state: Any) -> int:
    """Return the name of the next landing (seat, turn, roll, die) as an int; `NO_NAME` if it has none."""
    _unlinked("landing_name")


def candidates(view: Any, seat: int, legal: Any, count: int, knowledge: Any, out: Any) -> int:
    """Put the actions that are worth a search into `out`; return their number."""
    _unlinked("candidates")


def estimate(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """Return a seat's win chance at this point of a trial begun at `root`; `UNKNOWN` if it must go on."""
    _unlinked("estimate")


def outlook(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """The same for an analysis, whose trials may end elsewhere."""
    _unlinked("outlook")


def replayed(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """As `outlook`, for an arena that replays the match turn by turn."""
    _unlinked("replayed")
