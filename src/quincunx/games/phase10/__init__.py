"""Phase 10 Dice on the engine."""

from typing import TYPE_CHECKING

from quincunx.core.spec import GameSpec
from quincunx.games.phase10 import rules, words

SPEC = GameSpec(
    slug="phase10",
    title="Phase 10 Dice",
    tagline=words.TAGLINE,
    minutes=(20, 45),
    rules_version=1,
    seats=range(1, 9),
    state=rules.State,
    rules=rules,
    actions=rules.ACTIONS,
    outcomes=6,
    objections={rules.OUT_OF_TURN: words.OUT_OF_TURN, rules.NOT_AN_ACTION: words.NOT_AN_ACTION},
    legal_actions=rules.legal_actions,
    landing_name=rules.landing_name,
    rolls=range(rules.STOP + 1, rules.ACTIONS),
    colour="#0f5e68",
    honour=600,  # §44
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from quincunx.games.phase10 import (
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
