"""Names of players and bots at a table: clean, short and distinct."""

import re
import unicodedata
import zlib
from collections.abc import Iterable

LONGEST_NAME = 24
BOT_NAMES: dict[str, tuple[str, ...]] = {
    "random": ("Wobble", "Tumble", "Fizz", "Jumble", "Skitter", "Flip", "Hopla", "Dizzy", "Noodle"),
    "greedy": ("Magpie", "Hamster", "Jackdaw", "Squirrel", "Goldie", "Nibbles", "Hoover", "Pockets", "Raven"),
    "expert": ("Tally", "Abacus", "Quill", "Steady", "Marlow", "Compass", "Ledger", "Sterling", "Rook"),
    "master": ("Pascal", "Fermat", "Cardano", "Huygens", "Bernoulli", "Laplace", "Lovelace", "Bayes", "Markov"),
    "perfect": ("Zermelo", "Noether", "Bellman", "Shapley", "Nash", "Kolmogorov", "Hopper", "Turing", "Germain"),
}
"""The names of bots by their level. They fit how the level plays: random ones tumble, greedy ones grab, experts count;
masters are named after pioneers of probability, perfect ones after pioneers of games and algorithms."""
MOST_ACCENTS = 2
"""The most accents on one letter, as a few languages need. More would run into the lines above and below."""
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
"""Characters that Unicode counts among letters, marks and signs, though they show nothing."""
VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Matches what chooses between two forms of a sign, as many emoji need, and behind a letter shows nothing."""


def clean_name(name: str) -> str:
    """Clean a name: printable, one line, no direction marks, at most 24 characters."""
    text = unicodedata.normalize("NFKC", name.encode("utf-8", "ignore").decode())
    text = "".join(letter if _is_plain(letter) else " " for letter in text)
    text = re.sub(r"[\s,#]+", " ", text).strip()
    return _bare(text)[:LONGEST_NAME].strip()


def _is_plain(letter: str) -> bool:
    return (unicodedata.category(letter)[0] not in "CZ" and letter not in BLANKS) or letter == " "


def _bare(text: str) -> str:
    """Remove accents that stand alone or are stacked on one letter."""
    kept: list[str] = []
    accents = MOST_ACCENTS
    for letter in text:
        is_accent = unicodedata.category(letter) in ("Mn", "Me")
        accents = accents + 1 if is_accent else MOST_ACCENTS if letter == " " else 0
        if not is_accent or accents <= MOST_ACCENTS:
            kept.append(letter)
    return "".join(kept)


def fresh_name(wanted: str, taken: Iterable[str], seat: int) -> str:
    """A cleaned name that nobody at the table has yet."""
    name = clean_name(wanted) or f"Player {seat + 1}"
    others = set(map(_look, taken))
    if _look(name) not in others:
        return name
    number = 2
    while _look(f"{name[: LONGEST_NAME - 3]} {number}") in others:
        number += 1
    return f"{name[: LONGEST_NAME - 3]} {number}"


def _look(name: str) -> str:
    """A key that is equal for names that look alike."""
    return VARIATIONS.sub("", name).casefold()


def bot_name(level: str, taken: Iterable[str], table: str, seat: int) -> str:
    """Return a name for a bot of this level that differs by seat and table."""
    names = BOT_NAMES.get(level)
    if names is None:
        return fresh_name(f"{level.capitalize()} bot", taken, seat)
    others = set(map(_look, taken))
    first = zlib.crc32(table.encode()) + seat
    turned = [names[(first + number) % len(names)] for number in range(len(names))]
    return fresh_name(next((name for name in turned if _look(name) not in others), turned[0]), taken, seat)
