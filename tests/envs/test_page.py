"""Every snippet of docs/environments.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_snippet_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(SNIPPETS[number], "docs/environments.md", "exec"), {"__name__": "page"})
    assert capsys.readouterr().out.strip()


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 6
