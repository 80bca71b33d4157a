"""A simulation as tables for people."""

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.sim.simulate import Simulation
from quincunx.sim.statistics import Interval, Spread


def report(simulation: Simulation) -> RenderableType:
    """Who won how often, with how many points; how long it took; what else the game counts."""
    parts: list[RenderableType] = [_heading(simulation), _seats(simulation), _matches(simulation)]
    if simulation.summary:
        parts.append(_figures(simulation))
    parts.append(Text(_notes(simulation), style="dim"))
    return Group(*parts)


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first)
    for column in others:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _heading(simulation: Simulation) -> Text:
    plan = simulation.plan
    variants = "".join(f", {name}={choice}" for name, choice in plan.variants.items())
    return Text(f"{plan.spec.title}: {plan.matches:,} matches of {plan.seats}, seed {plan.seed}{variants}", "bold")


def _seats(simulation: Simulation) -> Table:
    table = _table("seat", "wins", "between", "shared", "points", "± sd", "5 %", "median", "95 %")
    for seat, bot in enumerate(simulation.plan.bots):
        wins, points = simulation.wins(seat), simulation.points(seat)
        counted = simulation.tally.wins[seat]
        shared = counted.total() - counted[1]
        table.add_row(f"{seat} {bot}", _percent(wins.rate), _interval(wins), f"{shared:,}", *_spread(points))
    return table


def _matches(simulation: Simulation) -> Table:
    table = _table("a match", "mean", "± sd", "5 %", "median", "95 %")
    table.add_row("events", *_spread(simulation.events))
    table.add_row("decisions", *_spread(simulation.decisions))
    return table


def _figures(simulation: Simulation) -> Table:
    table = _table("also", "figure")
    for name, figure in simulation.summary:
        table.add_row(name, figure)
    return table


def _notes(simulation: Simulation) -> str:
    lines = ["A win that n seats share counts as 1/n for each; “between” is Wilson's 95 % interval."]
    lines.insert(0, _first_to_act(simulation))
    if simulation.tally.cut_off:
        lines.append(
            f"{simulation.tally.cut_off:,} matches were cut off after {simulation.plan.limit:,} events; "
            "they count as played, and in no other figure but the game's own."
        )
    return "\n".join(lines)


def _first_to_act(simulation: Simulation) -> str:
    """What acting first is worth; among unequal bots it says more about who sits where."""
    if len(set(simulation.plan.bots)) > 1:
        return "Bots differ: put the same one in every seat to see what acting first is worth."
    first, even = simulation.first_to_act, _percent(1 / simulation.plan.seats)
    return f"Whoever acts first wins {_percent(first.rate)} ({_interval(first)}); {even} would be even."


def _percent(rate: float) -> str:
    return f"{100 * rate:.2f} %"


def _interval(interval: Interval) -> str:
    return f"{100 * interval.low:.2f}–{100 * interval.high:.2f}"


def _spread(spread: Spread | None) -> tuple[str, ...]:
    if spread is None:
        return ("–",) * 5
    fifth, _, median, _, last = spread.quantiles
    return f"{spread.mean:,.1f}", f"{spread.deviation:,.1f}", f"{fifth:,}", f"{median:,}", f"{last:,}"
