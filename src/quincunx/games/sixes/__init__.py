"""Battle of the Sixes on the engine."""

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.sixes import legality, rules, state

SPEC = GameSpec(
    slug="sixes",
    title="Battle of the Sixes",
    tagline="Hard sixes strike, soft sixes answer: take the right dice and land on the right score.",
    minutes=(10, 25),
    rules_version=1,
    seats=range(2, 3),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=6,
    objections={
        legality.OUT_OF_TURN: "it is the other player's move (R11)",
        legality.NOT_AN_ACTION: "no such play is known (§16)",
        legality.HARD_FIRST: "a hard six must first be set against dice of the opponent (§9, R5)",
        legality.ANSWER_FIRST: "a soft six must be answered while you have an unplayed die (§17, R12)",
        legality.FINAL_FIRST: "only the final roll is left: roll, or stop and let the round be tallied (§25, R19)",
        legality.NO_HARD: "you have no unmatched hard six (§13)",
        legality.NO_SOFT: "there is no soft six to answer (§17)",
        legality.NO_FINAL: "the final roll comes when the opponent's dice have all been played (§25, R18)",
        legality.NOT_THEIRS: "the opponent has no such unplayed dice in this roll (R8)",
        legality.NOT_YOURS: "you have no such unplayed dice in this roll (§16, R15)",
        legality.NO_PARTIAL: "no single die of yours with that number lies against such a six (R14)",
    },
    variants=(
        Variant("dice", "How many dice has each player?", tuple(map(str, state.DICE_CHOICES))),
        Variant(
            "starter", "Who begins with soft sixes: the player behind, or both by turns? (R11)", ("behind", "turns")
        ),
        Variant("ties", "Both have a winning score: does the higher total win, or both? (R4)", ("higher", "shared")),
    ),
)
