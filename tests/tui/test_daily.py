"""The daily in the terminal: one try, kept from the first moment, and a line to share."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from quincunx import GAMES, game
from quincunx.bots.daily import Daily
from quincunx.cli import run
from quincunx.tui.daily import kept, kept_at, play_daily, streak
from quincunx.tui.players import Player
from quincunx.tui.saving import NAMED, Keeper, OpenMatch
from tests.analysis.test_sharing import analysis
from tests.tui.script import Screen

PHASE10, POPALOTSY = game("phase10"), game("popalotsy")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def finished(daily: Daily) -> None:
    """Keep a daily that `expert` has played for the player."""
    match = daily.par()
    players = [Player("Ann"), *(Player(bot, bot) for bot in daily.bots)]
    Keeper(kept_at(daily), OpenMatch(match, players, daily.seed, NAMED)).keep()


def played(day: date, lines: list[str]) -> Daily:
    daily = Daily(PHASE10, day)
    assert play_daily(daily, quick=True, terminal=Screen(lines).terminal) == 0
    return daily


def test_who_leaves_a_daily_goes_on_with_it() -> None:
    daily = played(date(2026, 11, 19), ["reroll all", "stop"])
    before = kept(daily)
    assert before is not None
    played(daily.day, ["stop"])
    after = kept(daily)
    assert after is not None
    assert list(after.match.events)[: len(before.match)] == list(before.match.events)
    assert len(after.match) > len(before.match)


def test_who_leaves_is_told_how_to_come_back() -> None:
    screen = Screen(["quit"])
    assert play_daily(Daily(PHASE10, date(2026, 11, 19)), terminal=screen.terminal) == 0
    assert screen.text.rstrip().endswith("Continue it with\n  quincunx daily phase10")


def test_everybody_has_the_same_first_dice() -> None:
    texts = []
    for lines in (["stop"], ["reroll all"]):
        daily = played(date(2026, 11, 19), lines)
        playing = kept(daily)
        assert playing is not None
        texts.append([event.what for event in playing.match.events][:10])
        kept_at(daily).unlink()
    assert texts[0] == texts[1]


def test_days_in_a_row_make_a_streak() -> None:
    today = date(2026, 11, 19)
    for days_ago in (0, 1, 2, 4):
        finished(Daily(POPALOTSY, today - timedelta(days_ago)))
    played(today - timedelta(3), ["stop"])  # begun is not finished
    assert streak(GAMES, today) == 3
    assert streak(GAMES, today + timedelta(1)) == 3, "today is not over"
    assert streak(GAMES, today + timedelta(2)) == 0


def test_a_finished_daily_tells_par_loss_and_a_line_to_share(capsys: pytest.CaptureFixture[str]) -> None:
    daily = Daily(POPALOTSY, datetime.now(UTC).date())
    finished(daily)
    with patch("quincunx.cli.study.analysis_with_bar", return_value=analysis([0, 70_000])) as analysed:
        analysed.return_value.accounts.append(type("Account", (), {"own": -70_000}))
        assert run(["daily", "popalotsy"]) == 0
    said = capsys.readouterr().out
    assert "par, the result of expert" in said
    assert "Your decisions cost 7.0 % of the win chance" in said
    assert f"Quincunx daily · PoPalotsy · {daily.day.isoformat()}" in said
    assert "⚅⚁" in said
    assert run(["daily"]) == 0
    listed = capsys.readouterr().out
    assert "done: " in listed
    assert "not yet: quincunx daily sixes" in listed
