"""What a hall is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.server.limits import Limits

STATIC = Path(__file__).parent / "static"


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
    """Other origins whose pages may connect, beside the hall's own; behind a proxy, the hall's own public ones."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word is taken for whom they speak for."""
    network: str | None = None
    """Where other devices of its network find the hall, if it is open to them: scheme, address and port."""
    public_figures: bool = False
    """Whether /metrics and /schema are for everyone, not for this machine alone."""
    static: Path = STATIC
    idle_s: float = 600
    """A table without watchers or anything to do leaves the memory after this long."""
    keep_days: int | None = None
    """Tables that have not moved for so long are thrown away; without, only those that never began, after a week."""
    builder: str = "quincunx.solvers.builder"
    """The program, a module, that builds the tables of a solved game."""
    office: Path | None = None
    """The folder of the sockets at which whoever runs the hall talks to it, and of the addresses it keeps out."""
