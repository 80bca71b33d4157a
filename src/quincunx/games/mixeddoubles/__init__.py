"""Mixed Doubles on the engine."""

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.mixeddoubles import legality, rules
from quincunx.games.mixeddoubles.cards import KINDS
from quincunx.games.mixeddoubles.state import SEATS, State

SPEC = GameSpec(
    slug="mixeddoubles",
    title="Mixed Doubles",
    tagline="Stake a colour, roll two dice, mix what they show: the jackpot waits for whoever dares.",
    minutes=(15, 20),
    rules_version=1,
    seats=range(2, SEATS + 1),
    state=State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=KINDS,
    objections={
        legality.OUT_OF_TURN: "it is another player's turn (§8)",
        legality.NOT_AN_ACTION: "that is nothing a player can do in a turn (§8)",
        legality.NO_WAGER_NOW: "cards are wagered after the draw and before the first roll (§12, R5)",
        legality.NOT_IN_PALETTE: "that card is not in your palette (§12)",
        legality.OTHER_COLOUR: "a wager is of one colour (§12)",
        legality.NOT_ASCENDING: "the cards of a wager are laid down from low to high (R5)",
        legality.NO_ROLL_NOW: "the dice are rolled after the draw and the wager (§15)",
        legality.NO_DRAW_NOW: "cards are drawn at the start of a turn (§11)",
        legality.NO_END_NOW: "a turn ends when all its rolls are made (R7)",
        legality.NO_EXTRA_NOW: "an EXTRA ROLL is played at the start of a turn, before the draw (§39, R16)",
        legality.NO_EXTRA_HELD: "you held no such EXTRA ROLL when the turn began (R16, R34)",
        legality.NO_SWAP_NOW: "palettes are swapped when both dice show push (§34)",
        legality.NOT_ANOTHER: "it must be another player at this table (§34, §40)",
        legality.NO_PARTING_NOW: "MINUS FIVE is parted with right after a won wager, under that option (§53, R35)",
        legality.NO_STEAL_NOW: "a STEAL is played between the steps and rolls of your own turn (R17, R24, R34)",
        legality.NO_STEAL_HELD: "you have no STEAL (§40)",
        legality.NOTHING_THERE: "that bank is empty (R19)",
        legality.NOT_THERE: "that card is not in that palette (§40, R19)",
        legality.NO_MINUS_FIVE: "no other player has MINUS FIVE (§47)",
        legality.NO_THIRD: "MINUS FIVE moves from another player to a third one, never to yourself (R20, R37)",
    },
    variants=(
        Variant("all_in", "Whom does an ALL IN bind? (R2)", ("everybody", "drawer")),
        Variant("double_wild", "Does a double wild in the finale win at once? (§52)", ("off", "on")),
        Variant("part_minus_five", "May a won wager part with MINUS FIVE? (§53)", ("off", "on")),
        Variant("first", "Who begins? (R27)", ("seat0", "lot")),
    ),
)
