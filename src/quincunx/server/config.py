"""What a hall is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from quincunx.core.spec import GameSpec
from quincunx.games import GAMES

STATIC = Path(__file__).parent / "static"


@dataclass
class Limits:
    """How much one visitor may ask for."""

    message_bytes: int = 4096
    message_bytes_hard: int = 65_536
    """Beyond this the connection is closed."""
    messages_a_second: float = 200
    burst: float = 400
    bad_messages: int = 200
    """Malformed or too fast, in a row or nearly so, until the connection is closed."""
    tables_an_hour: int = 120
    """From one address."""
    connections_an_address: int = 500
    unsent_bytes: int = 1 << 20
    """Waiting for a client that reads too slowly, until the connection is closed."""


@dataclass
class HallConfig:
    """One process of the hall."""

    db: str
    """`sqlite:///file` or `postgresql://…`."""
    games: tuple[GameSpec, ...] = GAMES
    limits: Limits = field(default_factory=Limits)
    allowance_ms: int = 400
    """In races: at most so much of a seat's round trip is taken off."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may connect, beside the hall's own."""
    static: Path = STATIC
    idle_s: float = 600
    """A table without watchers or anything to do leaves the memory after this long."""
