"""Measure how much of each game is luck, and write docs/luck.md.

    python -m tools.luck_page                      measures all games (docs/luck.json) and writes the page
    python -m tools.luck_page sixes --matches 500  measures one game, roughly
    python -m tools.luck_page --text               writes the page from the figures that are there

Each seat has a bot of a level drawn from `random`, `greedy` and `expert`: every lineup plays equally often. What
varies between lineups is skill (and the seat); what varies within a lineup is luck.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from quincunx import GAMES, game
from quincunx.core import loops
from quincunx.core.bots import EXPERT, GREEDY, RANDOM
from quincunx.core.spec import GameSpec
from quincunx.sim.unlucky import UnluckyBatch
from quincunx.solvers.valuing import UNIT

LEVELS = (RANDOM, GREEDY, EXPERT)
MATCHES = 10_000
MOST_SEATS = 4
REPLAYS = 4
SEED = 24
SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
FIGURES = Path(__file__).parents[1] / "docs" / "luck.json"
PAGE = FIGURES.with_suffix(".md")
TEXT = """# How much of each game is luck

`python -m tools.luck_page` writes this page. Bots of the levels `random`, `greedy` and `expert` play matches, and every
lineup of levels plays equally often. So skill differs as much as between a complete beginner and a good player. A
result is 1 for a win, or the share of a shared win.

The variance of results has two parts:

- **Skill** is the variance between lineups: their means differ because some bots play better.
- **Luck** is the variance within a lineup: the same bots get different results by dice and cards alone.

The more alike the players are, the larger the share of luck. So the table shows it for all three levels, and for
`greedy` and `expert` alone. Columns with ± have 95 % intervals.

{shares}
{rest}
These are shares of the variance of one match. Luck evens out over many matches: if it is 80 % of one match, it is
80 / (80 + 16 × 20) = 20 % of the mean of sixteen.

## The check: mean luck is zero

The second table has the same matches with luck removed, as `quincunx arena --replays` does it. The same bots replay
each turn {replays} times with other dice. The luck of a turn is its change of the win chance, less the mean change of
its replays. The win chances are those that the game has learned.

- Mean luck must be 0 for every seat, however good the learned chances are. One in twenty 95 % intervals misses 0.
- Better bots must have higher scores without luck.
- The last column is the variance of results within a lineup, divided by that without luck. A value below 1 means that
  the correction adds noise: chances learned from matches of `expert` say little about matches of `random`.

{checks}

`quincunx analyse` values every die and card of one match instead, by trials: see [study.md](study.md).
"""


@dataclass(frozen=True)
class Share:
    """How much of the variance of results is luck."""

    luck: float
    error: float
    """The standard error."""


@dataclass(frozen=True)
class Measured:
    """One game with so many seats."""

    seats: int
    matches: int
    luck: list[float]
    """By seat: its mean luck, as a share of a win."""
    luck_errors: list[float]
    """The standard errors of these."""
    skill: dict[str, float]
    """By level: the mean result without luck."""
    skill_errors: dict[str, float]
    all_levels: Share
    strong: Share
    """The same where only `greedy` and `expert` play."""
    removed: float
    """The variance of results divided by that of results without luck, within lineups."""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--text", action="store_true")
    parser.add_argument("games", nargs="*", default=[spec.slug for spec in GAMES])
    wanted = parser.parse_args()
    figures: dict[str, list[dict[str, Any]]] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for slug in [] if wanted.text else wanted.games:
        spec = game(slug)
        sizes = sorted({2, min(MOST_SEATS, spec.seats[-1])})
        figures[slug] = [asdict(measured(spec, seats, wanted.matches)) for seats in sizes]
        print(slug, json.dumps(figures[slug]), flush=True)
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(figures), encoding="utf-8")


def measured(spec: GameSpec, seats: int, matches: int) -> Measured:
    """Play every lineup of levels equally often."""
    lineups = list(product(LEVELS, repeat=seats))
    each = -(-matches // len(lineups))
    results, lucks = [], []
    for number, lineup in enumerate(lineups):
        batch = UnluckyBatch(spec, seats, lineup, replays=REPLAYS)
        rows, luck = batch.results_and_luck(SEED + number, 0, each)
        first = rows[:, loops.RESULTS : loops.RESULTS + seats] == 1
        results.append(first / first.sum(axis=1, keepdims=True))
        lucks.append(luck / UNIT)
    result, luck = np.array(results), np.array(lucks)
    rest = result - luck
    plays = {level: np.array([[one == level for one in lineup] for lineup in lineups]) for level in LEVELS}
    skill = {level: rest.transpose(0, 2, 1)[mask] for level, mask in plays.items()}
    weak = np.array([RANDOM in lineup for lineup in lineups])
    flat = luck.reshape(-1, seats)
    return Measured(
        seats=seats,
        matches=len(flat),
        luck=[float(one) for one in flat.mean(axis=0)],
        luck_errors=[float(one) for one in flat.std(axis=0, ddof=1) / sqrt(len(flat))],
        skill={level: float(found.mean()) for level, found in skill.items()},
        skill_errors={level: float(found.std() / sqrt(found.size)) for level, found in skill.items()},
        all_levels=share_of_luck(result),
        strong=share_of_luck(result[~weak]),
        removed=float(result.var(axis=1, ddof=1).mean() / rest.var(axis=1, ddof=1).mean()),
    )


def share_of_luck(results: Any) -> Share:
    """The share of variance within lineups, of results by lineup, match and seat.

    The variance between means of lineups is made smaller by what chance alone spreads these means.
    """
    each = results.shape[1]
    parts = np.array_split(results, min(10, each // 2), axis=1)  # for the standard error
    shares = [_share(part) for part in parts]
    return Share(_share(results), float(np.std(shares, ddof=1) / sqrt(len(shares))))


def _share(results: Any) -> float:
    within = results.var(axis=1, ddof=1).mean()
    between = results.mean(axis=1).var(axis=0, ddof=1).mean() - within / results.shape[1]
    return float(within / (within + max(0.0, between)))


def page(figures: dict[str, list[dict[str, Any]]]) -> str:
    """The page in Markdown."""
    rows = [(game(slug).title, one) for slug in (spec.slug for spec in GAMES) for one in figures.get(slug, [])]
    shares = [
        [title, one["seats"], f"{one['matches']:,}", *(_share_text(one[who]) for who in ("all_levels", "strong"))]
        for title, one in rows
    ]
    checks = [
        [
            title,
            one["seats"],
            ", ".join(map(_off, one["luck"], one["luck_errors"])),
            *(_percent(one["skill"][level], one["skill_errors"][level]) for level in LEVELS),
            f"{one['removed']:.1f}",
        ]
        for title, one in rows
    ]
    skill = [f"`{level}` without luck" for level in LEVELS]
    return TEXT.format(
        replays=REPLAYS,
        shares=_table(["game", "seats", "matches", "luck, all levels", "luck, `greedy` and `expert`"], shares),
        rest=_rest([spec.title for spec in GAMES if spec.slug not in figures]),
        checks=_table(["game", "seats", "mean luck by seat", *skill, "variance ÷"], checks),
    )


def _rest(games: Sequence[str]) -> str:
    return f"\nNot measured yet: {', '.join(games)}.\n" if games else ""


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    align = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, align, *rows))


def _share_text(share: dict[str, float]) -> str:
    return _percent(share["luck"], share["error"])


def _percent(value: float, error: float) -> str:
    return f"{100 * value:.1f} ± {100 * SURE * error:.1f} %"


def _off(value: float, error: float) -> str:
    return f"{100 * value:+.2f} ± {100 * SURE * error:.2f} %"


if __name__ == "__main__":
    main()
