"""How strong the bots of PoPalotsy are."""

import pytest

from quincunx.games.popalotsy import SPEC
from quincunx.sim.arena import Arena, ArenaPlan, run_arena


@pytest.mark.slow
def test_expert_beats_a_reflex_that_counts_what_a_drop_leaves_the_others() -> None:
    plan = ArenaPlan.of(SPEC, ("expert", "tests.games.popalotsy.rival:rival"), matches=20_000, seed=7)
    arena = Arena(plan)
    for now in run_arena(plan, workers=1):
        arena = now
    (pairing,) = arena.to_json()["pairings"]
    assert pairing["bots"][0] == "expert"
    assert pairing["score"]["low"] > 0.51
