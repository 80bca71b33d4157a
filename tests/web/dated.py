"""A hall for tests whose dailies are those of another day: as many days ahead as the file `ahead` beside its database
says; its bots do not pause.

`python -m tests.web.dated --db sqlite:///hall.db --port 8000`, as `python -m tests.hall`.
"""

import sys
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from unittest import mock

from quincunx.protocol import Settings
from quincunx.server.daily.dailies import Dailies
from quincunx.server.hall import opening
from tests.hall import main

AHEAD = "ahead"
really_today = Dailies.today


def today(dailies: Dailies) -> date:
    """The date, so many days ahead."""
    folder = Path(sys.argv[sys.argv.index("--db") + 1].removeprefix("sqlite:///")).parent
    ahead = folder / AHEAD
    return really_today(dailies) + timedelta(days=int(ahead.read_text()) if ahead.exists() else 0)


if __name__ == "__main__":
    swift = mock.patch.object(opening, "Settings", partial(Settings, pace=0))
    with mock.patch.object(Dailies, "today", today), swift:
        main()
