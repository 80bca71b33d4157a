"""Mixed Doubles on paper: what two dice win and push, and a table of points."""

from quincunx.core.messages import Message
from quincunx.core.sheet import Chart, Scores, Sheet
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import ALL_COLOURS
from quincunx.games.mixeddoubles.charts import FACES, PUSH, colours_pushed, colours_won, is_swap
from quincunx.games.mixeddoubles.notation import FACES_SAID, say_colours

SEATS = 6
MATCHES = 9


def _effect(first: int, second: int) -> Message | str:
    if is_swap(first, second):
        return words.SHEET_SWAP()
    colours = colours_pushed(first, second) if PUSH in (first, second) else colours_won(first, second)
    if colours == ALL_COLOURS:
        said: Message = words.ALL_COLOURS()
    else:
        said = words.SHEET_COLOURS(colours=say_colours(colours))
    return words.SHEET_PUSHES(colours=said) if PUSH in (first, second) else said


SHEET = Sheet(
    (
        Chart(
            (
                ("", *(said() for said in FACES_SAID)),
                *(
                    (FACES_SAID[first](), *(_effect(first, second) for second in range(FACES)))
                    for first in range(FACES)
                ),
            )
        ),
        Scores(tuple(str(number) for number in range(1, MATCHES + 1)), SEATS),
    ),
    aid=(11, 12, 13, 14, 22, 23, 26, 36, 39, 40, 44, 45, 48, 49),
)
