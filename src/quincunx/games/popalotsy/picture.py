"""PoPalotsy for the browser."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from quincunx.core.drawing import Colour, Drawn
from quincunx.core.seats import Seat, holds
from quincunx.games.popalotsy.legality import DONE, OK, die_of
from quincunx.games.popalotsy.notation import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    cards_in,
    format_action,
    format_card,
    pile_of,
)
from quincunx.games.popalotsy.rings import DICE, EXACT, colour_of, number_of
from quincunx.games.popalotsy.rules import objection
from quincunx.games.popalotsy.state import DROPPING, IN_POPPER, TURNS, State

Stage: TypeAlias = Literal["dealing", "popping", "dropping", "ended"]
Form: TypeAlias = Literal["race", "turns"]

STAGES: tuple[Stage, ...] = ("dealing", "popping", "dropping", "ended")
FORMS: tuple[Form, ...] = ("race", "turns")


class RingCard(Drawn):
    """A ring card."""

    card: str
    colour: Colour
    number: int


class PopRing(RingCard):
    """A ring around a die."""

    seat: int
    """The player who dropped it, to whom its arrow points."""


class PopHandCard(RingCard):
    """A card of the watcher's own hand."""

    drops: dict[str, str]
    """By the letter of a die, the action that drops the card there. In the race that is every die: seeing what fits is
    the player's part."""


class PopDie(Drawn):
    """A die and what lies around it."""

    colour: Colour
    letter: str
    number: int | None
    """The number that it shows; null while it is in the popper."""
    closed: bool
    rings: list[PopRing]
    """The rings around it, lowest first."""


class PopSeat(Drawn):
    """A player."""

    cards: int
    done: bool


class PopActions(Drawn):
    """The other legal actions now."""

    done: str | UnsetType = UNSET


class PopPicture(Drawn):
    """Everything the page draws."""

    stage: Stage
    form: Form
    round: int
    """Rounds begun, 0 while the first hands are dealt."""
    turn: int | None
    """The seat that drops next, where all drop in turns."""
    dice: list[PopDie]
    seats: list[PopSeat]
    hand: list[PopHandCard]
    draw: int
    """Cards in the draw pile."""
    actions: PopActions


def picture(view: State, seat: Seat) -> PopPicture:
    """The picture of a seat's view."""
    playing = seat < view.seats
    return PopPicture(
        stage=STAGES[view.stage],
        form=FORMS[view.form],
        round=view.rounds,
        turn=view.turn if view.form == TURNS and view.stage == DROPPING else None,
        dice=[_die(view, die) for die in range(DICE)],
        seats=[
            PopSeat(view.held[other], view.stage == DROPPING and holds(view.done, other)) for other in range(view.seats)
        ],
        hand=_hand(view, seat) if playing else [],
        draw=view.draw_left,
        actions=PopActions("done" if playing and objection(view, seat, DONE) == OK else UNSET),
    )


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The card and the die, or the button."""
    if action == DONE:
        return ["done"]
    card, die = divmod(action, DICE)
    return [f"card-{format_card(card)}", f"die-{COLOUR_LETTERS[die]}"]


def _die(view: State, die: int) -> PopDie:
    return PopDie(
        colour=COLOUR_NAMES[die],
        letter=COLOUR_LETTERS[die],
        number=None if view.face[die] == IN_POPPER else view.face[die],
        closed=view.best[die] == EXACT,
        rings=[
            PopRing(format_card(card), COLOUR_NAMES[colour_of(card)], number_of(card), owner)
            for card, owner in pile_of(view, die)
        ],
    )


def _hand(view: State, seat: Seat) -> list[PopHandCard]:
    return [
        PopHandCard(format_card(card), COLOUR_NAMES[colour_of(card)], number_of(card), _drops(view, seat, card))
        for card in cards_in(view.hand[seat], view.twin[seat])
    ]


def _drops(view: State, seat: Seat, card: int) -> dict[str, str]:
    actions = range(card * DICE, (card + 1) * DICE)
    return {
        COLOUR_LETTERS[die_of(action)]: format_action(view, seat, action)
        for action in actions
        if objection(view, seat, action) == OK
    }
