"""Pig: the example game of CONTRIBUTING, run through the whole contract suite."""

from quincunx.core.spec import GameSpec
from tests.examples.pig import rules

SPEC = GameSpec(
    slug="pig",
    title="Pig",
    tagline="Roll on, or hold before the 1 comes.",
    minutes=(5, 10),
    rules_version=1,
    seats=range(2, 5),
    state=rules.State,
    rules=rules,
    actions=rules.ACTIONS,
    outcomes=rules.SIDES,
    objections={
        rules.OUT_OF_TURN: "it is another player's turn (§1)",
        rules.NOTHING_ROLLED: "a turn has at least one roll (R1)",
    },
)
