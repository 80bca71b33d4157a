"""The games under contract: ours and the example, each in every number of seats and every variant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx import GAMES
from quincunx.core.spec import GameSpec
from tests.examples import pig

ROOT = Path(__file__).resolve().parents[2]
SPECS: tuple[GameSpec, ...] = (*GAMES, pig.SPEC)

every_game = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)


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
