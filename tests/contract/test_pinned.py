"""Random matches lead where they led when they were pinned, as long as the rules version is the same."""

from dataclasses import replace

import pytest

from quincunx.core.spec import GameSpec
from tests.contract.games import SPECS, every_game
from tests.contract.pin import GamePins, Pin, changes, pins_of, read_pinned, verdict

ONCE = GamePins(1, {"2 seats": Pin("a", "b"), "3 seats": Pin("c", "d")})


@every_game
def test_a_game_plays_as_it_is_pinned(spec: GameSpec) -> None:
    wrong = verdict(spec.slug, read_pinned().get(spec.slug), pins_of(spec))
    assert wrong is None, wrong


def test_only_games_are_pinned() -> None:
    assert set(read_pinned()) == {spec.slug for spec in SPECS}


@pytest.mark.parametrize(
    ("pin", "said"),
    [
        (Pin("a", "x"), "pig, 2 seats: the same events lead to other states"),
        (Pin("x", "b"), "pig, 2 seats: other events"),
    ],
)
def test_a_change_under_the_same_version_is_told_with_what_to_do(pin: Pin, said: str) -> None:
    now = replace(ONCE, pins={**ONCE.pins, "2 seats": pin})
    assert list(changes("pig", ONCE, now)) == [said]
    told = verdict("pig", ONCE, now) or ""
    assert "rules_version is still 1" in told
    assert "raise rules_version" in told
    assert "python -m tests.contract.pin" in told


def test_a_new_version_or_setting_only_needs_recording() -> None:
    raised = GamePins(2, {**ONCE.pins, "2 seats": Pin("a", "x")})
    grown = replace(ONCE, pins={**ONCE.pins, "4 seats": Pin("e", "f")})
    for old, new in ((ONCE, raised), (ONCE, grown), (None, ONCE)):
        told = verdict("pig", old, new) or ""
        assert "To record what is played now: python -m tests.contract.pin" in told
        assert "still" not in told


def test_what_is_as_pinned_is_not_told() -> None:
    assert verdict("pig", ONCE, ONCE) is None
