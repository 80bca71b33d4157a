"""What cannot be in a position of PoPalotsy."""

from collections.abc import Iterator

from quincunx.core.seats import everyone, holds
from quincunx.games.popalotsy.legality import droppable, round_is_over
from quincunx.games.popalotsy.notation import COLOUR_NAMES, cards_in, pile_of
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


def flaws(state: State) -> Iterator[str]:
    """All of them, for a state whose numbers are in range."""
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


def _of_stage(state: State) -> Iterator[str]:
    landed = next_die(state)
    if any(state.face[landed:]) and state.stage in (POPPING, DROPPING, ENDED):
        yield "dice land one after the other"
    if landed < DICE and state.stage in (DROPPING, ENDED):
        yield "rings are dropped when all dice have landed"
    if landed == DICE and state.stage == POPPING:
        yield "a die must be in the popper while they are popped"
    if state.rounds == 0 and state.stage != DEALING:
        yield "before round 1 each is dealt five cards"


def _of_seats(state: State) -> Iterator[str]:
    if state.turn >= state.seats or state.done & ~everyone(state.seats):
        yield "turn and done name seats that play"
    if any(state.held[state.seats :]) or any(state.wrong[state.seats :]):
        yield "a seat that does not play has cards or wrong drops"
    if state.form == TURNS and state.done:
        yield "in turns nobody says done"


def _of_cards(state: State) -> Iterator[str]:
    sets = [(state.draw, state.draw_twin, state.draw_left)]
    sets.append((state.discard, state.discard_twin, state.discard_left))
    sets += list(zip(state.hand, state.twin, state.held, strict=True))
    if any(twins & ~(kinds & all_twins()) for kinds, twins, _ in sets):
        yield "a set of cards holds kinds twice that do not exist twice"
    if any(len(cards_in(kinds, twins)) != count for kinds, twins, count in sets):
        yield "the number of cards and the cards disagree"
    everything = [card for kinds, twins, _ in sets for card in cards_in(kinds, twins)]
    everything += state.ring_card[: state.rings]
    if any(everything.count(card) != copies_of(card) for card in range(KINDS)):
        yield "every card of the deck must be in exactly one place"
    if state.stage != ENDED and state.rounds > 0 and 0 in state.held[: state.seats]:
        yield "a seat without cards has won"


def _of_deal(state: State) -> Iterator[str]:
    if (state.dealing > 0) != (state.stage == DEALING):
        yield "cards are left to be dealt in the wrong stage"
    if state.rounds > 0 and state.dealing > (state.seats if state.rounds < MOST_ROUNDS else 0):
        yield "each gets one more card between two rounds, and none after the last"
    if state.rounds == 0 and [*state.held[: state.seats]] != _first_deal(state):
        yield "before round 1 five cards each are dealt in turn"
    if state.stage == DEALING and state.draw_left == 0:
        yield "there is no card to deal"
    if state.stage == DEALING and state.dealing > state.draw_left + state.discard_left:
        yield "there are too few cards to deal"


def _first_deal(state: State) -> list[int]:
    """What each seat holds when so many cards of the first deal are left."""
    each, more = divmod(HAND_SIZE * state.seats - state.dealing, state.seats)
    return [each + (seat < more) for seat in range(state.seats)]


def _of_rings(state: State) -> Iterator[str]:
    if any(seat >= state.seats for seat in state.ring_seat):
        yield "the arrow of a ring points to a seat that plays"
    for place in range(state.rings, CARDS):
        if state.ring_card[place] or state.ring_die[place] or state.ring_seat[place]:
            yield "there is nothing after the last ring"
            break
    if state.rings and state.stage not in (DROPPING, ENDED):
        yield "rings are cleared before cards are dealt and dice popped"


def _of_pile(state: State, die: int) -> Iterator[str]:
    best = EMPTY
    for card, _ in pile_of(state, die):
        worth = strength(card, die, state.face[die])
        if worth <= best and (state.referee == INSTANT or state.form == TURNS):
            yield f"the pile on the {COLOUR_NAMES[die]} die has a ring that does not beat those below"
        best = max(best, worth)
    if best != state.best[die]:
        yield f"best of the {COLOUR_NAMES[die]} die must be {best}"


def _of_wrong_drops(state: State) -> Iterator[str]:
    if any(state.wrong) and (state.form, state.referee) != (RACE, INSTANT):
        yield "wrong drops are given back at once in the race with the instant referee only"
    for seat in range(MOST_SEATS):
        if state.wrong[seat] == MOST_WRONG and not holds(state.done, seat):
            yield f"seat {seat} is done after {MOST_WRONG} wrong drops (R21)"


def _of_round(state: State) -> Iterator[str]:
    if round_is_over(state):
        yield "nobody can drop a card: the round is over"
    elif state.form == TURNS and not state.hand[state.turn] & droppable(state):
        yield "in turns turn is a seat that can drop a card"


def _of_end(state: State) -> Iterator[str]:
    """§38, R18: one is out of cards, or the last round is over."""
    out = [seat for seat in range(state.seats) if state.held[seat] == 0]
    if len(out) > 1:
        yield "the match ends as soon as one seat is out of cards"
    if not out and (state.rounds < MOST_ROUNDS or state.rings):
        yield f"the match has ended although nobody is out of cards and round {MOST_ROUNDS} is not over"
