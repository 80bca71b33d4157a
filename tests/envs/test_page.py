"""Every snippet of the pages about environments runs as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
ENVIRONMENTS = re.findall(r"```python\n(.*?)```", (DOCS / "environments.md").read_text(encoding="utf-8"), re.DOTALL)
TRAINING = re.findall(
    r"(<!-- slow -->\n)?```python\n(.*?)```", (DOCS / "training.md").read_text(encoding="utf-8"), re.DOTALL
)


def run(snippet: str, names: dict[str, object], capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "docs", "exec"), names)
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("number", range(len(ENVIRONMENTS)))
def test_a_snippet_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    run(ENVIRONMENTS[number], {"__name__": "page"}, capsys)


def test_a_learner_is_prepared_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    """The parts of docs/training.md that need no torch, in one session."""
    names: dict[str, object] = {"__name__": "page"}
    for slow, snippet in TRAINING:
        if not slow:
            run(snippet, names, capsys)
    totals: Any = names["totals"]
    assert len(totals) == 256
    assert -480 < totals.mean() < -390, "whole matches at random, not those that are soon over"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # torch and Stable-Baselines3 warn of their own code
def test_a_learner_learns_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for _, snippet in TRAINING:
        run(snippet, names, capsys)


def test_there_are_snippets() -> None:
    assert (len(ENVIRONMENTS), len(TRAINING), sum(bool(slow) for slow, _ in TRAINING)) == (8, 7, 1)
