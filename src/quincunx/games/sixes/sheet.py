"""Battle of the Sixes on paper: a track for the scorers and a table of rounds."""

from quincunx.core.sheet import Scores, Sheet, Track
from quincunx.games.sixes.combinations import MOST_TOTAL, wins
from quincunx.games.sixes.state import SEATS

ROUNDS = 12
TRACK = MOST_TOTAL + 2

SHEET = Sheet(
    (
        Track(TRACK, frozenset(total for total in range(TRACK) if wins(total)), 10),
        Scores(tuple(str(number) for number in range(1, ROUNDS + 1)), SEATS),
    ),
    aid=(3, 4, 6, 7, 9, 13, 14, 17, 20, 28, 29, 30, 31, 32, 33, 34),
)
