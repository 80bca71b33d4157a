"""How much of the contract suite runs: a part by default, all of it in `make test-all`."""

import pytest


@pytest.fixture(params=[60, pytest.param(10_000, marks=pytest.mark.slow)], ids=["60", "10000"])
def contract_matches(request: pytest.FixtureRequest) -> int:
    """How many random matches of each game and number of seats."""
    matches: int = request.param
    return matches


@pytest.fixture
def contract_cuts(contract_matches: int) -> int:
    """At how many moments each of them is looked at."""
    return 2 if contract_matches <= 1000 else 1


@pytest.fixture
def contract_mode(contract_matches: int) -> str:
    """How they are played; loops with checked bounds are compiled by themselves, which takes a minute and more."""
    return "compiled" if contract_matches <= 1000 else "checked"
