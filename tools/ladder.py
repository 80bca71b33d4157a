"""Measure how strong the bots are, and write docs/strength.md: every figure with the command that makes it again.
The ratings that hall and terminal show beside the levels are written to each game's ladder.json.

python -m tools.ladder                 the ladders that minutes can measure
python -m tools.ladder sixes --times 20 more matches of one game; the page keeps the figures of the others
python -m tools.ladder --alone          expert of Phase 10 Dice alone at the table, beside the optimum
"""

import argparse
import json
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from quincunx import game
from quincunx.core.bots import EXPERT, MASTER, RANDOM
from quincunx.sim.arena import Arena, ArenaPlan, run_arena
from quincunx.sim.ratings import ELO
from quincunx.sim.simulate import Plan, simulate
from quincunx.sim.statistics import DEVIATIONS
from quincunx.solvers.phase10 import SolitaireTables
from quincunx.solvers.phase10.solitaire import Stand
from quincunx.thinking.process import usable_cores

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
KEPT = PAGE.with_name("strength.json")
GAMES = Path(__file__).parent.parent / "src" / "quincunx" / "games"
FIRST_RATING = 1000
"""The rating of `random`, from which the others are counted."""
SEED = 2026
"""A seed with which nothing was learned or tuned."""
REPLAYS = 31
"""What `quincunx arena` takes if it is not told: by so many replays it takes luck off. Here it does so for `master`."""
ALONE_MATCHES = 100_000
ALONE = f"quincunx simulate phase10 --seats 1 --bots expert --matches {ALONE_MATCHES} --seed {SEED}"


WHILE_MS = 28_000
"""A span of time in which every level of PoPalotsy acts about a whole number of times."""


def at_own_speed(slug: str, *levels: str) -> str:
    """Levels that race as they do in the hall."""
    reactions = game(slug).reactions_ms
    return ",".join(f"{level}@{round(WHILE_MS / reactions[level])}" for level in levels)


class Ladder(NamedTuple):
    """One arena of the page."""

    slug: str
    bots: str
    matches: int
    seats: int = 2

    @property
    def command(self) -> str:
        """What a reader types for the same figures."""
        seats = f" --seats {self.seats}" if self.seats != 2 else ""
        return f"quincunx arena {self.slug} --bots {self.bots}{seats} --matches {self.matches} --seed {SEED}"

    @property
    def replays(self) -> int:
        """The number of replays that take luck off, 0 to leave it in."""
        return REPLAYS if MASTER in self.bots else 0


RIVAL = "tests.games.popalotsy.rival:rival"
"""A reflex of sixty lines that counts which kinds of cards a drop leaves the others."""

LADDERS = (
    Ladder("phase10", "random,greedy,expert", 1000),
    Ladder("phase10", "random,greedy,expert", 600, 3),
    Ladder("phase10", "expert,master:4000", 400),
    Ladder("popalotsy", "random,greedy,expert", 2000),
    Ladder("popalotsy", at_own_speed("popalotsy", "random", "greedy", "expert"), 2000),
    Ladder("popalotsy", "random,greedy,expert", 900, 3),
    Ladder("popalotsy", f"expert,{RIVAL}", 20000),
    Ladder("popalotsy", "expert,master:1000", 2000),
    Ladder("popalotsy", "expert,master:1000", 1200, 3),
    Ladder("sixes", "random,greedy,expert", 1000),
    Ladder("sixes", "expert,master:300", 400),
    Ladder("mixeddoubles", "random,greedy,expert", 20000),
    Ladder("mixeddoubles", "random,greedy,expert", 18000, 3),
    Ladder("mixeddoubles", "expert,master:1000", 6000),
    Ladder("mixeddoubles", "expert,master:300", 1800, 3),
    Ladder("lowdown", "random,greedy,expert", 1000),
    Ladder("lowdown", "random,greedy,expert", 600, 3),
    Ladder("lowdown", "expert,master:300", 80),
    Ladder("lowdown", "expert,master:200", 150, 3),
)

HEAD = """# How strong the bots are

Every figure here comes from `quincunx arena`. Bots play the same dice in every order of seats, so that luck cancels.
The 95 % intervals come from the spread of these groups of matches. Nothing was learned or tuned with seed
{seed}.{older} A level is called stronger only if its interval lies above 50 %.

- `python -m tools.ladder` repeats the measurement; `--times 20` plays twenty times as many matches, overnight.
- `master:300` thinks for 300 playouts per move.
- *Variance removed* is how much less the groups vary than independent matches would. It is below zero if the dice
  favour a style of play more than a seat, which no change of seats cancels, or by chance if there are few groups.
  The intervals allow for both.
- With three seats, every pair of places is a comparison, and a group is all six orders. Ratings are Plackett–Luce;
  their bounds allow for the dependence between comparisons at one table.
- Times per move are from a busy machine; only their order of magnitude counts.
- *Without luck* is the same score with luck removed, as [study.md](study.md) explains. `arena` prints both. Where it is
  known, it decides whether a level is called stronger.
- More playouts do not help in Mixed Doubles. `master:8000` wins 51.9 ± 0.7 % against `expert` with luck removed, and
  52.8 ± 2.1 % with it, no more than `master:1000`
  (`quincunx arena mixeddoubles --bots expert,master:8000 --matches 1000 --seed 2026`).
"""
OLDER = " Figures without a seed are older: they come from seed 0, which was used for tuning."


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--times", type=int, default=1, help="multiple of the usual number of matches")
    parser.add_argument("--only", help="only ladders with this bot, such as master:60")
    parser.add_argument("--workers", type=int, default=usable_cores(), help="processes that play")
    parser.add_argument("--alone", action="store_true", help="only expert of Phase 10 Dice alone at the table")
    wanted = parser.parse_args()
    kept = listed(json.loads(KEPT.read_text()) if KEPT.exists() else {})
    if wanted.alone:
        kept[ALONE] = measure_alone()
        KEPT.write_text(json.dumps(kept, indent=1) + "\n")
        PAGE.write_text(page(kept))
        return
    for usual in LADDERS:
        ladder = usual._replace(matches=usual.matches * wanted.times)
        chosen = not wanted.games or ladder.slug in wanted.games
        if chosen and (wanted.only is None or wanted.only in ladder.bots.split(",")):
            print(ladder.command, flush=True)
            kept = {command: found for command, found in kept.items() if command == ALONE or not same(found, ladder)}
            kept[ladder.command] = measure(ladder, wanted.workers).to_json()
            KEPT.write_text(json.dumps(kept, indent=1) + "\n")
            PAGE.write_text(page(kept))
            write_ratings(kept, ladder.slug)


def listed(kept: dict[str, Any]) -> dict[str, Any]:
    """The figures without those of ladders that are no longer played."""
    return {
        command: found
        for command, found in kept.items()
        if command == ALONE or ("game" in found and any(same(found, ladder) for ladder in LADDERS))
    }


def same(found: dict[str, Any], ladder: Ladder) -> bool:
    """Whether figures are of that ladder, with however many matches."""
    return (found["game"], found["bots"], found["seats"]) == (ladder.slug, ladder.bots.split(","), ladder.seats)


def measure_alone() -> dict[str, float]:
    """The points of expert alone at the table, on average, the standard error of that, and what perfect play brings
    by the tables that `quincunx solve phase10` has built."""
    optimum = SolitaireTables.load().values[Stand(0)]
    points = simulate(Plan.of(game("phase10"), seats=1, bots=[EXPERT], matches=ALONE_MATCHES, seed=SEED)).points(0)
    assert points is not None
    return {"mean": points.mean, "error": points.deviation / ALONE_MATCHES**0.5, "optimum": optimum}


def measure(ladder: Ladder, workers: int) -> Arena:
    """Play a ladder; its figures."""
    plan = ArenaPlan.of(
        game(ladder.slug),
        ladder.bots.split(","),
        seats=ladder.seats,
        matches=ladder.matches,
        seed=SEED,
        replays=ladder.replays,
    )
    arena = Arena(plan)
    for now in run_arena(plan, workers=workers):
        arena = now
    return arena


def page(kept: dict[str, Any]) -> str:
    """The page, game by game."""
    parts = [HEAD.format(seed=SEED, older="" if all(f"--seed {SEED}" in command for command in kept) else OLDER)]
    alone = kept.get(ALONE)
    kept = {command: found for command, found in kept.items() if command != ALONE}
    order = [(one.slug, one.bots.split(","), one.seats) for one in LADDERS]
    shown = sorted(kept.items(), key=lambda item: order.index((item[1]["game"], item[1]["bots"], item[1]["seats"])))
    title = ""
    for command, found in shown:
        name = game(found["game"]).title
        if name != title:
            title = name
            parts.append(f"## {title}\n")
            if alone is not None and found["game"] == "phase10":
                parts.append(
                    f"Alone at the table (`{ALONE}`): {alone['mean']:.2f} ± {DEVIATIONS * alone['error']:.2f} points, "
                    f"{100 * alone['mean'] / alone['optimum']:.2f} % of the {alone['optimum']:.2f} that "
                    "[perfect play](solved-phase10.md) scores.\n"
                )
        parts.append(f"`{command}`\n\n{ratings(found)}\n\n{pairings(found)}\n")
    return "\n".join(parts)


def ratings(found: dict[str, Any]) -> str:
    """Ratings as a table."""
    lines = ["| bot | rating | 95 % | s per move |", "| --- | ---: | ---: | ---: |"]
    for row in found["ratings"]:
        pace = found["seconds_a_move"].get(row["bot"])
        shown = "–" if pace is None else f"{pace:.2f}"
        lines.append(f"| {row['bot']} | {row['points']:+.0f} | {row['low']:+.0f} … {row['high']:+.0f} | {shown} |")
    return "\n".join(lines)


def pairings(found: dict[str, Any]) -> str:
    """Scores as a table, the stronger first."""
    lines = ["| pairing | score | 95 % | groups | variance removed |", "| --- | ---: | ---: | ---: | ---: |"]
    if found.get("replays"):
        lines = [f"{line} {more} |" for line, more in zip(lines, ("without luck", "---:"), strict=True)]
    for row in found["pairings"]:
        (a, b), score, unlucky = row["bots"], row["score"], row.get("without_luck")
        if surest(row)["rate"] < 0.5:
            a, b, score, unlucky = b, a, turned(score), unlucky and turned(unlucky)
        sure = "" if (unlucky or score)["low"] > 0.5 else " (not sure)"
        lines.append(
            f"| {a} against {b}{sure} | {percent(score['rate'])} % | {span(score)} "
            f"| {row['groups']:,} | {100 * row['variance_removed']:.0f} % |"
            + (f" {percent(unlucky['rate'])} % ({span(unlucky)}) |" if unlucky else "")
        )
    return "\n".join(lines)


def surest(row: dict[str, Any]) -> dict[str, float]:
    """The score of a pairing with its interval, without luck where that is known."""
    found: dict[str, float] = row.get("without_luck") or row["score"]
    return found


def turned(score: dict[str, float]) -> dict[str, float]:
    """A score with its interval, seen by the other bot."""
    return {"rate": 1 - score["rate"], "low": 1 - score["high"], "high": 1 - score["low"]}


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def span(score: dict[str, float]) -> str:
    """The interval of a score in percent."""
    return f"{percent(score['low'])} … {percent(score['high'])}"


def write_ratings(kept: dict[str, Any], slug: str) -> None:
    """A game's ladder.json: its levels at two seats, each rated by how it fares against the one below."""
    spec = game(slug)
    steps: dict[tuple[str, str], tuple[int, float, str]] = {}
    for command, found in kept.items():
        if command != ALONE and (found["game"], found["seats"], found["rules"]) == (slug, 2, spec.rules_version):
            for row in found["pairings"]:
                if not any("@" in bot for bot in row["bots"]):
                    a, b = (bot.partition(":")[0] for bot in row["bots"])
                    steps[a, b] = row["groups"], surest(row)["rate"], command
                    steps[b, a] = row["groups"], 1 - surest(row)["rate"], command
    ratings, commands = {RANDOM: FIRST_RATING}, []
    for below, level in pairwise(spec.bot_names):
        if (level, below) not in steps:
            break
        groups, score, command = steps[level, below]
        share = (groups * score + 0.5) / (groups + 1)  # one drawn group more: nobody is infinitely strong
        ratings[level] = round(ratings[below] + ELO * log(share / (1 - share)))
        commands.append(command)
    if commands:
        told = {"format": 1, "rules": spec.rules_version, "ratings": ratings, "commands": list(dict.fromkeys(commands))}
        (GAMES / slug / "ladder.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
