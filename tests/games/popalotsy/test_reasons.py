"""The numbers in reasons and odds, against the rules and against guesses of the hands."""

from math import sqrt

from quincunx import Match
from quincunx.bots import bot_key
from quincunx.games.popalotsy import SPEC, reasons, words
from quincunx.games.popalotsy.bots import drops_correctly, expert
from quincunx.games.popalotsy.legality import DONE, die_of, fault
from quincunx.games.popalotsy.rings import DICE, KINDS
from quincunx.games.popalotsy.rules import apply, guess
from quincunx.games.popalotsy.state import DROPPING, State

GUESSES = 1500


def can_drop(state: State, seat: int, card: int) -> bool:
    holds = state.hand[seat] >> card & 1
    return bool(holds) and any(fault(state, card * DICE + die) == 0 for die in range(DICE))


def test_the_count_of_a_reason_is_of_the_kinds_that_the_rules_let_go() -> None:
    tested = 0
    for seed in range(8):
        match = Match(SPEC, 3, seed=seed)
        while not match.is_over and len(match) < 80:
            seat = match.actors[0]
            legal = match.legal_actions(seat)
            action = expert(match.view(seat), seat, legal, len(legal), bot_key(seed, 0, seat))
            if action != DONE and match.state.held[seat] > 1:
                after = match.state.duplicate()
                apply(after, seat, action)
                if after.stage == DROPPING and after.rings > match.state.rings:
                    kinds = sum(can_drop(after, seat, card) for card in range(KINDS))
                    assert reasons.why("expert", match.view(seat), seat, action, None) == words.WHY_CORRECT(count=kinds)
                    tested += 1
            match.push(action, seat)
    assert tested > 30


def test_the_chance_to_be_beaten_is_that_of_guessed_hands() -> None:
    match = Match(SPEC, 2, seed=4)
    view = match.view(0)
    drops = (a for a in match.legal_actions(0) if a != DONE and drops_correctly(view, a))
    action = next(a for a in drops if 0.1 < reasons.beaten_chance(view, a) < 0.9)
    ((said, chance),) = reasons.chances_after(view, 0, action)
    assert said == words.CAN_BE_BEATEN()
    beaten = 0
    for number in range(GUESSES):
        whole = view.duplicate()
        guess(view, 0, bot_key("guess", number, 0), whole)
        apply(whole, 0, action)
        hand = (card for card in range(KINDS) if whole.hand[1] >> card & 1)
        beaten += any(fault(whole, card * DICE + die_of(action)) == 0 for card in hand)
    assert abs(beaten / GUESSES - chance) < 4 * sqrt(chance * (1 - chance) / GUESSES)
