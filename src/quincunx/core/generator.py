"""The random generator of simulations, which gives the same numbers interpreted and compiled.

It is Chris Doty-Humphrey's sfc32: three 32-bit words and a counter, with additions, shifts and exclusive-ors only, so
that no number needs more than 63 bits in either mode. A key is four ints. Every match of a simulation has its own, made
from the seed and the match's number, so results do not depend on how matches are shared out.
"""

from collections.abc import Sequence

from quincunx.core.fields import Row

KEY_WORDS = 4
WORD = 0xFFFFFFFF


def seed_key(key: Row, seed: int, stream: int) -> None:
    """Set a key to the beginning of one stream of a seed."""
    key[0] = seed & WORD
    key[1] = seed >> 32 & WORD
    key[2] = stream & WORD
    key[3] = 1 + (stream >> 32 & WORD)
    for _ in range(15):
        next_word(key)


def next_word(key: Row) -> int:
    """The next 32 random bits."""
    a, b, c, counter = key[0], key[1], key[2], key[3]
    word = (a + b + counter) & WORD
    key[0] = b ^ (b >> 9)
    key[1] = (c + (c << 3)) & WORD
    key[2] = (((c << 21) & WORD | (c >> 11)) + word) & WORD
    key[3] = (counter + 1) & WORD
    return word


def next_seed(key: Row) -> int:
    """The seed of another generator: 63 random bits."""
    high = next_word(key)
    return (high >> 1 << 32) + next_word(key)


def below(key: Row, bound: int) -> int:
    """Draw a whole number from 0 to bound - 1, all equally likely."""
    product = next_word(key) * bound
    if product & WORD < bound:
        threshold = (WORD + 1 - bound) % bound
        while product & WORD < threshold:
            product = next_word(key) * bound
    return product >> 32


def weighted(key: Row, weights: Sequence[int], count: int) -> int:
    """Draw an index below `count`, in proportion to the weights."""
    total = 0
    for index in range(count):
        total += weights[index]
    rest = below(key, total)
    chosen = 0
    passed = 0
    for index in range(count):  # no early exit: an unpredictable branch costs more than six additions
        passed += weights[index]
        if passed <= rest:
            chosen += 1
    return chosen
