"""The deck of Mixed Doubles, and lanes: the numbered cards of one colour in one place, counted in one int.

A lane gives two bits to each value from 1 to 7, so lanes of the same colour are joined by adding them.
"""

from typing import TypeAlias

COLOURS = 6
BLUE, YELLOW, RED, GREEN, PURPLE, ORANGE = range(COLOURS)
ALL_COLOURS = (1 << COLOURS) - 1

VALUES = 7
COPIES = 2
"""Cards of each colour and value."""

Lane: TypeAlias = int
BITS = 2
COUNT = (1 << BITS) - 1
FULL_LANE = 0b10_10_10_10_10_10_10
"""All numbered cards of a colour."""

FREE_VALUES = 5
"""FREE cards are worth 1 to this, one of each; a set of them is a set of bits."""
ALL_FREE = (1 << FREE_VALUES) - 1
EXTRA_ROLLS = 6
STEALS = 6
MINUS_FIVE_POINTS = -5
DECK = COLOURS * VALUES * COPIES + COLOURS + EXTRA_ROLLS + STEALS + FREE_VALUES + 1

NUMBERED = 0
"""Kinds of cards: 42 numbered ones by colour and value, then the special ones."""
ALL_IN = NUMBERED + COLOURS * VALUES
EXTRA_ROLL = ALL_IN + COLOURS
STEAL = EXTRA_ROLL + 1
FREE = STEAL + 1
MINUS_FIVE = FREE + FREE_VALUES
KINDS = MINUS_FIVE + 1


def kind_of(colour: int, value: int) -> int:
    """The kind of a numbered card."""
    return NUMBERED + colour * VALUES + value - 1


def colour_of(kind: int) -> int:
    """The colour of a numbered card."""
    return (kind - NUMBERED) // VALUES


def value_of(kind: int) -> int:
    """The number on a numbered card."""
    return (kind - NUMBERED) % VALUES + 1


def one_card(value: int) -> Lane:
    """The lane that holds one card of this value: add it to put the card there, subtract it to take it."""
    return 1 << BITS * (value - 1)


def count_of(lane: Lane, value: int) -> int:
    """The number of cards of this value in a lane."""
    return lane >> BITS * (value - 1) & COUNT


def cards_in(lane: Lane) -> int:
    """The number of cards in a lane."""
    cards = 0
    while lane:
        cards += lane & COUNT
        lane >>= BITS
    return cards


def points_in(lane: Lane) -> int:
    """The worth of the cards of a lane together."""
    points = 0
    value = 1
    while lane:
        points += value * (lane & COUNT)
        lane >>= BITS
        value += 1
    return points


def free_points(free: int) -> int:
    """The worth of a set of FREE cards."""
    points = 0
    for value in range(1, FREE_VALUES + 1):
        if free >> (value - 1) & 1:
            points += value
    return points
