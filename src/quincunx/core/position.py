"""A single position as text: what `Match.position` writes, read back and checked."""

from typing import Any

from quincunx.core.errors import NotationError
from quincunx.core.fields import parse_fields
from quincunx.core.spec import GameSpec


def parse_position(spec: GameSpec, text: str) -> Any:
    """The state that a text describes; a NotationError names what cannot be."""
    state = parse_fields(spec.state, text)
    flaw = spec.notation.flaw(state)
    if flaw is not None:
        raise NotationError(f"no position of {spec.title}: {flaw}")
    return state
