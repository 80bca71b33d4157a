"""Much work of the same kind, part by part.

A step of a table runs through so much code that the processor has forgotten its beginning when the next table's step
begins. So the work that many tables have at the same time is cut into parts: the first part for all of them, then the
second for all of them.
"""

from collections.abc import Iterator
from typing import TypeAlias

import structlog

log = structlog.get_logger()

Work: TypeAlias = Iterator[None]
"""Goes on from each `yield` when the others have come as far."""

DONE = object()


def by_turns(works: list[Work]) -> None:
    """Do all of this, a part of each in turn; what fails does not keep the others from theirs."""
    while works:
        going: list[Work] = []
        for work in works:
            try:
                if next(work, DONE) is not DONE:
                    going.append(work)
            except Exception:
                log.exception("work_failed")
        works = going
