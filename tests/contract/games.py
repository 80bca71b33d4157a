"""The games under contract: ours and the example, each in every number of seats and every variant."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from quincunx import GAMES
from quincunx.core.spec import GameSpec
from tests.examples import pig

ROOT = Path(__file__).resolve().parents[2]
SPECS: tuple[GameSpec, ...] = (*GAMES, pig.SPEC)

every_game = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)

SECRETIVE = [spec for spec in SPECS if spec.secrets is not None]
every_game_with_secrets = pytest.mark.parametrize("spec", SECRETIVE, ids=lambda spec: spec.slug)


def settings(spec: GameSpec) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of seats with the defaults, and every other choice of every variant with the most seats."""
    for seats in spec.seats:
        yield seats, {}
    for variant in spec.variants:
        for choice in variant.choices[1:]:
            yield spec.seats[-1], {variant.name: choice}


EVERY_SETTING = [
    pytest.param(
        spec, seats, variants, id="-".join([spec.slug, str(seats), *(f"{n}={c}" for n, c in variants.items())])
    )
    for spec in SPECS
    for seats, variants in settings(spec)
]
every_setting = pytest.mark.parametrize(("spec", "seats", "variants"), EVERY_SETTING)


def folder_of_tests(spec: GameSpec) -> Path:
    """The folder of a game's own tests."""
    return ROOT / "tests" / "games" / spec.slug


def part_of_tests(spec: GameSpec, name: str) -> Any:
    """A module of a game's own tests that tests of all games ask for by its name (CONTRIBUTING.md, "The tests")."""
    file = folder_of_tests(spec) / f"{name}.py"
    assert file.is_file(), f"tests/games/{spec.slug}/{name}.py is missing: CONTRIBUTING.md says what it is for"
    return import_module(f"tests.games.{spec.slug}.{name}")
