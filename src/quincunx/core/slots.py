"""Placeholders for the functions of a game, for modules that can play any game (`core.defaults`, `core.loops`).

Such a module imports these names; linked for a game by `core.link`, it calls that game's functions instead. One that is
called without being linked raises a RuntimeError.
"""

from typing import Any, NoReturn

ACTIONS = 0
"""How many actions the game has: they are 0 to ACTIONS - 1."""


def _unlinked(name: str) -> NoReturn:
    raise RuntimeError(f"{name} is a slot: link the module for a game first")


def setup(state: Any, seats: int, options: Any) -> None:
    """Set up a match; `state` arrives all zero."""
    _unlinked("setup")


def to_act(state: Any) -> int:
    """Who may act: a set of seats, `CHANCE` or `OVER`."""
    _unlinked("to_act")


def objection(state: Any, seat: int, action: int) -> int:
    """0 if a seat may do this, else the number of the rule against it."""
    _unlinked("objection")


def legal_actions(state: Any, seat: int, out: Any) -> int:
    """Put all actions without objection into `out`, ascending; return how many."""
    _unlinked("legal_actions")


def apply(state: Any, seat: int, action: int) -> None:
    """Let a seat do this."""
    _unlinked("apply")


def odds(state: Any, weights: Any) -> int:
    """Put the weights of the outcomes of the next die or card into `weights`; return how many."""
    _unlinked("odds")


def land(state: Any, outcome: int) -> None:
    """Let the next die or card land with this outcome."""
    _unlinked("land")


def view(state: Any, seat: int, out: Any) -> None:
    """Hide in `out`, which arrives as a copy of the state, what this seat may not know."""
    _unlinked("view")


def standings(state: Any, out: Any) -> None:
    """Put place and points of every seat into `out`."""
    _unlinked("standings")


def note(before: Any, after: Any, who: int, what: int, out: Any) -> None:
    """Count what the event that led from before to after shows; a game without figures counts nothing."""


def copy_state(states: Any, target: int, source: int) -> None:
    """Copy one state of a batch onto another."""
    _unlinked("copy_state")


def reflex(bot: int, view: Any, seat: int, legal: Any, count: int, key: Any, knowledge: Any) -> int:
    """The action of the reflex bot of that number, from 1; the linker writes a branch for each bot."""
    _unlinked("reflex")


def confirm(state: Any, seat: int, action: int, key: Any) -> int:
    """The action that a bot has chosen; with bots from outside an `IllegalAnswerError` unless it is legal."""
    _unlinked("confirm")


def sees(state: Any, seat: int, who: int, what: int) -> bool:
    """Whether this seat may know what this event is, which happens next."""
    _unlinked("sees")


def guess(view: Any, seat: int, key: Any, out: Any) -> None:
    """Make of `out`, a copy of the view, a whole state that the view may be of, as likely as chance alone makes it."""
    _unlinked("guess")


def landing_name(state: Any) -> int:
    """The die or card that lands next (of which seat, turn, roll and place) as one number; `NO_NAME` if it has none."""
    _unlinked("landing_name")


def candidates(view: Any, seat: int, legal: Any, count: int, knowledge: Any, out: Any) -> int:
    """Put the actions that are worth a search into `out`; return how many."""
    _unlinked("candidates")


def estimate(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """The chance that a seat wins from where a trial, begun at `root`, has come to; `UNKNOWN` where it must go on."""
    _unlinked("estimate")


def outlook(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """The same for an analysis, whose trials may end elsewhere."""
    _unlinked("outlook")


def replayed(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """The same where an arena replays the match piece by piece."""
    _unlinked("replayed")
