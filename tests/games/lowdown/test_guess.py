"""A guess of the secret pair is drawn as the dice are."""

from collections import Counter

from quincunx import Match, game
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.games.lowdown.rules import guess
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
