"""Pig: the example game of CONTRIBUTING, run through the whole contract suite."""

from typing import TYPE_CHECKING

from quincunx.core.spec import GameSpec
from tests.examples.pig import rules, words

SPEC = GameSpec(
    slug="pig",
    title="Pig",
    tagline=words.TAGLINE,
    minutes=(5, 10),
    rules_version=1,
    seats=range(2, 5),
    state=rules.State,
    rules=rules,
    actions=rules.ACTIONS,
    outcomes=rules.SIDES,
    objections={
        rules.OUT_OF_TURN: words.OUT_OF_TURN,
        rules.NOTHING_ROLLED: words.NOTHING_ROLLED,
    },
    rolls=(rules.ROLL,),
)

if TYPE_CHECKING:
    from quincunx.core.contract import Parts
    from tests.examples.pig import bots, display, entry, figures, flaws, lenient, notation, picture, reasons, tutorial

    PARTS = Parts(notation, flaws, picture, display, figures, bots, reasons, tutorial, lenient, entry)
