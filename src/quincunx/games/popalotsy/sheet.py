"""PoPalotsy on paper: cards left after each round, and what beats what."""

from quincunx.core.sheet import Chart, Scores, Sheet
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.state import MOST_SEATS

ROUNDS = 10

SHEET = Sheet(
    (
        Chart(
            (
                (words.SHEET_LIES(), words.SHEET_COLOUR(), words.SHEET_NUMBER(), words.SHEET_EXACT()),
                (words.SHEET_NOTHING(), "+", "+", "+"),
                (words.SHEET_COLOUR(), words.SHEET_HIGHER(), "+", "+"),
                (words.SHEET_NUMBER(), "–", "–", "+"),
                (words.SHEET_EXACT(), "–", "–", "–"),
            )
        ),
        Scores(tuple(str(number) for number in range(1, ROUNDS + 1)), MOST_SEATS),
    ),
    aid=(6, 11, 13, 14, 18, 21, 22, 24, 25, 31, 32, 36, 38),
)
