"""Who knows a game: its folders of rules, drawings and tests, one line, and nobody else."""

import ast
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, generate_tokens

from quincunx.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "quincunx"
PAGE = ROOT / "web"
SLUG_OF = {name: spec.slug for spec in GAMES for name in (spec.slug, spec.title)}
NAMED = re.compile(rf"\b({'|'.join(SLUG_OF)})(?![a-z])")
THE_LINE = SOURCE / "games" / "__init__.py"
SOLVERS = SOURCE / "solvers"
THE_SOLVED = SOLVERS / "solved.py"
"""Names the solved games; the solution of each is in the folder of its name beside it."""
WRITTEN_BY_HAND = (".ts", ".svelte", ".css", ".html", ".json", ".js", ".py", ".svg")


def modules() -> Iterator[Path]:
    own = {folder / spec.slug for folder in (SOURCE / "games", SOLVERS) for spec in GAMES}
    for file in sorted(SOURCE.rglob("*.py")):
        if file not in (THE_LINE, THE_SOLVED) and not own & set(file.parents):
            yield file


def named_in(file: Path) -> list[str]:
    """The games that a module names, docstrings and examples of the command line aside."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "epilog":
            told.add(id(node.value))
    texts = [_text(node) for node in ast.walk(tree) if id(node) not in told]
    return [SLUG_OF[name] for text in (*texts, *_comments(source)) for name in NAMED.findall(text)]


def _comments(source: str) -> list[str]:
    tokens = generate_tokens(StringIO(source).readline)
    return [token.string for token in tokens if token.type == COMMENT]


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
        named = {SLUG_OF[name] for name in NAMED.findall(file.read_text(encoding="utf-8"))} - {own}
        if named and inside[0] != "tests":
            wrong.append((file.relative_to(PAGE).as_posix(), named))
    assert wrong == []


def test_the_contract_names_no_game() -> None:
    """What it asks of each game is in the game's own tests."""
    files = [file for file in sorted(Path(__file__).parent.glob("*.py")) if file != Path(__file__)]
    assert {file.name: named for file in files if (named := named_in(file))} == {}


def test_a_name_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        '"""Not phase10."""\nfrom quincunx.games import sixes\nKIND = {"phase10": 1}\n'
        'lowdown_v0 = 3  # not in PoPalotsy\nSAYS = "as in Mixed Doubles"\n'
    )
    assert sorted(named_in(file)) == ["lowdown", "mixeddoubles", "phase10", "popalotsy", "sixes"]
