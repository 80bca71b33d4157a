"""PoPalotsy on the engine."""

from typing import TYPE_CHECKING

from quincunx.core.contract import Secrets
from quincunx.core.spec import GameSpec, Variant
from quincunx.games.popalotsy import legality, rules, state, words
from quincunx.games.popalotsy.rings import KINDS

SPEC = GameSpec(
    slug="popalotsy",
    title="PoPalotsy",
    tagline=words.TAGLINE,
    minutes=(5, 15),
    rules_version=3,
    seats=range(2, state.MOST_SEATS + 1),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=KINDS,
    objections={
        legality.NOT_NOW: words.NOT_NOW,
        legality.OUT_OF_TURN: words.OUT_OF_TURN,
        legality.IS_DONE: words.IS_DONE,
        legality.NOT_HELD: words.NOT_HELD,
        legality.HOLDING_BACK: words.HOLDING_BACK,
        legality.MATCHES_NOTHING: words.MATCHES_NOTHING,
        legality.NOT_HIGHER: words.NOT_HIGHER,
        legality.NUMBER_IS_THERE: words.NUMBER_IS_THERE,
        legality.SECOND_NUMBER: words.SECOND_NUMBER,
        legality.EXACT_IS_THERE: words.EXACT_IS_THERE,
        legality.NOT_AN_ACTION: words.NOT_AN_ACTION,
    },
    legal_actions=rules.legal_actions,
    landing_name=rules.landing_name,
    secrets=Secrets(rules.sees, rules.guess),
    variants=(
        Variant("form", words.FORM, ("race", "turns"), (words.FORM_RACE, words.FORM_TURNS), "form"),
        Variant(
            "referee", words.REFEREE, ("instant", "round"), (words.REFEREE_INSTANT, words.REFEREE_ROUND), "referee"
        ),
    ),
    race=True,
    unit="cards",
    low_wins=True,
    usual_seats=3,
    first_match={"form": "turns"},
    colour="#9c430e",
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from quincunx.games.popalotsy import (
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
