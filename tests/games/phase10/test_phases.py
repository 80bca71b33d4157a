"""The arithmetic of the phases against a brute-force twin, and the highest score by search."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

import pytest

from quincunx.games.phase10.phases import (
    COLOURS,
    DICE,
    FACE_COLOUR,
    FACE_NUMBER,
    NOT_MADE,
    PHASE_LEAST,
    PHASE_MOST,
    PHASES,
    SIDES,
    WILD,
    best_colour,
    best_phase,
    phase_dice,
    points_of,
)
from quincunx.games.phase10.rules import BONUS, BONUS_OVER, BONUS_PHASES

PARTS = {
    0: [("set", 3), ("set", 3)],
    1: [("set", 3), ("run", 4)],
    2: [("set", 4), ("run", 4)],
    3: [("run", 7)],
    4: [("run", 8)],
    5: [("run", 9)],
    6: [("set", 4), ("set", 4)],
    8: [("set", 5), ("set", 2)],
    9: [("set", 5), ("set", 3)],
}
ONE_COLOUR = 7

NUMBER_ROLLS = [
    (*low, *high)
    for low in combinations_with_replacement((1, 2, 3, 4, WILD), 4)
    for high in combinations_with_replacement(range(5, 11), 6)
]


def sides_of(numbers: tuple[int, ...]) -> list[int]:
    """A roll with these numbers, whatever its colours."""
    return [FACE_NUMBER[die].index(number) for die, number in enumerate(numbers)]


def ways(parts: list[tuple[str, int]], counts: Counter[int], wilds: int) -> Iterator[int]:
    """The points of every way to fill the parts, one slot after the other by a number or by a wild."""
    if not parts:
        yield 0
        return
    (kind, size), rest = parts[0], parts[1:]
    if kind == "set":
        for number in range(1, 11):
            for natural in range(min(counts[number], size) + 1):
                if size - natural <= wilds:
                    left = counts.copy()
                    left[number] -= natural
                    for points in ways(rest, left, wilds - size + natural):
                        yield number * natural + points
    else:
        for start in range(1, 12 - size):
            yield from run_ways(list(range(start, start + size)), rest, counts, wilds)


def run_ways(slots: list[int], rest: list[tuple[str, int]], counts: Counter[int], wilds: int) -> Iterator[int]:
    if not slots:
        yield from ways(rest, counts, wilds)
        return
    if counts[slots[0]]:
        left = counts.copy()
        left[slots[0]] -= 1
        for points in run_ways(slots[1:], rest, left, wilds):
            yield slots[0] + points
    if wilds:
        yield from run_ways(slots[1:], rest, counts, wilds - 1)


def brute_force(numbers: tuple[int, ...], phase: int) -> int:
    counts = Counter(number for number in numbers if number != WILD)
    # Runs first: they have fewer ways to begin.
    parts = sorted(PARTS[phase])
    return max(ways(parts, counts, numbers.count(WILD)), default=NOT_MADE)


def test_there_are_32340_number_rolls() -> None:
    assert len(NUMBER_ROLLS) == 32_340


@pytest.mark.parametrize("phase", PARTS)
def test_every_number_roll_scores_as_brute_force_says(phase: int) -> None:
    for numbers in NUMBER_ROLLS:
        made = best_phase(sides_of(numbers), phase)
        points = NOT_MADE if made == NOT_MADE else points_of(made)
        assert points == brute_force(numbers, phase), numbers


@pytest.mark.parametrize("phase", range(PHASES))
def test_the_dice_of_a_made_phase_are_worth_its_points(phase: int) -> None:
    rng = random.Random(phase)
    made_ones = 0
    for _ in range(4000):
        face = [rng.randrange(SIDES) for _ in range(DICE)]
        made = best_phase(face, phase)
        used = [die for die in range(DICE) if phase_dice(face, phase) >> die & 1]
        if made == NOT_MADE:
            assert not used
        else:
            made_ones += 1
            size = 7 if phase == ONE_COLOUR else sum(size for _, size in PARTS[phase])
            assert len(used) == size
            assert sum(FACE_NUMBER[die][face[die]] for die in used) == points_of(made)
    assert made_ones > 0


def test_coloured_rolls_score_as_brute_force_says() -> None:
    rng = random.Random(8)
    seen = Counter[bool]()
    for _ in range(40_000):
        colour = rng.randrange(COLOURS)
        face = [leaning_side(rng, die, colour) for die in range(DICE)]
        best = max(
            (
                sum(FACE_NUMBER[die][face[die]] for die in dice)
                for wanted in range(COLOURS)
                for dice in combinations([die for die in range(DICE) if FACE_COLOUR[die][face[die]] == wanted], 7)
            ),
            default=NOT_MADE,
        )
        made = best_colour(face, 7)
        assert (NOT_MADE if made == NOT_MADE else points_of(made)) == best
        seen[made == NOT_MADE] += 1
    assert min(seen.values()) > 1000


def leaning_side(rng: random.Random, die: int, colour: int) -> int:
    """A side that is more often than not of this colour."""
    sides = [side for side in range(SIDES) if FACE_COLOUR[die][side] == colour]
    return rng.choice(sides) if rng.random() < 0.6 else rng.randrange(SIDES)


def coloured_rolls(colour: int) -> Iterator[list[int]]:
    """Every roll as far as this colour can tell: on each die any side of the colour, or one side of another."""
    choices = []
    for die in range(DICE):
        of_colour = [side for side in range(SIDES) if FACE_COLOUR[die][side] == colour]
        other = next(side for side in range(SIDES) if FACE_COLOUR[die][side] != colour)
        choices.append([*of_colour, other])
    return map(list, product(*choices))


def test_649_is_the_highest_score() -> None:
    """The best roll of every phase, found by looking at all rolls, with both bonuses."""
    best = [0] * PHASES
    for numbers in NUMBER_ROLLS:
        face = sides_of(numbers)
        for phase in PARTS:
            best[phase] = max(best[phase], points_of(best_phase(face, phase)))
    for colour in range(COLOURS):
        for face in coloured_rolls(colour):
            best[ONE_COLOUR] = max(best[ONE_COLOUR], points_of(best_colour(face, 7)))
    assert best == [60, 57, 59, 49, 52, 54, 60, 56, 60, 62]
    five_phase_bonus = BONUS if sum(best[:BONUS_PHASES]) > BONUS_OVER else 0
    assert sum(best) + five_phase_bonus + BONUS == 649


@pytest.mark.slow
def test_the_points_that_each_phase_can_bring() -> None:
    """Every roll, told apart by its numbers; for one colour by the numbers of its dice."""
    points: list[set[int]] = [set() for _ in range(PHASES)]
    for numbers in NUMBER_ROLLS:
        face = [FACE_NUMBER[die].index(number) for die, number in enumerate(numbers)]
        for phase in PARTS:
            if (made := best_phase(face, phase)) != NOT_MADE:
                points[phase].add(points_of(made))
    for colour in range(COLOURS):
        shown: set[tuple[int, ...]] = {()}
        for die in range(DICE):
            sides = [FACE_NUMBER[die][side] for side in range(SIDES) if FACE_COLOUR[die][side] == colour]
            assert sides, "every die has every colour"
            shown |= {tuple(sorted((*before, number), reverse=True)) for before in shown for number in sides}
        points[ONE_COLOUR] |= {sum(numbers[:7]) for numbers in shown if len(numbers) >= 7}
    assert tuple(map(min, points)) == PHASE_LEAST
    assert tuple(map(max, points)) == PHASE_MOST
