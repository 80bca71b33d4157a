"""A view of PoPalotsy as JSON for the browser page.

stage      "dealing", "popping", "dropping" or "ended"
form       "race" or "turns"; referee: "instant" or "round"
round      rounds begun, 0 while the first hands are dealt; most_rounds: the limit
starter    the seat that pops; turn: the seat to drop in turns, else null
dice       five of {colour, letter, number (null in the popper), closed, rings}; rings lowest first, each
           {card, colour, number, seat}: the arrow points to the seat
seats      a row for each seat: {cards, done}
hand       the watcher's own cards: {card, colour, number, drops}; drops maps a die's letter to the action that
           drops the card there. In the race that is every die: seeing what fits is the player's part
draw, discards   how many cards
actions    what else can be done now: {"done": "done"} or nothing
"""

from typing import Any

from quincunx.core.seats import Seat, holds
from quincunx.games.popalotsy.legality import DONE, OK
from quincunx.games.popalotsy.notation import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    cards_in,
    format_action,
    format_card,
    pile_of,
)
from quincunx.games.popalotsy.rings import DICE, EXACT, colour_of, number_of
from quincunx.games.popalotsy.rules import objection, starter
from quincunx.games.popalotsy.state import DROPPING, IN_POPPER, MOST_ROUNDS, TURNS, State

STAGES = ("dealing", "popping", "dropping", "ended")
FORMS = ("race", "turns")
REFEREES = ("instant", "round")


def picture(view: State, seat: Seat) -> dict[str, Any]:
    """Everything the page needs to draw this view."""
    playing = seat < view.seats
    return {
        "stage": STAGES[view.stage],
        "form": FORMS[view.form],
        "referee": REFEREES[view.referee],
        "round": view.rounds,
        "most_rounds": MOST_ROUNDS,
        "starter": starter(view),
        "turn": view.turn if view.form == TURNS and view.stage == DROPPING else None,
        "dice": [_die(view, die) for die in range(DICE)],
        "seats": [
            {"cards": view.held[other], "done": view.stage == DROPPING and holds(view.done, other)}
            for other in range(view.seats)
        ],
        "hand": _hand(view, seat) if playing else [],
        "draw": view.draw_left,
        "discards": view.discard_left,
        "actions": {"done": "done"} if playing and objection(view, seat, DONE) == OK else {},
    }


def _card(card: int) -> dict[str, Any]:
    return {"card": format_card(card), "colour": COLOUR_NAMES[colour_of(card)], "number": number_of(card)}


def _die(view: State, die: int) -> dict[str, Any]:
    return {
        "colour": COLOUR_NAMES[die],
        "letter": COLOUR_LETTERS[die],
        "number": None if view.face[die] == IN_POPPER else view.face[die],
        "closed": view.best[die] == EXACT,
        "rings": [{**_card(card), "seat": owner} for card, owner in pile_of(view, die)],
    }


def _hand(view: State, seat: Seat) -> list[dict[str, Any]]:
    return [{**_card(card), "drops": _drops(view, seat, card)} for card in cards_in(view.hand[seat], view.twin[seat])]


def _drops(view: State, seat: Seat, card: int) -> dict[str, str]:
    actions = range(card * DICE, (card + 1) * DICE)
    return {
        COLOUR_LETTERS[action % DICE]: format_action(view, seat, action)
        for action in actions
        if objection(view, seat, action) == OK
    }
