"""PoPalotsy on the engine."""

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.popalotsy import legality, rules, state
from quincunx.games.popalotsy.rings import KINDS

SPEC = GameSpec(
    slug="popalotsy",
    title="PoPalotsy",
    tagline="Five dice jump, all hands fly: ring them by colour or number before the others do.",
    minutes=(5, 15),
    rules_version=1,
    seats=range(2, state.MOST_SEATS + 1),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=KINDS,
    objections={
        legality.NOT_NOW: "rings are dropped when all dice have landed (§17)",
        legality.OUT_OF_TURN: "it is another player's turn (§39, R2)",
        legality.IS_DONE: "whoever has said done takes no further part in the round (R3)",
        legality.NOT_HELD: "that card is not in your hand (§4)",
        legality.HOLDING_BACK: "in turns a card that can be dropped may not be held back (R3)",
        legality.MATCHES_NOTHING: "the card has neither the colour nor the number of that die (§18)",
        legality.NOT_HIGHER: "a ring of the same or a higher number in that colour lies there (§22, R5)",
        legality.NUMBER_IS_THERE: "a ring that matches the number lies there, and colour does not beat it (§21, R6)",
        legality.SECOND_NUMBER: "one match of number does not beat another (R4)",
        legality.EXACT_IS_THERE: "an exact match lies there, and nothing beats it (§25, §30)",
        legality.NOT_AN_ACTION: "an action drops a card on a die, or says done (§11, R3)",
    },
    variants=(
        Variant("form", "Do all race at once, or drop in turn?", ("race", "turns")),
        Variant("referee", "Are wrong drops seen at once, or when the round is over?", ("instant", "round")),
    ),
    race=True,
)
