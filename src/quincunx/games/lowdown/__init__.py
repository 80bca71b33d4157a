"""Lowdown on the engine."""

from typing import TYPE_CHECKING

from quincunx.core.contract import Secrets
from quincunx.core.spec import GameSpec, Variant
from quincunx.games.lowdown import legality, rules, state, words

SPEC = GameSpec(
    slug="lowdown",
    title="Lowdown",
    tagline=words.TAGLINE,
    minutes=(15, 25),
    rules_version=1,
    seats=range(2, state.MOST_SEATS + 1),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=6,
    objections={
        legality.OUT_OF_TURN: words.OUT_OF_TURN,
        legality.PICK_FIRST: words.PICK_FIRST,
        legality.WRITE_FIRST: words.WRITE_FIRST,
        legality.ALREADY_PICKED: words.ALREADY_PICKED,
        legality.ALREADY_WRITTEN: words.ALREADY_WRITTEN,
        legality.NOT_AMONG_OPEN_DICE: words.NOT_AMONG_OPEN_DICE,
        legality.PAIR_FITS_NOWHERE: words.PAIR_FITS_NOWHERE,
        legality.NUMBER_NOT_YOURS: words.NUMBER_NOT_YOURS,
        legality.BOX_FILLED: words.BOX_FILLED,
        legality.COLOUR_NOT_YOURS: words.COLOUR_NOT_YOURS,
        legality.NO_WILD_LEFT: words.NO_WILD_LEFT,
        legality.CAN_STILL_WRITE: words.CAN_STILL_WRITE,
        legality.ROW_MAKES_NOTHING: words.ROW_MAKES_NOTHING,
        legality.ROWS_CROSS: words.ROWS_CROSS,
    },
    legal_actions=rules.legal_actions,
    landing_name=rules.landing_name,
    secrets=Secrets(rules.sees, rules.guess),
    variants=(Variant("first", words.FIRST, ("seat0", "drawn"), (words.FIRST_SEAT0, words.FIRST_DRAWN)),),
    low_wins=True,
    usual_seats=3,
    colour="#38429b",
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from quincunx.games.lowdown import (
        bots,
        display,
        entry,
        figures,
        flaws,
        judge,
        lenient,
        notation,
        picture,
        reasons,
        sheet,
        tutorial,
    )

    PARTS = Parts(notation, flaws, picture, display, figures, bots, reasons, tutorial, lenient, entry, judge, sheet)
