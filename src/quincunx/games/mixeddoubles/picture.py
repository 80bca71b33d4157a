"""Mixed Doubles for the browser.

An `action` is the text that a click on the thing sends, null where a click means nothing now: `wager red 3` on a card
of the own palette, `steal red 3 from 1` on a card of another, `steal bank 1` on a bank.
"""

from typing import Literal, TypeAlias

from quincunx.core.drawing import Colour, Drawn
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    COLOURS,
    FREE_VALUES,
    GREEN,
    VALUES,
    cards_in,
    colour_of,
    count_of,
    kind_of,
    points_in,
    value_of,
)
from quincunx.games.mixeddoubles.charts import DICE, MIXTURES, SIDES_WITH, WILD
from quincunx.games.mixeddoubles.legality import (
    ACTIONS,
    DRAW_CARDS,
    END_TURN,
    KEEP,
    LOOT,
    LOOT_EXTRA,
    LOOT_STEAL,
    MOVE_TO,
    PART_TO,
    PLAY_EXTRA,
    ROB,
    ROLL_DICE,
    SWAP_WITH,
    TAKE,
    WAGER,
    card_wagered,
    loot_of,
    other_of,
    verb_of,
)
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES, STEPS, Face, format_action
from quincunx.games.mixeddoubles.rules import legal_actions, total
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAWING,
    ENDED,
    ENDING,
    FINALE,
    PARTING,
    PAUSING,
    ROBBING,
    ROLLING,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)

Stage: TypeAlias = Literal[
    "lots", "deal", "draw", "roll", "rob", "start", "wager", "pause", "end", "swap", "part", "finale", "over"
]

SpecialKind: TypeAlias = Literal["all", "extra", "steal", "minus"]

STAGES: dict[int, Stage] = {
    CASTING_LOTS: "lots",
    DEALING: "deal",
    DRAWING: "draw",
    ROLLING: "roll",
    ROBBING: "rob",
    STARTING: "start",
    WAGERING: "wager",
    PAUSING: "pause",
    ENDING: "end",
    SWAPPING: "swap",
    PARTING: "part",
    FINALE: "finale",
    ENDED: "over",
}


class MixCard(Drawn):
    """A card with a colour and a value."""

    name: str
    colour: Colour
    letter: str
    value: int
    action: str | None


class MixSpecial(Drawn):
    """A card without a value: ALL IN, EXTRA ROLL, STEAL or MINUS FIVE."""

    kind: SpecialKind
    name: str
    action: str | None


class MixBank(Drawn):
    """The cards that a player has banked."""

    points: int
    cards: int
    lanes: list[list[MixCard]]
    """Its numbered cards, a lane for each colour in their order."""
    free: list[int]
    """The values of its FREE cards."""
    action: str | None


class MixPlayer(Drawn):
    """A player."""

    seat: int
    palette: list[list[MixCard]]
    """Six lanes, in the order of the colours."""
    specials: list[MixSpecial]
    bank: MixBank
    total: int
    action: str | None
    """A SWAP with that player, or parting with MINUS FIVE to them."""
    steal: str | None
    """A STEAL that moves another player's MINUS FIVE to them."""


class MixDie(Drawn):
    """An eight-sided die."""

    face: Face
    letter: str
    rolling: bool


class MixColour(Drawn):
    """A colour on the chart."""

    name: Colour
    letter: str
    border: list[Colour]
    """The colours it is mixed from."""
    sides: int
    """The number of rolls, of 64, that win it."""
    prize: int
    """The points that the player on turn would win with it now."""


class MixDiscard(Drawn):
    """The number of these cards that were played."""

    all_in: int
    extra_roll: int
    steal: int


class MixWager(Drawn):
    """The wager of this turn."""

    colour: Colour
    cards: int


class MixActions(Drawn):
    """The legal actions besides clicks on cards, else null."""

    roll: str | None
    draw: str | None
    end: str | None
    extra_roll: str | None
    keep: str | None


class MixPicture(Drawn):
    """Everything the page draws."""

    stage: Stage
    turn: int | None
    """The seat whose turn it is; null before the first turn and at the end."""
    pile: int
    """The number of cards still to be drawn."""
    discard: MixDiscard
    dice: list[MixDie]
    rolls: int
    """Rolls that the turn has still to make."""
    wager: MixWager | None
    finale: int
    """The number of seats that have still to roll in the finale, 0 before it."""
    colours: list[MixColour]
    jackpot: list[list[MixCard]]
    """Six lanes, in the order of `colours`."""
    jackpot_points: list[int]
    """The points of each lane."""
    players: list[MixPlayer]
    actions: MixActions


class _Clicks:
    """The text of what a seat may do now, by action."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        legal = [0] * ACTIONS
        self.legal = frozenset(legal[: legal_actions(view, seat, legal)])

    def text(self, *actions: int) -> str | None:
        """The first of these that may be done."""
        for action in actions:
            if action in self.legal:
                return format_action(self.view, self.seat, action)
        return None


def picture(view: State, seat: Seat) -> MixPicture:
    """The picture of a seat's view."""
    clicks = _Clicks(view, seat)
    return MixPicture(
        stage=STAGES[view.stage],
        turn=None if view.stage in (CASTING_LOTS, DEALING, ENDED) else view.turn,
        pile=view.pile_cards,
        discard=MixDiscard(view.discard_all_in.bit_count(), view.discard_extra, view.discard_steal),
        dice=[_die(view, die) for die in range(DICE)],
        rolls=view.rolls if view.stage != ENDED else 0,
        wager=MixWager(COLOUR_NAMES[view.wager_colour], view.wagered) if view.wagered else None,
        finale=view.finale,
        colours=[_colour(view, colour) for colour in range(COLOURS)],
        jackpot=[_lane(view.jackpot[colour], colour) for colour in range(COLOURS)],
        jackpot_points=[points_in(lane) for lane in view.jackpot],
        players=[_player(view, who, seat, clicks) for who in range(view.seats)],
        actions=MixActions(
            roll=clicks.text(ROLL_DICE),
            draw=clicks.text(DRAW_CARDS),
            end=clicks.text(END_TURN),
            extra_roll=clicks.text(PLAY_EXTRA),
            keep=clicks.text(KEEP),
        ),
    )


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The card that is wagered or stolen, the player that it is done with, or the button."""
    verb = verb_of(action)
    if verb == WAGER:
        return ["card-" + _part_of(card_wagered(action))]
    if verb in (SWAP_WITH, PART_TO, MOVE_TO):
        return [f"with-{other_of(action)}"]
    if verb == ROB:
        return ["stealing", f"bank-{other_of(action)}"]
    if verb == TAKE:
        loot = {LOOT_EXTRA: "extra", LOOT_STEAL: "steal"}.get(loot_of(action)) or _part_of(loot_of(action))
        return ["stealing", f"loot-{other_of(action)}-{loot}"]
    return [STEPS[verb].replace(" ", "-")]


def _part_of(kind: int) -> str:
    return f"{COLOUR_NAMES[colour_of(kind)]}-{value_of(kind)}"


def _die(view: State, die: int) -> MixDie:
    face = FACE_NAMES[view.die[die]]
    return MixDie(face, face[0].upper(), view.stage == ROLLING and die >= view.landed)


def _colour(view: State, colour: int) -> MixColour:
    wins = [
        SIDES_WITH[first] * SIDES_WITH[second]
        for first, row in enumerate(MIXTURES)
        for second, won in enumerate(row)
        if won >> colour & 1
    ]
    border = [name for primary, name in enumerate(COLOUR_NAMES[:GREEN]) if MIXTURES[WILD][primary] >> colour & 1]
    name = COLOUR_NAMES[colour]
    return MixColour(name, name[0].upper(), border, sum(wins), prize(view, colour))


def prize(view: State, colour: int) -> int:
    """The points that the player whose turn it is would win with this colour now."""
    points = points_in(view.palette[view.turn, colour]) + points_in(view.jackpot[colour])
    if view.wagered and colour == view.wager_colour:
        others = (who for who in range(view.seats) if who != view.turn)
        points += sum(points_in(view.palette[who, colour]) for who in others)
    return points


def _lane(lane: int, colour: int, first_action: int | None = None, clicks: _Clicks | None = None) -> list[MixCard]:
    name = COLOUR_NAMES[colour]
    cards: list[MixCard] = []
    for value in range(1, VALUES + 1):
        action = None
        if clicks is not None and first_action is not None:
            action = clicks.text(first_action + kind_of(colour, value))
        card = MixCard(f"{name} {value}", name, name[0].upper(), value, action)
        cards += [card] * count_of(lane, value)
    return cards


def _player(view: State, who: Seat, seat: Seat, clicks: _Clicks) -> MixPlayer:
    first = WAGER if who == seat else TAKE + who * LOOT
    return MixPlayer(
        seat=who,
        palette=[_lane(view.palette[who, colour], colour, first, clicks) for colour in range(COLOURS)],
        specials=_specials(view, who, seat, clicks),
        bank=_bank(view, who, clicks),
        total=total(view, who),
        action=clicks.text(SWAP_WITH + who, PART_TO + who),
        steal=clicks.text(MOVE_TO + who),
    )


def _specials(view: State, who: Seat, seat: Seat, clicks: _Clicks) -> list[MixSpecial]:
    extra = PLAY_EXTRA if who == seat else TAKE + who * LOOT + LOOT_EXTRA
    cards = [
        MixSpecial("all", f"ALL IN {name}", None)
        for colour, name in enumerate(COLOUR_NAMES)
        if view.palette_all_in[who] & ALL_COLOURS & 1 << colour
    ]
    cards += [MixSpecial("extra", "EXTRA ROLL", clicks.text(extra))] * view.palette_extra[who]
    cards += [MixSpecial("steal", "STEAL", clicks.text(TAKE + who * LOOT + LOOT_STEAL))] * view.palette_steal[who]
    return cards + [MixSpecial("minus", "MINUS FIVE", None)] * (view.minus_five == who)


def _bank(view: State, who: Seat, clicks: _Clicks) -> MixBank:
    lanes = view.bank.row(who)
    free = [value for value in range(1, FREE_VALUES + 1) if view.bank_free[who] >> (value - 1) & 1]
    return MixBank(
        points=sum(points_in(lane) for lane in lanes) + sum(free),
        cards=sum(cards_in(lane) for lane in lanes) + len(free),
        lanes=[_lane(lane, colour) for colour, lane in enumerate(lanes)],
        free=free,
        action=clicks.text(ROB + who),
    )
