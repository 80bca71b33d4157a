"""`python -m tests.hall --db sqlite:///hall.db --port 8000`: a hall with the options that tests need."""

import argparse
from importlib import import_module
from pathlib import Path

from quincunx.core.errors import QuincunxError
from quincunx.games import GAMES
from quincunx.server.config import STATIC, HallConfig
from quincunx.server.door.limits import Limits, unlimited
from quincunx.server.operations.run import listen, serve


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m tests.hall", description=__doc__)
    parser.add_argument("--db", required=True)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--game", action="append", default=[], help="a module with a SPEC, beside the hall's own games")
    parser.add_argument("--unlimited", action="store_true", help="for load tests: no limits on one visitor")
    parser.add_argument("--static", type=Path, default=STATIC, help="the folder of the page")
    parser.add_argument(
        "--builder", default=HallConfig.builder, help="a module that builds the solutions of solved games"
    )
    parser.add_argument("--local-push", action="store_true", help="take push services on this machine")
    parser.add_argument("--news-after", type=float, default=HallConfig.news_after_s, help="seconds")
    arguments = parser.parse_args()
    games = (*GAMES, *(import_module(name).SPEC for name in arguments.game))
    limits = unlimited() if arguments.unlimited else Limits()
    config = HallConfig(
        arguments.db,
        games=games,
        limits=limits,
        static=arguments.static,
        builder=arguments.builder,
        local_push=arguments.local_push,
        news_after_s=arguments.news_after,
    )
    try:
        serve(config, listen(arguments.host, arguments.port))
    except QuincunxError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    main()
