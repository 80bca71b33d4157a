"""The command line: words in, exit codes out."""

import json
import os
import pickle
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
import typer

from quincunx import GAMES, Match, game
from quincunx.bots.advice import Advice, Choice
from quincunx.bots.words import FORCED
from quincunx.cli import app, entry, run
from quincunx.core import render
from quincunx.core.errors import BotError
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from quincunx.games.popalotsy.words import CAN_BE_BEATEN

COMMANDS = (
    *("hall", "join", "open", "verify", "play", "learn", "rules"),
    *("simulate", "solve", "arena", "advise", "analyse", "bench", "replay"),
)
HEAVY = ("numpy", "numba", "matplotlib", "litestar", "sqlalchemy", "uvicorn", "rich", "msgspec")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a bad command line gets."""
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.rstrip()


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    match = Match(game("phase10"), 2, seed=3, names=["Ann", "Bob"])
    for words in ("reroll L1 H2", "stop"):
        match.push_text(words)
    path = tmp_path / "match.txt"
    path.write_text(match.transcript(), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    text = " ".join(said(capsys, command, "--help").split())
    assert f"Example: quincunx {command}" in text


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(said(capsys, "--help").split())
    assert all(command in text for command in COMMANDS)
    assert "Without a command, it opens the hall" in text
    assert "Example: quincunx play phase10" in text


@pytest.mark.parametrize(("line", "code"), [("rules sixes >&-", 0), ("rules poker 2>&-", 2)])
def test_what_nobody_can_hear_is_said_to_nobody(line: str, code: int) -> None:
    done = subprocess.run(f"{sys.executable} -m quincunx {line}", shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.parametrize("command", ["play phase10", "learn sixes", "join 127.0.0.1:1/t/abc"])
def test_a_closed_input_is_an_empty_one(command: str) -> None:
    line = f"{sys.executable} -m quincunx {command} <&-"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    empty = subprocess.run(f"{line} </dev/null", shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (empty.returncode, empty.stderr)
    assert "Traceback" not in done.stderr


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == "quincunx 0.1.0\n"


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_rules_show_every_sentence_and_ruling(capsys: pytest.CaptureFixture[str], spec: GameSpec) -> None:
    slug = spec.slug
    read = json.loads(said(capsys, "rules", slug, "--json"))
    assert sorted(read["rules"], key=lambda name: int(name[1:])) == [f"§{n}" for n in range(1, len(read["rules"]) + 1)]
    assert list(read["rulings"]) == [f"R{n}" for n in range(1, len(read["rulings"]) + 1)]
    shown = said(capsys, "rules", slug).split()
    assert {*read["rules"], *read["rulings"]} <= set(shown)


def test_replay_tells_the_match_and_its_standings(capsys: pytest.CaptureFixture[str], transcript: Path) -> None:
    text = said(capsys, "replay", str(transcript))
    assert "Phase 10 Dice, 2 seats" in text
    assert "Ann" in text
    assert "Bob" in text
    assert "the match is not over" in text
    read = json.loads(said(capsys, "replay", str(transcript), "--json"))
    assert [event["text"] for event in read["events"] if event["who"] is not None] == ["reroll L1 H2", "stop"]
    assert {row["seat"] for row in read["standings"]} == {0, 1}


WRONG = (
    ("rules poker", "quincunx: there is no game 'poker'"),
    ("play poker", "quincunx: there is no game 'poker'"),
    ("juggle", "quincunx: No such command 'juggle'"),
    ("hall juggle", "quincunx hall: No such command 'juggle'"),
    ("hall admin tabels", "quincunx hall admin: No such command 'tabels'. Did you mean tables?"),
    ("open sixes --seats 99", "quincunx: Battle of the Sixes is for 2 seats, not 99"),
    ("open sixes --seats 0", "quincunx: Battle of the Sixes is for 2 seats, not 0"),
    ("open sixes --hall http://[::1", "quincunx: the address of a hall looks like"),
    ("rules", "quincunx rules: Missing argument"),
    ("rules phase10 --loud", "quincunx rules: No such option: --loud"),
    ("simulate phase10 --matches many", "quincunx simulate: Invalid value for '--matches'"),
    ("simulate phase10 --matches 0", "quincunx: at least one match"),
    ("simulate phase10 --seats 9", "quincunx: Phase 10 Dice is for 1 to 8 seats, not 9"),
    ("simulate phase10 --bots genius", "quincunx: Phase 10 Dice has no bot 'genius'"),
    ("simulate phase10 --seats 3 --bots random,random", "quincunx: 2 bots for 3 seats"),
    ("simulate phase10 --variant quick", "quincunx: a variant is name=choice, not 'quick'"),
    ("simulate phase10 --variant pace=quick", "quincunx: Phase 10 Dice has no variant 'pace'"),
    ("simulate phase10 --seed -1", "quincunx: a seed is a whole number"),
    ("simulate phase10 --seed 9223372036854775808", "quincunx: a seed is a whole number"),
    ("simulate phase10 --workers 0", "quincunx: the number of workers must be at least 1"),
    ("simulate phase10 --plot points.doc", "quincunx: points.doc is not a .png, .svg or .pdf file"),
    ("print phase10 --pdf sheet.doc", "quincunx: sheet.doc is not a .png, .svg or .pdf file"),
    ("simulate phase10 --plot nowhere/points.png", "quincunx: nowhere/points.png: there is no folder"),
    ("bench phase10 --seats 0", "quincunx: Phase 10 Dice is for 1 to 8 seats, not 0"),
    ("bench phase10 --seconds 0", "quincunx bench: Invalid value for '--seconds'"),
    ("bench phase10 --seconds nan", "quincunx bench: Invalid value for '--seconds'"),
    ("bench phase10 --seconds inf", "quincunx bench: Invalid value for '--seconds'"),
    ("play popalotsy --bot-speed nan", "quincunx play: Invalid value for '--bot-speed'"),
    ("advise phase10 stop --playouts 1000000001", "quincunx advise: Invalid value for '--playouts'"),
    ("open sixes --hall http://x/t/abc", "quincunx: the address of a hall looks like http://127.0.0.1:8000, not"),
    ("join http://[::1/t/abc", "quincunx: an invitation looks like http://127.0.0.1:8000/t/abc234defg or "),
    ("arena sixes --state nowhere/kept.json", "quincunx: nowhere/kept.json: No such file or directory"),
    ("hall --tidy --db sqlite:///nowhere.db", "quincunx: there is no nowhere.db"),
    ("replay nowhere.txt", "quincunx: nowhere.txt: No such file or directory"),
)
"""Command lines, and how the line begins that says what is wrong with each."""


WRONG_TOO = (
    ["rulez"],
    ["rules", "phase10", "--jsn"],
    ["rules", "phase10", "popalotsy"],
    ["play", "phase10", "--seats"],
    ["play", "phase10", "--quick=3"],
    ["play", "phase10", "--bot-speed", "fast"],
    ["play", "phase10", "--bot-speed", "0"],
    ["play", "phase10", "--bots", "greedy@0"],
    ["play", "phase10", "--bots", "master:0"],
    ["play", "phase10", "--bots", "nowhere:Bot"],
    ["play", "phase10", "--bots", "json:Bot"],
    ["play", "phase10", "--bots", "json:dumps"],
    ["play", "phase10", "--bots", "tests.bots.own:NOTHING"],
    ["play", "phase10", "--names", "Ann,Ann"],
    ["play", "phase10", "--names", "Ann#"],
    ["play", "phase10", "--names", "Ann,Bob", "--bots", "greedy", "--seats", "2"],
    ["play", "phase10", "--seed", "two words"],
    ["play", "phase10", "--dice", "loaded"],
    ["play", "phase10", "--variant", "quick"],
    ["play", "phase10", "--resume", "nowhere.txt"],
    ["play", "phase10", "--resume", "nowhere.txt", "--seats", "2"],
    ["play", "phase10", "--resume", "."],
    ["play", "phase10", "--save", "."],
    ["play", "popalotsy", "--names", "Ann,Bob"],
    ["learn", "poker"],
    ["replay", "."],
    ["verify", "nowhere.txt"],
    ["simulate", "phase10", "--ray", "auto", "--workers", "2"],
    ["arena", "phase10", "--seats", "1"],
    ["arena", "phase10", "--bots", "random"],
    ["arena", "phase10", "--bots", "random,random"],
    ["arena", "phase10", "--matches", "0"],
    ["bench", "phase10", "--seconds", "long"],
    ["solve", "lowdown"],
    ["advise", "phase10", "1 2"],
    ["advise", "phase10", ","],
    ["advise", "phase10", "8 8 5 6 9 W W W 3 1, phase 1"],
    ["advise", "phase10", "8 8 5 6 9 10 W W 3 1, phase 8"],
    ["advise", "phase10", "8 8 5 6 9 10 W W 3 1, phase 2, total 900"],
    ["advise", "phase10", "8 8 5 6 9 10 W W 3 11"],
    ["advise", "phase10", "colour=1"],
    ["advise", "phase10", "turn=1 turn=1"],
    ["advise", "phase10", "turn=one"],
    ["advise", "phase10", "turn=1,2"],
    ["advise", "phase10", "seats=9 turn=9"],
    ["advise", "phase10", "seats=2 turn=3"],
    ["advise", "sixes", "6 5"],
    ["advise", "sixes", "dice 6, dice 5"],
    ["advise", "sixes", "6 5 4 2 1 1, cup 3"],
    ["advise", "sixes", "6 5 4 2 1 1, against 4 4 3 2 2 1, total 12"],
    ["advise", "sixes", "6 5 4 2 1 1, against 4 4 3 2 2 1, total 33 to 1"],
    ["advise", "sixes", "6 5 4 2 1 1, against 4 4 3 2 2 1", "--seat", "1"],
    ["advise", "sixes", "dice_each=7"],
    ["advise", "lowdown", "5 3"],
    ["advise", "lowdown", "5 3 r g, board R1"],
    ["advise", "lowdown", "5 3 r g, board R1 4"],
    ["advise", "lowdown", "5 3 r g, board Q1 4"],
    ["advise", "lowdown", "5 3 r g, wilds 1"],
    ["advise", "lowdown", "seats=2 active=3"],
    ["advise", "popalotsy", "r4"],
    ["advise", "popalotsy", "q4, dice 1 4 6 2 1"],
    ["advise", "popalotsy", "r4 r4 r4, dice 1 4 6 2 1"],
    ["advise", "popalotsy", "seats=2"],
    ["advise", "mixeddoubles", "q4"],
    ["advise", "mixeddoubles", "b9"],
    ["advise", "mixeddoubles", "b1 b1 b1 b1 b1 b1 b1 b1 b1"],
    ["advise", "mixeddoubles", "seats=2"],
    ["join", "table"],
    ["join", "http://127.0.0.1:1/t/abc234defg"],
    ["open", "phase10", "--hall", "http://127.0.0.1:1"],
    ["hall", "--origin", "dice"],
    ["hall", "--proxy", "dice"],
    ["hall", "--port", "65536"],
    ["hall", "--allowance", "5000"],
    ["hall", "--workers", "2", "--db", "sqlite:///hall.db", "--no-browser"],
    ["hall", "--backup", "copy.db", "--db", "sqlite:///nowhere.db"],
    ["hall", "--backup", "copy.db", "--db", "postgresql://nowhere/hall"],
    ["hall", "admin", "--db", "sqlite:///nowhere.db"],
    ["hall", "admin", "shut"],
)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The ids of the sentences that are said."""
    ids: set[str] = set()
    rendered = render.render

    def hear(message: Message, catalogue: render.English = render.ENGLISH) -> str:
        ids.add(message.id)
        return rendered(message, catalogue)

    monkeypatch.setattr(render, "render", hear)
    return ids


@pytest.mark.parametrize(
    ("line", "reason"),
    [*((words.split(), reason) for words, reason in WRONG), *((line, "quincunx") for line in WRONG_TOO)],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_bad_input_gets_one_line_in_the_readers_language_alone(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    heard: set[str],
    line: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    english = refusal(capsys, *line)
    assert english.startswith(reason)
    heard.clear()
    german = refusal(capsys, "--lang", "de", *line)
    assert heard
    assert "core.plain" not in heard
    assert not [name for name in heard if render.catalogue_of("de").find(name) is None]
    assert german != english


SPOILT = {
    "no start": ("quincunx 2", "quincunx 9"),
    "a line without colon": ("rules: 1", "rules 1"),
    "a line twice": ("rules: 1", "rules: 1\nrules: 1"),
    "no seats": ("seats: 2\n", ""),
    "seats in words": ("seats: 2", "seats: two"),
    "a name less": ("Ann, Bob", "Ann"),
    "no variant": ("names:", "variants: quick\nnames:"),
    "an unknown variant": ("names:", "variants: pace=quick\nnames:"),
    "later rules": ("rules: 1", "rules: 99"),
    "too many seats": ("seats: 2\nnames: Ann, Bob", "seats: 9"),
    "no position": ("names:", "start: turn=9\nnames:"),
    "no event": ("0 reroll", "zero reroll"),
    "an action too early": ("* ", "0 stop\n* "),
    "no action": ("reroll L1 H2", "juggle"),
    "a die that cannot be": ("* ", "* 99x "),
    "a result too early": ("0 stop", "= 1 0, 2 0"),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_wrong_with_a_transcript_is_said_in_german_alone(
    capsys: pytest.CaptureFixture[str], transcript: Path, heard: set[str], spoilt: str
) -> None:
    text = transcript.read_text(encoding="utf-8")
    assert SPOILT[spoilt][0] in text
    transcript.write_text(text.replace(*SPOILT[spoilt], 1), encoding="utf-8")
    english = refusal(capsys, "replay", str(transcript))
    heard.clear()
    german = refusal(capsys, "replay", str(transcript), "--lang", "de")
    assert german != english
    assert "core.plain" not in heard
    assert not [name for name in heard if render.catalogue_of("de").find(name) is None]
    assert run(["verify", str(transcript), "--lang", "de"]) in (1, 2)
    assert german.removeprefix("quincunx: ") in capsys.readouterr().err


SAME_IN_BOTH = {"Phase", "Dice", "Ann", "Bob", "Name", "reroll", "random", "greedy", "expert", "master", "perfect"}
SAME_IN_BOTH |= {"phase", "popalotsy", "sixes", "mixeddoubles", "lowdown", "quincunx", "play", "learn", "list", "Bots"}


@pytest.mark.parametrize("line", ["replay {file}", "verify {file}", "play", "learn"])
def test_what_is_shown_has_no_english_word_in_german(
    capsys: pytest.CaptureFixture[str], transcript: Path, heard: set[str], line: str
) -> None:
    shown = []
    for language in ("en", "de"):
        run([*line.format(file=transcript).split(), "--lang", language])
        shown.append(set(re.findall(r"[^\W\d_]{3,}", capsys.readouterr().out)))
    assert shown[0] & shown[1] <= SAME_IN_BOTH
    assert "core.plain" not in heard


def all_commands() -> list[str]:
    """Every command and group by its words, the whole program first."""
    found = []

    def walk(command: Any, path: str) -> None:
        found.append(path)
        for name, below in getattr(command, "commands", {}).items():
            walk(below, f"{path} {name}".strip())

    walk(typer.main.get_command(app), "")
    return found


@pytest.mark.parametrize("command", all_commands())
def test_help_is_said_in_german_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, heard: set[str], command: str
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 400)
    english = said(capsys, *command.split(), "--help").splitlines()
    heard.clear()
    german = said(capsys, *command.split(), "--help", "--lang", "de").splitlines()
    assert not [name for name in heard if render.catalogue_of("de").find(name) is None]
    assert german[1].strip().startswith(f"Aufruf: {f'quincunx {command}'.strip()} ")
    assert any("Diese Hilfe zeigen" in line for line in german)
    same = {line.strip() for line in english} & {line.strip() for line in german}
    assert not [line for line in same if re.search(r"[^\W\d_]", line)]


@pytest.mark.parametrize(("command", "words"), [("solve", "of disk space. You can"), ("verify", "Consistent means")])
def test_help_breaks_lines_where_the_terminal_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, words: str
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 400)
    assert words in said(capsys, command, "--help")


def test_help_is_english_again_after_german(capsys: pytest.CaptureFixture[str], heard: set[str]) -> None:
    before = said(capsys, "rules", "--help")
    assert "Beispiel" in said(capsys, "rules", "--help", "--lang", "de")
    assert said(capsys, "rules", "--help", "--lang", "en") == before
    assert "One of phase10, " in " ".join(before.split())


def test_a_very_long_number_gets_one_line_that_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    reason = refusal(capsys, "advise", "phase10", f"8 8 8 10 W W 3 2 1 4, phase {'9' * 5000}")
    assert reason.startswith("quincunx: a phase is a whole number from 1 to 10, not '9999")
    assert reason.endswith("9999'")
    assert len(reason) < 300


@pytest.mark.parametrize(
    "content", [b"\x7fELF\xff\xfe", b"hello", b"", b"quincunx 2\ngame: poker\nrules: 1\nseats: 2\n"]
)
def test_a_file_that_is_no_transcript_gets_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert refusal(capsys, "replay", str(path)).startswith("quincunx: ")


def test_nothing_heavy_is_imported_before_a_command_needs_it() -> None:
    code = f"import sys, quincunx.cli; print([name for name in {HEAVY} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "[]\n"


def test_rules_go_into_a_pipe_that_closes_early() -> None:
    program = subprocess.Popen([sys.executable, "-m", "quincunx", "rules", "phase10"], stdout=-1, stderr=-1)
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    assert program.stderr.read() == b""
    assert program.wait() == 1
    program.stderr.close()


def test_advice_is_a_table_with_its_odds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = (CAN_BE_BEATEN(), 0.25)
    choices = [Choice(1, "r4 on o", 0.6, 0.01, 1.5, 90, (beaten,)), Choice(0, "done", 0.4, 0.01, -1.5, 60)]
    found = Advice("popalotsy", 0, "master", "wins", 1, choices, FORCED(action="r4 on o"))
    monkeypatch.setattr("quincunx.cli.advise._best_advice", AsyncMock(return_value=found))
    shown = said(capsys, "advise", "popalotsy", "r4 b2, dice 1 4 6 2 1")
    assert "another hand can beat it" in shown
    assert [line.split() for line in shown.splitlines() if line.strip().startswith(("r4", "done"))][:2] == [
        ["r4", "on", "o", "60.0", "%", "1.0", "+1.5", "25.0", "%", "90"],
        ["done", "40.0", "%", "1.0", "-1.5", "60"],
    ]


def test_advice_shows_the_dice_that_it_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [Choice(1, "reroll H1", 474.8, 1.1, 474.8, 90)]
    found = Advice("phase10", 0, "master", "points", 1, choices, FORCED(action="reroll H1"))
    monkeypatch.setattr("quincunx.cli.advise._best_advice", AsyncMock(return_value=found))
    shown = said(capsys, "advise", "phase10", "8 8 5 6 9 10 W W 3 1, phase 1")
    assert [line.split() for line in shown.splitlines() if line.split()[:1] in (["Wr"], ["L1"])] == [
        ["Wr", "Wb", "3r", "1g", "8g", "8o", "5o", "6g", "9r", "10o"],
        ["L1", "L2", "L3", "L4", "H1", "H2", "H3", "H4", "H5", "H6"],
    ]
    assert "lead" not in shown


INTERRUPTED_COMPILER = """
import ctypes
from quincunx.cli import entry

def compile_something(*words, **more):
    @ctypes.CFUNCTYPE(None)
    def called_back():
        raise KeyboardInterrupt
    called_back()
    raise RuntimeError("no compiled object yet")

entry.app = compile_something
entry.main()
"""


def test_ctrl_c_ends_a_command_cleanly_while_it_is_compiled() -> None:
    """LLVM calls back into Python, which can only drop what is raised there."""
    program = subprocess.run([sys.executable, "-c", INTERRUPTED_COMPILER], capture_output=True, check=False)
    assert (program.returncode, program.stderr) == (130, b"")


def test_ctrl_c_ends_a_simulation_cleanly() -> None:
    words = [sys.executable, "-m", "quincunx", "simulate", "phase10", "--matches", "100000000", "--workers", "2"]
    screen, terminal = pty.openpty()
    program = subprocess.Popen(words, stdout=-1, stderr=terminal, start_new_session=True)
    os.close(terminal)
    shown = b""
    while b"/100000000" not in shown:  # the bar is there
        shown += os.read(screen, 4096)
    time.sleep(0.5)
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=120)[0] == b""
    assert program.returncode == 130
    assert b"Traceback" not in rest_of(screen)


def rest_of(screen: int) -> bytes:
    """Whatever is still said on a terminal that the program has left."""
    rest = b""
    try:
        while more := os.read(screen, 4096):
            rest += more
    except OSError:
        pass
    finally:
        os.close(screen)
    return rest


def test_rules_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    english = json.loads(said(capsys, "rules", "phase10", "--json"))
    german = json.loads(said(capsys, "rules", "phase10", "--json", "--lang", "de"))
    assert german["rules"].keys() == english["rules"].keys()
    assert german["rules"]["§12"] == "Ein Zug beginnt mit einem Wurf aller zehn Würfel."


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_what_the_encoding_lacks_is_left_out_and_stops_nothing(encoding: str) -> None:
    words = [sys.executable, "-m", "quincunx", "--lang", "de", "rules"]
    around = {**os.environ, "PYTHONIOENCODING": encoding}
    shown = subprocess.run([*words, "sixes"], env=around, capture_output=True, check=False)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert "gewinnt die Partie" in shown.stdout.decode(encoding)
    refused = subprocess.run([*words, "poker"], env=around, capture_output=True, check=False)
    assert refused.returncode == 2
    assert re.search("es gibt kein Spiel [„?]poker[“?];", refused.stderr.decode(encoding))


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_language_is_the_systems_or_the_one_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "de_AT.UTF-8")
    assert run(["rules", "poker"]) == 2
    assert "es gibt kein Spiel „poker“" in capsys.readouterr().err
    assert run(["--lang", "en", "rules", "poker"]) == 2
    assert "there is no game 'poker'" in capsys.readouterr().err
    monkeypatch.setenv(variable, "xx_XX.UTF-8")
    assert run(["rules", "poker"]) == 2
    assert "there is no game 'poker'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("named", "wished", "speaks"),
    [
        ("en_GB.UTF-8", "de", "de"),
        ("en_GB.UTF-8", "xx:de_AT:en", "de"),
        ("en_GB.UTF-8", "en:de", "en"),
        ("de_DE.UTF-8", "xx", "de"),
        ("de_DE.UTF-8", "", "de"),
        ("C.UTF-8", "de", "en"),
        ("POSIX", "de", "en"),
        ("", "de", "en"),
    ],
)
def test_several_languages_may_be_named_in_their_order_as_for_gettext(
    monkeypatch: pytest.MonkeyPatch, named: str, wished: str, speaks: str
) -> None:
    monkeypatch.setenv("LC_ALL", named)
    for name in ("LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", wished)
    assert entry._system_language() == speaks


@pytest.mark.parametrize("words", [["rules", "phase10", "--lang", "xx"], ["--lang=xx"], ["rules", "--lang"]])
@pytest.mark.usefixtures("heard")
def test_a_language_that_is_not_there_is_refused_in_the_systems(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert run(words) == 2
    assert "there is no language" in capsys.readouterr().err
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(words) == 2
    assert "es gibt keine Sprache" in capsys.readouterr().err


@pytest.mark.parametrize("called", ["zz", "pt_BR", "x1"])
def test_a_catalogue_of_no_language_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, called: str
) -> None:
    monkeypatch.setattr(entry, "languages", lambda: ["de", "en", called])
    assert run(["rules", "phase10", "--lang", called]) == 2
    said = capsys.readouterr().err
    assert said == f"quincunx: there is a catalogue of {called!r}, but no language is called that\n"


@pytest.mark.parametrize(
    ("typed", "near"),
    [("phase", "phase10"), ("fase10", "phase10"), ("sixs", "sixes"), ("mixed", "mixeddoubles")],
)
def test_a_game_that_is_not_there_brings_the_nearest_to_mind(
    capsys: pytest.CaptureFixture[str], typed: str, near: str
) -> None:
    assert f"did you mean {near}?" in refusal(capsys, "rules", typed)


def test_a_game_may_be_typed_in_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(said(capsys, "rules", "PHASE10", "--json"))["game"] == "phase10"


def test_a_name_of_300_letters_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    reason = refusal(capsys, "play", "phase10", "--names", "A" * 300)
    assert reason == "quincunx: a name has at most 24 characters, not 300"


def test_a_list_of_offers_marks_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "play", "popalotsy", "--list")
    marked = [line.split()[0:2] for line in shown.splitlines() if "(default)" in line]
    assert ["--variant", "form=race"] in marked
    assert len(marked) == 1 + len(game("popalotsy").variants)


def test_a_bot_that_raises_shows_its_own_frames(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bot = "def bot(*_):\n    return helper({})\n\n\ndef helper(empty):\n    return empty['x']\n"
    (tmp_path / "raising.py").write_text(bot)
    monkeypatch.syspath_prepend(tmp_path)
    assert run(["simulate", "sixes", "--bots", "raising:bot", "--matches", "2", "--workers", "1"]) == 2
    error = capsys.readouterr().err
    assert error.splitlines()[-1] == "quincunx: the bot raising:bot raises KeyError: 'x'"
    assert [line.split()[-1] for line in error.splitlines() if "raising.py" in line] == ["bot", "helper"]
    assert "quincunx/" not in error


def test_a_bots_error_travels_between_processes() -> None:
    error = pickle.loads(pickle.dumps(BotError("the bot raises", "its frames")))
    assert (str(error.message), error.frames) == ("the bot raises", "its frames")


def test_an_arena_that_is_interrupted_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.sim.arena.run_arena", interrupted)
    assert run(["arena", "sixes", "--matches", "10", "--bots", "random,greedy"]) == 130
    assert "interrupted after 0 of 10 matches: these figures are not final" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "completed"), [("ar", "arena"), ("play p", "phase10\npopalotsy"), ("rules s", "sixes")]
)
def test_a_shell_completes_commands_and_games(typed: str, completed: str) -> None:
    asked = {"_QUINCUNX_COMPLETE": "complete_bash", "COMP_WORDS": f"quincunx {typed}"}
    program = [sys.executable, "-c", "from quincunx.cli import main; main()"]
    environment = os.environ | asked | {"COMP_CWORD": str(len(typed.split()))}
    shown = subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == completed
