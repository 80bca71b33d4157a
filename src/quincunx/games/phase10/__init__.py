"""Phase 10 Dice on the engine."""

from quincunx.core.spec import GameSpec
from quincunx.games.phase10 import rules

SPEC = GameSpec(
    slug="phase10",
    title="Phase 10 Dice",
    tagline="Ten phases, ten dice, three rolls: make them in order before the others do.",
    minutes=(20, 45),
    rules_version=1,
    seats=range(1, 9),
    state=rules.State,
    rules=rules,
    actions=rules.ACTIONS,
    outcomes=6,
    objections={
        rules.OUT_OF_TURN: "it is another player's turn (§11)",
        rules.NOT_AN_ACTION: "a roll takes any of the ten dice, or none to stop (R2)",
    },
)
