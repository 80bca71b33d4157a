"""A hall that can be killed and started again in a moment: everything is imported once, each hall is a fork.

`python -m tests.server.zygote DB PORT` starts a hall at each line that it reads, and prints its process's number.
"""

import os
import sys

from quincunx.games import GAMES
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from quincunx.server.operations.run import listen, serve
from tests.examples.pig import SPEC

for _module in ("alembic.command", "alembic.config", "asyncpg", "sqlalchemy.ext.asyncio", "uvloop", "uvicorn.server"):
    __import__(_module)


def main() -> None:
    db, port = sys.argv[1], int(sys.argv[2])
    limits = Limits(messages_a_second=1e9, burst=1e9, tables_an_hour=10**9)
    pid = 0
    for _ in sys.stdin:
        if pid:
            os.waitpid(pid, 0)  # only then is its port free
        pid = os.fork()
        if pid == 0:
            os.close(0)
            serve(HallConfig(db, games=(*GAMES, SPEC), limits=limits), listen("127.0.0.1", port))
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
