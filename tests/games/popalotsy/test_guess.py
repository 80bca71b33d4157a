"""Guesses of hidden hands against every deal that could be, on a table with few hidden cards."""

from collections import Counter
from itertools import permutations

from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.seats import HIDDEN
from quincunx.games.popalotsy.rings import ALL_KINDS, KINDS, all_twins
from quincunx.games.popalotsy.rules import guess, view
from quincunx.games.popalotsy.state import DROPPING, POPPING, RACE, State

POOL = (0, 0, 7, 13, 20)
"""The cards that seat 0 cannot see: two of them are twins."""
DRAWS = 6000


def nearly_all_discarded(stage: int) -> State:
    """Seat 0 sees every card but POOL: two of those are in seat 1's hand, one in seat 2's, the rest in the pile."""
    state = State()
    state.seats, state.form, state.stage, state.rounds = 3, RACE, stage, 1
    state.face = [1, 2, 3, 4, 5]
    state.hand[0], state.held[0] = 1 << 29, 1
    state.discard, state.discard_twin = ALL_KINDS, all_twins()
    for card in (29, *POOL):
        if state.discard_twin >> card & 1:
            state.discard_twin &= ~(1 << card)
        else:
            state.discard &= ~(1 << card)
    state.discard_left = 40 - 6
    state.hand[1], state.held[1] = 1 << 0 | 1 << 7, 2
    state.hand[2], state.held[2] = 1 << 13, 1
    state.draw, state.draw_left = 1 << 0 | 1 << 20, 2
    return state


def hands(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(cards[:2])), cards[2:3], tuple(sorted(cards[3:]))


def guessed(state: State) -> tuple[tuple[int, ...], ...]:
    def listed(kinds: int, twins: int) -> tuple[int, ...]:
        return tuple(card for card in range(KINDS) for _ in range((kinds >> card & 1) + (twins >> card & 1)))

    return (
        listed(state.hand[1], state.twin[1]),
        listed(state.hand[2], state.twin[2]),
        listed(state.draw, state.draw_twin),
    )


def draw_guesses(stage: int) -> Counter[tuple[tuple[int, ...], ...]]:
    truth = nearly_all_discarded(stage)
    seen = truth.duplicate()
    view(truth, 0, seen)
    assert (seen.hand[1], seen.draw) == (HIDDEN, HIDDEN)
    key = [0] * KEY_WORDS
    seed_key(key, 5, 0)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(DRAWS):
        out = seen.duplicate()
        guess(seen, 0, key, out)
        found[guessed(out)] += 1
    return found


def chi_square(found: Counter[tuple[tuple[int, ...], ...]], deals: Counter[tuple[tuple[int, ...], ...]]) -> float:
    assert set(found) <= set(deals), "a guess that no deal gives"
    total = sum(deals.values())
    expected = {deal: DRAWS * ways / total for deal, ways in deals.items()}
    return sum((found[deal] - wanted) ** 2 / wanted for deal, wanted in expected.items())


def test_every_deal_of_the_hidden_cards_is_as_likely() -> None:
    deals = Counter(hands(cards) for cards in permutations(POOL))
    assert chi_square(draw_guesses(POPPING), deals) < 2.2 * len(deals)


def test_deals_after_which_the_round_were_over_are_left_out() -> None:
    """Rings are still dropped, so somebody has a card that fits: seat 0 has none."""
    fits = {0, 7}
    state = nearly_all_discarded(DROPPING)
    state.best = [8, 8, 8, 8, 8]
    state.face = [1, 2, 3, 4, 5]
    state.best[0], state.best[1] = 7, 7
    possible = Counter(hands(cards) for cards in permutations(POOL) if fits & set(cards[:3]))
    seen = state.duplicate()
    view(state, 0, seen)
    key = [0] * KEY_WORDS
    seed_key(key, 6, 0)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(DRAWS):
        out = seen.duplicate()
        guess(seen, 0, key, out)
        found[guessed(out)] += 1
    assert chi_square(found, possible) < 2.2 * len(possible)
