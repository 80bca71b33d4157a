"""A guess of the secret pair is drawn as the dice are."""

import random
from collections import Counter
from math import sqrt

from quincunx import Match, game
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.games.lowdown import SPEC
from quincunx.games.lowdown.board import COLOUR_SIDES, COLOURS, NUMBER_SIDES, NUMBERS
from quincunx.games.lowdown.rules import guess, is_secret, secret_roller
from quincunx.games.lowdown.state import SECRET

DRAWS = 7200


def test_every_secret_pair_is_as_likely() -> None:
    match = Match(game("lowdown"), 3, seed=4)
    view = match.view(0)
    pairs: Counter[tuple[int, int]] = Counter()
    key = [0] * KEY_WORDS
    seed_key(key, 9, 0)
    for _ in range(DRAWS):
        out = view.duplicate()
        guess(view, 0, key, out)
        pairs[out.number[SECRET], out.colour[SECRET]] += 1
    assert set(pairs) == {(number, colour) for number in range(1, 7) for colour in range(1, 7)}
    expected = DRAWS / 36
    assert sum((times - expected) ** 2 / expected for times in pairs.values()) < 67, "chi-square, 35 degrees, 0.1 %"


def test_its_roller_guesses_nothing() -> None:
    match = Match(game("lowdown"), 3, seed=4)
    view = match.view(2)
    out = view.duplicate()
    guess(view, 2, [1, 2, 3, 4], out)
    assert out == view == match.state


def test_guesses_are_like_all_secret_pairs_that_are_not_rejected() -> None:
    """In the middle of matches: every pair that could have landed, less those that a seat knows to be otherwise."""
    rng, tested = random.Random(3), 0
    for seed in range(4):
        match = Match(SPEC, 3, seed=seed)
        while not match.is_over and len(match) < 200:
            state = match.state
            if is_secret(state) and rng.random() < 0.3:
                seat = rng.choice([seat for seat in range(3) if seat != secret_roller(state)])
                assert_guesses_are_like(match, seat)
                tested += 1
            match.push(rng.choice(match.legal_actions(match.actors[0])), match.actors[0])
    assert tested > 8


def assert_guesses_are_like(match: Match, seat: int) -> None:
    view, wanted = match.view(seat), Counter[tuple[int, int]]()
    for number in range(1, NUMBERS + 1):
        for colour in range(1, COLOURS + 1):
            truth = match.state.duplicate()
            truth.number[SECRET], truth.colour[SECRET] = number, colour
            other = Match(SPEC, 3, start=truth, settle=False)
            if other.view(seat) == view and all(
                other.legal_actions(actor) == match.legal_actions(actor) for actor in match.actors
            ):
                wanted[number, colour] += NUMBER_SIDES[number - 1] * COLOUR_SIDES[colour - 1]
    found, key, draws = Counter[tuple[int, int]](), [0] * KEY_WORDS, 1500
    seed_key(key, 2, len(match))
    for _ in range(draws):
        out = view.duplicate()
        guess(view, seat, key, out)
        found[out.number[SECRET], out.colour[SECRET]] += 1
    assert set(found) <= set(wanted)
    expected = {pair: draws * weight / wanted.total() for pair, weight in wanted.items()}
    freedom = len(wanted) - 1
    chi = sum((found[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    assert chi <= freedom + 5 * sqrt(2 * freedom)
