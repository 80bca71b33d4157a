"""A hall for tests: all tables have the same seed, so that dice depend on what players add alone, and races begin at
once.

`python -m tests.web.seeded --db sqlite:///hall.db --port 8000`, as `python -m tests.hall`.
"""

import zlib
from unittest import mock

from quincunx.core.naming import BOT_NAMES
from quincunx.server.hall import opening
from quincunx.server.hall.ids import new_table_id
from quincunx.table import state
from tests.hall import main

SEED = "5" * 64


def steady_id() -> str:
    """An id of a table at which bots have the same names as at any other: they are chosen by it."""
    while True:
        found = new_table_id()
        if all(zlib.crc32(found.encode()) % len(names) == 0 for names in BOT_NAMES.values()):
            return found


def run() -> None:
    """Run the hall until it is stopped."""
    luck = mock.patch.multiple(opening, new_seed=lambda: SEED, new_table_id=steady_id)
    with luck, mock.patch.object(state, "COUNTDOWN_MS", 0):
        main()


if __name__ == "__main__":
    run()
