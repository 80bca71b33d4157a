"""The arithmetic of the ten phases: whether a roll makes a phase, with which dice, for how many points.

Rolled numbers are counted in one int, four bits per number (`tally`); a `demand` of a phase has the same form. A phase
that is made is one int, too: its points above its demand, so the best way is the largest.
"""

from quincunx.core.fields import Row

DICE = 10
LOW_DICE = 4
SIDES = 6
WILD = 0
"""The number of a W."""
HIGHEST = 10

BLUE, RED, ORANGE, GREEN = range(4)
COLOURS = 4

FACE_NUMBER = (
    (1, 2, 3, 4, WILD, WILD),
    (1, 2, 3, 4, WILD, WILD),
    (1, 2, 3, 4, WILD, WILD),
    (1, 2, 3, 4, WILD, WILD),
    (5, 6, 7, 8, 9, 10),
    (5, 6, 7, 8, 9, 10),
    (5, 6, 7, 8, 9, 10),
    (5, 6, 7, 8, 9, 10),
    (5, 6, 7, 8, 9, 10),
    (5, 6, 7, 8, 9, 10),
)
"""By die (L1 to L4, H1 to H6) and side: its number."""

FACE_COLOUR = (
    (BLUE, GREEN, ORANGE, GREEN, RED, ORANGE),
    (RED, BLUE, GREEN, ORANGE, BLUE, ORANGE),
    (ORANGE, RED, RED, BLUE, GREEN, BLUE),
    (GREEN, ORANGE, BLUE, RED, RED, GREEN),
    (RED, ORANGE, BLUE, GREEN, ORANGE, GREEN),
    (GREEN, RED, GREEN, ORANGE, BLUE, RED),
    (ORANGE, BLUE, RED, BLUE, GREEN, ORANGE),
    (RED, GREEN, ORANGE, BLUE, RED, BLUE),
    (BLUE, BLUE, RED, ORANGE, RED, GREEN),
    (BLUE, ORANGE, GREEN, RED, GREEN, ORANGE),
)
"""By die and side: its colour."""

PHASES = 10
TWO_SETS, SET_AND_RUN, ONE_RUN, ONE_COLOUR = range(4)
PHASE_KIND = (
    TWO_SETS,
    SET_AND_RUN,
    SET_AND_RUN,
    ONE_RUN,
    ONE_RUN,
    ONE_RUN,
    TWO_SETS,
    ONE_COLOUR,
    TWO_SETS,
    TWO_SETS,
)
PHASE_FIRST = (3, 3, 4, 7, 8, 9, 4, 7, 5, 5)
"""By phase: the size of the (larger) set, of the run, or of the colour."""
PHASE_SECOND = (3, 4, 4, 0, 0, 0, 4, 0, 2, 3)
"""By phase: the size of the smaller set, or of the run beside a set."""
PHASE_LEAST = (12, 18, 23, 18, 26, 35, 22, 19, 17, 22)
"""By phase: the fewest points it can score when it is made."""
PHASE_MOST = (60, 57, 59, 49, 52, 54, 60, 56, 60, 62)
"""By phase: the most."""
MOST_POINTS = max(PHASE_MOST)

NOT_MADE = -1
NIBBLE = 4
DEMAND_BITS = NIBBLE * (HIGHEST + 1)


def tally_of(face: Row) -> int:
    """The number of dice that show each number."""
    tally = 0
    for die in range(DICE):
        tally += 1 << NIBBLE * FACE_NUMBER[die][face[die]]
    return tally


def count(tally: int, number: int) -> int:
    """The count of a number in a tally."""
    return tally >> NIBBLE * number & 15


def points_of(made: int) -> int:
    """The points of a phase that is made."""
    return made >> DEMAND_BITS


def demand_of(made: int) -> int:
    """The contents of a made phase: the count of each number, or its colour."""
    return made & ((1 << DEMAND_BITS) - 1)


def best_phase(face: Row, phase: int) -> int:
    """The best-scoring way to make a phase, wilds shared as serves best (R4), or `NOT_MADE`."""
    if PHASE_KIND[phase] == ONE_COLOUR:
        return best_colour(face, PHASE_FIRST[phase])
    return best_of_tally(tally_of(face), phase)


def best_of_tally(tally: int, phase: int) -> int:
    """As `best_phase`, for a phase of numbers."""
    kind = PHASE_KIND[phase]
    if kind == TWO_SETS:
        return best_two_sets(tally, PHASE_FIRST[phase], PHASE_SECOND[phase])
    if kind == SET_AND_RUN:
        return best_set_and_run(tally, PHASE_FIRST[phase], PHASE_SECOND[phase])
    return best_run(tally, PHASE_FIRST[phase])


def best_two_sets(tally: int, large: int, small: int) -> int:
    """The best two sets; both may be of one number (R5), no die serves twice (R6), wilds have no limit (R7)."""
    best = NOT_MADE
    wilds = count(tally, WILD)
    for first in range(1, HIGHEST + 1):
        natural = min(count(tally, first), large)
        missing = large - natural
        if missing > wilds:
            continue
        for second in range(1, HIGHEST + 1):
            left = count(tally, second) - (natural if second == first else 0)
            more = min(left, small)
            if missing + small - more <= wilds:
                points = first * natural + second * more
                demand = (large << NIBBLE * first) + (small << NIBBLE * second)
                best = max(best, (points << DEMAND_BITS) + demand)
    return best


def best_run(tally: int, length: int) -> int:
    """The best run; any wilds fill its gaps."""
    best = NOT_MADE
    for start in range(1, HIGHEST + 2 - length):
        missing, points, demand = run_from(tally, start, length)
        if missing <= count(tally, WILD):
            best = max(best, (points << DEMAND_BITS) + demand)
    return best


def run_from(tally: int, start: int, length: int) -> tuple[int, int, int]:
    """Of the run from a number: how many dice are missing, the points of the others, and its demand."""
    missing = 0
    points = 0
    demand = 0
    for number in range(start, start + length):
        demand += 1 << NIBBLE * number
        if count(tally, number):
            points += number
        else:
            missing += 1
    return missing, points, demand


def best_set_and_run(tally: int, size: int, length: int) -> int:
    """The best set with a run beside it; each die and each wild serves in one of them (R6)."""
    best = NOT_MADE
    wilds = count(tally, WILD)
    for start in range(1, HIGHEST + 2 - length):
        missing, points, demand = run_from(tally, start, length)
        if missing > wilds:
            continue
        for number in range(1, HIGHEST + 1):
            left = count(tally, number)
            if start <= number < start + length and left > 0:
                left -= 1
            natural = min(left, size)
            if missing + size - natural <= wilds:
                total = points + number * natural
                best = max(best, (total << DEMAND_BITS) + demand + (size << NIBBLE * number))
    return best


def best_colour(face: Row, size: int) -> int:
    """The highest dice of the colour that most show (R10); a W counts as its own colour, for nothing (R9)."""
    shown = colours_of(face)
    for colour in range(COLOURS):
        if count(shown, colour) >= size:
            return (highest_of(_tally_of_colour(face, colour), size) << DEMAND_BITS) + colour
    return NOT_MADE


def colours_of(face: Row) -> int:
    """How many dice show each colour, as a tally."""
    shown = 0
    for die in range(DICE):
        shown += 1 << NIBBLE * FACE_COLOUR[die][face[die]]
    return shown


def _tally_of_colour(face: Row, colour: int) -> int:
    tally = 0
    for die in range(DICE):
        if FACE_COLOUR[die][face[die]] == colour:
            tally += 1 << NIBBLE * FACE_NUMBER[die][face[die]]
    return tally


def highest_of(tally: int, size: int) -> int:
    """The points of the `size` highest dice of a tally."""
    points = 0
    left = size
    for step in range(HIGHEST):
        number = HIGHEST - step
        used = min(left, count(tally, number))
        points += used * number
        left -= used
    return points


def dice_for(face: Row, demand: int) -> int:
    """The dice, as bits, that serve a demand for numbers: naturals first, wilds for what is missing."""
    serving = 0
    missing = 0
    for number in range(1, HIGHEST + 1):
        wanted = count(demand, number)
        for die in range(DICE):
            if wanted > 0 and FACE_NUMBER[die][face[die]] == number:
                serving |= 1 << die
                wanted -= 1
        missing += wanted
    for die in range(DICE):
        if missing > 0 and FACE_NUMBER[die][face[die]] == WILD:
            serving |= 1 << die
            missing -= 1
    return serving


def dice_of_colour(face: Row, colour: int, size: int) -> int:
    """The highest dice of a colour, at most `size`, as bits."""
    serving = 0
    left = size
    for step in range(HIGHEST + 1):
        for die in range(DICE):
            if left > 0 and FACE_COLOUR[die][face[die]] == colour and FACE_NUMBER[die][face[die]] == HIGHEST - step:
                serving |= 1 << die
                left -= 1
    return serving


def phase_dice(face: Row, phase: int) -> int:
    """The dice, as bits, that make a phase in the best way; none if it is not made."""
    made = best_phase(face, phase)
    if made == NOT_MADE:
        return 0
    if PHASE_KIND[phase] == ONE_COLOUR:
        return dice_of_colour(face, demand_of(made), PHASE_FIRST[phase])
    return dice_for(face, demand_of(made))
