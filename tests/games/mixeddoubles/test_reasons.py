"""The numbers in reasons and odds, against matches that are played on."""

from math import sqrt

import pytest

from quincunx import Match
from quincunx.core.generator import below, seed_key
from quincunx.games.mixeddoubles import SPEC, bots, reasons, words
from quincunx.games.mixeddoubles.cards import GREEN, RED, colour_of
from quincunx.games.mixeddoubles.legality import ROLL_DICE, WAGER, card_wagered, verb_of
from quincunx.games.mixeddoubles.state import WAGERING, State
from tests.games.mixeddoubles.layouts import position

TRIALS = 1500


def won(start: State, cards: int, colour: int, seed: int) -> bool:
    """Wager so many of the lowest cards of a colour, then roll to the end; whether the colour is won."""
    match = Match(SPEC, start.seats, start=start, seed=seed)
    seat = match.actor
    for _ in range(cards):
        lowest = next(a for a in match.legal_actions() if verb_of(a) == WAGER and colour_of(card_wagered(a)) == colour)
        match.push(lowest)
    while match.actors == [seat] and match.state.stage == WAGERING and ROLL_DICE in match.legal_actions():
        match.push(ROLL_DICE)
    return bool(match.state.jackpot[colour] == 0)


@pytest.mark.parametrize("colour", [RED, GREEN])
def test_the_odds_of_a_wager_are_those_of_all_cards_that_are_wagered(colour: int) -> None:
    letter = "r" if colour == RED else "g"
    start = position(f"{letter}1 {letter}2 {letter}7", "b4", jackpot="y7 o7")
    match = Match(SPEC, 2, start=start, settle=False)
    first = next(a for a in match.legal_actions() if verb_of(a) == WAGER)
    ((said, chance),) = reasons.chances_after(match.view(0), 0, first)
    cards = int(str(said.values["count"]))
    assert said == words.WINS_THE_WAGER(count=bots.planned_cards(match.view(0), 0, first, SPEC.knowledge))
    rate = sum(won(start, cards, colour, seed) for seed in range(TRIALS)) / TRIALS
    assert abs(rate - chance) < 4 * sqrt(chance * (1 - chance) / TRIALS)


def test_more_cards_make_a_wager_likelier() -> None:
    view = position("r1 r2 r3 r4", "b4")
    action = next(a for a in Match(SPEC, 2, start=view, settle=False).legal_actions() if verb_of(a) == WAGER)
    chances = [bots.wager_chance(view, action, cards) for cards in range(1, 5)]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


def test_the_promise_of_a_reason_is_the_most_of_all_choices() -> None:
    key = [0] * 4
    seed_key(key, 3, 0)
    for number in range(20):
        palette = " ".join(f"{'roygbp'[below(key, 6)]}{1 + below(key, 7)}" for _ in range(4))
        try:
            start = position(palette, "b4")
        except AssertionError:
            continue  # a card named too often
        match = Match(SPEC, 2, start=start, settle=False)
        legal = match.legal_actions()
        chosen = bots.expert(match.view(0), 0, legal, len(legal), list(key), SPEC.knowledge)
        if verb_of(chosen) != WAGER and chosen != ROLL_DICE:
            continue
        promises = [bots.turn_promise(start, 0, a, SPEC.knowledge) for a in legal if verb_of(a) == WAGER]
        promises.append(bots.turn_promise(start, 0, ROLL_DICE, SPEC.knowledge))
        assert bots.turn_promise(start, 0, chosen, SPEC.knowledge) == max(promises), number
