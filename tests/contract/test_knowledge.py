"""Who knows a game: its folder of rules, its folder of drawings, one line, and nobody else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from quincunx.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "quincunx"
PAGE = ROOT / "web"
SLUGS = "|".join(spec.slug for spec in GAMES)
NAMED = re.compile(rf"\b({SLUGS})(?![a-z])")
THE_LINE = SOURCE / "games" / "__init__.py"
SOLUTION = SOURCE / "solvers"
"""A solved game has its solution, and `quincunx solve` names it (design §6, §12)."""
SOLVING = "solve"
WRITTEN_BY_HAND = (".ts", ".svelte", ".css", ".html", ".json", ".js", ".py", ".svg")


def modules() -> Iterator[Path]:
    games = {SOURCE / "games" / spec.slug for spec in GAMES}
    for file in sorted(SOURCE.rglob("*.py")):
        if file != THE_LINE and SOLUTION not in file.parents and not games & set(file.parents):
            yield file


def named_in(file: Path) -> list[str]:
    """The games that a module names, docstrings and examples of the command line aside."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "epilog":
            told.add(id(node.value))
        elif isinstance(node, ast.FunctionDef) and node.name == SOLVING and file.name == "cli.py":
            told |= {id(part) for part in ast.walk(node)}
    return [found for node in ast.walk(tree) if id(node) not in told for found in NAMED.findall(_text(node))]


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name.replace("_", " ")
        case ast.ImportFrom(module=str(name)):
            return name
    return ""


def test_no_other_module_names_a_game() -> None:
    wrong = {file.relative_to(SOURCE).as_posix(): named for file in modules() if (named := named_in(file))}
    assert wrong == {}


def test_the_page_names_a_game_in_its_own_folder_alone() -> None:
    boards = PAGE / "src" / "boards"
    wrong = []
    for file in sorted(PAGE.rglob("*")):
        inside = file.relative_to(PAGE).parts
        if "node_modules" in inside or "generated" in inside or file.suffix not in WRITTEN_BY_HAND:
            continue
        own = file.relative_to(boards).parts[0] if boards in file.parents else ""
        named = {slug for slug in NAMED.findall(file.read_text(encoding="utf-8")) if slug != own}
        if named and inside[0] != "tests":
            wrong.append((file.relative_to(PAGE).as_posix(), named))
    assert wrong == []


def test_a_name_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text('"""Not phase10."""\nfrom quincunx.games import sixes\nKIND = {"phase10": 1}\nlowdown_v0 = 3\n')
    assert sorted(named_in(file)) == ["lowdown", "phase10", "sixes"]
