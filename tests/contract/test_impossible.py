"""Every flaw of every game is told of a position that play cannot reach; each game's own rows make them."""

import pytest

from quincunx.core.position import flaws
from quincunx.core.spec import GameSpec
from tests.contract.games import SPECS, every_game, folder_of_tests, part_of_tests
from tests.contract.impossible import PART, Impossible, before, changed


def rows_of(spec: GameSpec) -> list[Impossible]:
    rows: list[Impossible] = part_of_tests(spec, PART).ROWS
    return rows


EVERY_ROW = [
    pytest.param(spec, *row, id=f"{spec.slug}-{row[0]}")
    for spec in SPECS
    if (folder_of_tests(spec) / f"{PART}.py").exists()  # if not, the first test says so
    for row in rows_of(spec)
]
every_row = pytest.mark.parametrize(("spec", "flaw", "name", "changes"), EVERY_ROW)


@every_game
def test_every_flaw_is_told_of_some_position(spec: GameSpec) -> None:
    declared = {name.removeprefix("FLAW_").lower() for name in vars(spec.part("words")) if name.startswith("FLAW_")}
    assert declared == {flaw for flaw, _, _ in rows_of(spec)}


@every_row
def test_a_position_that_cannot_be_is_told_why(spec: GameSpec, flaw: str, name: str, changes: str) -> None:
    found = flaws(spec, changed(before(spec, name).duplicate(), changes))
    assert f"{spec.slug}.flaw_{flaw}" in [said.id for said in found]


@every_game
def test_what_is_out_of_range_hides_no_other_flaw(spec: GameSpec) -> None:
    """The game's own checks are made as far as their fields are in range."""
    for field in spec.state.FIELDS:
        told_beside = set()
        for flaw, name, changes in rows_of(spec):
            state = changed(before(spec, name).duplicate(), changes)
            numbers = state.ints()
            numbers[field.start] = field.span.least - 1
            state.set_ints(numbers)
            found = flaws(spec, state)
            assert f"{field.name} must be" in "; ".join(map(str, found))
            told_beside |= {flaw} & {said.id.removeprefix(f"{spec.slug}.flaw_") for said in found}
        assert told_beside, f"{field.name} hides every flaw"
