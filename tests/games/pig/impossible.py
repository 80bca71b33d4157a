"""Positions of Pig that play cannot reach, each with the flaw that it is told by."""

from tests.contract.impossible import Impossible

ROWS: list[Impossible] = [
    ("turn", "seats=2", "turn=3"),
    ("end", "seats=2", "score=100"),
]
"""A flaw, a position (reached by play, or as text), and what is changed in it so that it has the flaw."""
