"""The expected value of a turn, for every set of kept dice.

Without colours only numbers matter, so a set of kept dice is the counts of W, 1, 2, 3, 4 on low dice and of 5 to 10 on
high dice: 126 × 924 *keeps*. A tally (see `phases`) of the low dice is a keep of theirs, four bits per number; that of
the high dice is theirs from the number 5 on. Keeps are numbered by size: more dice, a higher number.

An *aim* (`aims`) gives the value of points. Three aims of a phase are computed together and share a table: a float
holds three whole numbers of 17 bits.
"""

from math import comb
from typing import Any

from quincunx.core.fields import Row
from quincunx.games.phase10.phases import (
    DICE,
    FACE_NUMBER,
    LOW_DICE,
    MOST_POINTS,
    NIBBLE,
    NOT_MADE,
    SIDES,
    WILD,
    best_of_tally,
    count,
    points_of,
)

HIGH_DICE = DICE - LOW_DICE
LOW_SYMBOLS = 5
HIGH_SYMBOLS = 6
FIRST_HIGH = LOW_SYMBOLS
"""The lowest number on a high die."""
LOW_KEEPS = 126
HIGH_KEEPS = 924
KEEPS = LOW_KEEPS * HIGH_KEEPS
LOW_SETS = 1 << LOW_DICE
HIGH_SETS = 1 << HIGH_DICE
LOW_BITS = 7
"""A keep of low dice has so many bits."""
PACKED_KEEPS = LOW_SETS // 2
"""So many of these numbers fit into an int."""

BINOMIAL = tuple(tuple(comb(large, small) for small in range(HIGH_SYMBOLS + 1)) for large in range(DICE + 3))

ALL_LOW = comb(LOW_DICE - 1 + LOW_SYMBOLS, LOW_SYMBOLS)
"""The first keep of all low dice."""
ALL_HIGH = comb(HIGH_DICE - 1 + HIGH_SYMBOLS, HIGH_SYMBOLS)
"""The first keep of all high dice."""

ROLLED_HIGH = HIGH_KEEPS - ALL_HIGH
"""The number of keeps of all high dice."""
ROLLED = (LOW_KEEPS - ALL_LOW) * ROLLED_HIGH
"""The number of keeps of all dice."""

ENTRIES = ("list_all_keeps", "score", "fill", "value_turn", "pack", "list_best")
FAILED = MOST_POINTS + 1
RESULTS = FAILED + 1
"""The number of results of a turn: points, or FAILED."""
SHARED = 3
"""The number of aims per table."""
BITS = 17
LEAST, MOST = -40.0, 120.0
"""The bounds of an aim's values."""
UNIT = (MOST - LEAST) / ((1 << BITS) - 1)


def number_of_keep(keep: int, symbols: int) -> int:
    """The number of a keep of low dice or of high dice, from 0."""
    number = 0
    place = 0
    for symbol in range(symbols):
        place += count(keep, symbol)
        number += BINOMIAL[place + symbol][symbol + 1]
    return number


def list_all_keeps(lows: Any, highs: Any) -> None:
    """By number: every keep of low dice, and of high ones."""
    list_keeps(LOW_SYMBOLS, LOW_DICE, lows)
    list_keeps(HIGH_SYMBOLS, HIGH_DICE, highs)


def list_keeps(symbols: int, dice: int, out: Any) -> None:
    """By number: every keep of at most that many dice."""
    codes = 1
    for _ in range(symbols):
        codes *= dice + 1
    for code in range(codes):
        keep = 0
        held = 0
        rest = code
        for symbol in range(symbols):
            keep |= rest % (dice + 1) << NIBBLE * symbol
            held += rest % (dice + 1)
            rest //= dice + 1
        if held <= dice:
            out[number_of_keep(keep, symbols)] = keep


def score(phase: int, lows: Any, highs: Any, results: Any) -> None:
    """By keep of all ten dice: the result of a turn that ends with it, in a phase of numbers."""
    for low in range(ALL_LOW, LOW_KEEPS):
        for high in range(ALL_HIGH, HIGH_KEEPS):
            made = best_of_tally(lows[low] | highs[high] << NIBBLE * FIRST_HIGH, phase)
            results[low * HIGH_KEEPS + high] = FAILED if made == NOT_MADE else points_of(made)


def fill(payoffs: Any, results: Any, lows: Any, highs: Any, best: Any, one: Any, two: Any) -> None:
    """Compute the value of every keep with one roll left and with two, for three aims (rows of `payoffs`)."""
    for low in range(ALL_LOW, LOW_KEEPS):
        for high in range(ALL_HIGH, HIGH_KEEPS):
            keep = low * HIGH_KEEPS + high
            for aim in range(SHARED):
                one[keep, aim] = payoffs[aim, results[keep]]
    expect(lows, highs, one)
    choose(lows, highs, one, best)
    for keep in range(KEEPS):
        for aim in range(SHARED):
            two[keep, aim] = best[keep, aim]
    expect(lows, highs, two)


def value_turn(lows: Any, highs: Any, two: Any, best: Any, out: Any) -> None:
    """The value of a turn before its first roll, from the keeps with two rolls left."""
    choose(lows, highs, two, best)
    expect(lows, highs, best)
    for aim in range(SHARED):
        out[aim] = best[0, aim]


def expect(lows: Any, highs: Any, worth: Any) -> None:
    """Compute the values of keeps from those of complete rolls: the mean over the next die, die by die."""
    for low in range(LOW_KEEPS - 1, ALL_LOW - 1, -1):
        for high in range(ALL_HIGH - 1, -1, -1):
            here = low * HIGH_KEEPS + high
            for aim in range(SHARED):
                worth[here, aim] = 0.0
            for symbol in range(HIGH_SYMBOLS):
                more = low * HIGH_KEEPS + number_of_keep(highs[high] + (1 << NIBBLE * symbol), HIGH_SYMBOLS)
                for aim in range(SHARED):
                    worth[here, aim] += worth[more, aim] / SIDES
    for low in range(ALL_LOW - 1, -1, -1):
        for high in range(HIGH_KEEPS):
            for aim in range(SHARED):
                worth[low * HIGH_KEEPS + high, aim] = 0.0
        for symbol in range(LOW_SYMBOLS):
            sides = SIDES - LOW_SYMBOLS + 1 if symbol == WILD else 1
            more = number_of_keep(lows[low] + (1 << NIBBLE * symbol), LOW_SYMBOLS) * HIGH_KEEPS
            for high in range(HIGH_KEEPS):
                for aim in range(SHARED):
                    worth[low * HIGH_KEEPS + high, aim] += sides * worth[more + high, aim] / SIDES


def choose(lows: Any, highs: Any, worth: Any, best: Any) -> None:
    """Replace the value of every keep by the best of itself and its parts."""
    for low in range(LOW_KEEPS):
        for high in range(HIGH_KEEPS):
            here = low * HIGH_KEEPS + high
            for aim in range(SHARED):
                best[here, aim] = worth[here, aim]
            for symbol in range(LOW_SYMBOLS):
                if count(lows[low], symbol) > 0:
                    fewer = number_of_keep(lows[low] - (1 << NIBBLE * symbol), LOW_SYMBOLS)
                    take_better(best, here, fewer * HIGH_KEEPS + high)
            for symbol in range(HIGH_SYMBOLS):
                if count(highs[high], symbol) > 0:
                    fewer = number_of_keep(highs[high] - (1 << NIBBLE * symbol), HIGH_SYMBOLS)
                    take_better(best, here, low * HIGH_KEEPS + fewer)


def take_better(best: Any, here: int, other: int) -> None:
    """Take the value of another keep, where that is more."""
    for aim in range(SHARED):
        best[here, aim] = max(best[here, aim], best[other, aim])


def pack(worth: Any, out: Any) -> None:
    """Three aims into one float for each keep."""
    for keep in range(KEEPS):
        packed = 0
        for aim in range(SHARED):
            packed |= int((worth[keep, aim] - LEAST) / UNIT + 0.5) << BITS * aim
        out[keep] = packed


def list_best(tables: Any, aim: int, rolls_left: int, lows: Any, highs: Any, best: Any) -> None:
    """By keep: the best for an aim of itself and its parts."""
    for low in range(LOW_KEEPS):
        for high in range(HIGH_KEEPS):
            here = low * HIGH_KEEPS + high
            best[here] = here
            most = units_at(tables, aim, rolls_left, here)
            for symbol in range(LOW_SYMBOLS + HIGH_SYMBOLS):
                other = here
                if symbol < LOW_SYMBOLS:
                    if count(lows[low], symbol) > 0:
                        fewer = number_of_keep(lows[low] - (1 << NIBBLE * symbol), LOW_SYMBOLS)
                        other = best[fewer * HIGH_KEEPS + high]
                elif count(highs[high], symbol - FIRST_HIGH) > 0:
                    fewer = number_of_keep(highs[high] - (1 << NIBBLE * (symbol - FIRST_HIGH)), HIGH_SYMBOLS)
                    other = best[low * HIGH_KEEPS + fewer]
                units = units_at(tables, aim, rolls_left, other)
                if units > most:
                    most = units
                    best[here] = other


NO_KEEP = -1
ABOVE_ALL = 1 << BITS


def units_at(tables: Any, aim: int, rolls_left: int, place: int) -> int:
    """The value of a keep for an aim, in units above LEAST."""
    return int(tables[start_of(aim, rolls_left) + place]) >> BITS * (aim % SHARED) & (1 << BITS) - 1


def start_of(aim: int, rolls_left: int) -> int:
    """The index of the table of an aim."""
    return (aim // SHARED * 2 + rolls_left - 1) * KEEPS


def best_kept(face: Row, tables: Any, aim: int, rolls_left: int) -> int:
    """The best dice to keep, as bits."""
    return best_kept_below(face, tables, aim, rolls_left, ABOVE_ALL)


def best_kept_below(face: Row, tables: Any, aim: int, rolls_left: int, bound: int) -> int:
    """The same among the keeps that are worth less than a bound, in units; `NO_KEEP` if there is none."""
    best = NO_KEEP
    most = -1
    lows = _low_keeps(face, 0), _low_keeps(face, PACKED_KEEPS)
    for high_set in range(HIGH_SETS):
        high = keep_of(face, high_set, LOW_DICE)
        for low_set in range(LOW_SETS):
            low = lows[low_set // PACKED_KEEPS] >> LOW_BITS * (low_set % PACKED_KEEPS) & (1 << LOW_BITS) - 1
            units = units_at(tables, aim, rolls_left, low * HIGH_KEEPS + high)
            if most < units < bound:
                most = units
                best = low_set | high_set << LOW_DICE
    return best


def _low_keeps(face: Row, first: int) -> int:
    """The numbers of the keeps of eight sets of low dice from the first on, packed."""
    packed = 0
    for low_set in range(PACKED_KEEPS):
        packed |= keep_of(face, first + low_set, 0) << LOW_BITS * low_set
    return packed


def kept_by_heart(face: Row, choices: Any, number: int, rolls_left: int) -> int:
    """The dice to keep, as bits, by a table of choices: the best keep of every roll, three tables in each float."""
    low = keep_of(face, LOW_SETS - 1, 0) - ALL_LOW
    high = keep_of(face, HIGH_SETS - 1, LOW_DICE) - ALL_HIGH
    packed = int(choices[(number // SHARED * 2 + rolls_left - 1) * ROLLED + low * ROLLED_HIGH + high])
    keep = packed >> BITS * (number % SHARED) & (1 << BITS) - 1
    low_set = 0
    while keep_of(face, low_set, 0) != keep // HIGH_KEEPS:
        low_set += 1
    high_set = 0
    while keep_of(face, high_set, LOW_DICE) != keep % HIGH_KEEPS:
        high_set += 1
    return low_set | high_set << LOW_DICE


def place_of_keep(face: Row, kept: int) -> int:
    """The index of the worth of keeping these dice in a part of a table."""
    return keep_of(face, kept & LOW_SETS - 1, 0) * HIGH_KEEPS + keep_of(face, kept >> LOW_DICE, LOW_DICE)


def keep_of(face: Row, dice: int, first: int) -> int:
    """The number of the keep of these dice, as bits, of the low ones (`first` 0) or the high ones."""
    keep = 0
    for die in range(LOW_DICE if first == 0 else HIGH_DICE):
        if dice >> die & 1:
            number = FACE_NUMBER[first + die][face[first + die]]
            keep += 1 << NIBBLE * (number if first == 0 else number - FIRST_HIGH)
    return number_of_keep(keep, LOW_SYMBOLS if first == 0 else HIGH_SYMBOLS)
