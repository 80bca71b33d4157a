"""Write docs/games: for every game a page with its rules, rulings, actions and figures, and a plot of its points."""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx import GAMES, Match
from quincunx.core.rulebook import unmarked
from quincunx.core.seats import CHANCE
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from quincunx.sim.simulate import Plan, Simulation, simulate
from quincunx.sim.statistics import QUANTILES, Interval, Spread
from quincunx.tui.screen import Display

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "games"
NOTICE = "<!-- Written by `make docs`. Change the game's folder, not this file. -->"
FIGURES_BEGIN = "<!-- figures -->"
FIGURES_END = "<!-- end of figures -->"

TITLES = (
    "The titles belong to their publishers; they only say which rules are played. "
    "Words, pictures and the tables that the rulebooks leave open are our own."
)

FIRST = "Who acts first is the seat that makes the first decision, whether its turn, the dice or speed give it."

BOT = "greedy"
MATCHES = 10_000
SEED = 1
MOST_COUNTS = 4
"""The most numbers of players with figures on a page."""

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
EXAMPLE_MATCHES = 4
EXAMPLE_EVENTS = 1500


# The page


def page(spec: GameSpec, figures: str) -> str:
    """A game's page around its figures."""
    parts = [
        NOTICE,
        f"# {spec.title}",
        f"*{spec.tagline()}*",
        facts(spec),
        "## Rules",
        chapter(unmarked(spec.text("RULES.md"))),
        "## Rulings",
        chapter(unmarked(spec.text("RULINGS.md"))),
        "## Variants",
        variants(spec),
        "## Actions",
        actions(spec),
        "## Figures",
        f"{FIGURES_BEGIN}\n\n{figures.strip()}\n\n{FIGURES_END}",
    ]
    return "\n\n".join(parts) + "\n"


def index(specs: Sequence[GameSpec]) -> str:
    """The page that lists the games."""
    rows = [
        [
            f"[{spec.title}]({spec.slug}.md)",
            span(spec.seats[0], spec.seats[-1]),
            span(*spec.minutes),
            str(spec.tagline()),
        ]
        for spec in specs
    ]
    parts = [
        NOTICE,
        "# The games",
        table(("game", "players", "minutes", ""), rows),
        TITLES,
    ]
    return "\n\n".join(parts) + "\n"


def without_figures(text: str) -> str:
    """A page without what simulation found."""
    return re.sub(rf"(?s){FIGURES_BEGIN}.*{FIGURES_END}", FIGURES_BEGIN + FIGURES_END, text)


def figures_in(text: str) -> str:
    """What simulation found, as a page has it."""
    return text.partition(FIGURES_BEGIN)[2].partition(FIGURES_END)[0]


def facts(spec: GameSpec) -> str:
    """Players, minutes and how to start."""
    rows = [
        ["players", span(spec.seats[0], spec.seats[-1])],
        ["minutes", span(*spec.minutes)],
        ["in the terminal", f"`quincunx play {spec.slug}`"],
        ["in the browser", "`quincunx hall`"],
        ["rules version", str(spec.rules_version)],
    ]
    return table(("", ""), rows)


def chapter(text: str) -> str:
    """A text of the game's folder two levels down, every numbered line a paragraph of its own."""
    text = re.sub(r"\A# .*\n", "", text)
    text = re.sub(r"^#", "##", text, flags=re.MULTILINE)
    text = re.sub(r"^(§\d+|R\d+) ", r"\n**\1** ", text, flags=re.MULTILINE)
    text = text.replace("](RULINGS.md)", "](#rulings)").replace("](RULES.md)", "](#rules)")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def variants(spec: GameSpec) -> str:
    """What can be chosen before a match."""
    if not spec.variants:
        return "None: there is one way to play."
    rows = [
        [f"`{variant.name}`", str(variant.question()), f"**{variant.choices[0]}**, {', '.join(variant.choices[1:])}"]
        for variant in spec.variants
    ]
    first = spec.variants[0]
    return (
        f"{table(('name', 'question', 'choices, the usual one first'), rows)}\n\n"
        f"For example `quincunx play {spec.slug} --variant {first.name}={first.choices[1]}`."
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def span(first: int, last: int) -> str:
    """`2 to 6`, or `2`."""
    return str(first) if first == last else f"{first} to {last}"


# Actions


@dataclass(frozen=True)
class Example:
    """An action of a match."""

    action: int
    text: str
    line: str
    """What the log says of it."""
    setting: str
    """The variant that it needs, if it does not come up without."""


def actions(spec: GameSpec) -> str:
    """What can be typed, and an example of each kind of action with what the log says of it."""
    rows = [
        [f"`{example.text}`" + (f" ({example.setting})" if example.setting else ""), example.line or "–"]
        for example in examples(spec)
    ]
    return f"```text\n{help_text(spec)}\n```\n\nFrom matches between bots:\n\n{table(('action', 'in the log'), rows)}"


def help_text(spec: GameSpec) -> str:
    """What can be typed, in two columns."""
    lines = Display(spec).help
    width = max(len(typed) for typed, _ in lines) + 4
    return "\n".join(f"{typed:{width}}{what}" if typed else what for typed, what in lines)


def examples(spec: GameSpec) -> list[Example]:
    """The first example of every kind of action that bots took or could have taken."""
    found: dict[str, Example] = {}
    for match, seat, action, setting in decisions(spec):
        legal = match.legal_actions(seat)
        for candidate in (action, legal[0], legal[-1]):
            text = match.format_action(candidate, seat)
            if kind_of(text) not in found:
                found[kind_of(text)] = Example(candidate, text, log_line(match, seat, candidate), setting)
    return sorted(found.values(), key=lambda example: example.action)


def kind_of(text: str) -> str:
    """The word that says what an action is: `reroll` of `reroll L1 H2`, `on` of `r4 on o`."""
    words = re.findall(r"(?<!\S)[A-Za-z]{2,}(?!\S)", text)
    return words[0] if words else ""


def log_line(match: Match, seat: int, action: int) -> str:
    """What the log of the actor would say of an action."""
    before, length = match.view(seat), len(match)
    match.push(action, seat)
    said = match.spec.notation.describe_event(before, match.view(seat), seat, action, match.names)
    match.rewind(length)
    return " ".join(map(str, said))


def decisions(spec: GameSpec) -> Iterator[tuple[Match, int, int, str]]:
    """Moments of some matches between bots, as usual and by every variant: the match, who acts, how, the variant."""
    for bot in (BOT, "random"):
        for number in range(EXAMPLE_MATCHES):
            yield from decisions_of(spec, bot, number, {})
    for variant in spec.variants:
        for choice in variant.choices[1:]:
            yield from decisions_of(spec, BOT, 0, {variant.name: choice})


def decisions_of(
    spec: GameSpec, bot: str, number: int, chosen: dict[str, str]
) -> Iterator[tuple[Match, int, int, str]]:
    """The decisions of one match."""
    seats = min(3, spec.seats[-1])
    events = Batch(spec, seats, [bot], variants=chosen, mode="plain").record(SEED, number, EXAMPLE_EVENTS)
    match = Match(spec, seats, variants=chosen, names=NAMES[:seats], settle=False)
    setting = ", ".join(f"{name}={choice}" for name, choice in chosen.items())
    for who, what in events:
        if who == CHANCE:
            match.land(what)
        else:
            yield match, who, what, setting
            match.push(what, who)


# Figures


def counts_of_players(spec: GameSpec) -> list[int]:
    """The numbers of players that figures are shown for."""
    if len(spec.seats) <= MOST_COUNTS:
        return list(spec.seats)
    return sorted({spec.seats[0], 2, 4, spec.seats[-1]})


def plans(spec: GameSpec, matches: int = MATCHES) -> list[Plan]:
    """What is simulated for a page."""
    return [
        Plan.of(spec, seats=seats, bots=[BOT], matches=matches, seed=SEED, limit=100_000)
        for seats in counts_of_players(spec)
    ]


def command(plan: Plan) -> str:
    """The command that gives the figures of a plan."""
    return (
        f"quincunx simulate {plan.spec.slug} --seats {plan.seats} --bots {BOT} "
        f"--matches {plan.matches} --seed {plan.seed}"
    )


def figures_text(simulations: Sequence[Simulation]) -> str:
    """What simulation found, for all numbers of players."""
    plan = simulations[0].plan
    parts = [
        method(plan),
        "```sh\n" + "\n".join(command(simulation.plan) for simulation in simulations) + "\n```",
        "### Length of a match",
        length_table(simulations),
    ]
    if rivals := [simulation for simulation in simulations if simulation.plan.seats > 1]:
        parts += ["### Is it good to be first?", first_table(rivals)]
    parts += [
        "### Points at the end",
        f"![How the points of all seats are spread, by number of players]({plan.spec.slug}.png)",
        points_table(simulations),
    ]
    if simulations[0].summary:
        parts += ["### How often", summary_table(simulations)]
    return "\n\n".join(parts)


def method(plan: Plan) -> str:
    """How the figures were found."""
    return (
        f"The bot `{BOT}` in every seat, {plan.matches:,} matches for each number of players, seed {plan.seed}, "
        f"rules version {plan.spec.rules_version}. A win that n seats share counts as 1/n for each; intervals are "
        "Wilson's at 95 %. The same figures come from"
    )


def length_table(simulations: Sequence[Simulation]) -> str:
    """How many events and decisions a match has, as a table."""
    rows = [
        [str(simulation.plan.seats), name, *spread_cells(spread)]
        for simulation in simulations
        for name, spread in (("events", simulation.events), ("decisions", simulation.decisions))
    ]
    return table(("players", "", *SPREAD_HEADS), rows)


def first_table(simulations: Sequence[Simulation]) -> str:
    """How often seat 0 wins, and whoever acts first."""
    rows = [
        [
            str(simulation.plan.seats),
            percent(1 / simulation.plan.seats),
            interval(simulation.wins(0)),
            interval(simulation.first_to_act),
        ]
        for simulation in simulations
    ]
    heads = ("players", "an even share", "seat 0 wins", "who acts first wins")
    return f"{table(heads, rows)}\n\n{FIRST}"


def points_table(simulations: Sequence[Simulation]) -> str:
    """The points of all seats together."""
    rows = [
        [str(simulation.plan.seats), *spread_cells(Spread.of(all_points(simulation)))] for simulation in simulations
    ]
    return table(("players", *SPREAD_HEADS), rows)


def summary_table(simulations: Sequence[Simulation]) -> str:
    """The game's own figures, a column for each number of players."""
    columns = [{str(name): str(figure) for name, figure in simulation.summary} for simulation in simulations]
    labels = list(dict.fromkeys(label for column in columns for label in column))
    rows = [[label, *(column.get(label, "–") for column in columns)] for label in labels]
    return table(("", *(players(simulation) for simulation in simulations)), rows)


SPREAD_HEADS = ("mean", "± sd", *(f"{share:.0%}".replace("%", " %") for share in QUANTILES))


def spread_cells(spread: Spread | None) -> list[str]:
    """The cells of mean, deviation and quantiles."""
    if spread is None:
        return ["–"] * len(SPREAD_HEADS)
    return [f"{spread.mean:,.1f}", f"{spread.deviation:,.1f}", *(f"{number:,}" for number in spread.quantiles)]


def all_points(simulation: Simulation) -> Counter[int]:
    """How often any seat had each number of points."""
    points: Counter[int] = Counter()
    for counter in simulation.tally.points:
        points.update(counter)
    return points


def percent(rate: float) -> str:
    """A rate as people read it."""
    return f"{100 * rate:.1f} %"


def interval(found: Interval) -> str:
    """A rate with its bounds."""
    return f"{percent(found.rate)} ({100 * found.low:.1f} – {100 * found.high:.1f})"


def players(simulation: Simulation) -> str:
    """`1 player`, `2 players`."""
    return "1 player" if simulation.plan.seats == 1 else f"{simulation.plan.seats} players"


# The plot

PAPER, INK, FAINT, FILL = "#fbfaf6", "#22252b", "#c9c6bd", "#2f6f9f"
MOST_BINS = 90


def plot(simulations: Sequence[Simulation], path: Path) -> None:
    """Draw histograms of the points, one above the other, on a ground of their own: readable on any page."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    points = [all_points(simulation) for simulation in simulations]
    least, most = bounds(points)
    width = -(-(most - least + 1) // MOST_BINS)
    figure, grid = pyplot.subplots(
        len(points), 1, figsize=(7, 0.9 + 1.1 * len(points)), sharex=True, squeeze=False, layout="constrained"
    )
    figure.set_facecolor(PAPER)
    for row, (simulation, counter) in enumerate(zip(simulations, points, strict=True)):
        histogram(grid[row, 0], counter, least, most, width, players(simulation))
    title = f"{simulations[0].plan.spec.title}: points at the end"
    grid[0, 0].set_title(title, loc="left", color=INK, fontsize=12, pad=10)
    grid[-1, 0].set_xlabel(f"points of all seats, {BOT} against {BOT}; the line is the median", color=INK, fontsize=10)
    figure.savefig(path, dpi=110, facecolor=PAPER, metadata={"Software": None})
    pyplot.close(figure)


def bounds(points: Sequence[Counter[int]]) -> tuple[int, int]:
    """What the plot reaches from and to."""
    return min(min(counter) for counter in points), max(max(counter) for counter in points)


def histogram(axes: Any, counter: Counter[int], least: int, most: int, width: int, label: str) -> None:
    """Draw the histogram for one number of players."""
    edges = [least - 0.5 + width * n for n in range((most - least) // width + 2)]
    heights = [0.0] * (len(edges) - 1)
    for number, times in counter.items():
        heights[(number - least) // width] += times
    axes.stairs(heights, edges, fill=True, color=FILL)
    spread = Spread.of(counter)
    if spread is not None:
        axes.axvline(spread.quantiles[QUANTILES.index(0.5)], color=INK, linewidth=1.4)
    axes.set_facecolor(PAPER)
    axes.set_ylabel(label, rotation=0, ha="right", va="center", color=INK, fontsize=10)
    axes.set_yticks([])
    axes.set_ylim(bottom=0)
    axes.tick_params(colors=INK, labelsize=10)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)


# The command


def page_path(spec: GameSpec) -> Path:
    """Where a game's page is."""
    return FOLDER / f"{spec.slug}.md"


def write(spec: GameSpec) -> None:
    """Simulate a game and write its page and its plot."""
    simulations = [simulate(plan) for plan in plans(spec)]
    page_path(spec).write_text(page(spec, figures_text(simulations)), encoding="utf-8")
    plot(simulations, page_path(spec).with_suffix(".png"))


def write_text(spec: GameSpec) -> None:
    """Write a page anew around the figures that it has."""
    figures = figures_in(page_path(spec).read_text(encoding="utf-8"))
    page_path(spec).write_text(page(spec, figures), encoding="utf-8")


def main() -> None:
    """Write the pages of the games that are named, or of all."""
    slugs = [spec.slug for spec in GAMES]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(slugs)}; all without")
    parser.add_argument("--text", action="store_true", help="keep the figures and the plots")
    asked = parser.parse_args()
    if unknown := set(asked.games) - set(slugs):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for spec in GAMES:
        if not asked.games or spec.slug in asked.games:
            (write_text if asked.text else write)(spec)
            print(f"docs/games/{spec.slug}.md")
    (FOLDER / "README.md").write_text(index(GAMES), encoding="utf-8")


if __name__ == "__main__":
    main()
