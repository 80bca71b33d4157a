"""Three checkers that share no code come to the same verdict over random and forged proofs.

They are `quincunx verify`, the small one of docs/dice.md and the page's, which runs in Node.
"""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx.games import GAMES
from quincunx.table.verify import PROVED, Witness, verify
from tests.table.checkers import Case, cases
from tests.table.test_verify import find
from tests.web.node import ROOT, run_node

PAGE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
ALL = ["pig", *(spec.slug for spec in GAMES)]
CHECK = """
import { readFileSync } from 'node:fs'
import { createServer } from 'vite'
const options = { configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false } }
const server = await createServer(options)
const { chainFits, checkDice, stepsLand } = await server.ssrLoadModule('/src/lib/check.ts')
const isRight = ({ table, dice, landings, proof, seq, chain }) => {
  const seen = { rounds: {}, seq, chain, at: 0 }
  const fits = checkDice(table, dice, landings, null, seen).outcome !== 'wrong'
  return fits && stepsLand(proof, landings) && chainFits(proof, seen)
}
const verdict = (one) => {
  try {
    return isRight(one)
  } catch {
    return false
  }
}
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv.at(-1), 'utf8')).map(verdict)))
await server.close()
"""


@pytest.fixture(scope="module")
def small() -> dict[str, Any]:
    """The names of the checker in docs/dice.md."""
    found = re.search(r"<!-- tests: the checker -->\n```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    return names


def small_says(small: dict[str, Any], case: Case) -> bool:
    served = {"proof": case["proof"], "landings": json.dumps(case["landings"])}
    small["urlopen"] = lambda url: io.BytesIO(served[url.rpartition("/")[2]].encode())
    try:
        count = small["check"]("http://hall", case["table"], case["chain"])
    except (AssertionError, ValueError, LookupError):
        return False
    return bool(count == len(case["landings"]["landed"]))


@pytest.mark.parametrize(
    ("games", "seeds", "each"),
    [(["pig", "sixes", "lowdown"], range(1), 1), pytest.param(ALL, range(1, 4), 3, marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_three_checkers_agree(games: list[str], seeds: range, each: int, small: dict[str, Any], tmp_path: Path) -> None:
    found = list(cases(list(map(find, games)), seeds, each=each))
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    page = json.loads(run_node(CHECK, str(file)))
    for case, page_says in zip(found, page, strict=True):
        finding = verify(case["proof"], find, Witness(chain=case["chain"]))
        says = {"verify": finding.verdict == PROVED, "small": small_says(small, case), "page": page_says}
        assert says == dict.fromkeys(says, case["right"]), (case["name"], str(finding.problem), case["proof"])
