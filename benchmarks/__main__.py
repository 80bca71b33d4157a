"""`python -m benchmarks [NAME …]`: measure, and print one table with the bars and whether they are met."""

import argparse
import json
import os
import platform
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Row

NAMES = ("playouts", "spiel", "envs", "first_prompt", "state_size", "timeline", "compiling", "server", "page")
NEEDS = {"spiel": "pyspiel", "envs": "pettingzoo", "page": "playwright"}
README = Path(__file__).parent.parent / "README.md"
MARKS = ("<!-- benchmarks -->", "<!-- end of benchmarks -->")


def main() -> int:
    """Measure; 1 if a bar is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}; all without")
    parser.add_argument("--repeats", type=int, default=5, help="turns that each figure is the median of")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--readme", action="store_true", help="write the table into README.md")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    if options.repeats < 1:
        parser.error("at least one repeat")
    rows = _measure(options.names or NAMES, options.repeats)
    if options.json:
        print(json.dumps([row.to_json() for row in rows], indent=2, ensure_ascii=False))
    else:
        Console(width=max(100, Console().width)).print(_table(rows))
    if options.readme:
        _write(README, rows)
    return int(any(row.met is False for row in rows))


def _measure(names: list[str] | tuple[str, ...], repeats: int) -> list[Row]:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows: list[Row] = []
    for name in names:
        if find_spec(NEEDS.get(name, "sys")) is None:
            print(
                f"{name} is left out: it needs {NEEDS[name]}, which pip install 'quincunx[bench]' brings",
                file=sys.stderr,
            )
            continue
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        rows += import_module(f"benchmarks.{name}").run(repeats)
    return rows


def _table(rows: list[Row]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=_machine(), caption_justify="left")
    table.add_column("what")
    for column in ("figure", "bar"):
        table.add_column(column, justify="right", no_wrap=True)
    for column in ("", "beside"):
        table.add_column(column)
    for row in rows:
        table.add_row(*row.texts(), style="bold red" if row.met is False else None)
    return table


def _machine() -> str:
    versions = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    model = re.search(r"model name\s*:\s*(.*)", _read("/proc/cpuinfo"))
    return f"One core of {model[1] if model else platform.processor() or 'this machine'}, {versions}."


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def _write(path: Path, rows: list[Row]) -> None:
    lines = ["| what | measured | bar | | beside |", "| --- | ---: | ---: | --- | --- |"]
    lines += [f"| {' | '.join(row.texts())} |" for row in rows]
    before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    middle = "\n".join(["", "", *lines, "", _machine(), ""])
    path.write_text(before + MARKS[0] + middle + MARKS[1] + after, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
