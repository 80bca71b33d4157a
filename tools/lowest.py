"""Print the lowest version that each range of pyproject.toml admits, as constraints for pip.

`make test-lowest` installs these and runs the tests: a range says what was tried, the lowest included.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements() -> Iterator[Requirement]:
    """Every direct dependency, those of the extras included; our own extras that ask for each other are none."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return (found for found in map(Requirement, lines) if found.name != project["name"])


def lowest(requirement: Requirement) -> str:
    """The version after `>=`."""
    found = [one.version for one in requirement.specifier if one.operator == ">="]
    if len(found) != 1:
        raise SystemExit(f"pyproject.toml: {requirement.name} needs one lowest version (>=)")
    return found[0]


def main() -> None:
    for requirement in requirements():
        print(f"{requirement.name}=={lowest(requirement)}")


if __name__ == "__main__":
    main()
