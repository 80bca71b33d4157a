"""Bots of Phase 10 Dice."""

from functools import cache
from typing import Any

from quincunx.core.bots import Bots, Search
from quincunx.core.fields import Row
from quincunx.core.seats import Seat, size_of
from quincunx.games.phase10.aims import (
    CHOICES,
    aim_of,
    alone_aim_of,
    by_heart,
    is_by_heart,
    knowledge,
    loops_and_keeps,
    plays_to_win,
)
from quincunx.games.phase10.outlook import outlook
from quincunx.games.phase10.phases import (
    COLOURS,
    DICE,
    FACE_COLOUR,
    HIGHEST,
    LOW_DICE,
    NIBBLE,
    NOT_MADE,
    ONE_COLOUR,
    ONE_RUN,
    PHASE_FIRST,
    PHASE_KIND,
    PHASE_SECOND,
    SIDES,
    TWO_SETS,
    WILD,
    best_phase,
    colours_of,
    count,
    dice_for,
    dice_of_colour,
    points_of,
    tally_of,
)
from quincunx.games.phase10.rules import ALL_DICE, ROLLS, State
from quincunx.games.phase10.turns import (
    FAILED,
    KEEPS,
    NO_KEEP,
    RESULTS,
    SHARED,
    best_kept,
    best_kept_below,
    kept_by_heart,
    place_of_keep,
    units_at,
)

FILLED_WORTH = 100
"""The worth of a part of the phase that is filled: more than any points."""
WORST = -(10**6)


def greedy(view: State, seat: Seat, legal: Row, count: int, key: Row) -> int:
    """Keep the dice that come nearest to the phase, high numbers first, and roll the others."""
    phase = view.phase[seat]
    if PHASE_KIND[phase] == ONE_COLOUR:
        kept = dice_of_colour(view.face, _commonest_colour(view.face), PHASE_FIRST[phase])
    else:
        kept = dice_for(view.face, nearest_demand(tally_of(view.face), phase))
    return ALL_DICE & ~kept


def _commonest_colour(face: Row) -> int:
    shown = colours_of(face)
    best = 0
    for colour in range(COLOURS):
        if count(shown, colour) > count(shown, best):
            best = colour
    return best


def nearest_demand(tally: int, phase: int) -> int:
    """The way to make the phase that lacks fewest dice, and of those the one with most points."""
    best = 0
    best_worth = WORST
    first, second = PHASE_FIRST[phase], PHASE_SECOND[phase]
    for a in range(1, HIGHEST + 1):
        for b in range(1, HIGHEST + 1):
            demand = _demand(PHASE_KIND[phase], first, second, a, b)
            if demand != 0:
                worth = _worth(tally, demand)
                if worth > best_worth:
                    best = demand
                    best_worth = worth
    return best


def _demand(kind: int, first: int, second: int, a: int, b: int) -> int:
    """The demand for a set of (or a run from) a and a set of (or a run from) b; 0 if there is none."""
    if kind == TWO_SETS:
        return (first << NIBBLE * a) + (second << NIBBLE * b)
    if kind == ONE_RUN:
        return _run(a, first) if b == 1 else 0
    run = _run(b, second)
    return 0 if run == 0 else (first << NIBBLE * a) + run


def _run(start: int, length: int) -> int:
    if start + length - 1 > HIGHEST:
        return 0
    demand = 0
    for number in range(start, start + length):
        demand += 1 << NIBBLE * number
    return demand


def _worth(tally: int, demand: int) -> int:
    missing = 0
    low = 0
    points = 0
    for number in range(1, HIGHEST + 1):
        wanted = count(demand, number)
        natural = min(count(tally, number), wanted)
        missing += wanted - natural
        points += number * natural
        if number <= LOW_DICE:
            low += wanted
    if low > LOW_DICE:
        return WORST  # only low dice show low numbers and wilds
    return points - FILLED_WORTH * max(0, missing - count(tally, WILD))


def expert(view: State, seat: Seat, legal: Row, count: int, key: Row, knowledge: Any) -> int:
    """Keep the best dice for its aim, exactly (`aims`); in the phase of one colour the likeliest colour."""
    phase = view.phase[seat]
    rolls_left = ROLLS - view.rolls
    if PHASE_KIND[phase] == ONE_COLOUR:
        return ALL_DICE & ~_likeliest_colour(view.face, rolls_left, PHASE_FIRST[phase])
    if is_by_heart(knowledge):
        return ALL_DICE & ~kept_by_heart(view.face, knowledge, CHOICES[phase], rolls_left)
    return ALL_DICE & ~best_kept(view.face, knowledge, aim_of(view, seat), rolls_left)


def _likeliest_colour(face: Row, rolls_left: int, size: int) -> int:
    """The dice of the colour that is likeliest to be made, as bits."""
    best = 0
    most = -1.0
    for colour in range(COLOURS):
        chance = colour_chance(face, colour, rolls_left, size)
        kept = dice_of_colour(face, colour, DICE)
        if chance > most:
            most = chance
            best = kept
    return best


def colour_chance(face: Row, colour: int, rolls_left: int, size: int) -> float:
    """The chance of `size` dice of a colour if every die that shows it is kept and the others are rolled."""
    shown = 0
    rare = 0
    common = 0
    for die in range(DICE):
        if FACE_COLOUR[die][face[die]] == colour:
            shown += 1
        elif sides_of_colour(die, colour) == 1:
            rare += 1
        else:
            common += 1
    chance = 0.0
    for more_rare in range(rare + 1):
        for more_common in range(common + 1):
            if shown + more_rare + more_common >= size:
                chance += _exactly(rare, more_rare, 1, rolls_left) * _exactly(common, more_common, 2, rolls_left)
    return chance


def sides_of_colour(die: int, colour: int) -> int:
    """The number of sides of a die with a colour: one or two."""
    sides = 0
    for side in range(SIDES):
        if FACE_COLOUR[die][side] == colour:
            sides += 1
    return sides


def _exactly(dice: int, hits: int, sides: int, rolls: int) -> float:
    """The chance that exactly `hits` of these dice show one of `sides` sides within these rolls."""
    miss = 1.0
    for _ in range(rolls):
        miss *= (SIDES - sides) / SIDES
    chance = 1.0
    for hit in range(hits):
        chance *= (1 - miss) * (dice - hit) / (hit + 1)
    for _ in range(dice - hits):
        chance *= miss
    return chance


THOUGHTS = 5
"""The number of keeps that `master` considers."""
OTHER_THOUGHTS = 2
"""How many more in company: those that would be best alone at the table, where the bonus for points is near or not."""


def candidates(view: State, seat: Seat, legal: Row, count: int, knowledge: Any, out: Row) -> int:
    """The keeps that its aims make most of; in the phase of one colour, every colour that a die shows.

    For the win in a last try only the best keep, which is exact.
    """
    phase = view.phase[seat]
    found = 0
    if PHASE_KIND[phase] == ONE_COLOUR:
        for colour in range(COLOURS):
            kept = dice_of_colour(view.face, colour, DICE)
            if kept != 0:
                out[found] = ALL_DICE & ~kept
                found += 1
        return found
    aim, alone_aim = aim_of(view, seat), alone_aim_of(view, seat)
    if plays_to_win(view, seat):
        return _add_best(view, aim, 1, knowledge, out, 0)
    found = _add_best(view, aim, THOUGHTS, knowledge, out, 0)
    return found if aim == alone_aim else _add_best(view, alone_aim, OTHER_THOUGHTS, knowledge, out, found)


def _add_best(view: State, aim: int, keeps: int, knowledge: Any, out: Row, found: int) -> int:
    """Add the keeps that an aim makes most of to those that have been found; how many these are then."""
    rolls_left = ROLLS - view.rolls
    kept = best_kept(view.face, knowledge, aim, rolls_left)
    for _ in range(keeps):
        if kept == NO_KEEP:
            break
        is_new = True
        for index in range(found):
            is_new = is_new and out[index] != ALL_DICE & ~kept
        if is_new:
            out[found] = ALL_DICE & ~kept
            found += 1
        bound = units_at(knowledge, aim, rolls_left, place_of_keep(view.face, kept))
        kept = best_kept_below(view.face, knowledge, aim, rolls_left, bound)
    return found


def phase_chance(view: State, seat: Seat, action: int) -> float:
    """The chance that the turn makes the phase, if all later choices aim at that.

    Exact for numbers and for the last roll; with two rolls left the phase of one colour is played for a single colour.
    """
    phase, rolls_left = view.phase[seat], ROLLS - view.rolls
    if action == 0:
        return 0.0 if best_phase(view.face, phase) == NOT_MADE else 1.0
    if PHASE_KIND[phase] == ONE_COLOUR:
        size = PHASE_FIRST[phase]
        chances = [_chance_after(view.face, action, colour, rolls_left, size) for colour in range(COLOURS)]
        return sum(chances) if rolls_left == 1 else max(chances)  # two colours never have seven dice each
    return _best_of_keep(view, action, MAKING_IT)


def turn_points(view: State, seat: Seat, action: int) -> float:
    """The exact mean points of the turn, if all later choices aim at points.

    For phases of numbers, and for the end of any turn.
    """
    phase = view.phase[seat]
    if action == 0:
        made = best_phase(view.face, phase)
        return 0.0 if made == NOT_MADE else float(points_of(made))
    return _best_of_keep(view, action, ITS_POINTS)


def _best_of_keep(view: State, action: int, aim: int) -> float:
    tables = _keeps_of(view.phase[view.order[view.turn]])[ROLLS - view.rolls - 1]
    return float(tables[place_of_keep(view.face, ALL_DICE & ~action), aim])


def _chance_after(face: Row, rolled: int, colour: int, rolls_left: int, size: int) -> float:
    """The chance of `size` dice of a colour if these are rolled now, and later all without the colour."""
    having = [1.0]
    for die in range(DICE):
        rolls = rolls_left if rolled >> die & 1 else rolls_left - 1
        is_kept = not rolled >> die & 1 and FACE_COLOUR[die][face[die]] == colour
        hit = 1.0 if is_kept else 1 - (1 - sides_of_colour(die, colour) / SIDES) ** rolls
        having = [miss * (1 - hit) + one_less * hit for miss, one_less in zip([*having, 0], [0, *having], strict=True)]
    return sum(having[size:])


def missing_dice(view: State, seat: Seat) -> int:
    """The number of dice that a seat's phase still lacks, by the nearest way to make it."""
    phase = view.phase[seat]
    if PHASE_KIND[phase] == ONE_COLOUR:
        kept = dice_of_colour(view.face, _commonest_colour(view.face), DICE)
        return max(0, PHASE_FIRST[phase] - size_of(kept))
    tally = tally_of(view.face)
    demand = nearest_demand(tally, phase)
    wanted = sum(max(0, count(demand, number) - count(tally, number)) for number in range(1, HIGHEST + 1))
    return max(0, wanted - count(tally, WILD))


MAKING_IT, ITS_POINTS = range(2)


@cache
def _keeps_of(phase: int) -> tuple[Any, Any]:
    """With one roll left, and with two, by keep: the best chance to make a phase of numbers, and its points at best."""
    import numpy as np

    kernels, lows, highs = loops_and_keeps()
    results = np.zeros(KEEPS, np.int64)
    best, one, two = (np.zeros((KEEPS, SHARED)) for _ in range(3))
    payoffs = np.ones((SHARED, RESULTS))
    payoffs[ITS_POINTS] = np.arange(RESULTS)
    payoffs[:, FAILED] = 0.0
    kernels.score(phase, lows, highs, results)
    kernels.fill(payoffs, results, lows, highs, best, one, two)
    return one, two


BOTS = Bots(
    {"greedy": greedy, "expert": expert},
    knowledge=knowledge,
    by_heart=by_heart,
    search=Search(policy="expert", margin=80, playouts=1000, candidates=candidates, estimate=outlook),
)
