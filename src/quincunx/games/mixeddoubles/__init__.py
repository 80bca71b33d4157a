"""Mixed Doubles on the engine."""

from typing import TYPE_CHECKING

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.mixeddoubles import legality, rules, words
from quincunx.games.mixeddoubles.cards import KINDS
from quincunx.games.mixeddoubles.state import SEATS, State

SPEC = GameSpec(
    slug="mixeddoubles",
    title="Mixed Doubles",
    tagline=words.TAGLINE,
    minutes=(15, 20),
    rules_version=1,
    seats=range(2, SEATS + 1),
    state=State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=KINDS,
    objections={
        legality.OUT_OF_TURN: words.OUT_OF_TURN,
        legality.NOT_AN_ACTION: words.NOT_AN_ACTION,
        legality.NO_WAGER_NOW: words.NO_WAGER_NOW,
        legality.NOT_IN_PALETTE: words.NOT_IN_PALETTE,
        legality.OTHER_COLOUR: words.OTHER_COLOUR,
        legality.NOT_ASCENDING: words.NOT_ASCENDING,
        legality.NO_ROLL_NOW: words.NO_ROLL_NOW,
        legality.NO_DRAW_NOW: words.NO_DRAW_NOW,
        legality.NO_END_NOW: words.NO_END_NOW,
        legality.NO_EXTRA_NOW: words.NO_EXTRA_NOW,
        legality.NO_EXTRA_HELD: words.NO_EXTRA_HELD,
        legality.NO_SWAP_NOW: words.NO_SWAP_NOW,
        legality.NOT_ANOTHER: words.NOT_ANOTHER,
        legality.NO_PARTING_NOW: words.NO_PARTING_NOW,
        legality.NO_STEAL_NOW: words.NO_STEAL_NOW,
        legality.NO_STEAL_HELD: words.NO_STEAL_HELD,
        legality.NOTHING_THERE: words.NOTHING_THERE,
        legality.NOT_THERE: words.NOT_THERE,
        legality.NO_MINUS_FIVE: words.NO_MINUS_FIVE,
        legality.NO_THIRD: words.NO_THIRD,
    },
    legal_actions=rules.legal_actions,
    landing_name=rules.landing_name,
    variants=(
        Variant(
            "all_in",
            words.ALL_IN,
            ("everybody", "drawer"),
            (words.ALL_IN_EVERYBODY, words.ALL_IN_DRAWER),
            "all_in_binds",
        ),
        Variant("double_wild", words.DOUBLE_WILD, ("off", "on"), (words.NO, words.YES), "double_wild"),
        Variant("part_minus_five", words.PART_MINUS_FIVE, ("off", "on"), (words.NO, words.YES), "part_minus_five"),
        Variant("first", words.FIRST, ("seat0", "lot"), (words.FIRST_SEAT0, words.FIRST_LOT)),
    ),
    rolls=(legality.ROLL_DICE, legality.DRAW_CARDS),
    usual_seats=3,
    colour="#5d2f7d",
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from quincunx.games.mixeddoubles import (
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
