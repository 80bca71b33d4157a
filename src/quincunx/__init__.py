"""Five dice games on one engine."""

from quincunx.core.chance import Recorded, Scripted, Seeded, Typed
from quincunx.core.errors import (
    ChanceError,
    IllegalAction,
    NotationError,
    QuincunxError,
    SetupError,
    TranscriptError,
)
from quincunx.core.match import Match
from quincunx.core.play import Standing
from quincunx.core.position import parse_position
from quincunx.core.timeline import Event
from quincunx.core.transcript import read_transcript
from quincunx.games import GAMES, game

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "ChanceError",
    "Event",
    "IllegalAction",
    "Match",
    "NotationError",
    "QuincunxError",
    "Recorded",
    "Scripted",
    "Seeded",
    "SetupError",
    "Standing",
    "TranscriptError",
    "Typed",
    "game",
    "parse_position",
    "read_transcript",
]
