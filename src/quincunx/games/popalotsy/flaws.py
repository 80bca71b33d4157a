"""What cannot be in a position of PoPalotsy."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import everyone, holds
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.legality import droppable, round_is_over
from quincunx.games.popalotsy.notation import COLOURS_SAID, cards_in, pile_of
from quincunx.games.popalotsy.rings import CARDS, DICE, EMPTY, KINDS, all_twins, copies_of, strength
from quincunx.games.popalotsy.rules import next_die
from quincunx.games.popalotsy.state import (
    DEALING,
    DROPPING,
    ENDED,
    HAND_SIZE,
    INSTANT,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_WRONG,
    POPPING,
    RACE,
    TURNS,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, if its numbers are in range."""
    found = list(_of_stage(state))
    yield from found
    yield from _of_seats(state)
    yield from _of_cards(state)
    yield from _of_deal(state)
    yield from _of_rings(state)
    for die in range(DICE):
        yield from _of_pile(state, die)
    yield from _of_wrong_drops(state)
    if not found and state.stage == DROPPING:
        yield from _of_round(state)
    if state.stage == ENDED:
        yield from _of_end(state)


def _of_stage(state: State) -> Iterator[Message]:
    landed = next_die(state)
    if any(state.face[landed:]) and state.stage in (POPPING, DROPPING, ENDED):
        yield words.FLAW_DICE_IN_ORDER()
    if landed < DICE and state.stage in (DROPPING, ENDED):
        yield words.FLAW_DROPPED_TOO_EARLY()
    if landed == DICE and state.stage == POPPING:
        yield words.FLAW_DIE_IN_POPPER()
    if state.rounds == 0 and state.stage != DEALING:
        yield words.FLAW_DEALT_BEFORE_ROUND_1()


def _of_seats(state: State) -> Iterator[Message]:
    if state.turn >= state.seats or state.done & ~everyone(state.seats):
        yield words.FLAW_TURN_AND_DONE()
    if any(state.held[state.seats :]) or any(state.wrong[state.seats :]):
        yield words.FLAW_EMPTY_SEAT()
    if state.form == TURNS and state.done:
        yield words.FLAW_DONE_IN_TURNS()


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
    if state.stage != ENDED and state.rounds > 0 and 0 in state.held[: state.seats]:
        yield words.FLAW_WON_ALREADY()


def _of_deal(state: State) -> Iterator[Message]:
    if (state.dealing > 0) != (state.stage == DEALING):
        yield words.FLAW_DEALT_IN_WRONG_STAGE()
    if state.rounds > 0 and state.dealing > (state.seats if state.rounds < MOST_ROUNDS else 0):
        yield words.FLAW_ONE_CARD_MORE()
    if state.rounds == 0 and [*state.held[: state.seats]] != _first_deal(state):
        yield words.FLAW_DEALT_IN_TURN()
    if state.stage == DEALING and state.draw_left == 0:
        yield words.FLAW_NO_CARD_TO_DEAL()
    if state.stage == DEALING and state.dealing > state.draw_left + state.discard_left:
        yield words.FLAW_TOO_FEW_TO_DEAL()


def _first_deal(state: State) -> list[int]:
    """What each seat holds when so many cards of the first deal are left."""
    each, more = divmod(HAND_SIZE * state.seats - state.dealing, state.seats)
    return [each + (seat < more) for seat in range(state.seats)]


def _of_rings(state: State) -> Iterator[Message]:
    if any(seat >= state.seats for seat in state.ring_seat):
        yield words.FLAW_ARROW()
    for place in range(state.rings, CARDS):
        if state.ring_card[place] or state.ring_die[place] or state.ring_seat[place]:
            yield words.FLAW_AFTER_LAST_RING()
            break
    if state.rings and state.stage not in (DROPPING, ENDED):
        yield words.FLAW_RINGS_ARE_CLEARED()


def _of_pile(state: State, die: int) -> Iterator[Message]:
    best = EMPTY
    for card, _ in pile_of(state, die):
        worth = strength(card, die, state.face[die])
        if worth <= best and (state.referee == INSTANT or state.form == TURNS):
            yield words.FLAW_RING_DOES_NOT_BEAT(colour=COLOURS_SAID[die]())
        best = max(best, worth)
    if best != state.best[die]:
        yield words.FLAW_BEST(colour=COLOURS_SAID[die](), best=best)


def _of_wrong_drops(state: State) -> Iterator[Message]:
    if any(state.wrong) and (state.form, state.referee) != (RACE, INSTANT):
        yield words.FLAW_WRONG_DROPS()
    for seat in range(MOST_SEATS):
        if state.wrong[seat] == MOST_WRONG and not holds(state.done, seat):
            yield words.FLAW_DONE_AFTER_WRONG(seat=seat, most=MOST_WRONG)


def _of_round(state: State) -> Iterator[Message]:
    if round_is_over(state):
        yield words.FLAW_ROUND_IS_OVER()
    elif state.form == TURNS and not state.hand[state.turn] & droppable(state):
        yield words.FLAW_TURN_CAN_DROP()


def _of_end(state: State) -> Iterator[Message]:
    """§38, R18: one is out of cards, or the last round is over."""
    out = [seat for seat in range(state.seats) if state.held[seat] == 0]
    # R8, R10: with the check after the round, the last ring may have gone to an offender.
    is_kept = state.form == TURNS or state.referee == INSTANT
    if len(out) > 1 or (out and is_kept and state.ring_seat[: state.rings][-1:] != out):
        yield words.FLAW_TWO_ARE_OUT()
    if not out and (state.rounds < MOST_ROUNDS or state.rings):
        yield words.FLAW_ENDED_TOO_EARLY(round=MOST_ROUNDS)
