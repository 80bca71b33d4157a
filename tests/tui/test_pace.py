"""Lines that come while the clock runs, from pipes and from keys."""

import os
import pty
import threading
from collections.abc import Iterator

import pytest

from quincunx.tui.pace import Keys, PipedLines, milliseconds


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def test_a_pipe_gives_whole_lines_then_its_end(pipe: tuple[int, int]) -> None:
    out, into = pipe
    lines = PipedLines(out)
    assert lines.line(milliseconds() + 20) is None
    os.write(into, b"one\ntw")
    assert lines.line(None) == "one"
    assert lines.line(milliseconds() + 20) is None
    os.write(into, b"o\nthree")
    os.close(into)
    assert lines.line(None) == "two"
    assert lines.line(None) == "three"
    for _ in range(2):
        with pytest.raises(EOFError):
            lines.line(None)


def test_waiting_for_a_line_ends_on_time(pipe: tuple[int, int]) -> None:
    lines = PipedLines(pipe[0])
    until = lines.now() + 80
    assert lines.line(until) is None
    assert lines.now() >= until


class TestKeys:
    @pytest.fixture
    def terminal(self) -> Iterator[tuple[int, int]]:
        person, program = pty.openpty()
        yield person, program
        os.close(person)
        os.close(program)

    def read(self, keys: Keys, count: int) -> list[str | None]:
        return [keys.line(keys.now() + 2000) for _ in range(count)]

    def test_keys_make_a_line_that_can_be_shown_while_it_grows(self, terminal: tuple[int, int]) -> None:
        person, program = terminal
        keys = Keys(program)
        with keys.alert():
            os.write(person, b"r4")
            assert self.read(keys, 2) == [None, None]
            assert keys.typing == "r4"
            os.write(person, b"\n")
            assert self.read(keys, 1) == ["r4"]
            assert keys.typing == ""

    def test_backspace_line_kill_and_arrows(self, terminal: tuple[int, int]) -> None:
        person, program = terminal
        keys = Keys(program)
        with keys.alert():
            os.write(person, b"xyz\x15ab\x7fc\x1b[A\x1b[1;5Cd")
            self.read(keys, 18)
            assert keys.typing == "acd"

    def test_control_d_on_an_empty_line_is_the_end(self, terminal: tuple[int, int]) -> None:
        person, program = terminal
        keys = Keys(program)
        with keys.alert():
            os.write(person, b"a\x04\x7f\x04")
            self.read(keys, 3)
            with pytest.raises(EOFError):
                self.read(keys, 1)

    def test_waiting_for_a_key_ends_on_time_or_with_the_key(self, terminal: tuple[int, int]) -> None:
        person, program = terminal
        keys = Keys(program)
        with keys.alert():
            assert keys.line(keys.now() + 50) is None
            threading.Timer(0.05, os.write, (person, b"\n")).start()
            assert keys.line(keys.now() + 60_000) == ""

    def test_the_terminal_is_left_as_it_was(self, terminal: tuple[int, int]) -> None:
        import termios

        _, program = terminal
        before = termios.tcgetattr(program)
        with Keys(program).alert():
            assert termios.tcgetattr(program) != before
        assert termios.tcgetattr(program) == before
