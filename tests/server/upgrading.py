"""Opens databases in processes that can be killed in a moment: everything is imported once, each opening is a fork.

`python -m tests.server.upgrading` opens the database of each line that it reads and prints the process's number; at an
empty line it waits until that has ended, and prints its exit code.
"""

import asyncio
import os
import sys

from quincunx.server.operations.run import set_up_logs
from quincunx.server.store.store import Store

for _module in ("alembic.command", "alembic.config", "alembic.script"):
    __import__(_module)


async def bring_up_to_date(db: str) -> None:
    store = Store(db)
    await store.open()
    await store.close()


def main() -> None:
    set_up_logs()
    pid = 0
    for line in sys.stdin:
        if not line.strip():
            said = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        else:
            said = pid = os.fork()
            if pid == 0:
                os.close(0)
                asyncio.run(bring_up_to_date(line.strip()))
                os._exit(0)
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
