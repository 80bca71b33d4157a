"""`python -m benchmarks [NAME …]`: measure, and print one table with the bars and whether they are met."""

import argparse
import json
import os
import sys
from importlib import import_module
from importlib.util import find_spec

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks import pages
from benchmarks.measuring import Row

TITLES = {
    "playouts": "Playouts",
    "spiel": "Beside OpenSpiel",
    "envs": "Environments",
    "first_prompt": "The first prompt",
    "state_size": "States",
    "timeline": "Forks and walks",
    "compiling": "Compilation",
    "server": "The hall beside boardgame.io",
    "cluster": "Several processes of a hall",
    "studies": "Live tables beside analyses",
    "tournament": "A tournament",
    "step": "A step of the hall",
    "wire": "The way of a message",
    "floods": "The hall under attack",
    "page": "The page",
    "site": "The page without a server",
    "real": "Real dice",
    "thinkers": "Bots in a fresh hall",
    "strength": "Strong play",
}
NAMES = tuple(TITLES)
NEEDS = {"spiel": "pyspiel", "envs": "pettingzoo", "page": "playwright", "site": "playwright", "real": "playwright"}


def main() -> int:
    """Measure; 1 if a bar is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}; all without")
    parser.add_argument("--repeats", type=int, default=5, help="turns that each figure is the median of")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write", action="store_true", help="keep the figures: docs/benchmarks.md and the README")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    if options.repeats < 1:
        parser.error("at least one repeat")
    measured = _measure(options.names or NAMES, options.repeats)
    rows = [row for scene in measured.values() for row in scene]
    if options.json:
        print(json.dumps([row.to_json() for row in rows], indent=2, ensure_ascii=False))
    else:
        Console(width=max(100, Console().width)).print(_table(rows))
    if options.write:
        pages.write(measured, TITLES)
    return int(any(row.met is False for row in rows))


def _measure(names: list[str] | tuple[str, ...], repeats: int) -> dict[str, list[Row]]:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    measured: dict[str, list[Row]] = {}
    for name in names:
        if find_spec(NEEDS.get(name, "sys")) is None:
            print(
                f"{name} is left out: it needs {NEEDS[name]}, which pip install 'quincunx[bench]' brings",
                file=sys.stderr,
            )
            continue
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        measured[name] = import_module(f"benchmarks.{name}").run(repeats)
    return measured


def _table(rows: list[Row]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=pages.machine(), caption_justify="left")
    table.add_column("what")
    for column in ("figure", "bar"):
        table.add_column(column, justify="right", no_wrap=True)
    for column in ("", "beside"):
        table.add_column(column)
    for row in rows:
        table.add_row(*row.texts(), style="bold red" if row.met is False else None)
    return table


if __name__ == "__main__":
    sys.exit(main())
