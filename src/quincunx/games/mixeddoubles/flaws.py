"""Flaws of a state of Mixed Doubles: reasons why play from it would be unsafe or unfair."""

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
from quincunx.games.mixeddoubles.legality import bank_has_cards, steals_open
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES
from quincunx.games.mixeddoubles.rules import setup
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAW,
    DRAWING,
    ENDED,
    FINALE,
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


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    if state.stage == CASTING_LOTS:
        fresh = State()
        setup(fresh, state.seats, [state.all_in_binds, state.double_wild, state.part_minus_five, LOT])
        if state != fresh:
            yield words.FLAW_NOTHING_BEFORE_LOT()
    elif state.turn >= state.seats:
        yield words.FLAW_TURN_PLAYS()
    else:
        yield from _of_seats(state)
        yield from _of_cards(state)
        yield from _of_draw(state)
        yield from _of_rolls(state)
        yield from _of_choices(state)
        yield from _of_finale(state)


def _step_of(state: State) -> int:
    """The step of the turn: while a bank is robbed, the one that follows."""
    return state.resume if state.stage == ROBBING else state.stage


def _of_seats(state: State) -> Iterator[Message]:
    for field in ("robbed", "champion", "minus_five"):
        if state.seats <= getattr(state, field) < NOBODY:
            yield words.FLAW_NAMES_NO_PLAYER(field=field)
    if any(_has_cards(state, seat) for seat in range(state.seats, SEATS)):
        yield words.FLAW_EMPTY_SEAT()


def _has_cards(state: State, seat: Seat) -> bool:
    rows = (state.palette_all_in, state.palette_extra, state.palette_steal)
    return bank_has_cards(state, seat) or any(state.palette.row(seat)) or any(row[seat] for row in rows)


def _of_cards(state: State) -> Iterator[Message]:
    """Every card of the deck lies in exactly one place."""
    for colour in range(COLOURS):
        lanes = [state.jackpot[colour], state.pile[colour]]
        lanes += [cards[seat, colour] for cards in (state.palette, state.bank) for seat in range(SEATS)]
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
    """The number of cards in the pile, counted one by one."""
    coloured = state.pile_all_in.bit_count() + state.pile_free.bit_count()
    special = coloured + state.pile_extra + state.pile_steal + (state.minus_five == NOBODY)
    return sum(map(cards_in, state.pile)) + special


def _of_draw(state: State) -> Iterator[Message]:
    step = _step_of(state)
    if step == DEALING:
        if not 0 < state.to_draw <= DRAW * state.seats or state.pile_cards != DECK - DRAW * state.seats + state.to_draw:
            yield words.FLAW_DEALT(number=DRAW)
    elif step in (STARTING, DRAWING):
        if not 1 <= state.to_draw <= min(DRAW, state.pile_cards):
            yield words.FLAW_TO_DRAW(number=DRAW)
    elif state.to_draw:
        yield words.FLAW_DRAWN_IN_WRONG_STAGE()
    if state.extras > (state.palette_extra[state.turn] if step == STARTING else 0):
        yield words.FLAW_EXTRAS()


def _of_rolls(state: State) -> Iterator[Message]:
    step = _step_of(state)
    if state.landed and state.stage != ROLLING:
        yield words.FLAW_LONE_DIE()
    if step in (STARTING, DRAWING, WAGERING, PAUSING, ROLLING, FINALE) and state.rolls == 0:
        yield words.FLAW_NO_ROLL_LEFT()
    most = 1 + state.discard_extra + max(0, state.wagered - 1)
    if state.rolls > most:
        yield words.FLAW_TOO_MANY_ROLLS(most=most)
    if (state.wagered > 0) != (state.wager_value > 0):
        yield words.FLAW_HALF_A_WAGER()
    if state.wagered and (step in (DEALING, STARTING, DRAWING, FINALE, ENDED) or state.finale):
        yield words.FLAW_WAGER_IN_WRONG_STAGE()
    if step == WAGERING and state.wagered > cards_in(state.jackpot[state.wager_colour]):
        yield words.FLAW_WAGER_IN_JACKPOT()


def _of_choices(state: State) -> Iterator[Message]:
    if (state.stage == ROBBING) != (state.robbed != NOBODY) or state.robbed == state.turn:
        yield words.FLAW_ROBBED()
    elif state.stage == ROBBING and not (steals_open(state.resume) and bank_has_cards(state, state.robbed)):
        yield words.FLAW_NOTHING_TO_ROB()
    if state.stage == PARTING and not (state.part_minus_five and state.wagered and state.minus_five == state.turn):
        yield words.FLAW_PARTS_WITH_MINUS_FIVE()


def _of_finale(state: State) -> Iterator[Message]:
    if state.finale > state.seats or (state.stage == FINALE and state.finale == 0):
        yield words.FLAW_FINALE()
    if state.finale and state.stage not in (FINALE, ROLLING, SWAPPING, ENDED):
        yield words.FLAW_ONLY_ROLLS_IN_FINALE()
    if (state.finale or state.stage == ENDED) and state.pile_cards:
        yield words.FLAW_FINALE_WITH_CARDS()
    if state.stage == ENDED and (state.finale > 0) != (state.champion != NOBODY):
        yield words.FLAW_ENDED_TOO_EARLY()
    if state.champion != NOBODY and not (state.stage == ENDED and state.double_wild):
        yield words.FLAW_CHAMPION()
