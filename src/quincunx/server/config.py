"""The settings of a hall."""

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
    """In races: the most milliseconds of a round trip by which the hall backdates a seat's actions."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may connect, besides the one in the visitor's own request; behind a proxy, the hall's public
    origins."""
    proxies: tuple[str, ...] = ()
    """Addresses of trusted proxies: the hall believes their headers about a request's origin."""
    network: str | None = None
    """The origin (scheme, address and port) at which other devices of the network find the hall; none if it is not open
    to them."""
    public_figures: bool = False
    """Whether /metrics and /schema are for everyone, not only for this machine."""
    static: Path = STATIC
    idle_s: float = 600
    """Seconds until an idle table without watchers is dropped from memory."""
    keep_days: int | None = None
    """Days without a step after which a table is deleted; None deletes only tables that never began, after a week."""
    builder: str = "quincunx.solvers.builder"
    """The module that builds the solution of a solved game when run."""
    admin_folder: Path | None = None
    """The folder of the sockets for `quincunx hall admin`; None for no sockets."""
    webhook: str | None = None
    """The URL of the host's webhook; None for no webhook."""
    webhook_secret: str = ""
    """The secret that signs its messages."""
    mail_from: str | None = None
    """The sender of notifications by mail; None for no mails."""
    mail_server: tuple[str, int] = ("localhost", 25)
    mail_login: tuple[str, str] = ("", "")
    """Name and password at the mail server; empty for none."""
    news_after_s: float = 10
    """Seconds that a player may be gone when a turn or a round begins: who loads the page needs no news of it."""
    local_push: bool = False
    """For tests: whether push services may be on this machine, without TLS."""
    peer: tuple[str, int] = ("127.0.0.1", 0)
    """Where the other processes of a hall with a shared database reach this one: an address of this machine, and a port
    (0 for any free port)."""

    @property
    def public(self) -> str:
        """The hall's public origin; empty if none was named."""
        return self.origins[0] if self.origins else ""
