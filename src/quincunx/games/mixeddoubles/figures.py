"""Statistics of a simulation of Mixed Doubles besides points."""

from collections.abc import Sequence

from quincunx.core.fields import Row
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE
from quincunx.core.words import decimal, percent
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import COLOURS, points_in
from quincunx.games.mixeddoubles.charts import PUSH, colours_won, is_double_wild, is_swap
from quincunx.games.mixeddoubles.legality import PLAY_EXTRA, WAGER, is_steal, verb_of
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import DRAWING, ENDED, ROLLING, State

TURNS, ROLLS, WAGERS, CARDS_WAGERED, SUCCESSES, MIXTURES, PUSHES, SWAPS, DOUBLE_WILDS = range(9)
EXTRA_ROLLS, STEALS, FINALE_POINTS, JACKPOT_LEFT = range(9, 13)
NAMES = (
    "turns",
    "rolls",
    "wagers",
    "cards wagered",
    "rolls that won a wager",
    "mixtures",
    "pushes",
    "swaps",
    "double wilds",
    "EXTRA ROLLs played",
    "STEALs played",
    "points won in the finale",
    "points left in the jackpot",
)


def note(before: State, after: State, who: int, what: int, out: Row) -> None:
    """Count turns, what was played and how the dice fell."""
    if who != CHANCE:
        _note_action(before, what, out)
    elif before.stage == ROLLING and before.landed == 1:
        _note_roll(before, after, before.die[0], what, out)
    elif before.stage == DRAWING and before.to_draw == 1:
        out[TURNS] += 1
    if after.stage == ENDED:
        for colour in range(COLOURS):
            out[JACKPOT_LEFT] += points_in(after.jackpot[colour])


def _note_action(before: State, action: int, out: Row) -> None:
    verb = verb_of(action)
    if verb == WAGER:
        out[CARDS_WAGERED] += 1
        if before.wagered == 0:
            out[WAGERS] += 1
    elif verb == PLAY_EXTRA:
        out[EXTRA_ROLLS] += 1
    elif is_steal(verb):
        out[STEALS] += 1


def _note_roll(before: State, after: State, first: int, second: int, out: Row) -> None:
    out[ROLLS] += 1
    if is_swap(first, second):
        out[SWAPS] += 1
    elif first == PUSH or second == PUSH:
        out[PUSHES] += 1
    else:
        out[MIXTURES] += 1
    if is_double_wild(first, second):
        out[DOUBLE_WILDS] += 1
    if before.wagered > 0 and colours_won(first, second) >> before.wager_colour & 1:
        out[SUCCESSES] += 1
    if before.finale > 0 and not is_swap(first, second):
        out[FINALE_POINTS] += total(after, before.turn) - total(before, before.turn)


def summary(counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
    """Turns and rolls per match, results of wagers and dice, and uses of special cards."""
    played, rolls = max(matches, 1), max(counters[ROLLS], 1)

    def a_match(which: int) -> Message:
        return decimal(counters[which] / played, 2)

    def of_rolls(which: int) -> Message:
        return words.FIGURE_OF_ROLLS(share=percent(counters[which] / rolls, 2))

    return [
        (words.FIGURE_TURNS(), a_match(TURNS)),
        (words.FIGURE_ROLLS(), a_match(ROLLS)),
        (words.FIGURE_WAGERS(), percent(counters[WAGERS] / max(counters[TURNS], 1))),
        (words.FIGURE_CARDS(), decimal(counters[CARDS_WAGERED] / max(counters[WAGERS], 1), 2)),
        (words.FIGURE_SUCCESSES(), decimal(counters[SUCCESSES] / max(counters[WAGERS], 1), 2)),
        (words.FIGURE_MIXTURES(), of_rolls(MIXTURES)),
        (words.FIGURE_PUSHES(), of_rolls(PUSHES)),
        (words.FIGURE_SWAPS(), of_rolls(SWAPS)),
        (words.FIGURE_DOUBLE_WILDS(), of_rolls(DOUBLE_WILDS)),
        (words.FIGURE_EXTRA_ROLLS(), a_match(EXTRA_ROLLS)),
        (words.FIGURE_STEALS(), a_match(STEALS)),
        (words.FIGURE_FINALE(), a_match(FINALE_POINTS)),
        (words.FIGURE_JACKPOT(), a_match(JACKPOT_LEFT)),
    ]
