"""The state of PoPalotsy: hands, piles and the rings around the dice."""

from typing import Annotated

from quincunx.core.fields import Grid, Row, Schema, Span, schema
from quincunx.games.popalotsy.rings import ALL_KINDS, CARDS, DICE, EMPTY, EXACT, KINDS, SIDES

MOST_SEATS = 6
ALL_SEATS = (1 << MOST_SEATS) - 1
HAND_SIZE = 5
MOST_ROUNDS = 100
MOST_WRONG = 20
"""The most wrong drops of a seat in one round (R21)."""

DEALING, POPPING, DROPPING, ENDED = range(4)
RACE, TURNS = range(2)
INSTANT, AFTER_ROUND = range(2)
FORM, REFEREE = range(2)
"""The variants."""
IN_POPPER = 0
"""The face of a die that has not landed."""
NOBODY = MOST_SEATS


@schema
class State(Schema):
    seats: Annotated[int, Span(2, MOST_SEATS)]
    """The number of players."""
    form: Annotated[int, Span(RACE, TURNS)]
    """RACE or TURNS."""
    referee: Annotated[int, Span(INSTANT, AFTER_ROUND)]
    """INSTANT or AFTER_ROUND."""
    stage: Annotated[int, Span(DEALING, ENDED)]
    """DEALING, POPPING, DROPPING or ENDED."""
    rounds: Annotated[int, Span(0, MOST_ROUNDS)]
    """The number of rounds begun."""
    turn: Annotated[int, Span(0, MOST_SEATS - 1)]
    """The seat that drops next, where all drop in turns."""
    done: Annotated[int, Span(0, ALL_SEATS)]
    """The seats that have said in this round that they are done, as bits."""
    wrong: Annotated[Row, MOST_SEATS, Span(0, MOST_WRONG)]
    """Drops of each seat in this round that the instant referee gave back."""
    dealing: Annotated[int, Span(0, HAND_SIZE * MOST_SEATS)]
    """The number of cards still to be dealt."""
    face: Annotated[Row, DICE, Span(IN_POPPER, SIDES)]
    """The face of each die, IN_POPPER before it lands."""
    best: Annotated[Row, DICE, Span(EMPTY, EXACT)]
    """The strength of the strongest ring around each die, EMPTY without rings."""
    held: Annotated[Row, MOST_SEATS, Span(0, CARDS)]
    """By seat: the number of cards in hand."""
    hand: Annotated[Row, MOST_SEATS, Span(0, ALL_KINDS)]
    """The kinds of cards each seat holds, as bits."""
    twin: Annotated[Row, MOST_SEATS, Span(0, ALL_KINDS)]
    """The kinds of which each seat holds two, as bits."""
    draw_left: Annotated[int, Span(0, CARDS)]
    """The number of cards in the draw pile."""
    draw: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of cards in the draw pile, as bits."""
    draw_twin: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of which the draw pile has two, as bits."""
    discard_left: Annotated[int, Span(0, CARDS)]
    """The number of discarded cards."""
    discard: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of cards that have been discarded, as bits."""
    discard_twin: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of which two have been discarded, as bits."""
    rings: Annotated[int, Span(0, CARDS)]
    """The number of rings around the dice."""
    ring_card: Annotated[Row, CARDS, Span(0, KINDS - 1)]
    """The rings in the order in which they were dropped."""
    ring_die: Annotated[Row, CARDS, Span(0, DICE - 1)]
    """The die that each lies around."""
    ring_seat: Annotated[Row, CARDS, Span(0, MOST_SEATS - 1)]
    """The seat that its arrow points to."""
    shown: Annotated[Row, MOST_SEATS, Span(0, ALL_KINDS)]
    """The kinds of cards that all know to be in each hand, because they were taken back, as bits."""
    shown_twin: Annotated[Row, MOST_SEATS, Span(0, ALL_KINDS)]
    """The kinds of which all know two to be in each hand, as bits."""
    lacked: Annotated[Grid, MOST_SEATS, KINDS, Span(0, CARDS)]
    """By seat and kind: the number of the hand's unseen cards, from the oldest, that cannot be of that kind."""
    early: Annotated[Row, MOST_SEATS, Span(0, CARDS)]
    """By seat: the number of unseen cards dealt before the discards were last shuffled."""
    apart: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of those cards: they were not in the draw pile then, as bits."""
    apart_twin: Annotated[int, Span(0, ALL_KINDS)]
    """The kinds of which there are two among them, as bits."""
