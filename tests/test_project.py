"""The project's own files agree with each other."""

import ast
import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import quincunx
from tools.lowest import lowest, requirements

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD, PROJECT = SETTINGS["build-system"], SETTINGS["project"]
EXTRAS = PROJECT["optional-dependencies"]
NAMED = [*PROJECT["dependencies"], *(line for extra in EXTRAS.values() for line in extra)]
DIRECT = [line for line in NAMED if Requirement(line).name != PROJECT["name"]]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def test_the_package_tells_its_version() -> None:
    assert quincunx.__version__ == PROJECT["version"] == metadata.version("quincunx")


@pytest.mark.parametrize("line", DIRECT)
def test_a_direct_dependency_is_pinned_within_its_range(line: str) -> None:
    requirement = Requirement(line)
    assert pins()[canonicalize_name(requirement.name)] in requirement.specifier


def named() -> list[str]:
    """What the project asks for by name: of Python to build and to run, of Node for the page."""
    page = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    python = [Requirement(line).name for line in (*BUILD["requires"], *DIRECT)]
    return sorted({*python, *page["dependencies"], *page["devDependencies"], *page["overrides"]})


@pytest.mark.parametrize("name", named())
def test_a_direct_dependency_has_its_reasons(name: str) -> None:
    decision = (ROOT / "docs" / "adr" / "0005-dependencies.md").read_text(encoding="utf-8")
    items = re.findall(r"^- \*\*.*?(?=\*Rejected\*|\n\n|\n- )", decision, re.MULTILINE | re.DOTALL)
    word = re.compile(rf"(?<![\w/@-]){re.escape(name)}(?![\w/-])", re.IGNORECASE)
    assert any(map(word.search, items)), f"docs/adr/0005-dependencies.md has no item for {name}"


def test_every_range_of_versions_has_a_lowest_that_can_be_tried() -> None:
    """What `make test-lowest` installs."""
    tried = {requirement.name: lowest(requirement) for requirement in requirements()}
    assert {"msgspec", "pytest", "gymnasium", "ray"} <= set(tried)
    assert "quincunx" not in tried
    assert all(tried.values())


ONE_MEANING = (
    *("Table", "Line", "Outcome", "Terminal"),
    *("Told", "Plan", "Decision", "Choice", "Settings", "Playing", "Drawn"),
)
"""Names that have meant several things (ADR 12)."""


def test_a_name_means_one_thing() -> None:
    defined: dict[str, list[str]] = {name: [] for name in ONE_MEANING}
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            target = node.target if isinstance(node, ast.AnnAssign) else None
            name = node.name if isinstance(node, ast.ClassDef) else getattr(target, "id", "")
            if name in defined:
                defined[name].append(file.relative_to(ROOT).as_posix())
    assert {name: files for name, files in defined.items() if len(files) > 1} == {}
