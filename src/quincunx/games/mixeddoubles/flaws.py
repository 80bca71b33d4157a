"""What cannot be in a position of Mixed Doubles."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.mixeddoubles import words
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


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, if its numbers are in range."""
    if state.stage == CASTING_LOTS:
        if not _is_fresh(state):
            yield words.FLAW_NOTHING_BEFORE_LOT()
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


def _of_seats(state: State) -> Iterator[Message]:
    if state.turn >= state.seats:
        yield words.FLAW_TURN_PLAYS()
    for name in ("robbed", "champion", "minus_five"):
        if state.seats <= getattr(state, name) < NOBODY:
            yield words.FLAW_NAMES_NO_PLAYER(field=name)
    if any(_cards_of(state, seat) for seat in range(state.seats, SEATS)):
        yield words.FLAW_EMPTY_SEAT()
    if state.landed and state.stage != ROLLING:
        yield words.FLAW_LONE_DIE()


# Cards


def _of_cards(state: State) -> Iterator[Message]:
    """Every card of the deck lies in exactly one place."""
    for colour in range(COLOURS):
        lanes = [state.jackpot[colour], state.pile[colour]]
        for seat in range(SEATS):
            lanes += [state.palette[seat, colour], state.bank[seat, colour]]
        for value in range(1, VALUES + 1):
            if sum(count_of(lane, value) for lane in lanes) != COPIES:
                yield words.FLAW_COPIES(copies=COPIES, colour=COLOUR_NAMES[colour], value=value)
    if not _partition([*state.palette_all_in, state.pile_all_in, state.discard_all_in], ALL_COLOURS):
        yield words.FLAW_ALL_INS()
    if not _partition([*state.bank_free, state.pile_free], ALL_FREE):
        yield words.FLAW_FREES(most=FREE_VALUES)
    if sum([*state.palette_extra, state.pile_extra, state.discard_extra]) != EXTRA_ROLLS:
        yield words.FLAW_EXTRA_ROLLS(number=EXTRA_ROLLS)
    if sum([*state.palette_steal, state.pile_steal, state.discard_steal]) != STEALS:
        yield words.FLAW_STEALS(number=STEALS)
    if state.pile_cards != pile_size(state):
        yield words.FLAW_PILE_CARDS(number=pile_size(state))


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


def _of_deal(state: State) -> Iterator[Message]:
    dealt = DRAW * state.seats - state.to_draw
    if not 0 < state.to_draw <= DRAW * state.seats or state.pile_cards != DECK - dealt:
        yield words.FLAW_DEALT(number=DRAW)
    elif any(_cards_of(state, seat) != min(DRAW, max(0, dealt - DRAW * seat)) for seat in range(state.seats)):
        yield words.FLAW_DEALT_IN_TURN(number=DRAW)
    idle = (state.extras, state.wagered, state.wager_colour, state.wager_value, state.rolls, state.resume)
    if any(idle) or any(state.die) or any(state.jackpot) or any(state.bank.cells) or state.finale:
        yield words.FLAW_PLAYED_BEFORE_DEAL()
    if (state.robbed, state.champion) != (NOBODY, NOBODY):
        yield words.FLAW_ROBBED_BEFORE_DEAL()


def _of_draw(state: State) -> Iterator[Message]:
    step = step_of(state)
    if step == STARTING and state.to_draw != min(DRAW, state.pile_cards):
        yield words.FLAW_TO_BE_DRAWN(number=DRAW)
    if step in (STARTING, DRAWING) and not 1 <= state.to_draw <= min(DRAW, state.pile_cards):
        yield words.FLAW_TO_DRAW(number=DRAW)
    if step not in (STARTING, DRAWING) and state.to_draw:
        yield words.FLAW_DRAWN_IN_WRONG_STAGE()
    holders = [seat for seat in range(state.seats) if state.palette_all_in[seat]]
    if holders and (state.stage != DRAWING or holders != [state.turn]):
        yield words.FLAW_ALL_IN_IN_PALETTE()
    if state.extras > (state.palette_extra[state.turn] if step == STARTING else 0):
        yield words.FLAW_EXTRAS()


def _of_rolls(state: State) -> Iterator[Message]:
    step = step_of(state)
    most = most_rolls(state)
    if step in (STARTING, DRAWING, WAGERING, PAUSING, ROLLING, FINALE) and state.rolls == 0:
        yield words.FLAW_NO_ROLL_LEFT()
    if state.rolls > most:
        yield words.FLAW_TOO_MANY_ROLLS(most=most)
    if step == WAGERING and state.rolls < max(1, state.wagered):
        yield words.FLAW_ROLL_BEFORE_WAGER()
    if step == ENDING and state.rolls:
        yield words.FLAW_ROLLS_AT_THE_END()


def most_rolls(state: State) -> int:
    """The rolls of a turn in which every EXTRA ROLL of the discard pile was played."""
    return 1 + state.discard_extra + max(0, state.wagered - 1)


def _of_wager(state: State) -> Iterator[Message]:
    if (state.wagered > 0) != (state.wager_value > 0) or (state.wager_colour and not state.wagered):
        yield words.FLAW_HALF_A_WAGER()
    if state.wagered and (step_of(state) in (STARTING, DRAWING, FINALE, ENDED) or state.finale):
        yield words.FLAW_WAGER_IN_WRONG_STAGE()
    if state.wagered and state.wager_value and not _wager_lies(state):
        yield words.FLAW_WAGER_IN_JACKPOT()


def _wager_lies(state: State) -> bool:
    """R5: so many cards up to the last, and that one, are in the jackpot, or once rolled in the bank that won them."""
    lanes = [state.jackpot[state.wager_colour]]
    if not (state.stage == WAGERING or (state.stage == ROLLING and state.rolls == most_rolls(state))):
        lanes.append(state.bank[state.turn, state.wager_colour])
    found = [sum(count_of(lane, value) for lane in lanes) for value in range(1, state.wager_value + 1)]
    return found[-1] > 0 and sum(found) >= state.wagered


def _of_steals(state: State) -> Iterator[Message]:
    if (state.stage == ROBBING) != (state.robbed != NOBODY) or state.robbed == state.turn:
        yield words.FLAW_ROBBED()
    elif state.stage == ROBBING:
        if not steals_open(state.resume) or not bank_has_cards(state, state.robbed):
            yield words.FLAW_NOTHING_TO_ROB()
        if state.resume == WAGERING and state.wagered:
            yield words.FLAW_ROBS_AFTER_WAGER()
        if state.discard_steal == 0:
            yield words.FLAW_ROBBED_BY_STEAL()
    elif state.turn < state.seats:
        asked = can_steal(state, state.turn) or (state.stage == STARTING and state.extras)
        if state.stage in (STARTING, PAUSING, ENDING) and not asked:
            yield words.FLAW_NOTHING_TO_CHOOSE()


def _of_roll(state: State) -> Iterator[Message]:
    if state.stage == SWAPPING and not (state.seats > 2 and is_swap(*state.die)):
        yield words.FLAW_PARTNER_IS_PICKED()
    if state.stage == PARTING:
        if not (state.part_minus_five and state.wagered and state.minus_five == state.turn):
            yield words.FLAW_PARTS_WITH_MINUS_FIVE()
        elif not colours_won(*state.die) >> state.wager_colour & 1:
            yield words.FLAW_PARTS_AFTER_WINNING()


def _of_finale(state: State) -> Iterator[Message]:
    if state.finale > state.seats or (state.stage == FINALE and state.finale == 0):
        yield words.FLAW_FINALE()
    if state.finale and state.stage not in IN_FINALE:
        yield words.FLAW_ONLY_ROLLS_IN_FINALE()
    if (state.finale or state.stage == ENDED) and (state.pile_cards or any(state.palette.cells)):
        yield words.FLAW_FINALE_WITH_CARDS()
    if (state.finale or state.stage == ENDED) and state.rolls != _finale_rolls(state):
        yield words.FLAW_FINALE_ROLLS()
    if state.stage == ENDED and state.finale and state.champion == NOBODY:
        yield words.FLAW_ENDED_TOO_EARLY()
    if state.champion != NOBODY and not (
        state.double_wild
        and state.stage == ENDED
        and state.finale
        and state.champion == state.turn
        and is_double_wild(*state.die)
    ):
        yield words.FLAW_CHAMPION()


def _finale_rolls(state: State) -> int:
    made = state.stage == SWAPPING or state.champion != NOBODY
    return 0 if made else FINALE_ROLLS
