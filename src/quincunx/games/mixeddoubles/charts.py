"""The dice of Mixed Doubles and its two charts: what a roll wins and what it pushes."""

from quincunx.games.mixeddoubles.cards import ALL_COLOURS, BLUE, GREEN, ORANGE, PURPLE, RED, YELLOW

DICE = 2
FACES = 5
"""A primary colour has the same number as a face and as a colour of cards."""
WILD = 3
PUSH = 4
SIDES_WITH = (2, 2, 2, 1, 1)
"""§1: how many of a die's eight sides show each face."""

NOTHING = 0
WITH_BLUE = 1 << BLUE | 1 << GREEN | 1 << PURPLE
WITH_YELLOW = 1 << YELLOW | 1 << ORANGE | 1 << GREEN
WITH_RED = 1 << RED | 1 << PURPLE | 1 << ORANGE

MIXTURES = (
    (1 << BLUE, 1 << GREEN, 1 << PURPLE, WITH_BLUE, NOTHING),
    (1 << GREEN, 1 << YELLOW, 1 << ORANGE, WITH_YELLOW, NOTHING),
    (1 << PURPLE, 1 << ORANGE, 1 << RED, WITH_RED, NOTHING),
    (WITH_BLUE, WITH_YELLOW, WITH_RED, ALL_COLOURS, NOTHING),
    (NOTHING, NOTHING, NOTHING, NOTHING, NOTHING),
)
"""§16-§20: the set of colours won, by the faces of the two dice."""

PUSHES = (1 << BLUE, 1 << YELLOW, 1 << RED, ALL_COLOURS, NOTHING)
"""§32, §33: the set of colours pushed, by the face beside one push; beside another it is a SWAP (§34)."""


def colours_won(first: int, second: int) -> int:
    """The set of colours that a roll wins, as bits; empty when a die shows push."""
    return MIXTURES[first][second]


def colours_pushed(first: int, second: int) -> int:
    """The set of colours that a roll pushes from the roller's palette; empty without a push and for a SWAP."""
    if first == PUSH:
        return PUSHES[second]
    if second == PUSH:
        return PUSHES[first]
    return NOTHING


def is_swap(first: int, second: int) -> bool:
    """Whether both dice show push."""
    return first == PUSH and second == PUSH


def is_double_wild(first: int, second: int) -> bool:
    """Whether both dice show wild."""
    return first == WILD and second == WILD
