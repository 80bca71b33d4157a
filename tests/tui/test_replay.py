"""Stepping through a match, and the list of what can be played."""

from pathlib import Path

import pytest

from quincunx import GAMES, Match, game
from quincunx.cli import run
from quincunx.core.render import say
from quincunx.core.spec import GameSpec
from quincunx.tui.replay import ReplayScreen
from tests.tui.script import Screen


def finished() -> Match:
    match = Match(game("sixes"), 2, seed=4, names=["Ann", "Bob"])
    while not match.is_over:
        match.push(match.legal_actions()[0])
    return match


def replayed(match: Match, *lines: str) -> Screen:
    screen = Screen(lines)
    ReplayScreen(match, screen.terminal).run()
    return screen


def test_enter_goes_on_and_b_goes_back() -> None:
    screen = replayed(finished(), "", "", "b", "q", "never read")
    said = [line.partition(" of ")[0] for line in screen.text.splitlines() if " · Enter continues" in line]
    assert said == ["1", "2", "3", "2"]
    assert "never read" not in screen.text


def test_a_moment_can_be_named() -> None:
    count = len(ReplayScreen(finished(), Screen([]).terminal).lines)
    screen = replayed(finished(), "7", "last", "first", f"{count + 1}", "0", "x", "help")
    numbers = [line.split()[0] for line in screen.text.splitlines() if " · Enter continues" in line]
    assert numbers == ["1", "7", str(count), "1", "1", "1", "1", "1"]
    assert screen.text.count("choose 1 to") == 3
    assert "the moment before" in screen.text


def test_the_end_has_the_standings() -> None:
    assert "Standings" not in replayed(finished(), "last").text
    screen = replayed(finished(), "last", "")
    assert "This is the end of the match." in screen.text
    assert "Standings" in screen.text
    match = finished()
    match.rewind(len(match) - 9)
    assert "the match is not over" in replayed(match, "last", "").text


def test_a_match_in_which_nothing_happened() -> None:
    match = Match(game("phase10"), 2, settle=False)
    assert "nothing has happened yet" in replayed(match).text


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_every_game_can_be_stepped_through(spec: GameSpec) -> None:
    match = Match(spec, max(2, spec.seats[0]), seed=1)
    while len(match) < 90 and not match.is_over:
        match.push(match.legal_actions(match.actors[0])[0], match.actors[0])
    screen = replayed(match, *[""] * 20)
    assert "✗" not in screen.text
    assert screen.text.count("• ") > 5


def test_without_a_terminal_all_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(finished().transcript())
    assert run(["replay", str(file)]) == 0
    assert "Enter continues" not in capsys.readouterr().out


def test_play_lists_the_games_and_what_a_game_offers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 0
    told = capsys.readouterr().out
    assert all(spec.slug in told for spec in GAMES)
    for spec in GAMES:
        assert run(["play", spec.slug, "--list"]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert say(spec.tagline()) in told
        assert all(bot in told for bot in spec.bot_names)
        for variant in spec.variants:
            assert all(f"{variant.name}={choice}" in told for choice in variant.choices)
