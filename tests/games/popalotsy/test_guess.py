"""Guesses of hidden hands against every deal that could be, on a table with few hidden cards."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt

import pytest

from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.match import Match
from quincunx.core.seats import CHANCE, HIDDEN
from quincunx.core.timeline import Event
from quincunx.games.popalotsy import SPEC
from quincunx.games.popalotsy.legality import DONE, card_of, fault
from quincunx.games.popalotsy.notation import cards_in
from quincunx.games.popalotsy.rings import ALL_KINDS, all_twins
from quincunx.games.popalotsy.rules import apply, give, guess, land, objection, odds, sees, view
from quincunx.games.popalotsy.state import DROPPING, POPPING, RACE, State
from tests.games.popalotsy.tables import position

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
    return (
        tuple(cards_in(state.hand[1], state.twin[1])),
        tuple(cards_in(state.hand[2], state.twin[2])),
        tuple(cards_in(state.draw, state.draw_twin)),
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


# Against rejection sampling: play every deal that could be beside the real match, and reject those that look otherwise.

Truths = dict[bytes, tuple[State, int]]
"""States that seat 0 cannot tell apart, each with its weight."""
FEW_DRAWS = 600
WATCHED = 60
"""So many events of a match are watched, unless there are too many truths to play."""
MOST_TRUTHS = 300


def seen_by_0(state: State) -> bytes:
    out = state.duplicate()
    view(state, 0, out)
    return out.to_bytes()


def every_deal(start: State) -> Truths:
    """Every deal of the cards that seat 0 cannot see."""
    pool = [card for seat in (1, 2) for card in cards_in(start.hand[seat], start.twin[seat])]
    pool += cards_in(start.draw, start.draw_twin)
    truths: Truths = {}
    for order in permutations(pool):
        truth, rest = start.duplicate(), list(order)
        truth.draw = truth.draw_twin = 0
        for seat in (1, 2):
            truth.hand[seat] = truth.twin[seat] = 0
            truth.held[seat] = 0
            for _ in range(start.held[seat]):
                give(truth, seat, rest.pop())
        for card in rest:
            truth.draw_twin |= truth.draw & 1 << card
            truth.draw |= 1 << card
        keep(truths, truth, 1)
    return truths


def keep(truths: Truths, truth: State, weight: int) -> None:
    key = truth.to_bytes()
    truths[key] = truth, weight + (truths[key][1] if key in truths else 0)


def after(truth: State, event: Event, is_seen: bool) -> Iterator[tuple[State, int]]:
    """What a truth may have become, with weights: chance by its odds; a drop of unseen twins is a drop of either."""
    if event.by_chance:
        weights = [0] * SPEC.outcomes
        for outcome in range(odds(truth, weights)):
            if weights[outcome] and (outcome == event.what or not is_seen):
                following = truth.duplicate()
                land(following, outcome)
                yield following, weights[outcome]
    elif objection(truth, event.who, event.what) == 0:
        weight, card = 1, card_of(event.what)
        if event.what != DONE and not truth.shown[event.who] >> card & 1:
            weight += truth.twin[event.who] >> card & 1
        following = truth.duplicate()
        apply(following, event.who, event.what)
        yield following, weight


def follow(truths: Truths, match: Match, event: Event) -> Truths:
    """Let the event happen; the truths that still look like the match to seat 0."""
    is_seen = sees(match.state, 0, event.who, event.what)
    match.follow([event[:2]])
    real, left = seen_by_0(match.state), Truths()
    for truth, weight in truths.values():
        for following, odds_of_it in after(truth, event, is_seen):
            if seen_by_0(following) == real and SPEC.rules.to_act(following) == match.to_act:
                keep(left, following, weight * odds_of_it)
    return left


def assert_guesses_are_like(match: Match, truths: Truths) -> None:
    wanted: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for truth, weight in truths.values():
        wanted[guessed(truth)] += weight
    seen, key = match.view(0), [0] * KEY_WORDS
    seed_key(key, 5, 0)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(FEW_DRAWS):
        out = seen.duplicate()
        guess(seen, 0, key, out)
        found[guessed(out)] += 1
    assert set(found) <= set(wanted), "a guess that seat 0 knows to be wrong"
    total, freedom = sum(wanted.values()), len(wanted) - 1
    expected = {deal: FEW_DRAWS * weight / total for deal, weight in wanted.items()}
    chi = sum((found[deal] - number) ** 2 / number for deal, number in expected.items())
    assert chi <= freedom + 5 * sqrt(2 * freedom)


def random_event(match: Match, rng: random.Random) -> Event:
    if match.awaits_chance:
        return Event(CHANCE, rng.choices(range(len(match.odds())), match.odds())[0])
    seat = rng.choice(match.actors)
    return Event(seat, rng.choice(match.legal_actions(seat)))


@pytest.mark.parametrize(
    ("form", "hands", "learned"),
    [
        ("turns", ("r6 y1 b6", "r1 o3 r5 g5"), {"lacked"}),
        ("race", ("r6 y1", "r1 o3", "g5"), {"shown", "shuffled"}),
    ],
)
def test_guesses_are_like_all_deals_that_are_not_rejected(form: str, hands: tuple[str, ...], learned: set[str]) -> None:
    """Cards seen in hands, kinds that a skipped seat lacks, cards dealt later, discards shuffled into a draw pile."""
    known: Counter[str] = Counter()
    for seed in range(6):
        start = position("3 1 1 1 1", *hands, draw="r1 y6", form=form)
        match = Match(SPEC, len(hands), variants={"form": form}, start=start, settle=False)
        rng, truths = random.Random(seed), every_deal(start)
        while not match.is_over and len(match) < WATCHED and len(truths) < MOST_TRUTHS:
            truths = follow(truths, match, random_event(match, rng))
            state = match.state
            known["shown"] += any(state.shown[1:])
            known["lacked"] += any(state.lacked.row(1))
            known["shuffled"] += state.apart > 0
            if state.stage == DROPPING and rng.random() < 0.3:
                assert_guesses_are_like(match, truths)
                known["tested"] += len(truths) > 1
    assert {name for name, times in known.items() if times} == learned | {"tested"}


def test_a_card_that_went_back_to_a_hand_is_there() -> None:
    match = Match(SPEC, 3, seed=3)
    hand = match.state.hand[1]
    wrong = next(a for a in match.legal_actions(1) if a != DONE and fault(match.state, a))
    match.push(wrong, 1)
    assert match.state.hand[1] == hand
    key = [0] * KEY_WORDS
    seed_key(key, 1, 0)
    for _ in range(200):
        out = match.view(0)
        guess(match.view(0), 0, key, out)
        assert out.hand[1] >> card_of(wrong) & 1
