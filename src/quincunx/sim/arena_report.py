"""An arena as tables and as a picture for people."""

from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.sim.arena import Arena
from quincunx.sim.ratings import Verdict


def arena_report(arena: Arena) -> RenderableType:
    """Ratings, then who scores what against whom."""
    plan = arena.plan
    groups = sum(arena.played.values())
    heading = Text(f"{plan.spec.title}: {groups * plan.group:,} matches of {plan.seats}, seed {plan.seed}", "bold")
    parts: list[RenderableType] = [heading, _ratings(arena), _matrix(arena)]
    if plan.until_sure:
        parts.append(_verdicts(arena))
    return Group(*parts, Text(_notes(arena), style="dim"))


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(columns[0])
    for column in columns[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _ratings(arena: Arena) -> Table:
    table = _table("bot", "rating", "between", "s a move")
    for rating in arena.ratings:
        answers = arena.answers[rating.bot]
        pace = f"{arena.seconds[rating.bot] / answers:.3f}" if answers else "–"
        table.add_row(rating.bot, f"{rating.points:+.0f}", f"{rating.low:+.0f} … {rating.high:+.0f}", pace)
    return table


def _matrix(arena: Arena) -> Table:
    bots = arena.plan.bots
    order = [bots.index(rating.bot) for rating in arena.ratings]
    table = _table("scores %", *(bots[column] for column in order))
    for row in order:
        cells = ["" if row == column else _score(arena, row, column) for column in order]
        table.add_row(bots[row], *cells)
    return table


def _score(arena: Arena, row: int, column: int) -> str:
    score = arena.pairing(row, column).interval
    return f"{100 * score.rate:.1f} ± {50 * (score.high - score.low):.1f}"


def _verdicts(arena: Arena) -> Table:
    table = _table("pairing", "groups", "verdict")
    for a, b in sorted(arena.pairings):
        first, second = arena.plan.bots[a], arena.plan.bots[b]
        said = {
            Verdict.FIRST: f"{first} is stronger",
            Verdict.SECOND: f"{second} is stronger",
        }.get(arena.verdict(a, b), arena.verdict(a, b).value)
        table.add_row(f"{first} – {second}", f"{arena.pairing(a, b).count:,}", said)
    return table


def _notes(arena: Arena) -> str:
    removed = [pairing.removed for pairing in arena.pairings.values()]
    share = 100 * sum(removed) / len(removed) if removed else 0.0
    less = f"removed {share:.0f} % of the variance" if share > 0 else f"removed nothing of the variance ({share:.0f} %)"
    model = "Bradley–Terry's" if arena.plan.seats == 2 else "Plackett–Luce's, from all pairs of places"
    lines = [
        f"The same dice were played in every order of seats; that {less}.",
        f"Ratings are {model}, 0 on average; 400 points are odds of ten to one. Bounds hold at 95 %.",
    ]
    if arena.plan.until_sure:
        lines.append(
            "Verdicts: sequential tests of 50 against 52 %, wrong in 5 % of arenas at most, all pairings together."
        )
    return "\n".join(lines)


def draw_arena(arena: Arena, path: Path) -> None:
    """Ratings with their bounds, as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ratings = list(reversed(arena.ratings))
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.5 * len(ratings)), layout="constrained")
    points = [rating.points for rating in ratings]
    reach = [[rating.points - rating.low for rating in ratings], [rating.high - rating.points for rating in ratings]]
    axes.errorbar(points, range(len(ratings)), xerr=reach, fmt="o", color="#0072b2", capsize=4)
    axes.set_yticks(range(len(ratings)), [rating.bot for rating in ratings])
    axes.set_xlabel("rating (Bradley–Terry, 95 %)")
    axes.set_title(f"{arena.plan.spec.title}, {arena.plan.seats} seats")
    axes.grid(axis="x", alpha=0.3)
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    figure.savefig(part)
    pyplot.close(figure)
    part.replace(path)
