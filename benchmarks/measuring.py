"""What the benchmarks share: a row of the table, and measuring in turns."""

import json
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from time import process_time
from typing import Any, NamedTuple

Rate = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    figure: float
    unit: str = ""
    bar: float | None = None
    """What it must reach; None where nothing was promised."""
    at_most: bool = False
    """Whether less is better."""
    beside: str = ""
    """What it was measured against, and how that did."""

    @property
    def met(self) -> bool | None:
        """Whether it reaches its bar."""
        if self.bar is None:
            return None
        return self.figure <= self.bar if self.at_most else self.figure >= self.bar

    @property
    def verdict(self) -> str:
        """The same, in words."""
        return {None: "", True: "met", False: "NOT MET"}[self.met]

    def texts(self) -> tuple[str, str, str, str, str]:
        """What it is, its figure, its bar, whether it is met and what stands beside it."""
        bar = "" if self.bar is None else f"{'≤' if self.at_most else '≥'} {brief(self.bar)}{self.unit}"
        return self.what, f"{brief(self.figure)}{self.unit}", bar, self.verdict, self.beside

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self) | {"met": self.met}


def brief(number: float) -> str:
    """A number as people say it: 41.2 M, 2.4 k, 0.81."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= 10 * size or (number >= size and letter == " M"):
            return f"{number / size:,.1f}{letter}"
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:,.2f}"


def in_turns(rates: Mapping[str, Rate], repeats: int) -> dict[str, list[float]]:
    """Measure all of them, one after the other, that many times; the first round only warms up."""
    measured: dict[str, list[float]] = {name: [] for name in rates}
    for turn in range(repeats + 1):
        for name, rate in rates.items():
            figure = rate()
            if turn > 0:
                measured[name].append(figure)
    return measured


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of each turn."""
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def rate_of(work: Callable[[], int], seconds: float = 0.5) -> Rate:
    """How much of the work is done a second; `work` says how much it did, and is repeated for so long."""

    def rate() -> float:
        done = 0
        start = process_time()
        while (spent := process_time() - start) < seconds or done == 0:
            done += work()
        return done / spent

    return rate


def timed_child(words: Sequence[str]) -> tuple[str, float]:
    """What a program prints, and the processor's time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Used(NamedTuple):
    """What a program printed, and what it took."""

    printed: str
    seconds: float
    """Of processor time."""
    kib: int
    """The most memory that it held."""


def used_by(words: Sequence[str], env: Mapping[str, str] | None = None) -> Used:
    """Run a program as a child of a small process."""
    apart = [sys.executable, "-m", "benchmarks.apart", *words]
    told = subprocess.run(apart, stdout=subprocess.PIPE, text=True, check=True, env=env).stdout
    return Used(**json.loads(told))


def c_compiler() -> list[str] | None:
    """How C is compiled here: by the machine's compiler, or the wheel `ziglang`; None where there is none."""
    for name in ("gcc", "cc", "clang"):
        if path := shutil.which(name):
            return [path]
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else None
