"""An action is a number; only one file of a game knows which numbers do what.

That file is `legality.py`, or `rules.py` where a game has none. Its `verb_of` says what an action does, and other
functions of it what the action is about. Every other file asks these: it never compares an action with where the
numbers of a verb begin or end.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.core.spec import GameSpec
from tests.contract.games import every_game

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
HOW_MANY = "ACTIONS"
"""Anyone may ask whether a number is one of an action at all: neither below 0 nor beyond these."""
ACTION_NAMES = {"action", "what"}


def decoder_of(spec: GameSpec) -> Path:
    """The file that knows the numbers of a game's actions."""
    legality = spec.folder / "legality.py"
    return legality if legality.exists() else spec.folder / "rules.py"


def decodings(file: Path, numbers: set[str]) -> Iterator[str]:
    """The places of a file where an action is compared by order, or one of these numbers is."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and any(isinstance(how, ORDER) for how in node.ops):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            sides = node.args
        else:
            continue
        named = {side.id for side in sides if isinstance(side, ast.Name)}
        is_below_zero = [ast.unparse(side) for side in sides] == ["action", "0"]
        if not is_below_zero and HOW_MANY not in named and named & (numbers | ACTION_NAMES):
            yield f"{file.name}, line {node.lineno}: {ast.unparse(node)}"


def numbers_of(decoder: Path) -> set[str]:
    """The constants of a `legality.py`, which are numbers of actions or objections; none of any other file."""
    tree = ast.parse(decoder.read_text(encoding="utf-8") if decoder.name == "legality.py" else "")
    return {target.id for node in tree.body for target in _targets(node)} - {HOW_MANY}


def _targets(node: ast.stmt) -> Iterator[ast.Name]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (part for part in ast.walk(target) if isinstance(part, ast.Name))


@every_game
def test_only_one_file_of_a_game_knows_which_numbers_do_what(spec: GameSpec) -> None:
    decoder = decoder_of(spec)
    numbers = numbers_of(decoder)
    files = [file for file in sorted(spec.folder.glob("*.py")) if file != decoder]
    assert [found for file in files for found in decodings(file, numbers)] == []


@pytest.mark.parametrize("line", ["if action < PLAY: pass", "if PLAY <= done < 9: pass", "range(TAKE, PLAY)"])
def test_a_second_place_would_be_found(line: str, tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(f"if action >= ACTIONS: pass\nif action == PLAY: pass\n{line}\n", encoding="utf-8")
    assert [place.partition(":")[0] for place in decodings(file, {"PLAY", "TAKE"})] == ["bots.py, line 3"]
