"""Flaws of a state of PoPalotsy: reasons why play from it would be unsafe or unfair."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import everyone, holds
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.knowledge import unseen
from quincunx.games.popalotsy.legality import droppable, round_is_over
from quincunx.games.popalotsy.notation import COLOURS_SAID, cards_in, pile_of
from quincunx.games.popalotsy.rings import DICE, EMPTY, KINDS, all_twins, copies_of, strength
from quincunx.games.popalotsy.state import (
    DEALING,
    DROPPING,
    ENDED,
    HAND_SIZE,
    IN_POPPER,
    MOST_ROUNDS,
    MOST_WRONG,
    POPPING,
    TURNS,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    yield from _of_seats(state)
    yield from _of_cards(state)
    yield from _of_dealing(state)
    yield from _of_rings(state)
    if IN_POPPER in state.face and state.stage in (DROPPING, ENDED):
        yield words.FLAW_DROPPED_TOO_EARLY()
    elif IN_POPPER not in state.face and state.stage == POPPING:
        yield words.FLAW_DIE_IN_POPPER()
    elif state.stage == DROPPING and state.turn < state.seats:
        yield from _of_round(state)
    if state.stage == ENDED and 0 not in state.held[: state.seats] and state.rounds < MOST_ROUNDS:
        yield words.FLAW_ENDED_TOO_EARLY(round=MOST_ROUNDS)


def _of_seats(state: State) -> Iterator[Message]:
    if state.turn >= state.seats or state.done & ~everyone(state.seats):
        yield words.FLAW_TURN_AND_DONE()
    if any(state.held[state.seats :]) or any(state.shown[state.seats :]):
        yield words.FLAW_EMPTY_SEAT()
    for seat in range(state.seats):
        if state.wrong[seat] == MOST_WRONG and not holds(state.done, seat):
            yield words.FLAW_DONE_AFTER_WRONG(seat=seat, most=MOST_WRONG)


def _of_cards(state: State) -> Iterator[Message]:
    """Every card of the deck lies in exactly one place."""
    sets = [(state.draw, state.draw_twin, state.draw_left)]
    sets.append((state.discard, state.discard_twin, state.discard_left))
    sets += list(zip(state.hand, state.twin, state.held, strict=True))
    if any(twins & ~(kinds & all_twins()) for kinds, twins, _ in sets):
        yield words.FLAW_NO_TWINS()
    if any(len(cards_in(kinds, twins)) != count for kinds, twins, count in sets):
        yield words.FLAW_COUNT_OF_CARDS()
    for seat in range(state.seats):
        if state.shown[seat] & ~state.hand[seat] or state.shown_twin[seat] & ~(state.twin[seat] & state.shown[seat]):
            yield words.FLAW_SHOWN_ELSEWHERE(seat=seat)
        elif max(state.early[seat], *state.lacked.row(seat)) > unseen(state, seat):
            yield words.FLAW_UNSEEN_CARDS(seat=seat)
    everything = [card for kinds, twins, _ in sets for card in cards_in(kinds, twins)]
    everything += state.ring_card[: state.rings]
    if any(everything.count(card) != copies_of(card) for card in range(KINDS)):
        yield words.FLAW_CARD_IN_ONE_PLACE()


def _of_dealing(state: State) -> Iterator[Message]:
    if (state.dealing > 0) != (state.stage == DEALING):
        yield words.FLAW_DEALT_IN_WRONG_STAGE()
    if state.stage == DEALING and (state.draw_left == 0 or state.dealing > state.draw_left + state.discard_left):
        yield words.FLAW_TOO_FEW_TO_DEAL()
    if state.rounds > 0:
        if state.dealing > (state.seats if state.rounds < MOST_ROUNDS else 0):
            yield words.FLAW_ONE_CARD_MORE()
        if state.stage != ENDED and 0 in state.held[: state.seats]:
            yield words.FLAW_WON_ALREADY()
    else:
        each, more = divmod(HAND_SIZE * state.seats - state.dealing, state.seats)
        hands = [each + (seat < more) for seat in range(state.seats)]
        if state.stage != DEALING or state.held[: state.seats] != hands:
            yield words.FLAW_DEALT_IN_TURN()


def _of_rings(state: State) -> Iterator[Message]:
    if any(seat >= state.seats for seat in state.ring_seat[: state.rings]):
        yield words.FLAW_ARROW()
    if state.rings and state.stage not in (DROPPING, ENDED):
        yield words.FLAW_RINGS_ARE_CLEARED()
    for die in range(DICE):
        best = max((strength(card, die, state.face[die]) for card, _ in pile_of(state, die)), default=EMPTY)
        if best != state.best[die]:
            yield words.FLAW_BEST(colour=COLOURS_SAID[die](), best=best)


def _of_round(state: State) -> Iterator[Message]:
    if round_is_over(state):
        yield words.FLAW_ROUND_IS_OVER()
    elif state.form == TURNS and not state.hand[state.turn] & droppable(state):
        yield words.FLAW_TURN_CAN_DROP()
