"""What cannot be in a position of Mixed Doubles."""

from collections.abc import Iterator

from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    ALL_FREE,
    COLOURS,
    COPIES,
    DECK,
    EXTRA_ROLLS,
    FREE_VALUES,
    STEALS,
    VALUES,
    cards_in,
    count_of,
)
from quincunx.games.mixeddoubles.charts import colours_won, is_double_wild, is_swap
from quincunx.games.mixeddoubles.legality import bank_has_cards, can_steal, steals_open
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES
from quincunx.games.mixeddoubles.rules import setup
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAW,
    DRAWING,
    ENDED,
    ENDING,
    FINALE,
    FINALE_ROLLS,
    LOT,
    NOBODY,
    PARTING,
    PAUSING,
    ROBBING,
    ROLLING,
    SEATS,
    STARTING,
    SWAPPING,
    WAGERING,
    State,
)

IN_FINALE = (FINALE, ROLLING, SWAPPING, ENDED)
"""Stages that the finale reaches."""


def flaws(state: State) -> Iterator[str]:
    """All of them, for a state whose numbers are in range."""
    if state.stage == CASTING_LOTS:
        if not _is_fresh(state):
            yield "nothing has happened before the lot is cast"
        return
    yield from _of_seats(state)
    yield from _of_cards(state)
    if state.stage == DEALING:
        yield from _of_deal(state)
    else:
        yield from _of_draw(state)
        yield from _of_rolls(state)
        yield from _of_wager(state)
        yield from _of_steals(state)
        yield from _of_roll(state)
        yield from _of_finale(state)


def step_of(state: State) -> int:
    """The step of the turn: while a bank is robbed, the one that goes on after it."""
    return state.resume if state.stage == ROBBING else state.stage


def _is_fresh(state: State) -> bool:
    fresh = State()
    setup(fresh, state.seats, [state.all_in_binds, state.double_wild, state.part_minus_five, LOT])
    return state == fresh


def _of_seats(state: State) -> Iterator[str]:
    if state.turn >= state.seats:
        yield "turn must be a seat that plays"
    for name in ("robbed", "champion", "minus_five"):
        if state.seats <= getattr(state, name) < NOBODY:
            yield f"{name} names a seat that does not play"
    if any(_cards_of(state, seat) for seat in range(state.seats, SEATS)):
        yield "a seat that does not play has cards"
    if state.landed and state.stage != ROLLING:
        yield "a die lies still only while the other rolls"


# Cards


def _of_cards(state: State) -> Iterator[str]:
    """Every card of the deck lies in exactly one place."""
    for colour in range(COLOURS):
        lanes = [state.jackpot[colour], state.pile[colour]]
        for seat in range(SEATS):
            lanes += [state.palette[seat, colour], state.bank[seat, colour]]
        for value in range(1, VALUES + 1):
            if sum(count_of(lane, value) for lane in lanes) != COPIES:
                yield f"there must be {COPIES} cards {COLOUR_NAMES[colour]} {value}"
    if not _partition([*state.palette_all_in, state.pile_all_in, state.discard_all_in], ALL_COLOURS):
        yield "there must be one ALL IN of each colour"
    if not _partition([*state.bank_free, state.pile_free], ALL_FREE):
        yield f"there must be one FREE card of each value up to {FREE_VALUES}"
    if sum([*state.palette_extra, state.pile_extra, state.discard_extra]) != EXTRA_ROLLS:
        yield f"there must be {EXTRA_ROLLS} EXTRA ROLLs"
    if sum([*state.palette_steal, state.pile_steal, state.discard_steal]) != STEALS:
        yield f"there must be {STEALS} STEALs"
    if state.pile_cards != pile_size(state):
        yield f"pile_cards must be {pile_size(state)}"


def _partition(parts: list[int], whole: int) -> bool:
    """Whether sets of bits share nothing and are the whole together."""
    return sum(parts) == whole and sum(part.bit_count() for part in parts) == whole.bit_count()


def pile_size(state: State) -> int:
    """How many cards the pile holds, counted one by one."""
    numbered = sum(map(cards_in, state.pile))
    coloured = state.pile_all_in.bit_count() + state.pile_free.bit_count()
    return numbered + coloured + state.pile_extra + state.pile_steal + (state.minus_five == NOBODY)


def _cards_of(state: State, seat: Seat) -> int:
    lanes = [*state.palette.row(seat), *state.bank.row(seat)]
    sets = state.palette_all_in[seat].bit_count() + state.bank_free[seat].bit_count()
    rest = state.palette_extra[seat] + state.palette_steal[seat] + (state.minus_five == seat)
    return sum(map(cards_in, lanes)) + sets + rest


# The steps of a match


def _of_deal(state: State) -> Iterator[str]:
    dealt = DRAW * state.seats - state.to_draw
    if not 0 < state.to_draw <= DRAW * state.seats or state.pile_cards != DECK - dealt:
        yield f"each seat is dealt {DRAW} cards from the pile"
    elif any(_cards_of(state, seat) != min(DRAW, max(0, dealt - DRAW * seat)) for seat in range(state.seats)):
        yield f"one seat after the other is dealt {DRAW} cards"
    idle = (state.extras, state.wagered, state.wager_colour, state.wager_value, state.rolls, state.resume)
    if any(idle) or any(state.die) or any(state.jackpot) or any(state.bank.cells) or state.finale:
        yield "nobody has played before all cards are dealt"
    if (state.robbed, state.champion) != (NOBODY, NOBODY):
        yield "nobody is robbed and nobody wins before all cards are dealt"


def _of_draw(state: State) -> Iterator[str]:
    step = step_of(state)
    if step == STARTING and state.to_draw != min(DRAW, state.pile_cards):
        yield f"{DRAW} cards are to be drawn, or what the pile has"
    if step in (STARTING, DRAWING) and not 1 <= state.to_draw <= min(DRAW, state.pile_cards):
        yield f"to_draw must be 1 to {DRAW} of the cards in the pile"
    if step not in (STARTING, DRAWING) and state.to_draw:
        yield "cards are to be drawn in the wrong stage"
    holders = [seat for seat in range(state.seats) if state.palette_all_in[seat]]
    if holders and (state.stage != DRAWING or holders != [state.turn]):
        yield "an ALL IN stays in a palette only while its owner draws"
    if state.extras > (state.palette_extra[state.turn] if step == STARTING else 0):
        yield "extras are EXTRA ROLLs in the palette of whose turn it is, before the draw"


def _of_rolls(state: State) -> Iterator[str]:
    step = step_of(state)
    most = 1 + state.discard_extra + max(0, state.wagered - 1)
    if step in (STARTING, DRAWING, WAGERING, PAUSING, ROLLING, FINALE) and state.rolls == 0:
        yield "no roll is left"
    if state.rolls > most:
        yield f"a turn has at most {most} rolls, by its wager and the EXTRA ROLLs played"
    if step == WAGERING and state.rolls < max(1, state.wagered):
        yield "no roll is made before the wager is complete"
    if step == ENDING and state.rolls:
        yield "a turn ends when all its rolls are made"


def _of_wager(state: State) -> Iterator[str]:
    if (state.wagered > 0) != (state.wager_value > 0) or (state.wager_colour and not state.wagered):
        yield "a wager has cards, a colour and the value of its last card, or neither"
    if state.wagered and (step_of(state) in (STARTING, DRAWING, FINALE, ENDED) or state.finale):
        yield "cards are wagered after the draw, and never in the finale"
    lane = state.jackpot[state.wager_colour]
    if (state.stage == WAGERING and state.wagered and state.wager_value) and not (
        cards_in(lane) >= state.wagered and count_of(lane, state.wager_value)
    ):
        yield "what is wagered lies in the jackpot"


def _of_steals(state: State) -> Iterator[str]:
    if (state.stage == ROBBING) != (state.robbed != NOBODY) or state.robbed == state.turn:
        yield "robbed must be another seat while a bank is robbed, else 6"
    elif state.stage == ROBBING:
        if not steals_open(state.resume) or not bank_has_cards(state, state.robbed):
            yield "a bank without cards cannot be robbed, nor outside the steps of a turn"
        if state.resume == WAGERING and state.wagered:
            yield "whoever robs after a wager goes on with the roll (R17)"
        if state.discard_steal == 0:
            yield "a bank is robbed by a STEAL, which is played"
    elif state.turn < state.seats:
        asked = can_steal(state, state.turn) or (state.stage == STARTING and state.extras)
        if state.stage in (STARTING, PAUSING, ENDING) and not asked:
            yield "the seat whose turn it is has nothing to choose"


def _of_roll(state: State) -> Iterator[str]:
    if state.stage == SWAPPING and not (state.seats > 2 and is_swap(*state.die)):
        yield "a partner is picked at a table of three or more, when both dice show push (§34)"
    if state.stage == PARTING:
        if not (state.part_minus_five and state.wagered and state.minus_five == state.turn):
            yield "MINUS FIVE can only be parted with by its owner, under that option and after a wager"
        elif not colours_won(*state.die) >> state.wager_colour & 1:
            yield "MINUS FIVE can only be parted with when the wager has won (§53)"


def _of_finale(state: State) -> Iterator[str]:
    if state.finale > state.seats or (state.stage == FINALE and state.finale == 0):
        yield "finale must be how many seats have still to roll"
    if state.finale and state.stage not in IN_FINALE:
        yield "in the finale there are only rolls"
    if (state.finale or state.stage == ENDED) and (state.pile_cards or any(state.palette.cells)):
        yield "the finale is played with an empty pile and empty lanes (§48)"
    if (state.finale or state.stage == ENDED) and state.rolls != _finale_rolls(state):
        yield "each has one roll in the finale (§49)"
    if state.stage == ENDED and state.finale and state.champion == NOBODY:
        yield "the match ends when all have rolled"
    if state.champion != NOBODY and not (
        state.double_wild
        and state.stage == ENDED
        and state.finale
        and state.champion == state.turn
        and is_double_wild(*state.die)
    ):
        yield "a double wild in the finale wins, under that option (§52)"


def _finale_rolls(state: State) -> int:
    made = state.stage == SWAPPING or state.champion != NOBODY
    return 0 if made else FINALE_ROLLS
