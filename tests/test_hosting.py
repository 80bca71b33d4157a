"""docs/hosting.md is true: its commands are understood, its files and log lines exist."""

import re
import shlex
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from quincunx.cli import run
from quincunx.server.operations import metrics  # noqa: F401  # registers what is counted

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SERVER = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/quincunx/server").rglob("*.py"))
FILES = [ROOT / "deploy" / name for name in ("nginx.conf", "Caddyfile", "quincunx.service")]


def commands(text: str) -> list[str]:
    """Every `quincunx …` of a page or a configuration, on one line."""
    text = re.sub(r"\\\n\s*", "", text)
    found = re.findall(r"(?:^|`|# +|ExecStart=\S*/)(quincunx [^`\n|…]+)", text, re.MULTILINE)
    return [line.strip() for line in found if not line.startswith("quincunx hall admin --db")]


COMMANDS = sorted({line for text in (PAGE, *(file.read_text() for file in FILES)) for line in commands(text)})


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_understood(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line)[1:]
    assert run([*words, "--help"]) == 0, capsys.readouterr().err
    assert run([*words, "--no-such-option", "--help"]) == 2


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 8
    assert any("--workers" in line for line in COMMANDS)


def test_the_files_are_there() -> None:
    for file in FILES:
        assert f"(../deploy/{file.name})" in PAGE
        assert file.is_file()


def test_the_lines_of_the_log_are_those_that_are_written() -> None:
    rows = PAGE.partition("| event | means |")[2]
    events = re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in rows.splitlines() if row.startswith("| `")))
    assert len(events) > 8
    for event in events:
        assert re.search(rf'log\.\w+\(\s*"{event}"', SERVER), f"nothing writes {event}"


def test_the_figures_are_those_that_are_counted() -> None:
    figures = re.findall(r"`(quincunx_\w+)", PAGE)
    assert len(figures) > 4
    counted = generate_latest().decode()
    for figure in figures:
        assert f"# TYPE {figure} " in counted, f"nothing counts {figure}"
