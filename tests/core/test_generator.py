"""The generator of simulations: sfc32 to the bit, fair to the last word, the same interpreted and compiled."""

import numpy as np
import pytest

from quincunx.core import generator
from quincunx.core.jit import compiled
from tests.examples import pig

WORDS = 1 << 32

SFC32: dict[tuple[int, ...], tuple[int, ...]] = {
    (1, 2, 3, 4): (0x00000007, 0x00000022, 0x03600060, 0x0B421D78),
    (0xFFFFFFFF,) * 4: (0xFFFFFFFD, 0xFF7FFFF7, 0xFF7FFFE5, 0xF79FFFCB),
}
"""The first words of a key, by the published generator in C with 32-bit unsigned ints."""
SEEDED = {
    (0, 0): (0xFB52C520, 0x38802BE1, 0x948279E6, 0xEC4BF1D9),
    (1, 0): (0xC9ECBB16, 0x406CA90B, 0xD3639F9A, 0xAA94A873),
    (42, 7): (0x1C0F4F3B, 0x6C32B1E1, 0x6D8534C2, 0xEEE43994),
    (0x123456789ABCDEF, 0xFEDCBA9876543210): (0x5F312421, 0x4AAD2022, 0x1E5B9368, 0xBBEDF85D),
    (0x7FFFFFFFFFFFFFFF, 0xFFFFFFFF): (0x827914E7, 0xDFAFD3DD, 0xFD4314B6, 0x88B30208),
}
"""The first words of a seed and a stream, by the same program: words of the seed, words of the stream, 15 rounds."""


@pytest.mark.parametrize("key", SFC32)
def test_a_key_gives_the_words_of_sfc32(key: tuple[int, ...]) -> None:
    state = list(key)
    assert tuple(generator.next_word(state) for _ in range(4)) == SFC32[key]


@pytest.mark.parametrize(("seed", "stream"), SEEDED)
def test_a_seed_gives_the_words_of_sfc32(seed: int, stream: int) -> None:
    key = [0] * generator.KEY_WORDS
    generator.seed_key(key, seed, stream)
    assert tuple(generator.next_word(key) for _ in range(4)) == SEEDED[seed, stream]


def test_seeding_forgets_the_key_before() -> None:
    fresh, used = [0] * generator.KEY_WORDS, [5] * generator.KEY_WORDS
    generator.seed_key(fresh, 9, 1)
    generator.seed_key(used, 9, 1)
    assert fresh == used


def test_every_stream_of_a_seed_and_every_seed_is_another() -> None:
    starts = set()
    for seed in (0, 1, 1 << 32, (1 << 63) - 1, -1):
        for stream in (0, 1, 2, 1 << 32):
            key = [0] * generator.KEY_WORDS
            generator.seed_key(key, seed, stream)
            starts.add(tuple(key))
    assert len(starts) == 5 * 4


@pytest.fixture
def scripted_words(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The words that `below` gets, in order."""
    words: list[int] = []
    monkeypatch.setattr(generator, "next_word", lambda key: words.pop(0))
    return words


def words_of(bound: int, value: int) -> tuple[int, int]:
    """The first and the last word that multiplication sends to a value."""
    return -(-value * WORDS // bound), -(-(value + 1) * WORDS // bound) - 1


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 30, 40, 1000, 1024, 999_983])
def test_exactly_as_many_words_lead_to_each_value(bound: int, scripted_words: list[int]) -> None:
    """Values have either the same number of words or one too many; that one, the first, is drawn again."""
    share = WORDS // bound
    spare = 12345
    for value in {0, 1, 2, 3, bound // 2, bound - 1} & set(range(bound)):
        first, last = words_of(bound, value)
        rejected = last - first + 1 - share
        assert rejected in (0, 1)
        scripted_words[:] = [first, spare]
        drawn = generator.below([], bound)
        assert (drawn, len(scripted_words)) == ((value, 1) if not rejected else (spare * bound // WORDS, 0))
        for word in (first + 1, last):
            scripted_words[:] = [word, spare]
            assert generator.below([], bound) == value
            assert scripted_words == [spare]


def test_four_of_all_words_are_no_face_of_a_die(scripted_words: list[int]) -> None:
    """2**32 divided by 6 leaves 4: these words are drawn again, as often as they come."""
    third = pow(3, -1, WORDS // 2)
    scripted_words[:] = [0, WORDS // 2, third, third + WORDS // 2, WORDS - 1]
    assert generator.below([], 6) == 5
    assert scripted_words == []


def test_a_die_shows_every_face_about_as_often() -> None:
    key = [0] * generator.KEY_WORDS
    generator.seed_key(key, 2024, 0)
    rolls = 60_000
    faces = [0] * 6
    for _ in range(rolls):
        faces[generator.below(key, 6)] += 1
    assert sum((seen - rolls / 6) ** 2 / (rolls / 6) for seen in faces) < 20.5  # 5 degrees of freedom, p = 0.001


def test_weights_share_out_the_values_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter(range(6))
    bounds = set()

    def next_value(key: list[int], bound: int) -> int:
        bounds.add(bound)
        return next(values)

    monkeypatch.setattr(generator, "below", next_value)
    assert [generator.weighted([], [0, 2, 0, 1, 3, 9], 5) for _ in range(6)] == [1, 1, 3, 4, 4, 4]
    assert bounds == {6}


def test_compiled_draws_the_same() -> None:
    twin = compiled(pig.SPEC, generator)
    for seed, stream in [*SEEDED, (-7, 3)]:
        if stream >= 1 << 63:
            continue
        plain, key = [0] * generator.KEY_WORDS, np.zeros(generator.KEY_WORDS, np.int64)
        generator.seed_key(plain, seed, stream)
        twin.seed_key(key, seed, stream)
        weights = [3, 0, 1, 7]
        for bound in [*range(1, 200), (1 << 31) - 1]:
            assert twin.below(key, bound) == generator.below(plain, bound)
            assert twin.weighted(key, np.array(weights), 4) == generator.weighted(plain, weights, 4)
        assert list(key) == plain
