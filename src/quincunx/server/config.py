"""What a hall is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.server.door.limits import Limits

STATIC = Path(__file__).parent / "static"


@dataclass
class HallConfig:
    """The settings of one process of the hall."""

    db: str
    """The address of the database: `sqlite:///file` or `postgresql://…`."""
    games: tuple[GameSpec, ...] = GAMES
    limits: Limits = field(default_factory=Limits)
    allowance_ms: int = 400
    """In races: the most milliseconds of a seat's round trip that are taken off the time of its actions."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may connect, beside the one that the hall was called by; behind a proxy, the hall's public
    ones."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they say which address a request comes from."""
    network: str | None = None
    """The origin (scheme, address and port) at which other devices of the network find the hall; none if it is not open
    to them."""
    public_figures: bool = False
    """Whether /metrics and /schema are for everyone, not only for this machine."""
    static: Path = STATIC
    idle_s: float = 600
    """Seconds after which a table without watchers or anything to do leaves the memory."""
    keep_days: int | None = None
    """Days after which tables that have not moved are deleted; none to delete only those that never began, after a
    week."""
    builder: str = "quincunx.solvers.builder"
    """The module that is run to build the solution of a solved game."""
    admin_folder: Path | None = None
    """The folder of the sockets for `quincunx hall admin`; none for no such sockets."""
    webhook: str | None = None
    """Where the host is told the news by POST; none for nowhere."""
    webhook_secret: str = ""
    """What signs them."""
    news_after_s: float = 10
    """Seconds that a player may be gone when a turn or a round begins: who loads the page needs no news of it."""
    local_push: bool = False
    """For tests: whether push services may be on this machine, without TLS."""
    peer: tuple[str, int] = ("127.0.0.1", 0)
    """Where other processes of the hall reach this one, if its database is shared: an address of this machine, and a
    port, or 0 for any that is free."""

    @property
    def public(self) -> str:
        """The hall's public origin; empty if none was named."""
        return self.origins[0] if self.origins else ""
