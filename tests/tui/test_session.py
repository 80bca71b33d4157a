"""Sessions in turns: what is typed, what is printed, what is kept."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quincunx import GAMES, Match, SetupError, TranscriptError, game, read_transcript
from quincunx.bots import bot_key, choose, default_bot
from quincunx.bots.advice import Advice
from quincunx.bots.words import FORCED
from quincunx.core.bots import Budget
from quincunx.core.render import speak
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import body_lines, write_transcript
from quincunx.table.verify import verify
from quincunx.thinking.background import BackgroundRoom
from quincunx.thinking.found import Decision, Found
from quincunx.thinking.words import NOTHING_FOUND
from quincunx.tui import saving as saving_module
from quincunx.tui.play import begin, play
from quincunx.tui.saving import Keeper, load
from quincunx.tui.screen import number_seats
from quincunx.tui.session import Session
from tests.examples import pig
from tests.tui.script import Screen, events, session


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def typist(at_work: list[tuple[Screen, Session]]) -> Iterator[str]:
    """Someone who types what a bot would do where that is asked, and Enter anywhere else."""
    while True:
        screen, session = at_work[0]
        match, seat = session.match, session.at_keyboard
        if seat is None or not screen.words.rstrip().endswith(session.display.prompt(match.view(seat), seat)):
            yield ""
        else:
            legal = match.legal_actions(seat)
            bot = default_bot(match.spec)
            key = bot_key("typist", len(match), seat)
            yield match.format_action(choose(match.spec, bot, match.view(seat), seat, legal, key), seat)


@pytest.mark.parametrize("spec", [spec for spec in (*GAMES, pig.SPEC) if not spec.race], ids=lambda spec: spec.slug)
@pytest.mark.parametrize("persons", [1, 2])
def test_every_game_can_be_played_to_its_end(spec: GameSpec, persons: int, tmp_path: Path) -> None:
    bots = [default_bot(spec)] * (spec.seats[-1] - persons)
    playing = begin(spec, None, bots, ["Ann", "Bob"][:persons], "9", (), None)
    keeper = Keeper(tmp_path / "match.txt", playing)
    at_work: list[tuple[Screen, Session]] = []
    screen = Screen(typist(at_work))
    at_work.append((screen, Session(keeper, screen.terminal)))
    at_work[0][1].run()
    assert playing.match.is_over
    assert "✗" not in screen.text
    assert "Standings" in screen.text
    assert max(map(len, screen.text.splitlines())) <= 80
    assert read_transcript(spec, keeper.path.read_text()).state == playing.match.state


def test_bots_can_be_watched(data_folder: Path) -> None:
    screen = session([], seats=2, bots="greedy,random", seed="1")
    assert "Greedy (greedy bot), Random (random bot)" in screen.words
    assert "Points by number of actions" in screen.text
    assert "★" in screen.text
    assert only_file(data_folder).read_text().rstrip().splitlines()[-1].startswith("= ")


def test_the_board_the_news_and_the_prompt_come_first(data_folder: Path) -> None:
    screen = session([], seed="3")
    assert screen.text.splitlines()[0] == "Phase 10 Dice · Player, Greedy (greedy bot)"
    assert "• Player rolls 10 for the starting order." in screen.text
    assert "1 2 sets of 3" in screen.text
    assert "phase 1: 2 sets of 3 · roll 1 of 3 · keep, reroll or stop" in screen.text
    assert max(map(len, screen.text.splitlines()[:-1])) <= 80


def test_a_wrong_line_gets_one_line_and_is_asked_again(data_folder: Path) -> None:
    screen = session(["sit", "reroll L9", "", "stop"], seed="3")
    assert "✗ 'sit' is not an action of Phase 10 Dice" in screen.words
    assert "✗ 'L9' is not a die" in screen.words
    assert screen.text.count("first finish bonus") == 1
    assert events(only_file(data_folder))[-1] == "0 stop"


def test_an_illegal_action_is_refused_with_its_rule(data_folder: Path) -> None:
    screen = session(["r1 on r", "b6 on b"], "popalotsy", seed="3", variants=["form=turns"])
    assert re.search(r"✗ .*: .*\(§\d+|✗ .*\(R\d+", screen.text)


def test_help_rules_legal_and_board(data_folder: Path) -> None:
    screen = session(["help", "?", "rules wild", "rules xyzzy", "legal", "board"], seed="3")
    assert screen.text.count("set these dice aside") == 2
    assert screen.text.count("take back the last action") == 2
    assert "§" in screen.text.partition("rules wild")[2].partition("rules xyzzy")[0]
    assert "no rule mentions 'xyzzy'" in screen.text
    assert "1,024 actions are legal" in screen.words
    assert screen.text.count("first finish bonus") == 2
    whole = session(["rules"], seed="3")
    assert whole.text.count("§") > 30


def test_few_legal_actions_are_listed(data_folder: Path) -> None:
    screen = session(["legal"], pig.SPEC, seed="3")
    match = Match(pig.SPEC, 2, seed="3")
    assert " · ".join(match.format_action(action) for action in match.legal_actions()) in screen.text


class TestUndo:
    def test_a_stop_can_be_taken_back_until_enter(self, data_folder: Path) -> None:
        screen = session(["stop", "undo", "stop", "", "undo"], seed="3")
        assert "↩ taken back: Player: stop" in screen.text
        assert screen.text.count("Enter continues, undo takes it back") == 2
        assert "nothing can be taken back: dice or cards have landed since" in screen.words
        assert events(only_file(data_folder)).count("0 stop") == 1

    def test_dice_that_were_asked_for_roll_at_once_and_stay(self, data_folder: Path) -> None:
        screen = session(["reroll L1", "undo"], seed="3")
        assert "Enter continues" not in screen.text
        assert "nothing can be taken back: dice or cards have landed since" in screen.words

    def test_which_actions_ask_for_dice_is_the_games_to_say(self, data_folder: Path) -> None:
        """Whatever they are called in its notation."""
        assert "Enter continues" not in session(["roll", "quit"], pig.SPEC, seed="5").text
        silent = replace(pig.SPEC, rolls=())
        assert session(["roll", "", "quit"], silent, seed="5").text.count("Enter continues") == 1

    def test_at_the_start_there_is_nothing_to_take_back(self, data_folder: Path) -> None:
        assert "✗ nothing can be taken back" in session(["undo"], seed="3").text

    def test_quick_needs_no_enter_and_takes_nothing_back(self, data_folder: Path) -> None:
        screen = session(["quick", "stop", "undo", "quick", "stop", "undo"], seed="3")
        assert screen.text.count("Enter continues") == 1
        assert screen.text.count("✗ nothing can be taken back") == 1
        assert screen.text.count("↩") == 1

    def test_the_next_person_can_take_back_what_no_die_has_followed(self, data_folder: Path) -> None:
        screen = session(["roll", "hold", "undo", "roll"], pig.SPEC, names="Ann,Bob", seed="5")
        assert "Enter continues" not in screen.text
        assert "↩ taken back: Ann: hold" in screen.text
        assert events(only_file(data_folder))[2] == "0 roll"

    def test_what_a_bot_has_answered_stays(self, data_folder: Path) -> None:
        lines = iter(first_drop("5"))
        screen = session(lines, "popalotsy", seed="5", variants=["form=turns"])
        assert "nothing can be taken back: Greedy has acted since" in screen.words


def first_drop(seed: str) -> list[str]:
    match = Match(game("popalotsy"), 2, seed=seed, variants={"form": "turns"})
    return [match.format_action(match.legal_actions()[0]), "", "undo"]


def test_seats_go_by_names(data_folder: Path) -> None:
    assert number_seats("steal red 3 from Bob Ann", ["Ann", "Bob Ann"]) == "steal red 3 from 1"
    assert number_seats("swap annie ANN", ["Ann", "Bob"]) == "swap annie 0"
    screen = session(["swap Zoe", "swap Bob"], "mixeddoubles", names="Ann", seats=3, bots="random,random", seed="1")
    assert "'zoe' is not a seat" in screen.words.lower()
    assert "'bob' is not a seat" in screen.words.lower(), "nobody is called Bob here"
    screen = session(["swap Random"], "mixeddoubles", names="Ann", seats=3, bots="random,random", seed="1")
    assert "is not a seat" not in screen.words
    screen = session(["steal from Ann"], "mixeddoubles", names="Ann", seats=3, bots="random,random", seed="1")
    assert "'steal from Ann' is not an action" in screen.words, "as it was typed"


class TestHotSeat:
    def test_names_are_asked_in_turn(self, data_folder: Path) -> None:
        screen = session(["stop", "", "stop", ""], names="Ann,Bob", seed="3")
        assert "Ann · phase 1" in screen.text
        assert "Bob · phase 1" in screen.text
        assert "pass the keyboard" not in screen.text

    def test_where_people_know_different_things_the_screen_is_hidden_between_them(self, data_folder: Path) -> None:
        lines = ["", first_drop("5")[0], "", ""]
        screen = session(lines, "popalotsy", names="Ann,Bob", seed="5", variants=["form=turns"])
        assert "Ann, press Enter when you are alone with the screen" in screen.text
        assert "Enter hides all this; then pass the keyboard to Bob" in screen.text
        before, _, after = screen.text.partition("Bob, press Enter when you are alone with the screen")
        assert "Your hand" in before
        assert "Your hand" in after

    def test_an_action_can_be_taken_back_before_the_keyboard_is_passed(self, data_folder: Path) -> None:
        lines = ["", first_drop("5")[0], "undo", "quit"]
        screen = session(lines, "popalotsy", names="Ann,Bob", seed="5", variants=["form=turns"])
        assert "↩ taken back: Ann" in screen.text
        assert not [line for line in events(only_file(data_folder)) if not line.startswith("*")]

    def test_nobody_reads_a_sentence_twice(self, data_folder: Path) -> None:
        screen = session(["stop", "", "stop", ""], names="Ann,Bob", seed="3")
        sentences = [line for line in screen.text.splitlines() if line.startswith("• ")]
        assert len(sentences) == len(set(sentences))


class TestLowdown:
    """Secrets and simultaneous choices."""

    NAMES = "Ann,Bob,Cy"

    def test_the_secret_pair_is_shown_to_its_roller_alone(self, data_folder: Path) -> None:
        screen = session(["", "legal"], "lowdown", names="Ann,Bob", seed="4")
        shown = screen.text.partition("alone with the screen")[2]
        assert "Bob's secret pair ? ?" in shown
        assert "Bob rolls two dice in secret." in shown

    def test_a_pick_that_has_shown_the_secret_stays(self, data_folder: Path) -> None:
        screen = session(["pick 5 orange", "undo"], "lowdown", seed="4")
        assert "nothing can be taken back: it has shown what was hidden" in screen.words
        assert events(only_file(data_folder))[-1] == "0 pick 5 orange"

    def test_what_was_written_can_be_taken_back_before_the_bots_write(self, data_folder: Path) -> None:
        screen = session(["pick 5 orange", "write 5 R9", "undo", "write 5 R8", "", "undo"], "lowdown", seed="4")
        assert "↩ taken back: Player: write 5 R9" in screen.text
        assert "✗ nothing can be taken back" in screen.text
        actions = [line for line in events(only_file(data_folder)) if not line.startswith("*")]
        assert actions[:2] == ["0 pick 5 orange", "0 write 5 R8"]
        assert actions[2].startswith("1 ")

    def test_all_others_are_asked_one_after_the_other(self, data_folder: Path) -> None:
        match = Match(game("lowdown"), 3, seed="4")
        lines = [""]
        for seat in (0, 0, 1, 2):
            text = match.format_action(match.legal_actions(seat)[0], seat)
            lines += [text, "", ""] if match.awaits_chance else [text]
            match.push_text(text, seat)
        screen = session(lines, "lowdown", names=self.NAMES, seed="4")
        assert "✗" not in screen.text
        actions = [line for line in events(only_file(data_folder)) if not line.startswith("*")]
        assert [line[0] for line in actions] == ["0", "0", "1", "2"]

    def test_the_next_at_the_same_time_can_take_back_what_the_last_did(self, data_folder: Path) -> None:
        match = Match(game("lowdown"), 3, seed="4")
        lines = [""]
        for seat in (0, 0, 1):
            lines.append(match.format_action(match.legal_actions(seat)[0], seat))
            match.push_text(lines[-1], seat)
        screen = session([*lines, "undo"], "lowdown", names=self.NAMES, seed="4")
        assert f"↩ taken back: Bob: {lines[-1]}" in screen.text


class TestFiles:
    def test_the_match_is_kept_after_every_action(self, data_folder: Path) -> None:
        class Crash(BaseException):
            pass

        def crashing() -> Iterator[str]:
            yield "stop"
            raise Crash

        with pytest.raises(Crash):
            session(crashing(), seed="3")
        assert events(only_file(data_folder))[-1] == "0 stop"

    def test_leaving_says_where_it_is_and_how_to_go_on(self, data_folder: Path) -> None:
        for last in (["quit"], ["q"], []):
            screen = session(["reroll L1", *last], seed="3")
            assert "The match is saved in" in screen.text
            assert "quincunx play phase10 --resume " in screen.text

    def test_goodbye_is_said_in_the_readers_language(self, data_folder: Path) -> None:
        speak("de")
        screen = session(["quit"], seed="3")
        assert "Weiter geht es mit\n  quincunx play phase10 --resume " in screen.text

    @pytest.mark.parametrize("seed", ["1", "2"])
    def test_a_match_left_and_resumed_after_every_line_is_the_same_match(self, seed: str, tmp_path: Path) -> None:
        lines = [["reroll L1 L2 H4"], ["reroll H1"], ["stop", ""], ["keep L1"], ["stop", ""], ["reroll all"]]
        session(
            [line for part in lines for line in part],
            seed=seed,
            seats=3,
            bots="greedy,random",
            save=tmp_path / "whole.txt",
        )
        path = tmp_path / "parts.txt"
        session([], seed=seed, seats=3, bots="greedy,random", save=path)
        for part in lines:
            session(part, resume=path)
        assert path.read_text() == (tmp_path / "whole.txt").read_text()

    def test_resuming_at_a_confirmation_goes_on_with_the_dice(self, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        session(["stop"], seed="3", save=path)
        assert events(path)[-1] == "0 stop"
        session([], resume=path)
        assert len(events(path)) > 3

    def test_a_finished_match_shows_its_standings(self, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        session([], bots="greedy,greedy", seats=2, seed="3", save=path)
        screen = session([], resume=path)
        assert "Standings" in screen.text

    def test_a_transcript_from_elsewhere_gets_bots(self, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        match = Match(game("phase10"), 2, seed=4, names=["Ann", "Bob"])
        path.write_text(write_transcript(match, {"place": "at home"}))
        assert "Ann, Bob (greedy bot)" in session([], resume=path).text
        assert "Ann, Bob (random bot)" in session([], resume=path, bots="random").text
        assert "place: at home\n" in path.read_text()
        assert load(game("phase10"), path).seed == load(game("phase10"), path).seed

    def test_save_writes_a_copy_and_never_over_another_file(self, tmp_path: Path, data_folder: Path) -> None:
        copy = tmp_path / "copy.txt"
        screen = session(["save", f"save {copy}", f"save {copy}", f"save {tmp_path}/no/such"], seed="3")
        assert "is saved in" in screen.words
        assert "exists already" in screen.words
        assert "cannot write" in screen.words
        assert copy.read_text() == only_file(data_folder).read_text()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.txt", "data"]

    def test_a_full_disk_stops_the_saving_not_the_match(
        self, data_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def lines() -> Iterator[str]:
            yield "board"
            monkeypatch.setattr("quincunx.tui.saving.os.fsync", full)
            yield "reroll L1"
            yield "quit"

        def full(file: int) -> None:
            raise OSError(28, "No space left on device")

        screen = session(lines(), seed="3")
        assert "not saved: cannot write" in screen.words
        assert "No space left" in screen.words
        assert len(events(only_file(data_folder))) == 2
        assert list(data_folder.iterdir()) == [only_file(data_folder)]


class TestAppending:
    """What happens is added to the file; it is written anew only when something was taken back."""

    @pytest.fixture
    def written(self, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
        """The files that were written whole."""
        found: list[Path] = []
        whole = saving_module.write_whole

        def write(path: Path, text: str) -> int:
            found.append(path)
            return whole(path, text)

        monkeypatch.setattr("quincunx.tui.saving.write_whole", write)
        return found

    def test_a_match_is_written_whole_once(self, data_folder: Path, written: list[Path]) -> None:
        session(["reroll L1", "stop", "", "reroll H1 H2"], seed="3")
        path = only_file(data_folder)
        assert written == [path]
        match = load(game("phase10"), path).match
        assert path.read_text() == write_transcript(match, load(game("phase10"), path).notes)

    def test_taking_back_writes_it_anew(self, data_folder: Path, written: list[Path]) -> None:
        session(["stop", "undo", "reroll L1"], seed="3")
        assert len(written) == 2
        assert "0 stop" not in events(only_file(data_folder))

    def test_a_file_that_is_gone_or_changed_comes_back(self, data_folder: Path, written: list[Path]) -> None:
        def lines() -> Iterator[str]:
            yield "reroll L1"
            only_file(data_folder).unlink()
            yield "reroll L2"
            with only_file(data_folder).open("a") as file:
                file.write("rubbish\n")
            yield "stop"
            yield ""

        session(lines(), seed="3")
        assert len(written) == 3
        assert "0 stop" in events(only_file(data_folder))
        load(game("phase10"), only_file(data_folder))

    @pytest.mark.parametrize("cut", range(1, 30))
    def test_what_a_crash_cut_short_is_not_read(self, cut: int, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        session(["reroll L1 L2", "reroll H1 H2 H3"], seed="3", save=path)
        whole = path.read_bytes()
        path.write_bytes(whole[:-cut])
        match = load(game("phase10"), path).match
        assert [f"{line}\n" for line in body_lines(match)] == whole[:-cut].decode().partition("\n\n")[2].splitlines(
            keepends=True
        )[: len(list(body_lines(match)))]
        session([], resume=path)
        load(game("phase10"), path)

    @pytest.mark.parametrize(
        ("options", "checked"),
        [({}, "11 of 11"), ({"dice": "typed"}, "a seed")],
    )
    def test_a_kept_match_is_consistent(self, options: dict[str, Any], checked: str, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        session(["10g 5r"] if options else ["reroll L1"], seed="3", seats=1 if not options else 2, save=path, **options)
        finding = verify(path.read_text(), game)
        assert finding.name == "consistent"
        assert any(checked in str(line) for line in (*finding.checked, *finding.missing))
        if options:
            session([], resume=path, dice="seeded")
            assert verify(path.read_text(), game).name == "consistent"


class TestTypedDice:
    ROLL = "1b Wb 2r 4r 7b 9b 7r 8b 10g 8r"
    SHUFFLED = "10g 8r 9b 7b 8b 7r 4r 2r Wb 1b"

    def test_every_roll_is_asked_for(self, data_folder: Path) -> None:
        screen = session(["10", "5", "1b", self.ROLL[3:]], dice="typed")
        assert "Player rolls for the starting order" in screen.text
        assert "Greedy rolls for the starting order" in screen.text
        assert "Player rolls all ten dice: type the 10 faces, in any order" in screen.words
        assert "type the 9 faces" in screen.words
        assert len(events(only_file(data_folder))[-1].split()) == 11

    def test_a_whole_roll_can_be_typed_in_one_line(self, data_folder: Path) -> None:
        screen = session(["10 5", self.ROLL, "reroll L1", "2g"], dice="typed")
        assert "roll 2 of 3" in screen.text
        assert events(only_file(data_folder))[-1] == "* 2g"

    def test_an_impossible_roll_is_refused_with_the_nearest(self, data_folder: Path) -> None:
        screen = session(["10 5", self.ROLL.replace("1b", "12b"), self.ROLL], dice="typed")
        assert "✗ '12b' cannot lie there now; the nearest that can is" in screen.words
        assert len(events(only_file(data_folder))[-1].split()) == 11

    def test_dice_can_be_typed_in_any_order(self, tmp_path: Path) -> None:
        for name, roll in (("one", self.ROLL), ("other", self.SHUFFLED)):
            screen = session(["10, 5", roll], dice="typed", seed="1", save=tmp_path / name)
            assert "✗" not in screen.text
        assert events(tmp_path / "one") == events(tmp_path / "other")

    def test_secret_dice_are_typed_by_their_roller_with_the_screen_hidden(self, data_folder: Path) -> None:
        lines = ["red 5 blue 2", "", "green 3", "", "", "legal"]
        screen = session(lines, "lowdown", bots="none", seats=3, names="Ann,Bob,Cyd", dice="typed")
        assert "Cyd, press Enter when you are alone with the screen" in screen.words
        assert "then pass the keyboard to Ann" in screen.words
        assert " ".join(events(only_file(data_folder))).replace("* ", "") == "2 5 red blue 3 green"

    def test_a_mistyped_roll_is_taken_back_while_it_is_typed_and_afterwards(self, data_folder: Path) -> None:
        session(["10", "undo", "9", "5", "1b", "undo", self.ROLL, "undo", self.SHUFFLED], dice="typed")
        lines = events(only_file(data_folder))
        assert lines[0].startswith("* 9")
        assert len(" ".join(lines).replace("*", "").split()) == 12

    def test_undo_goes_back_through_actions_and_bots(self, data_folder: Path) -> None:
        screen = session(["10 5", self.ROLL, "stop", self.ROLL, "undo", "undo", "legal"], dice="typed")
        assert "↩ taken back: Greedy: reroll" in screen.words
        assert "↩ taken back: Player: stop" in screen.words
        assert "1,024 actions" in screen.words

    def test_a_wrong_roll_is_corrected_and_what_followed_is_played_again(self, data_folder: Path) -> None:
        right, wrong = "10b Wr 1b 9r 2b 6r 5o 8r 8g 3r", "10b Wr 1b 9r 2b 6r 5o 8r 7b 3r"
        screen = session(["10 5", wrong, "stop", "correct", f"correct 1 {right}", "correct 9 1b"], dice="typed")
        assert "correct NUMBER and all its faces" in screen.words
        assert "Everything after it still fits." in screen.words
        text = " ".join(events(only_file(data_folder)))
        assert ("8g" in text, "7b" in text) == (True, False)
        assert text.endswith("0 stop")

    def test_a_correction_says_where_it_no_longer_fits(self, data_folder: Path) -> None:
        lines = ["1 1 2 3 4 6", "1 1 2 3 4 5", "take 5", "correct 2 1 1 2 3 4 5", "no", "correct 2 1 1 2 3 4 5"]
        screen = session([*lines, "correct"], "sixes", bots="none", dice="typed", names="Ann,Bob")
        assert screen.words.count("From here on it no longer fits: Ann, take 5.") == 2
        assert "take 5" not in " ".join(events(only_file(data_folder)))

    def test_a_correction_that_no_longer_fits_is_asked_about_first(self, data_folder: Path) -> None:
        lines = ["1 1 2 3 4 6", "1 1 2 3 4 5", "take 5", "correct 2 1 1 2 3 4 5", "no"]
        session(lines, "sixes", bots="none", dice="typed", names="Ann,Bob")
        assert "take 5" in " ".join(events(only_file(data_folder)))

    def test_no_clock_runs_beside_real_cards(self, data_folder: Path) -> None:
        lines = ["r1 o2 y3 g4 b5", "r2 o3 y4 g5 b6", "b6 r1 g1 o1 y1", "r1 on r", "done"]
        screen = session(lines, "popalotsy", seats=2, dice="typed")
        assert "drops the red 1 on the red die (1): exact." in screen.words
        assert "Enter starts the race" not in screen.words

    def test_throws_of_long_ago_are_listed_and_corrected_too(self, data_folder: Path) -> None:
        """Round after round nobody plays anything, so that all is rolled again."""
        throws = ["1 1 1 1 1 1", "2 2 2 2 2 2", "pass", "pass"] * 8
        lines = [*throws, "correct", "correct 13", "correct 16 1 1 1 1 1 2"]
        screen = session(lines, "sixes", bots="none", dice="typed", names="Ann,Bob")
        assert "correct 13 lists earlier ones." in screen.words
        assert "16 Ann: 1 1 1 1 1 1" in screen.words
        assert "Everything after it still fits." in screen.words
        assert "1 1 1 1 1 2" in " ".join(events(only_file(data_folder))).replace("* ", "")

    def test_before_the_first_die_there_is_nothing_to_take_back(self, data_folder: Path) -> None:
        assert "✗ nothing has happened yet" in session(["undo"], dice="typed").text

    def test_commands_are_understood_while_dice_are_typed(self, data_folder: Path) -> None:
        screen = session(["help", "", "legal", "quick", "quit"], dice="typed")
        assert "set these dice aside" in screen.text
        assert "it is nobody's move now" in screen.text

    def test_resumed_dice_are_still_typed(self, tmp_path: Path) -> None:
        path = tmp_path / "match.txt"
        session(["10"], dice="typed", save=path)
        session(["5"], resume=path)
        assert " ".join(events(path)).count("*") == 2


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"which": "chess"}, "there is no game 'chess'"),
        ({"seats": 9}, "1 to 8 seats"),
        ({"bots": "clever"}, "no bot 'clever'"),
        ({"variants": ["odd"]}, "name=choice, not 'odd'"),
        ({"variants": ["a=b"]}, "no variant 'a'"),
        ({"seed": "two words"}, "a seed is one word"),
        ({"dice": "loaded"}, "dice are seeded, named or typed, not 'loaded'"),
        ({"bot_speed": 0.0}, "speed must be above 0"),
        ({"which": "popalotsy", "names": "Ann,Bob"}, "one person"),
        ({"save": Path("/no/such/folder/x.txt")}, "cannot write /no/such/folder/x.txt"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line_and_nothing_is_written(
    options: dict[str, Any], reason: str, data_folder: Path
) -> None:
    with pytest.raises(SetupError, match=reason) as raised:
        session([], **options)
    assert "\n" not in str(raised.value)
    assert not data_folder.exists() or not list(data_folder.iterdir())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "starts with 'quincunx 2'"),
        ("quincunx 2\ngame: phase10\n", "lacks the line 'rules'"),
        ("quincunx 2\ngame: sixes\nrules: 1\nseats: 2\n", "transcript of sixes"),
        ("quincunx 2\ngame: phase10\nrules: 1\nseats: 2\n\n* 99x\n", "line 6: "),
        ("quincunx 2\ngame: phase10\nrules: 1\nseats: 2\nplayers: person\n", "for each of 2 seats"),
        ("quincunx 2\ngame: phase10\nrules: 1\nseats: 2\nplayers: person clever\n", "no bot 'clever'"),
        ("quincunx 2\ngame: phase10\nrules: 1\nseats: 2\ndice: loaded\n", "dice are seeded, named or typed"),
    ],
)
def test_a_file_that_cannot_be_resumed_is_left_as_it_is(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(text)
    with pytest.raises((TranscriptError, SetupError), match=reason):
        session([], resume=path)
    assert path.read_text() == text


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match=r"cannot read .*: No such file"):
        session([], resume=tmp_path / "none.txt")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TranscriptError, match="is not a text file"):
        session([], resume=tmp_path / "binary.txt")


def test_with_resume_the_file_says_who_plays(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="omit those options"):
        session([], resume=tmp_path / "x.txt", seats=3)


def test_save_does_not_start_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("mine")
    with pytest.raises(SetupError, match="exists already"):
        session([], save=tmp_path / "x.txt")
    assert (tmp_path / "x.txt").read_text() == "mine"


@pytest.mark.parametrize("slug", ["phase10", "sixes", "mixeddoubles"])
def test_the_first_question_and_its_board_fit_a_terminal_of_24_lines(slug: str, data_folder: Path) -> None:
    screen = Screen([], height=24)
    assert play(slug, seed="5", terminal=screen.terminal) == 0
    last = screen.text.partition("\nThe match is saved")[0].rpartition("─" * 80)[2]
    assert len(last.splitlines()) + 1 <= 24  # what is typed has a line, too


class TestHints:
    """A room that advises what the test says; the better hint comes while a line is typed."""

    def hinted(self, monkeypatch: pytest.MonkeyPatch, later: Any, *before: str) -> str:
        """What is printed when the better hint comes after these lines."""
        heard: list[Any] = []

        def weigh(self: object, decision: Decision, budget: Budget, better: Any) -> Found[Advice]:
            heard.append(better)
            return advised("greedy", "preparing")

        def lines() -> Iterator[str]:
            yield from ("hint", *before)
            heard[0](later)

        monkeypatch.setattr(BackgroundRoom, "weigh", weigh)
        return session(lines(), pig.SPEC, seed="9", bots="none", seats=2).words

    def test_a_better_hint_follows_what_is_ready(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = self.hinted(monkeypatch, advised("master"))
        assert "roll: the only legal choice. greedy says so; a better hint is on its way." in shown
        assert shown.index("on its way") < shown.index("master: the only legal choice.")

    def test_a_hint_for_another_position_is_not_printed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "master: nothing" not in self.hinted(monkeypatch, advised("master"), "roll", "roll")

    def test_why_there_is_no_better_hint_is_printed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = self.hinted(monkeypatch, SetupError(NOTHING_FOUND(bot="master", game="Pig", trouble="MemoryError()")))
        assert "There is no better hint: master of Pig could not answer: MemoryError()." in shown


def advised(level: str, reason: Any = None) -> Found[Advice]:
    told = FORCED(action="roll" if level == "greedy" else level)
    return Found(Advice("pig", 0, level, "wins", 0, [], told), level, reason)
