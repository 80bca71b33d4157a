"""The command line, a module per family of commands.

Nothing heavy is imported before a command needs it: `quincunx --help` and `quincunx play` start at once.
"""

from quincunx.cli import (  # each declares its commands
    advise,  # noqa: F401
    daily,  # noqa: F401
    hall,  # noqa: F401
    judge,  # noqa: F401
    paper,  # noqa: F401
    play,  # noqa: F401
    records,  # noqa: F401
    simulation,  # noqa: F401
    site,  # noqa: F401
    study,  # noqa: F401
    tables,  # noqa: F401
)
from quincunx.cli.entry import main, run
from quincunx.cli.options import app

__all__ = ["app", "main", "run"]
