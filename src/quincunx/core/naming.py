"""What players and bots are called at a table: clean, short, and nobody like another."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 24


def clean_name(name: str) -> str:
    """A name as the others see it: printable, one line, no tricks with direction, at most 24 characters."""
    text = unicodedata.normalize("NFKC", name.encode("utf-8", "ignore").decode())
    text = "".join(letter if _is_plain(letter) else " " for letter in text)
    return re.sub(r"[\s,#]+", " ", text).strip()[:LONGEST_NAME].strip()


def _is_plain(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "CZ" or letter == " "


def fresh_name(wanted: str, taken: Iterable[str], seat: int) -> str:
    """A cleaned name that nobody at the table has yet."""
    name = clean_name(wanted) or f"Player {seat + 1}"
    others = {other.casefold() for other in taken}
    if name.casefold() not in others:
        return name
    number = 2
    while f"{name[: LONGEST_NAME - 3]} {number}".casefold() in others:
        number += 1
    return f"{name[: LONGEST_NAME - 3]} {number}"


def bot_name(bot: str, taken: Iterable[str], seat: int) -> str:
    """A bot is called by its level."""
    return fresh_name(f"{bot.capitalize()} bot", taken, seat)
