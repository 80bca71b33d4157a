"""A game with more reflex bots than any of ours has: each plays as itself, interpreted and compiled."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from quincunx import Match
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from quincunx.sim.simulate import Plan, simulate
from tests.examples import pig
from tests.examples.pig.rules import HOLD, TARGET

HOLDS_AT = {"timid": 2, "careful": 7, "even": 13, "bold": 31, "wild": 45, "knowing": 22}
"""By bot, in the order of the game: what a turn must have brought for it to hold, if that does not win before."""
FOURTH = list(HOLDS_AT)[3]
FURTHEST_STEP = 6
"""The most that a single roll adds."""
MATCHES = 6


def bots_source() -> str:
    """The module of the bots; the last reads what it must have from the game's knowledge."""
    lines = [
        "from quincunx.core.bots import Bots",
        "from crowd.rules import HOLD, ROLL, TARGET",
        "",
        "def knowledge():",
        "    import numpy as np",
        "",
    ]
    lines += [f"    return np.array([{float(HOLDS_AT['knowing'])}])", ""]
    for name, least in HOLDS_AT.items():
        more, enough = (", knowledge", "knowledge[0]") if name == "knowing" else ("", str(least))
        lines += [f"def {name}(view, seat, legal, count, key{more}):"]
        lines += [f"    wins = view.score[seat] + view.brought >= {TARGET}"]
        lines += [f"    return HOLD if wins or view.brought >= {enough} else ROLL", ""]
    reflexes = ", ".join(f"{name!r}: {name}" for name in HOLDS_AT)
    return "\n".join([*lines, f"BOTS = Bots({{{reflexes}}}, knowledge=knowledge)", ""])


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameSpec]:
    """Pig with six bots."""
    folder = tmp_path_factory.mktemp("games")
    copytree(Path(pig.__file__).parent, folder / "crowd", ignore=ignore_patterns("__pycache__", "board"))
    for file in (folder / "crowd").glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("tests.examples.pig", "crowd")
        file.write_text(text.replace('slug="pig"', 'slug="crowd"'), encoding="utf-8")
    (folder / "crowd" / "bots.py").write_text(bots_source(), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        spec: GameSpec = import_module("crowd").SPEC
        yield spec
    finally:
        sys.path.remove(str(folder))


def held(spec: GameSpec, events: list[tuple[int, int]], seats: int) -> list[list[int]]:
    """By seat: what its turns had brought when it held, without the hold that won."""
    match = Match(spec, seats, settle=False)
    match.follow(events)
    assert match.is_over
    found: list[list[int]] = [[] for _ in range(seats)]
    for _, before, event, _ in match.walk(0, len(match) - 1):
        if not event.by_chance and event.what == HOLD:
            found[event.who].append(before.brought)
    return found


@pytest.mark.parametrize("mode", ["plain", "compiled"])
@pytest.mark.parametrize(
    "bots",
    [
        (FOURTH, "timid", "careful", "even"),
        ("wild", FOURTH, "knowing", "timid"),
    ],
)
def test_every_bot_plays_as_itself(crowd: GameSpec, bots: tuple[str, ...], mode: str) -> None:
    assert crowd.reflex_names == ("random", *HOLDS_AT)
    batch = Batch(crowd, len(bots), bots, mode=mode)
    all_held: dict[str, list[int]] = {bot: [] for bot in bots}
    for number in range(MATCHES):
        for bot, brought in zip(bots, held(crowd, batch.record(3, number), len(bots)), strict=True):
            all_held[bot] += brought
    for bot, brought in all_held.items():
        assert len(brought) >= MATCHES
        assert all(HOLDS_AT[bot] <= points < HOLDS_AT[bot] + FURTHEST_STEP for points in brought), bot


def test_a_fourth_bot_of_a_game_plays_the_same_in_both_modes_and_is_simulated(crowd: GameSpec) -> None:
    bots = ("even", FOURTH)
    plain, compiled = (Batch(crowd, 2, bots, mode=mode) for mode in ("plain", "compiled"))
    assert plain.record(5, 1) == compiled.record(5, 1)
    tallies = [simulate(Plan.of(crowd, bots=("even", bot), seats=2, matches=200)).tally for bot in HOLDS_AT]
    for number, tally in enumerate(tallies):
        assert tally.finished == 200
        assert all(tally.events != other.events for other in tallies[:number])
