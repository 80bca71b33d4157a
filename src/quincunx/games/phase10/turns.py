"""The expected worth of a turn, for every set of dice that may be kept, when the others are rolled.

Colours aside only numbers matter, so a set of kept dice is how many low dice show W, 1, 2, 3, 4 and how many high dice
5 to 10: 126 × 924 *keeps*. A tally (see `phases`) of the low dice is a keep of theirs, four bits a number; that of the
high dice is theirs from the number 5 on.
"""

from math import comb
from typing import Any

from quincunx.core.fields import Row
from quincunx.games.phase10.phases import (
    DICE,
    FACE_NUMBER,
    LOW_DICE,
    NIBBLE,
    NOT_MADE,
    ONE_COLOUR,
    PHASE_KIND,
    PHASES,
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

BINOMIAL = tuple(tuple(comb(large, small) for small in range(HIGH_SYMBOLS + 1)) for large in range(DICE + 3))

ENTRIES = ("fill",)
ALONE, COMPANY = range(2)
TABLES = 2
"""A table for the match alone, one for company; in each a part for each phase and for one roll left or two."""
PART = KEEPS
TABLE = PHASES * 2 * PART


def number_of_keep(keep: int, symbols: int) -> int:
    """The number of a keep of low dice or of high dice, from 0."""
    number = 0
    place = 0
    for symbol in range(symbols):
        place += count(keep, symbol)
        number += BINOMIAL[place + symbol][symbol + 1]
    return number


def dice_in(keep: int, symbols: int) -> int:
    """How many dice a keep holds."""
    dice = 0
    for symbol in range(symbols):
        dice += count(keep, symbol)
    return dice


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


def fill(
    phase: int, made_worth: float, slope: float, failure: float, lows: Any, highs: Any, best: Any, one: Any, two: Any
) -> None:
    """The worth of every keep with one roll left and with two: `slope` a point, `failure` without the phase."""
    list_keeps(LOW_SYMBOLS, LOW_DICE, lows)
    list_keeps(HIGH_SYMBOLS, HIGH_DICE, highs)
    for low in range(LOW_KEEPS):
        for high in range(HIGH_KEEPS):
            if dice_in(lows[low], LOW_SYMBOLS) == LOW_DICE and dice_in(highs[high], HIGH_SYMBOLS) == HIGH_DICE:
                made = best_of_tally(lows[low] | highs[high] << NIBBLE * FIRST_HIGH, phase)
                one[low * HIGH_KEEPS + high] = failure if made == NOT_MADE else made_worth + slope * points_of(made)
    expect(lows, highs, one)
    choose(lows, highs, one, best)
    for keep in range(KEEPS):
        two[keep] = best[keep]
    expect(lows, highs, two)


def expect(lows: Any, highs: Any, worth: Any) -> None:
    """From the worth of complete rolls that of every keep: the mean over the next die, die by die."""
    for low in range(LOW_KEEPS):
        if dice_in(lows[low], LOW_SYMBOLS) == LOW_DICE:
            for step in range(HIGH_DICE):
                for high in range(HIGH_KEEPS):
                    if dice_in(highs[high], HIGH_SYMBOLS) == HIGH_DICE - 1 - step:
                        total = 0.0
                        for symbol in range(HIGH_SYMBOLS):
                            more = number_of_keep(highs[high] + (1 << NIBBLE * symbol), HIGH_SYMBOLS)
                            total += worth[low * HIGH_KEEPS + more]
                        worth[low * HIGH_KEEPS + high] = total / SIDES
    for step in range(LOW_DICE):
        for low in range(LOW_KEEPS):
            if dice_in(lows[low], LOW_SYMBOLS) == LOW_DICE - 1 - step:
                for high in range(HIGH_KEEPS):
                    total = 0.0
                    for symbol in range(LOW_SYMBOLS):
                        more = number_of_keep(lows[low] + (1 << NIBBLE * symbol), LOW_SYMBOLS)
                        sides = SIDES - LOW_SYMBOLS + 1 if symbol == WILD else 1
                        total += sides * worth[more * HIGH_KEEPS + high]
                    worth[low * HIGH_KEEPS + high] = total / SIDES


def choose(lows: Any, highs: Any, worth: Any, best: Any) -> None:
    """The best that can be kept of every keep: all of it, or the best without one of its dice."""
    for dice in range(DICE + 1):
        for low in range(LOW_KEEPS):
            held = dice_in(lows[low], LOW_SYMBOLS)
            if held <= dice <= held + HIGH_DICE:
                for high in range(HIGH_KEEPS):
                    if held + dice_in(highs[high], HIGH_SYMBOLS) == dice:
                        choose_one(lows[low], highs[high], low, high, worth, best)


def choose_one(low_keep: int, high_keep: int, low: int, high: int, worth: Any, best: Any) -> None:
    top = worth[low * HIGH_KEEPS + high]
    for symbol in range(LOW_SYMBOLS):
        if count(low_keep, symbol) > 0:
            fewer = number_of_keep(low_keep - (1 << NIBBLE * symbol), LOW_SYMBOLS)
            top = max(top, best[fewer * HIGH_KEEPS + high])
    for symbol in range(HIGH_SYMBOLS):
        if count(high_keep, symbol) > 0:
            fewer = number_of_keep(high_keep - (1 << NIBBLE * symbol), HIGH_SYMBOLS)
            top = max(top, best[low * HIGH_KEEPS + fewer])
    best[low * HIGH_KEEPS + high] = top


NO_KEEP = -1
ABOVE_ALL = 1e9


def best_kept(face: Row, worth: Any, start: int) -> int:
    """The dice to keep, as bits: those whose keep is worth most in the part of a table that begins there."""
    return best_kept_below(face, worth, start, ABOVE_ALL)


def best_kept_below(face: Row, worth: Any, start: int, bound: float) -> int:
    """The same among the keeps that are worth less than a bound; `NO_KEEP` if there is none."""
    best = NO_KEEP
    most = -ABOVE_ALL
    for high_set in range(HIGH_SETS):
        high = keep_of(face, high_set, LOW_DICE)
        for low_set in range(LOW_SETS):
            value = worth[start + keep_of(face, low_set, 0) * HIGH_KEEPS + high]
            if most < value < bound:
                most = value
                best = low_set | high_set << LOW_DICE
    return best


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


def part_of(company: bool, phase: int, rolls_left: int) -> int:
    """The offset of a part of the table."""
    return ((COMPANY if company else ALONE) * PHASES * 2 + phase * 2 + rolls_left - 1) * PART


def is_counted(phase: int) -> bool:
    """Whether a phase is one of numbers, so that keeps say everything."""
    return PHASE_KIND[phase] != ONE_COLOUR
