"""The program itself, in a terminal of its own and in pipes."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

HEAVY = ("numpy", "numba", "llvmlite", "litestar", "uvicorn", "sqlalchemy", "matplotlib", "asyncio", "rich.live")
OWN_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes standard input the terminal that Ctrl-C comes from, then becomes the program."""
PROMPT = "\n> "
PATIENCE = 30
"""Seconds until a test gives up: the machine may be busy."""


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "quincunx", *words]


class InTerminal:
    """A program in a pseudo-terminal of 80 columns and 30 lines."""

    def __init__(self, *words: str, term: str = "xterm-256color") -> None:
        self.terminal, inside = pty.openpty()
        termios.tcsetwinsize(inside, (30, 80))
        self.program = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *command(*words)],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            env=os.environ | {"TERM": term},
        )
        os.close(inside)
        self.settings = termios.tcgetattr(self.terminal)
        self.text = ""

    def wait_for(self, sign: str) -> str:
        """All that comes up to this sign."""
        before, end = len(self.text), time.monotonic() + PATIENCE
        while sign not in self.text[before:]:
            assert time.monotonic() < end, f"{sign!r} did not come, but: {self.text[-2000:]}"
            self._read(0.1)
        return self.text[before:]

    def _read(self, patience: float) -> bool:
        if not select.select([self.terminal], [], [], patience)[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)

    def type(self, text: str) -> None:
        time.sleep(0.2)  # as a person: after the prompt, when the program is waiting
        os.write(self.terminal, text.encode())

    def wait_for_end(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._read(0.1):
            assert time.monotonic() < end, f"it does not end: {self.text[-2000:]}"
        return self.program.wait(PATIENCE)


@pytest.fixture
def terminals() -> Iterator[list[InTerminal]]:
    started: list[InTerminal] = []
    yield started
    for terminal in started:
        terminal.program.kill()
        terminal.program.wait()
        os.close(terminal.terminal)


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_first_prompt_comes_without_anything_heavy(terminals: list[InTerminal], data_folder: Path) -> None:
    terminal = InTerminal("play", "phase10", "--seed", "3")
    terminals.append(terminal)
    shown = terminal.wait_for(PROMPT)
    assert "phase 1: 2 sets of 3" in shown
    assert "\x1b[" in shown
    terminal.type("quit\n")
    assert terminal.wait_for_end() == 0


@pytest.mark.parametrize(
    ("typed", "shown", "heavy"),
    [("", "keep, reroll or stop", HEAVY), ("hint\n", "a better hint is on its way", ("numba", "llvmlite"))],
)
def test_no_compiler_no_server_no_plots_are_imported(typed: str, shown: str, heavy: tuple[str, ...]) -> None:
    program = (
        "import sys; from quincunx.cli import main; sys.argv[1:] = ['play', 'phase10']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"sys.stderr.write(' '.join(name for name in {heavy!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], input=typed, capture_output=True, text=True, check=True)
    assert shown in done.stdout
    assert done.stderr == ""


def test_control_c_leaves_cleanly_and_says_how_to_go_on(terminals: list[InTerminal], data_folder: Path) -> None:
    terminal = InTerminal("play", "phase10")
    terminals.append(terminal)
    terminal.wait_for(PROMPT)
    terminal.type("\x03")
    assert terminal.wait_for_end() == 130
    assert "Traceback" not in terminal.text
    (kept,) = data_folder.iterdir()
    assert f"quincunx play phase10 --resume {kept}" in terminal.text


def test_control_d_leaves_too(terminals: list[InTerminal], data_folder: Path) -> None:
    terminal = InTerminal("play", "phase10")
    terminals.append(terminal)
    terminal.wait_for(PROMPT)
    terminal.type("\x04")
    assert terminal.wait_for_end() == 0
    assert "The match is saved in" in terminal.text


def test_a_race_is_drawn_while_keys_are_typed_and_control_c_gives_the_terminal_back(
    terminals: list[InTerminal], data_folder: Path
) -> None:
    terminal = InTerminal("play", "popalotsy", "--bot-speed", "3", "--seed", "5")
    terminals.append(terminal)
    terminal.wait_for(PROMPT)
    terminal.type("\n")
    terminal.wait_for("Race!")
    terminal.type("r4")
    terminal.wait_for("> r4▏")
    terminal.wait_for("Greedy drops")
    terminal.type("\x03")
    assert terminal.wait_for_end() == 130
    assert "Traceback" not in terminal.text
    (kept,) = data_folder.iterdir()
    assert re.search(r"^1 .* @\d+$", kept.read_text(), re.M)
    assert termios.tcgetattr(terminal.terminal) == terminal.settings


def test_the_screen_is_erased_between_two_people_with_secrets(terminals: list[InTerminal], data_folder: Path) -> None:
    terminal = InTerminal("play", "lowdown", "--names", "Ann,Bob")
    terminals.append(terminal)
    terminal.wait_for("Ann, press Enter")
    assert "\x1b[2J" in terminal.text
    assert "\x1b[3J" in terminal.text
    terminal.type("\x03")
    assert terminal.wait_for_end() == 130


def test_without_a_terminal_it_is_plain_text_of_80_columns(data_folder: Path) -> None:
    done = run("play", "phase10", "--seed", "3", typed="stop\n\nquit\n")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "> stop\n" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if "--resume" not in line)


def test_a_race_in_a_terminal_that_cannot_be_drawn_on_goes_line_by_line(
    terminals: list[InTerminal], data_folder: Path
) -> None:
    terminal = InTerminal("play", "popalotsy", "--bot-speed", "50", term="dumb")
    terminals.append(terminal)
    terminal.wait_for("Enter starts the race")
    terminal.type("\n")
    terminal.wait_for("Greedy drops")
    terminal.type("\x04")
    assert terminal.wait_for_end() == 0
    assert "\x1b" not in terminal.text


def test_a_race_without_a_terminal_goes_line_by_line(data_folder: Path) -> None:
    done = run("play", "popalotsy", "--bot-speed", "50", typed="\ndone\n")
    assert done.returncode == 0
    assert "Race!" not in done.stdout
    assert "is done for this round" in done.stdout
    assert "\x1b" not in done.stdout
