"""Positions of PoPalotsy that play cannot reach, and some that it can, one by one."""

from quincunx.core.position import flaws
from quincunx.games.popalotsy import SPEC
from quincunx.games.popalotsy import state as pop
from tests.contract.impossible import at, check, reached


def test_popalotsy_ended_with_nobody_out() -> None:
    check(SPEC, reached(SPEC, at(pop.DROPPING)), "although nobody is out of cards", stage=pop.ENDED)


def test_popalotsy_ended_with_two_out() -> None:
    state = reached(SPEC, at(pop.ENDED))
    loser = state.held.index(max(state.held))
    state.discard |= state.hand[loser]
    state.discard_left += state.held[loser]
    state.hand[loser] = state.twin[loser] = state.held[loser] = 0
    check(SPEC, state, "ends as soon as one seat is out")


def test_popalotsy_won_by_who_has_not_dropped_the_last_ring() -> None:
    state = reached(SPEC, at(pop.ENDED))
    loser = state.held.index(max(state.held))
    state.ring_seat[state.rings - 1] = loser
    check(SPEC, state, "ends as soon as one seat is out of cards")


def test_popalotsy_dealt_unevenly_before_the_first_round() -> None:
    state = reached(SPEC, lambda state: state.dealing == 1 and state.rounds == 0)
    for row in (state.hand, state.twin, state.held):
        row[0], row[1] = row[1], row[0]
    check(SPEC, state, "five cards each are dealt in turn")


def test_in_the_race_cards_change_hands_by_a_wrong_drop() -> None:
    for referee, wrong in (("instant", 1), ("round", 0)):
        state = reached(SPEC, lambda state: state.stage == pop.DROPPING and state.rounds == 1, 2, referee=referee)
        given = state.hand[0] & ~state.twin[0] & ~state.hand[1]
        given &= -given
        state.hand[0], state.hand[1] = state.hand[0] & ~given, state.hand[1] | given
        state.held[0], state.held[1], state.wrong[1] = 4, 6, wrong
        assert flaws(SPEC, state) == []
        state.wrong[1] = 0
        assert (flaws(SPEC, state) == []) == (referee == "round")
