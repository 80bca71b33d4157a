"""A simulation as tables for people."""

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from quincunx.core.messages import Message
from quincunx.core.render import digits, percentage, say
from quincunx.core.report import new_table
from quincunx.core.words import PERCENT, UNITS
from quincunx.sim import words
from quincunx.sim.simulate import Simulation
from quincunx.sim.statistics import Interval, Spread

SPREAD = (words.DEVIATION(), PERCENT(number=5), words.MEDIAN(), PERCENT(number=95))
"""The columns after a mean: the spread of the numbers."""


def report(simulation: Simulation) -> RenderableType:
    """Wins and points by seat, the length of matches, and the game's own statistics."""
    parts: list[RenderableType] = [_heading(simulation), _seats(simulation), _matches(simulation)]
    if simulation.summary:
        parts.append(_figures(simulation))
    parts.append(Text("\n".join(map(say, _notes(simulation))), style="dim"))
    return Group(*parts)


def _heading(simulation: Simulation) -> Text:
    plan = simulation.plan
    variants = "".join(f", {name}={choice}" for name, choice in plan.variants.items())
    what = words.HEADING(game=plan.spec.title, count=plan.matches, seats=plan.seats, seed=str(plan.seed))
    return Text(say(what) + variants, "bold")


def _seats(simulation: Simulation) -> RichTable:
    table = new_table(
        words.SEAT(), words.WINS(), words.BETWEEN(), words.SHARED(), UNITS[simulation.plan.spec.unit](), *SPREAD
    )
    for seat, bot in enumerate(simulation.plan.bots):
        wins, points = simulation.wins(seat), simulation.points(seat)
        counted = simulation.tally.wins[seat]
        shared = counted.total() - counted[1]
        table.add_row(f"{seat} {bot}", _percent(wins.rate), _interval(wins), digits(shared, ","), *_spread(points))
    return table


def _matches(simulation: Simulation) -> RichTable:
    table = new_table(words.A_MATCH(), words.MEAN(), *SPREAD)
    table.add_row(say(words.EVENTS()), *_spread(simulation.events))
    table.add_row(say(words.DECISIONS()), *_spread(simulation.decisions))
    return table


def _figures(simulation: Simulation) -> RichTable:
    table = new_table(words.ALSO(), words.FIGURE())
    for name, value in simulation.summary:
        table.add_row(say(name), say(value))
    return table


def _notes(simulation: Simulation) -> list[Message]:
    lines = [_first_to_act(simulation), words.HOW_TO_READ()]
    if simulation.tally.cut_off:
        lines.append(words.CUT_OFF(count=simulation.tally.cut_off, limit=simulation.plan.limit))
    return lines


def _first_to_act(simulation: Simulation) -> Message:
    """Return the worth of acting first; with unequal bots it rather compares their seats."""
    if len(set(simulation.plan.bots)) > 1:
        return words.BOTS_DIFFER()
    first, even = simulation.first_to_act, _percent(1 / simulation.plan.seats)
    return words.ACTING_FIRST(share=_percent(first.rate), interval=_interval(first), even=even)


def _percent(rate: float) -> str:
    return percentage(rate, ".2f")


def _interval(interval: Interval) -> str:
    return f"{digits(100 * interval.low, '.2f')}–{digits(100 * interval.high, '.2f')}"


def _spread(spread: Spread | None) -> tuple[str, ...]:
    if spread is None:
        return ("–",) * 5
    fifth, _, median, _, last = spread.quantiles
    exact = (digits(quantile, ",") for quantile in (fifth, median, last))
    return digits(spread.mean, ",.1f"), digits(spread.deviation, ",.1f"), *exact
