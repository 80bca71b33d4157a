"""The command line, a module per family of commands.

Nothing heavy is imported before a command needs it: `quincunx --help` and `quincunx play` start at once.
"""

from quincunx.cli import advise, hall, play, records, simulation, study, tables  # noqa: F401  # each declares its commands
from quincunx.cli.entry import main, run
from quincunx.cli.options import app

__all__ = ["app", "main", "run"]
