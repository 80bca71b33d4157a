"""Statistics of a simulation of PoPalotsy: rounds, drops by their match, wrong drops and what they cost."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE
from quincunx.core.words import decimal, percent
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.legality import DONE, card_of, die_of
from quincunx.games.popalotsy.rings import EXACT, NUMBER_MATCH, strength
from quincunx.games.popalotsy.rules import reshuffles
from quincunx.games.popalotsy.state import DROPPING, ENDED, POPPING, State

NAMES = (
    "rounds",
    "colour drops",
    "number drops",
    "exact drops",
    "wrong drops",
    "cards taken back",
    "said done",
    "reshuffles",
    "stopped by the round limit",
)
ROUNDS, COLOUR_DROPS, NUMBER_DROPS, EXACT_DROPS, WRONG_DROPS, TAKEN_BACK, SAID_DONE, RESHUFFLES, STOPPED = range(9)


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    """Count what one event shows."""
    if reshuffles(before, after):
        out[RESHUFFLES] += 1
    if who == CHANCE:
        if before.stage == POPPING and after.stage == DROPPING:
            out[ROUNDS] += 1
        return
    if after.stage == ENDED and after.held[who] > 0:
        out[STOPPED] += 1
    if what == DONE:
        out[SAID_DONE] += 1
        out[TAKEN_BACK] += cards_held(after) - cards_held(before)
    else:
        out[drop_figure(before, what)] += 1
        out[TAKEN_BACK] += cards_held(after) - cards_held(before) + 1


def cards_held(state: State) -> int:
    """The cards in all hands."""
    total = 0
    for seat in range(state.seats):
        total += state.held[seat]
    return total


def drop_figure(before: State, what: int) -> int:
    """The counter of a drop."""
    die = die_of(what)
    worth = strength(card_of(what), die, before.face[die])
    if worth <= before.best[die]:
        return WRONG_DROPS
    if worth == EXACT:
        return EXACT_DROPS
    return NUMBER_DROPS if worth == NUMBER_MATCH else COLOUR_DROPS


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    """The counters as figures for a match."""
    matches = max(matches, 1)
    a_match = zip(words.FIGURES_A_MATCH, counters[:STOPPED], strict=True)
    figures = [(name(), decimal(counter / matches, 2)) for name, counter in a_match]
    drops = sum(counters[COLOUR_DROPS : WRONG_DROPS + 1])
    wrong = counters[WRONG_DROPS] / drops if drops else 0.0
    figures.append((words.FIGURE_WRONG(), percent(wrong)))
    figures.append((words.FIGURE_STOPPED(), percent(counters[STOPPED] / matches)))
    return figures
