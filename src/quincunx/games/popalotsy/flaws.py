"""What cannot be in a position of PoPalotsy."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from quincunx.core.seats import Seat, everyone, holds
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.legality import OK, droppable, round_is_over
from quincunx.games.popalotsy.notation import COLOURS_SAID, cards_in, pile_of
from quincunx.games.popalotsy.rings import CARDS, DICE, EMPTY, KINDS, SIDES, all_twins, copies_of, strength
from quincunx.games.popalotsy.rules import apply, give, next_die, objection, starter
from quincunx.games.popalotsy.state import (
    AFTER_ROUND,
    DEALING,
    DROPPING,
    ENDED,
    HAND_SIZE,
    IN_POPPER,
    INSTANT,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_WRONG,
    POPPING,
    RACE,
    TURNS,
    State,
)

HIGHEST_PILE = SIDES + 1
"""The rings around a die that can each beat the ones below: every other number of its colour, a number match, an exact
one."""


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, beyond the ranges of its numbers."""
    yield from all_of(state, _of_dice, _of_first_stage, _of_seats, _of_empty_seats, _of_done, _before_round_1)
    yield from all_of(state, _of_turn_in_race)
    yield from all_of(state, _of_cards, _of_winning, _of_dealing, _of_first_deal, _of_cards_to_deal)
    yield from all_of(state, _of_first_discards, _of_rounds_without_rings, _of_draw_pile, _of_hands)
    yield from all_of(state, _of_arrows, _of_rings, _of_clearing, _of_piles, _of_rings_in_turn)
    yield from all_of(state, _of_wrong_drops, _of_round, _of_end)


# Dice and seats


def _of_dice(state: State) -> Iterator[Message]:
    landed = next_die(state)
    if any(state.face[landed:]) and state.stage in (POPPING, DROPPING, ENDED):
        yield words.FLAW_DICE_IN_ORDER()
    if landed < DICE and (state.stage in (DROPPING, ENDED) or (state.stage == DEALING and state.rounds > 0)):
        yield words.FLAW_DROPPED_TOO_EARLY()
    if landed == DICE and state.stage == POPPING:
        yield words.FLAW_DIE_IN_POPPER()


def _of_first_stage(state: State) -> Iterator[Message]:
    if state.rounds == 0 and state.stage != DEALING:
        yield words.FLAW_DEALT_BEFORE_ROUND_1()


def _of_seats(state: State) -> Iterator[Message]:
    if state.turn >= state.seats or state.done & ~everyone(state.seats):
        yield words.FLAW_TURN_AND_DONE()


def _of_empty_seats(state: State) -> Iterator[Message]:
    if any(state.held[state.seats :]) or any(state.wrong[state.seats :]):
        yield words.FLAW_EMPTY_SEAT()


def _of_done(state: State) -> Iterator[Message]:
    if state.form == TURNS and state.done:
        yield words.FLAW_DONE_IN_TURNS()


def _before_round_1(state: State) -> Iterator[Message]:
    """What is there of a round stays until the next one is popped."""
    is_before = state.rounds == 0 or (state.rounds == 1 and state.stage == POPPING)
    has_dropped = state.done or any(state.wrong) or state.turn
    if is_before and (has_dropped or (state.rounds == 0 and any(state.face))):
        yield words.FLAW_BEFORE_ROUND_1()


def _of_turn_in_race(state: State) -> Iterator[Message]:
    """Where all race, turn is who popped last; a position that is written by hand may leave it out."""
    popped = state.rounds - (state.stage == POPPING)
    if state.form == RACE and popped > 0 and state.turn not in (0, (popped - 1) % state.seats):
        yield words.FLAW_TURN_IN_RACE(seat=(popped - 1) % state.seats)


# Cards


def _of_cards(state: State) -> Iterator[Message]:
    sets = [(state.draw, state.draw_twin, state.draw_left)]
    sets.append((state.discard, state.discard_twin, state.discard_left))
    sets += list(zip(state.hand, state.twin, state.held, strict=True))
    if any(twins & ~(kinds & all_twins()) for kinds, twins, _ in sets):
        yield words.FLAW_NO_TWINS()
    if any(len(cards_in(kinds, twins)) != count for kinds, twins, count in sets):
        yield words.FLAW_COUNT_OF_CARDS()
    everything = [card for kinds, twins, _ in sets for card in cards_in(kinds, twins)]
    everything += state.ring_card[: state.rings]
    if any(everything.count(card) != copies_of(card) for card in range(KINDS)):
        yield words.FLAW_CARD_IN_ONE_PLACE()


def _of_winning(state: State) -> Iterator[Message]:
    if state.stage != ENDED and state.rounds > 0 and 0 in state.held[: state.seats]:
        yield words.FLAW_WON_ALREADY()


def _of_dealing(state: State) -> Iterator[Message]:
    if (state.dealing > 0) != (state.stage == DEALING):
        yield words.FLAW_DEALT_IN_WRONG_STAGE()
    if state.rounds > 0 and state.dealing > (state.seats if state.rounds < MOST_ROUNDS else 0):
        yield words.FLAW_ONE_CARD_MORE()


def _of_first_deal(state: State) -> Iterator[Message]:
    if state.rounds == 0:
        each, more = divmod(HAND_SIZE * state.seats - state.dealing, state.seats)
        if [*state.held[: state.seats]] != [each + (seat < more) for seat in range(state.seats)]:
            yield words.FLAW_DEALT_IN_TURN()


def _of_cards_to_deal(state: State) -> Iterator[Message]:
    if state.stage == DEALING and state.draw_left == 0:
        yield words.FLAW_NO_CARD_TO_DEAL()
    if state.stage == DEALING and state.dealing > state.draw_left + state.discard_left:
        yield words.FLAW_TOO_FEW_TO_DEAL()


def _of_first_discards(state: State) -> Iterator[Message]:
    is_over = state.rounds == 1 and state.stage == DEALING
    if state.rounds <= 1 and not is_over and state.discard_left:
        yield words.FLAW_DISCARDED_TOO_EARLY()


def _of_rounds_without_rings(state: State) -> Iterator[Message]:
    """Every card fits a die without rings: some stay, unless all are done or the check after the round takes them."""
    over = state.rounds - (state.stage != DEALING)
    is_told = over == 1 and state.stage in (DEALING, POPPING) and state.referee == INSTANT  # who was done
    least = over if state.form == TURNS else int(is_told and state.done != everyone(state.seats))
    is_reshuffled = state.seats * (HAND_SIZE + state.rounds) > CARDS
    if not is_reshuffled and state.discard_left < least:
        yield words.FLAW_ROUNDS_WITHOUT_RINGS()


def _of_draw_pile(state: State) -> Iterator[Message]:
    """§6, §36, R12: until it has been used up, it has what was not dealt."""
    dealt = state.seats * (HAND_SIZE + state.rounds - 1) + (_dealt_already(state) if state.stage == DEALING else 0)
    is_reshuffled = CARDS - dealt < (1 if state.stage == DEALING else 0)
    if state.rounds > 0 and not is_reshuffled and state.draw_left != CARDS - dealt:
        yield words.FLAW_DRAW_PILE(round=state.rounds, left=CARDS - dealt)


def _dealt_already(state: State) -> int:
    """How many seats have got their card between two rounds."""
    return state.seats - state.dealing


def _of_hands(state: State) -> Iterator[Message]:
    """In turns no card comes back from the dice; in the race only to who has dropped a wrong one (R8, R9)."""
    is_dropped = state.rounds > 1 or state.stage in (DROPPING, ENDED, DEALING)
    for seat in range(state.seats if state.rounds > 0 else 0):
        dealt = HAND_SIZE + state.rounds - 1 + (state.stage == DEALING and seat < _dealt_already(state))
        has = state.held[seat] + state.ring_seat[: state.rings].count(seat)
        least = dealt if state.form == TURNS and state.rounds == 1 and state.stage != DEALING else 0
        least, most = (least, dealt + _most_taken(state, seat)) if is_dropped else (dealt, dealt)
        if not least <= has <= most:
            yield words.FLAW_CARDS_OF_SEAT(seat=seat, count=dealt, number=has)


def _most_taken(state: State, seat: Seat) -> int:
    """How many cards of others a seat can have taken back: of round 1 its wrong drops are known until the next pop."""
    if state.form == TURNS:
        return 0
    is_known = state.rounds == 1 or (state.rounds == 2 and state.stage == POPPING)
    return HIGHEST_PILE * state.wrong[seat] if is_known and state.referee == INSTANT else CARDS


# Rings


def _of_arrows(state: State) -> Iterator[Message]:
    if any(seat >= state.seats for seat in state.ring_seat):
        yield words.FLAW_ARROW()


def _of_rings(state: State) -> Iterator[Message]:
    if any(any(row[state.rings :]) for row in (state.ring_card, state.ring_die, state.ring_seat)):
        yield words.FLAW_AFTER_LAST_RING()


def _of_clearing(state: State) -> Iterator[Message]:
    if state.rings and state.stage not in (DROPPING, ENDED):
        yield words.FLAW_RINGS_ARE_CLEARED()


def _of_piles(state: State) -> Iterator[Message]:
    for die in range(DICE):
        best = EMPTY
        for card, _ in pile_of(state, die):
            worth = strength(card, die, state.face[die])
            if worth <= best and not (_is_checked_later(state) and state.stage == DROPPING):
                yield words.FLAW_RING_DOES_NOT_BEAT(colour=COLOURS_SAID[die]())
            best = max(best, worth)
        if best != state.best[die]:
            yield words.FLAW_BEST(colour=COLOURS_SAID[die](), best=best)


def _is_checked_later(state: State) -> bool:
    return state.form == RACE and state.referee == AFTER_ROUND


def _of_rings_in_turn(state: State) -> Iterator[Message]:
    """§39, R2: dropped anew from the beginning of the round, the rings lead here."""
    if state.form != TURNS or state.stage not in (DROPPING, ENDED) or IN_POPPER in state.face:
        return
    anew = State()
    anew.set_ints(state.ints())
    anew.stage, anew.turn, anew.rings, anew.best = DROPPING, starter(state), 0, [EMPTY] * DICE
    rings = [*zip(state.ring_card, state.ring_die, state.ring_seat, strict=True)][: state.rings]
    for card, _, seat in rings:
        give(anew, seat, card)
    for card, die, seat in rings:
        if objection(anew, seat, card * DICE + die) != OK:
            yield words.FLAW_RINGS_IN_TURN()
            return
        apply(anew, seat, card * DICE + die)
    if (rings or state.stage == DROPPING) and (anew.stage, anew.turn) != (state.stage, state.turn):
        yield words.FLAW_RINGS_IN_TURN()


def _of_wrong_drops(state: State) -> Iterator[Message]:
    if any(state.wrong) and (state.form, state.referee) != (RACE, INSTANT):
        yield words.FLAW_WRONG_DROPS()
    for seat in range(MOST_SEATS):
        if state.wrong[seat] == MOST_WRONG and not holds(state.done, seat):
            yield words.FLAW_DONE_AFTER_WRONG(seat=seat, most=MOST_WRONG)


# The end


def _of_round(state: State) -> Iterator[Message]:
    if state.stage != DROPPING or IN_POPPER in state.face:
        return
    if round_is_over(state):
        yield words.FLAW_ROUND_IS_OVER()
    elif state.form == TURNS and not state.hand[state.turn] & droppable(state):
        yield words.FLAW_TURN_CAN_DROP()


def _of_end(state: State) -> Iterator[Message]:
    """§38, R18: one is out of cards, or the last round is over."""
    if state.stage != ENDED:
        return
    out = [seat for seat in range(state.seats) if state.held[seat] == 0]
    # R8, R10: with the check after the round, the last ring may have gone to an offender.
    is_kept = not _is_checked_later(state)
    if len(out) > 1 or (out and is_kept and state.ring_seat[: state.rings][-1:] != out):
        yield words.FLAW_TWO_ARE_OUT()
    if any(holds(state.done, seat) for seat in out):
        yield words.FLAW_OUT_AND_DONE()
    if not out and (state.rounds < MOST_ROUNDS or state.rings):
        yield words.FLAW_ENDED_TOO_EARLY(round=MOST_ROUNDS)
