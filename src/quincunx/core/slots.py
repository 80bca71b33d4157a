"""Places that `core.link` fills with one game's functions.

A loop that plays any game (`core.legal`, `sim.loops`) imports these names; linked for a game, it calls that game's
functions instead. Called unlinked, they say so.
"""

from typing import Any, NoReturn

ACTIONS = 0
"""How many actions the game has: they are 0 to ACTIONS - 1."""


def _unlinked(name: str) -> NoReturn:
    raise RuntimeError(f"{name} is a slot: link the module for a game first")


def setup(state: Any, seats: int, options: Any) -> None:
    """How does it start? (state arrives all zero)"""
    _unlinked("setup")


def to_act(state: Any) -> int:
    """Who may act?"""
    _unlinked("to_act")


def objection(state: Any, seat: int, action: int) -> int:
    """May they do this, and if not, which rule says so?"""
    _unlinked("objection")


def legal_actions(state: Any, seat: int, out: Any) -> int:
    """All actions without objection, ascending, into out; their count."""
    _unlinked("legal_actions")


def apply(state: Any, seat: int, action: int) -> None:
    """What happens then?"""
    _unlinked("apply")


def odds(state: Any, weights: Any) -> int:
    """The weights of the outcomes of the next single die or card; their count."""
    _unlinked("odds")


def land(state: Any, outcome: int) -> None:
    """What happens when that die or card lands?"""
    _unlinked("land")


def view(state: Any, seat: int, out: Any) -> None:
    """What may this seat know? (out arrives as a copy of state)"""
    _unlinked("view")


def standings(state: Any, out: Any) -> None:
    """How did it end?"""
    _unlinked("standings")


def note(before: Any, after: Any, who: int, what: int, out: Any) -> None:
    """Count what the event that led from before to after shows; a game without figures counts nothing."""


def copy_state(states: Any, target: int, source: int) -> None:
    """Copy one state of a batch onto another."""
    _unlinked("copy_state")


def reflex(bot: int, view: Any, seat: int, legal: Any, count: int, key: Any, knowledge: Any) -> int:
    """What the reflex bot of that number does, from 1; written out by the linker for as many as there are."""
    _unlinked("reflex")


def sees(state: Any, seat: int, who: int, what: int) -> bool:
    """May this seat know what this event is, which happens next?"""
    _unlinked("sees")


def guess(view: Any, seat: int, key: Any, out: Any) -> None:
    """A whole state that this view may be of, each as likely as chance alone makes it (out arrives as a copy)."""
    _unlinked("guess")


def landing_name(state: Any) -> int:
    """Whose die or card lands next, in which turn, roll and place, as one int; NO_NAME if it has none."""
    _unlinked("landing_name")


def candidates(view: Any, seat: int, legal: Any, count: int, knowledge: Any, out: Any) -> int:
    """The actions worth a thought, into out; their count."""
    _unlinked("candidates")


def estimate(root: Any, state: Any, seat: int, knowledge: Any) -> float:
    """The chance that a seat wins from where a trial has come to from its root; UNKNOWN where it must go on."""
    _unlinked("estimate")
