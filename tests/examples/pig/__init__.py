"""Pig: the example game of CONTRIBUTING, run through the whole contract suite."""

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
)
