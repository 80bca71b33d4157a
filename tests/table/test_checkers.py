"""Three checkers that share no code come to the same verdict over the same proofs.

The third is the page's: web/tests/check.test.ts holds it against the same file.
"""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx.table.verify import PROVED, Witness, verify
from tests.table.checkers import FILE, text
from tests.table.test_verify import find

CASES = json.loads(FILE.read_text(encoding="utf-8"))
PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def small() -> dict[str, Any]:
    """The names of the checker in docs/dice.md."""
    found = re.search(r"<!-- tests: the checker -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    return names


def test_the_proofs_are_those_of_now() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "python -m tests.table.checkers records them anew"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_two_checkers_agree(case: dict[str, Any], small: dict[str, Any]) -> None:
    finding = verify(case["proof"], find, Witness(chain=case["chain"]))
    assert (finding.verdict == PROVED) is case["right"], finding

    served = {"proof": case["proof"], "landings": json.dumps(case["landings"])}
    small["urlopen"] = lambda url: io.BytesIO(served[url.rpartition("/")[2]].encode())
    if case["right"]:
        assert small["check"]("http://hall", case["table"], case["chain"]) == len(case["landings"]["landed"])
    else:
        with pytest.raises(AssertionError):
            small["check"]("http://hall", case["table"], case["chain"])
