"""Battle of the Sixes on the engine."""

from typing import TYPE_CHECKING

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.sixes import legality, rules, state, words

SPEC = GameSpec(
    slug="sixes",
    title="Battle of the Sixes",
    tagline=words.TAGLINE,
    minutes=(10, 25),
    rules_version=1,
    seats=range(2, 3),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=6,
    objections={
        legality.OUT_OF_TURN: words.OUT_OF_TURN,
        legality.NOT_AN_ACTION: words.NOT_AN_ACTION,
        legality.HARD_FIRST: words.HARD_FIRST,
        legality.ANSWER_FIRST: words.ANSWER_FIRST,
        legality.FINAL_FIRST: words.FINAL_FIRST,
        legality.NO_HARD: words.NO_HARD,
        legality.NO_SOFT: words.NO_SOFT,
        legality.NO_FINAL: words.NO_FINAL,
        legality.NOT_THEIRS: words.NOT_THEIRS,
        legality.NOT_YOURS: words.NOT_YOURS,
        legality.NO_PARTIAL: words.NO_PARTIAL,
    },
    legal_actions=rules.legal_actions,
    landing_name=rules.landing_name,
    variants=(
        Variant("dice", words.DICE, tuple(map(str, state.DICE_CHOICES)), (), "dice_each"),
        Variant("starter", words.STARTER, ("behind", "turns"), (words.STARTER_BEHIND, words.STARTER_TURNS), "starter"),
        Variant("ties", words.TIES, ("higher", "shared"), (words.TIES_HIGHER, words.TIES_SHARED), "ties"),
    ),
    rolls=(legality.ROLL,),
    colour="#8c2740",
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from quincunx.games.sixes import (
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
