"""Races against the clock, the clock simulated."""

import re
from pathlib import Path

import pytest
from rich.live import Live

from quincunx import Event, Match, game
from quincunx.core.race import race_starter
from quincunx.core.render import say
from quincunx.games.popalotsy.legality import DONE
from quincunx.tui.play import begin
from quincunx.tui.race import Race, RaceScreen
from quincunx.tui.saving import Keeper, load
from quincunx.tui.session import Quit
from quincunx.tui.words import HELP
from tests.tui.script import Screen, Simulated

POPALOTSY = game("popalotsy")
LONG = 10**9


def race(
    path: Path, lines: list[tuple[int, str]], *, bot: str = "greedy", bots: int = 1, bot_speed: float = 1.0
) -> tuple[Race, Screen]:
    """A race in which these lines come at these times; it ends with them, or with the match."""
    playing = load(POPALOTSY, path) if path.exists() else begin(POPALOTSY, None, [bot] * bots, ["Ann"], "5", (), None)
    screen = Screen([])
    running = Race(Keeper(path, playing), screen.terminal, bot_speed=bot_speed, pace=Simulated(lines))
    try:
        running.run()
    except (Quit, EOFError):
        running.keeper.keep()
    return running, screen


def drops(match: Match) -> list[Event]:
    return [event for event in match.events if not event.by_chance]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "race.txt"


def test_only_the_race_is_a_race() -> None:
    assert race_starter(POPALOTSY, 3, {}) == 6
    assert race_starter(POPALOTSY, 3, {"form": "turns"}) is None


def test_one_looks_at_the_cards_before_the_dice_are_popped(path: Path) -> None:
    running, screen = race(path, [])
    assert "Your hand" in screen.text
    assert running.match.awaits_chance
    assert "Enter starts the race" in screen.text


def test_a_bot_acts_while_the_person_thinks_and_events_carry_the_time(path: Path) -> None:
    running, screen = race(path, [(0, ""), (30_000, "quit")])
    acted = drops(running.match)
    assert acted
    assert all(event.who == 1 and event.at is not None for event in acted)
    times = [event.at or 0 for event in acted]
    assert times == sorted(times)
    assert 2000 < times[0] < 20_000
    assert "Greedy drops" in screen.text
    assert re.search(r"^1 .* @\d+$", path.read_text(), re.M)


def test_the_person_acts_at_the_moment_the_line_comes(path: Path) -> None:
    match = Match(POPALOTSY, 2, seed="5")
    text = match.format_action(match.legal_actions(0)[0], 0)
    running, _ = race(path, [(0, ""), (1234, text), (1300, "quit")])
    assert drops(running.match)[0] == Event(0, match.legal_actions(0)[0], 1234)


def test_a_line_that_says_nothing_costs_no_time_and_is_explained(path: Path) -> None:
    running, screen = race(path, [(0, ""), (500, "hurry"), (600, ""), (700, "b9 on b"), (800, "undo"), (900, "quit")])
    assert not drops(running.match)
    assert screen.text.count("is not an action of PoPalotsy") == 2
    assert screen.text.count("Your hand") == 3


def test_the_round_ends_when_all_are_done_and_the_next_waits_for_enter(path: Path) -> None:
    running, screen = race(path, [(0, ""), (100, "done")], bot="random")
    assert "Round 1 is over." in screen.words
    assert running.match.awaits_chance
    assert screen.text.count("Enter starts the race") == 2
    assert [event for event in drops(running.match) if event.who == 1]


def test_the_clock_stands_still_between_races(path: Path) -> None:
    _, first = race(path, [(0, ""), (100, "done"), (LONG, ""), (LONG + 50, "done"), (2 * LONG, "quit")], bot="random")
    assert "Round 2" in first.text
    times = [event.at or 0 for event in drops(load(POPALOTSY, path).match)]
    assert times == sorted(times)
    assert times[-1] < LONG


def test_a_race_that_was_left_goes_on_with_its_clock(path: Path) -> None:
    running, _ = race(path, [(0, ""), (9_000, "quit")])
    before = drops(running.match)
    again, screen = race(path, [(0, ""), (50, "done")])
    assert "Enter continues the race" in screen.text
    after = drops(again.match)
    assert after[: len(before)] == before
    mine = next(event for event in after if event == Event(0, DONE, event.at))
    assert (mine.at or 0) == (before[-1].at or 0) + 50


def test_the_same_seed_and_the_same_lines_give_the_same_race(tmp_path: Path) -> None:
    texts = set()
    for name in ("a.txt", "b.txt"):
        race(tmp_path / name, [(0, ""), (900, "done"), (0, ""), (40_000, "done")], bots=3)
        texts.add((tmp_path / name).read_text())
    assert len(texts) == 1


def test_fast_bots_are_faster(tmp_path: Path) -> None:
    def first(speed: float) -> int:
        running, _ = race(tmp_path / f"{speed}.txt", [(0, ""), (60_000, "quit")], bot_speed=speed)
        return drops(running.match)[0].at or 0

    assert first(4.0) < first(1.0) < first(0.5)


def test_a_bot_acts_on_what_it_saw_a_moment_before(path: Path) -> None:
    running, _ = race(path, [(0, ""), (100, "quit")])
    intent = running.intents[1]
    assert intent.action is None
    assert intent.due == intent.glance == intent.act - 350
    intent.action = 3
    assert intent.due == intent.act


def test_bots_can_race_alone(path: Path) -> None:
    playing = begin(POPALOTSY, 3, ["greedy", "expert", "greedy"], [], "4", (), None)
    screen = Screen([])
    Race(Keeper(path, playing), screen.terminal, pace=Simulated([])).run()
    assert playing.match.is_over
    assert "Standings" in screen.text
    assert load(POPALOTSY, path).match.is_over


def test_commands_are_obeyed_between_races_and_nothing_is_taken_back(path: Path) -> None:
    _, screen = race(path, [(0, "help"), (0, "undo"), (0, "board"), (0, "r4o")])
    assert "drop the red 4" in screen.words
    assert "undo does not work in a race; these do: help rules legal board quit" in screen.words
    assert "Enter first" in screen.text


def test_what_help_offers_in_a_race_works_while_it_runs(path: Path) -> None:
    lines = [(0, ""), (10, "help"), (20, "rules castle"), (30, "legal"), (40, "hint"), (50, "board"), (60, "quit")]
    running, screen = race(path, lines)
    text = screen.words.partition("Enter starts the race")[2]
    for typed, what in HELP:
        assert (say(what()) in text) == (typed.split()[0] in running.commands), typed
    assert "no rule mentions" in text
    assert "done" in text
    assert "hint does not work in a race" in text
    assert "is not an action" not in text


def test_help_takes_the_place_of_the_board_on_a_screen(path: Path) -> None:
    running, screen = race(path, [(0, ""), (100, "quit")])
    running.live = Live(RaceScreen(running), console=screen.terminal.console)
    running._run_line("help")
    shown = "".join(segment.text for segment in screen.terminal.console.render(RaceScreen(running)))
    assert "drop the red 4" in shown
    running._run_line("")
    shown = "".join(segment.text for segment in screen.terminal.console.render(RaceScreen(running)))
    assert "Your hand" in shown
