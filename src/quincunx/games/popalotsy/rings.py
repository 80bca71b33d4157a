"""The beating order: the strength of a ring card on a die, and the cards that may be dropped there now.

A card is a small int, colour by colour, 1 to 6; a set of kinds of cards is one int, a bit per kind. On one die every
card has a strength, and a drop is correct when it is stronger than everything in the pile.
"""

COLOURS = 5
RED, ORANGE, YELLOW, GREEN, BLUE = range(COLOURS)
"""Red and orange are known, the others are invented (RULES.md)."""
DICE = COLOURS
"""Die n has colour n (§2)."""
SIDES = 6
KINDS = COLOURS * SIDES

DECK = (
    (2, 2, 1, 1, 1, 1),
    (1, 1, 2, 2, 1, 1),
    (1, 1, 1, 1, 2, 2),
    (2, 2, 1, 1, 1, 1),
    (1, 1, 2, 2, 1, 1),
)
"""By colour and number: the number of such cards. The numbers that come twice are invented (RULES.md)."""
CARDS = 40

NO_MATCH = 0
NUMBER_MATCH = SIDES + 1
EXACT = SIDES + 2
"""Strengths; those between are colour matches, each as strong as its number."""
EMPTY = 0
"""The strength of a die without rings: every match beats it."""

ALL_SIDES = (1 << SIDES) - 1
ALL_KINDS = (1 << KINDS) - 1
EACH_COLOUR = 1 | 1 << SIDES | 1 << 2 * SIDES | 1 << 3 * SIDES | 1 << 4 * SIDES
"""The 1 of every colour."""


def card_of(colour: int, number: int) -> int:
    """The card of a colour with a number from 1 to 6."""
    return colour * SIDES + number - 1


def colour_of(card: int) -> int:
    """A card's colour."""
    return card // SIDES


def number_of(card: int) -> int:
    """A card's number."""
    return card % SIDES + 1


def copies_of(card: int) -> int:
    """The number of cards of this kind."""
    return DECK[card // SIDES][card % SIDES]


def all_twins() -> int:
    """The kinds of which there are two cards."""
    twins = 0
    for card in range(KINDS):
        if copies_of(card) == 2:
            twins |= 1 << card
    return twins


def strength(card: int, die: int, face: int) -> int:
    """The worth of a card on a die that shows a face (§13, §14): higher beats lower."""
    same_number = number_of(card) == face
    if colour_of(card) == die:
        return EXACT if same_number else number_of(card)  # §22
    return NUMBER_MATCH if same_number else NO_MATCH  # §18


def is_correct(card: int, die: int, face: int, best: int) -> bool:
    """Whether a card may be dropped on a die whose strongest ring is `best` (§12)."""
    return strength(card, die, face) > best  # R4, R5, R7: equal does not beat


def correct_cards(die: int, face: int, best: int) -> int:
    """All kinds that may be dropped on a die whose strongest ring is `best`, as bits."""
    if best >= EXACT:  # §25, §30
        return 0
    exact = 1 << card_of(die, face)
    if best >= NUMBER_MATCH:  # R4, R6
        return exact
    higher = ALL_SIDES & ~((1 << best) - 1)
    return higher << die * SIDES | EACH_COLOUR << (face - 1) | exact
