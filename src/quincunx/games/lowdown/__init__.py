"""Lowdown on the engine."""

from quincunx.core.spec import GameSpec, Variant
from quincunx.games.lowdown import legality, rules, state

SPEC = GameSpec(
    slug="lowdown",
    title="Lowdown",
    tagline="Fill three grids, strike out triples and tens, dare the secret dice: the lowest score wins.",
    minutes=(15, 25),
    rules_version=1,
    seats=range(2, state.MOST_SEATS + 1),
    state=state.State,
    rules=rules,
    actions=legality.ACTIONS,
    outcomes=6,
    objections={
        legality.OUT_OF_TURN: "it is not this seat's move (§12, §28)",
        legality.PICK_FIRST: "first pick a pair of open dice or take the secret pair (§16, §17)",
        legality.WRITE_FIRST: "first write a number; rows are crossed out after that (R16)",
        legality.ALREADY_PICKED: "the dice of this turn are picked, there is no way back (R2)",
        legality.ALREADY_WRITTEN: "this turn's number is written; cross out a row or be done (§34)",
        legality.NOT_AMONG_OPEN_DICE: "the open dice do not show that number and that colour (§16, R1)",
        legality.PAIR_FITS_NOWHERE: "that colour fits no empty box, no wild is left, and the other colour fits (R28)",
        legality.NUMBER_NOT_YOURS: "none of the dice that this seat may use shows that number (§18, §27)",
        legality.BOX_FILLED: "that box is filled already (R14, R20)",
        legality.COLOUR_NOT_YOURS: "that box takes none of the colours that this seat may use (§20, §21)",
        legality.NO_WILD_LEFT: "all four wild boxes are marked (§22)",
        legality.CAN_STILL_WRITE: "a box is blacked out only when no colour fits and no wild is left (§32, R11)",
        legality.ROW_MAKES_NOTHING: "the three boxes are neither equal numbers nor ten together (§35, §36, R15)",
        legality.ROWS_CROSS: "the row shares a box with a row that is crossed out (§38, R18)",
    },
    variants=(Variant("first", "Who has the first turn (R25)?", ("seat0", "drawn")),),
)
