"""What cannot be in a position of Mixed Doubles."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.position import all_of
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
from quincunx.games.mixeddoubles.charts import colours_pushed, colours_won, is_double_wild, is_swap
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

BEFORE_TURNS = (CASTING_LOTS, DEALING)
"""Stages before the first turn."""
IN_FINALE = (FINALE, ROLLING, SWAPPING, ENDED)
"""Stages that the finale reaches."""


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, beyond the ranges of its numbers."""
    yield from all_of(state, _of_lot, _of_turn, _of_robbed, _of_champion, _of_minus_five, _of_empty_seats, _of_lone_die)
    yield from all_of(state, _of_numbered, _of_all_ins, _of_frees, _of_extra_rolls, _of_steals, _of_pile_cards)
    yield from all_of(state, _of_deal, _before_deal, _nobody_before_deal)
    yield from all_of(state, _of_draw, _of_drawn, _of_all_ins_held, _of_extras, _of_all_ins_drawn, _of_first_turn)
    yield from all_of(state, _of_rolls, _of_most_rolls, _of_wager, _of_wagered_cards)
    yield from all_of(state, _of_last_roll, _of_roller, _of_won_wager)
    yield from all_of(state, _of_robbery, _of_resume, _of_choice, _of_swap, _of_parting)
    yield from all_of(state, _of_finale, _of_finale_cards, _of_finale_rolls, _of_end, _of_double_wild)


def step_of(state: State) -> int:
    """The step of the turn: while a bank is robbed, the one that goes on after it."""
    return state.resume if state.stage == ROBBING else state.stage


def _of_lot(state: State) -> Iterator[Message]:
    if state.stage == CASTING_LOTS:
        fresh = State()
        setup(fresh, state.seats, [state.all_in_binds, state.double_wild, state.part_minus_five, LOT])
        if state.ints() != fresh.ints():
            yield words.FLAW_NOTHING_BEFORE_LOT()


def _of_turn(state: State) -> Iterator[Message]:
    if state.turn >= state.seats:
        yield words.FLAW_TURN_PLAYS()


def _of_robbed(state: State) -> Iterator[Message]:
    if state.seats <= state.robbed < NOBODY:
        yield words.FLAW_NAMES_NO_PLAYER(field="robbed")


def _of_champion(state: State) -> Iterator[Message]:
    if state.seats <= state.champion < NOBODY:
        yield words.FLAW_NAMES_NO_PLAYER(field="champion")


def _of_minus_five(state: State) -> Iterator[Message]:
    if state.seats <= state.minus_five < NOBODY:
        yield words.FLAW_NAMES_NO_PLAYER(field="minus_five")


def _of_empty_seats(state: State) -> Iterator[Message]:
    if any(_cards_of(state, seat) for seat in range(state.seats, SEATS)):
        yield words.FLAW_EMPTY_SEAT()


def _of_lone_die(state: State) -> Iterator[Message]:
    if state.landed and state.stage != ROLLING:
        yield words.FLAW_LONE_DIE()


# Cards: every one of the deck lies in exactly one place


def _of_numbered(state: State) -> Iterator[Message]:
    for colour in range(COLOURS):
        lanes = [state.jackpot[colour], state.pile[colour]]
        for seat in range(SEATS):
            lanes += [state.palette[seat, colour], state.bank[seat, colour]]
        for value in range(1, VALUES + 1):
            if sum(count_of(lane, value) for lane in lanes) != COPIES:
                yield words.FLAW_COPIES(copies=COPIES, colour=COLOUR_NAMES[colour], value=value)


def _of_all_ins(state: State) -> Iterator[Message]:
    if not _partition([*state.palette_all_in, state.pile_all_in, state.discard_all_in], ALL_COLOURS):
        yield words.FLAW_ALL_INS()


def _of_frees(state: State) -> Iterator[Message]:
    if not _partition([*state.bank_free, state.pile_free], ALL_FREE):
        yield words.FLAW_FREES(most=FREE_VALUES)


def _partition(parts: list[int], whole: int) -> bool:
    """Whether sets of bits share nothing and are the whole together."""
    return sum(parts) == whole and sum(part.bit_count() for part in parts) == whole.bit_count()


def _of_extra_rolls(state: State) -> Iterator[Message]:
    if sum([*state.palette_extra, state.pile_extra, state.discard_extra]) != EXTRA_ROLLS:
        yield words.FLAW_EXTRA_ROLLS(number=EXTRA_ROLLS)


def _of_steals(state: State) -> Iterator[Message]:
    if sum([*state.palette_steal, state.pile_steal, state.discard_steal]) != STEALS:
        yield words.FLAW_STEALS(number=STEALS)


def _of_pile_cards(state: State) -> Iterator[Message]:
    if state.pile_cards != pile_size(state):
        yield words.FLAW_PILE_CARDS(number=pile_size(state))


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


# The deal


def _of_deal(state: State) -> Iterator[Message]:
    if state.stage != DEALING:
        return
    dealt = DRAW * state.seats - state.to_draw
    if not 0 < state.to_draw <= DRAW * state.seats or state.pile_cards != DECK - dealt:
        yield words.FLAW_DEALT(number=DRAW)
    elif any(_cards_of(state, seat) != min(DRAW, max(0, dealt - DRAW * seat)) for seat in range(state.seats)):
        yield words.FLAW_DEALT_IN_TURN(number=DRAW)


def _before_deal(state: State) -> Iterator[Message]:
    if state.stage == DEALING:
        idle = (state.extras, state.wagered, state.wager_colour, state.wager_value, state.rolls, state.resume)
        if any(idle) or any(state.die) or any(state.jackpot) or any(state.bank.cells) or state.finale:
            yield words.FLAW_PLAYED_BEFORE_DEAL()


def _nobody_before_deal(state: State) -> Iterator[Message]:
    if state.stage == DEALING and (state.robbed, state.champion) != (NOBODY, NOBODY):
        yield words.FLAW_ROBBED_BEFORE_DEAL()


# The draw


def _of_draw(state: State) -> Iterator[Message]:
    step = step_of(state)
    if step == STARTING and state.to_draw != min(DRAW, state.pile_cards):
        yield words.FLAW_TO_BE_DRAWN(number=DRAW)
    if step in (STARTING, DRAWING) and not 1 <= state.to_draw <= min(DRAW, state.pile_cards):
        yield words.FLAW_TO_DRAW(number=DRAW)
    if step not in (*BEFORE_TURNS, STARTING, DRAWING) and state.to_draw:
        yield words.FLAW_DRAWN_IN_WRONG_STAGE()


def turns_begun(state: State) -> int:
    """The turns that have begun (§11), by the cards that they have drawn or have still to draw; none in the finale."""
    return -(-(DECK - DRAW * state.seats - state.pile_cards + state.to_draw) // DRAW)


def beginner(state: State) -> Seat:
    """The seat that had the first turn (R23, R27), by whose turn it is."""
    if state.stage in BEFORE_TURNS:
        return state.turn
    in_finale = state.finale or state.stage == ENDED
    turn = turns_begun(state) + (state.seats - state.finale if in_finale else -1)
    return (state.turn - turn) % state.seats


def _of_drawn(state: State) -> Iterator[Message]:
    """R22: only the last draw of a match may have had fewer cards."""
    drawn = DECK - DRAW * state.seats - state.pile_cards + state.to_draw
    is_whole = drawn % DRAW == 0 or state.pile_cards == state.to_draw
    if state.stage not in BEFORE_TURNS and not (turns_begun(state) >= 1 and is_whole):
        yield words.FLAW_DRAWN(number=DRAW)


def _of_all_ins_held(state: State) -> Iterator[Message]:
    holders = [seat for seat in range(state.seats) if state.palette_all_in[seat]]
    if holders and state.stage != DEALING and (state.stage != DRAWING or holders != [state.turn]):
        yield words.FLAW_ALL_IN_IN_PALETTE()


def _of_extras(state: State) -> Iterator[Message]:
    """R34: who holds more than could be played before the draw has stolen the others."""
    held = state.palette_extra[state.turn] if step_of(state) == STARTING else 0
    if not max(0, held - state.discard_steal) <= state.extras <= held:
        yield words.FLAW_EXTRAS()


def _of_all_ins_drawn(state: State) -> Iterator[Message]:
    drawn = state.palette_all_in[state.turn].bit_count()
    if state.stage == DRAWING and drawn > DRAW - state.to_draw:
        yield words.FLAW_ALL_INS_DRAWN(number=drawn)


# Wager and rolls


def _of_rolls(state: State) -> Iterator[Message]:
    step = step_of(state)
    if step in (STARTING, DRAWING, WAGERING, PAUSING, ROLLING, FINALE) and state.rolls == 0:
        yield words.FLAW_NO_ROLL_LEFT()
    if step == WAGERING and state.rolls < max(1, state.wagered):
        yield words.FLAW_ROLL_BEFORE_WAGER()
    if step == ENDING and state.rolls:
        yield words.FLAW_ROLLS_AT_THE_END()


def _of_most_rolls(state: State) -> Iterator[Message]:
    if state.rolls > most_rolls(state):
        yield words.FLAW_TOO_MANY_ROLLS(most=most_rolls(state))


def most_rolls(state: State) -> int:
    """The rolls of a turn in which every EXTRA ROLL of the discard pile was played."""
    return 1 + state.discard_extra + max(0, state.wagered - 1)


def _of_wager(state: State) -> Iterator[Message]:
    if (state.wagered > 0) != (state.wager_value > 0) or (state.wager_colour and not state.wagered):
        yield words.FLAW_HALF_A_WAGER()
    if state.wagered and (step_of(state) in (STARTING, DRAWING, FINALE, ENDED) or state.finale):
        yield words.FLAW_WAGER_IN_WRONG_STAGE()


def _of_wagered_cards(state: State) -> Iterator[Message]:
    if state.wagered and state.wager_value and not _wager_lies(state):
        yield words.FLAW_WAGER_IN_JACKPOT()


def _wager_lies(state: State) -> bool:
    """R5: so many cards up to the last, and that one, are in the jackpot, or once rolled in the bank that won them."""
    lanes = [state.jackpot[state.wager_colour]]
    if not (state.stage == WAGERING or (state.stage == ROLLING and state.rolls == most_rolls(state))):
        lanes.append(state.bank[state.turn, state.wager_colour])
    found = [sum(count_of(lane, value) for lane in lanes) for value in range(1, state.wager_value + 1)]
    return found[-1] > 0 and sum(found) >= state.wagered


# The roll before


def _has_rolled(state: State) -> bool:
    """Whether the turn has surely made a roll: it had at least one, and one for each card wagered (§13, §14)."""
    if _is_finale(state):
        return state.stage in (SWAPPING, ENDED)
    step = step_of(state)
    return step in (ENDING, PARTING, SWAPPING) or (step in (PAUSING, ROLLING) and state.rolls < max(1, state.wagered))


def _follows_roll(state: State) -> bool:
    """Whether the dice lie as they fell, and since then no card has come into the jackpot.

    A position that is written by hand may leave out the dice of an earlier turn.
    """
    if state.landed or state.stage in BEFORE_TURNS:
        return False
    if _is_finale(state):
        return any(state.die) and (state.stage == ENDED or state.finale < state.seats)
    is_next = step_of(state) in (STARTING, DRAWING) and turns_begun(state) > 1
    return _has_rolled(state) or (is_next and any(state.die))


def _of_last_roll(state: State) -> Iterator[Message]:
    """§23: what a roll won in the jackpot is there no more."""
    won = colours_won(*state.die)
    if _follows_roll(state) and any(won >> colour & 1 and state.jackpot[colour] for colour in range(COLOURS)):
        yield words.FLAW_WON_IN_JACKPOT()


def _of_roller(state: State) -> Iterator[Message]:
    """§22, §32, §33: what a roll won or pushed has left the palette; only a STEAL can have brought more since."""
    moved = colours_won(*state.die) | colours_pushed(*state.die)
    roller = state.turn if _has_rolled(state) else (state.turn - 1) % state.seats
    may_have_stolen = state.discard_steal > 0 and state.stage != PARTING
    left = any(moved >> colour & 1 and state.palette[roller, colour] for colour in range(COLOURS))
    if left and _follows_roll(state) and not may_have_stolen:
        yield words.FLAW_MOVED_FROM_PALETTE(seat=roller)


def _of_won_wager(state: State) -> Iterator[Message]:
    """§26: a won wager leaves no card of its colour in the other palettes."""
    has_won = state.wagered > 0 and _has_rolled(state) and colours_won(*state.die) >> state.wager_colour & 1
    others = [seat for seat in range(state.seats) if seat != state.turn]
    if has_won and not state.landed and any(state.palette[seat, state.wager_colour] for seat in others):
        yield words.FLAW_WON_WAGER()


def _of_first_turn(state: State) -> Iterator[Message]:
    """Before the first roll of the match there is what was dealt, drawn and stolen."""
    is_first_roll = state.stage == ROLLING and state.rolls == most_rolls(state)
    is_before = step_of(state) in (STARTING, DRAWING, WAGERING) or is_first_roll
    if not is_before or turns_begun(state) > 1 or state.turn >= state.seats:
        return
    colours = state.discard_all_in | (1 << state.wager_colour if state.wagered else 0)
    most = [DRAW + (state.minus_five == seat) for seat in range(state.seats)]
    most[state.turn] += DRAW - state.to_draw + state.discard_steal
    if (
        any(state.bank.cells)
        or any(state.die[state.landed :])
        or any(state.jackpot[colour] and not colours >> colour & 1 for colour in range(COLOURS))
        or any(_cards_of(state, seat) > most[seat] for seat in range(state.seats))
    ):
        yield words.FLAW_FIRST_TURN()


# What may be chosen


def _of_robbery(state: State) -> Iterator[Message]:
    if (state.stage == ROBBING) != (state.robbed != NOBODY) or state.robbed == state.turn:
        yield words.FLAW_ROBBED()
    elif state.stage == ROBBING:
        if not steals_open(state.resume) or not bank_has_cards(state, state.robbed):
            yield words.FLAW_NOTHING_TO_ROB()
        if state.resume == WAGERING and state.wagered:
            yield words.FLAW_ROBS_AFTER_WAGER()
        if state.discard_steal == 0:
            yield words.FLAW_ROBBED_BY_STEAL()


def _of_resume(state: State) -> Iterator[Message]:
    """It tells when a bank was robbed last."""
    if state.resume and not (steals_open(state.resume) and state.discard_steal):
        yield words.FLAW_RESUME()


def _of_choice(state: State) -> Iterator[Message]:
    if state.stage not in (STARTING, PAUSING, ENDING) or state.turn >= state.seats:
        return
    if not (can_steal(state, state.turn) or (state.stage == STARTING and state.extras)):
        yield words.FLAW_NOTHING_TO_CHOOSE()


def _of_swap(state: State) -> Iterator[Message]:
    if state.stage == SWAPPING and not (state.seats > 2 and is_swap(*state.die)):
        yield words.FLAW_PARTNER_IS_PICKED()


def _of_parting(state: State) -> Iterator[Message]:
    if state.stage == PARTING:
        if not (state.part_minus_five and state.wagered and state.minus_five == state.turn):
            yield words.FLAW_PARTS_WITH_MINUS_FIVE()
        elif not colours_won(*state.die) >> state.wager_colour & 1:
            yield words.FLAW_PARTS_AFTER_WINNING()


# The end


def _of_finale(state: State) -> Iterator[Message]:
    if state.finale > state.seats or (state.stage == FINALE and state.finale == 0):
        yield words.FLAW_FINALE()
    if state.finale and state.stage not in (*BEFORE_TURNS, *IN_FINALE):
        yield words.FLAW_ONLY_ROLLS_IN_FINALE()


def _is_finale(state: State) -> bool:
    return state.stage == ENDED or (state.finale > 0 and state.stage not in BEFORE_TURNS)


def _of_finale_cards(state: State) -> Iterator[Message]:
    if _is_finale(state) and (state.pile_cards or any(state.palette.cells)):
        yield words.FLAW_FINALE_WITH_CARDS()


def _of_finale_rolls(state: State) -> Iterator[Message]:
    made = state.stage == SWAPPING or state.champion != NOBODY
    if _is_finale(state) and state.rolls != (0 if made else FINALE_ROLLS):
        yield words.FLAW_FINALE_ROLLS()


def _of_end(state: State) -> Iterator[Message]:
    if state.stage == ENDED and state.finale and state.champion == NOBODY:
        yield words.FLAW_ENDED_TOO_EARLY()


def _of_double_wild(state: State) -> Iterator[Message]:
    is_rolled = state.double_wild and is_double_wild(*state.die)
    wins = is_rolled and state.stage == ENDED and state.finale and state.champion == state.turn
    if state.stage not in BEFORE_TURNS and state.champion != NOBODY and not wins:
        yield words.FLAW_CHAMPION()
    if is_rolled and state.champion == NOBODY and _has_rolled_in_finale(state):
        yield words.FLAW_CHAMPION()


def _has_rolled_in_finale(state: State) -> bool:
    """Whether the dice that lie there are of a roll in the finale."""
    return state.stage == ENDED or (_is_finale(state) and state.finale < state.seats and not state.landed)
