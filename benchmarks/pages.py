"""Where figures are written: `docs/benchmarks.json` keeps what was measured last, scene by scene; the page
`docs/benchmarks.md` shows all of it, the README the rows that matter most.
"""

import json
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "benchmarks.json"
PAGE = ROOT / "docs" / "benchmarks.md"
README = ROOT / "README.md"
MARKS = ("<!-- benchmarks -->", "<!-- end of benchmarks -->")
HEAD = ("| what | measured | bar | | beside |", "| --- | ---: | ---: | --- | --- |")
PEERS = ("numpy", "numba", "open-spiel", "pettingzoo", "gymnasium", "pgx", "jax", "uvicorn")

FRONT = (
    "Phase 10 Dice: compiled playouts, events per second",
    "Phase 10 Dice: share of plain C",
    "Phase 10 Dice, compiled, against OpenSpiel's C++ rollouts of pig",
    "Phase 10 Dice, stepped from Python, against OpenSpiel's pig",
    "Phase 10 Dice: vector environment of 4,096, learners' decisions",
    "`quincunx play phase10` to the first prompt, nothing cached",
    "hall, 100 tables flat out: actions against boardgame.io in memory",
    "hall, 100 tables flat out: p99 from an action to the other seat",
    "hall: memory per live table, over 1,000",
    "from an action to its drawing",
)
"""The ten rows of the README, where they have been measured."""


ABOUT = """Written by `make bench`. Figures that are compared take turns in one run, so that a busy neighbour slows
both; a figure is the median of its turns. A bar is the project's own target. Rows without a bar are for information."""


def write(measured: dict[str, list[Row]], titles: dict[str, str]) -> None:
    """Keep what was measured, and write both pages anew."""
    kept: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for name, rows in measured.items():
        kept[name] = {
            "machine": machine(),
            "versions": _versions(),
            "rows": [row.to_json() for row in rows],
        }
    ordered = {name: kept[name] for name in titles if name in kept}
    DATA.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(ordered, titles), encoding="utf-8")
    README.write_text(_with_table(README.read_text(encoding="utf-8"), front(ordered)), encoding="utf-8")


def page(kept: dict[str, Any], titles: dict[str, str]) -> str:
    """Every figure, scene by scene, with the command, the machine and the versions."""
    parts = ["# Benchmarks", ABOUT]
    for name, scene in kept.items():
        parts += [
            f"## {titles[name]}",
            f"`make bench ARGS={name}` · {scene['machine']} {scene['versions']}",
            table_of(scene["rows"]),
        ]
    return "\n\n".join(parts) + "\n"


def front(kept: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the README that have been measured, in its order."""
    rows = {row["what"]: row for scene in kept.values() for row in scene["rows"]}
    return [rows[what] for what in FRONT if what in rows]


def machine() -> str:
    """What was measured on."""
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    model = re.search(r"model name\s*:\s*(.*)", _read("/proc/cpuinfo"))
    return f"One core of {model[1] if model else platform.processor() or 'this machine'}, {system}."


def _versions() -> str:
    found = []
    for name in PEERS:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found) + "."


def table_of(rows: list[dict[str, Any]]) -> str:
    """Rows as Markdown."""
    known = [Row(**{key: value for key, value in row.items() if key != "met"}) for row in rows]
    return "\n".join([*HEAD, *(f"| {' | '.join(row.texts())} |" for row in known)])


def _with_table(readme: str, rows: list[dict[str, Any]]) -> str:
    before, _, rest = readme.partition(MARKS[0])
    return f"{before}{MARKS[0]}\n\n{table_of(rows)}\n\n{MARKS[1]}{rest.partition(MARKS[1])[2]}"


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""
