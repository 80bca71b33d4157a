"""Phase 10 Dice on paper."""

from quincunx.core.messages import Message
from quincunx.core.sheet import Scores, Sheet
from quincunx.games.phase10 import words
from quincunx.games.phase10.rules import BONUS_PHASES

COLUMNS = 6
PHASES: tuple[Message, ...] = tuple(
    words.SHEET_PHASE(number=number, name=name()) for number, name in enumerate(words.PHASES, 1)
)

SHEET = Sheet(
    (
        Scores(
            (
                *PHASES[:BONUS_PHASES],
                words.FIVE_PHASE_ROW(),
                *PHASES[BONUS_PHASES:],
                words.FIRST_FINISH_ROW(),
                words.FAILURES(),
                words.TOTAL(),
            ),
            COLUMNS,
        ),
    ),
    aid=(12, 13, 16, 19, 21, 23, 26, 28, 30, 31, 34),
)
