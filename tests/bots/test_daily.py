"""The daily: what everybody has in common, and par."""

from datetime import date

import pytest

from quincunx import GAMES, game
from quincunx.bots.daily import PLAYER, Daily
from quincunx.core.race import race_starter
from quincunx.core.spec import GameSpec

TODAY = date(2026, 11, 19)


def test_the_dice_follow_from_secret_game_and_date() -> None:
    seeds = [
        Daily(game(slug), day, secret).seed
        for slug in ("sixes", "lowdown")
        for day in (TODAY, date(2026, 11, 20))
        for secret in ("", "kept")
    ]
    assert len(set(seeds)) == 8
    assert Daily(game("sixes"), TODAY).seed == Daily(game("sixes"), TODAY).seed


def test_a_secret_is_not_shown_by_accident() -> None:
    assert "kept" not in repr(Daily(game("sixes"), TODAY, "kept"))


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_a_daily_is_played_in_turns_against_bots_or_alone(spec: GameSpec) -> None:
    daily = Daily(spec, TODAY)
    assert race_starter(spec, daily.seats, daily.variants) is None
    assert len(daily.bots) == daily.seats - 1
    assert daily.seats == 1 or 1 not in spec.seats


@pytest.mark.parametrize("slug", ["popalotsy", "mixeddoubles"])
def test_par_is_the_same_for_everybody_and_another_on_another_day(slug: str) -> None:
    matches = [Daily(game(slug), day).par() for day in (TODAY, TODAY, date(2026, 11, 20))]
    played = [list(match.events) for match in matches]
    assert played[0] == played[1] != played[2]
    assert all(match.is_over for match in matches)
    assert matches[0].standings()[0].seat in range(matches[0].seats)
    assert PLAYER == 0
