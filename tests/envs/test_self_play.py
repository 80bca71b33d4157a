"""Many matches in which all seats learn, against the interpreted rules."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from quincunx.core.errors import SetupError
from quincunx.core.fields import Grid
from quincunx.core.seats import OVER, holds
from quincunx.core.standings import PLACE
from quincunx.envs import SelfPlayVectorEnv, features_of
from quincunx.games import game


def state_of(env: SelfPlayVectorEnv, index: int) -> Any:
    state = env.spec_of_game.state()
    state.set_bytes(env._matches[0][index].tobytes())
    return state


@pytest.mark.parametrize(("slug", "limit"), [("sixes", 600), ("popalotsy", 120)])
def test_the_seat_that_decides_sees_its_view_and_may_do_what_is_legal(slug: str, limit: int) -> None:
    spec, count = game(slug), 4
    env = SelfPlayVectorEnv(slug, count, autoreset_mode=AutoresetMode.DISABLED, copy=False, limit=limit)
    features = features_of(spec)
    seen, info = env.reset(seed=5)
    acted: set[int] = set()
    over = np.zeros(count, np.bool_)
    ends = 0
    while not over.all():
        for index in np.flatnonzero(~over).tolist():
            state, seat = state_of(env, index), int(info["seat"][index])
            acted.add(seat)
            view, legal = state.duplicate(), [0] * spec.actions
            spec.rules.view(state, seat, view)
            assert holds(spec.rules.to_act(state), seat)
            np.testing.assert_array_equal(seen[index], features.encode(view, seat))
            assert spec.legal_actions is not None
            number = spec.legal_actions(state, seat, legal)
            np.testing.assert_array_equal(np.flatnonzero(info["action_mask"][index]), legal[:number])
        before = info["seat"].copy()
        seen, rewards, ended, cut, info = env.step(env.sample_actions())
        for index in np.flatnonzero(ended & ~over).tolist():
            table = Grid(2, 2)
            assert spec.rules.to_act(state_of(env, index)) == OVER
            spec.rules.standings(state_of(env, index), table)
            wins = [float(np.sign(table[1 - seat, PLACE] - table[seat, PLACE])) for seat in range(2)]
            assert info["results"][index].tolist() == wins
            assert rewards[index] == wins[before[index]]
            ends += 1
        assert not info["results"][~ended].any()
        over |= ended | cut
    assert ends or slug == "popalotsy", "whose random matches are long"
    assert acted == {0, 1}
    assert env.counters[1] == 0, "no bot has played"


def test_settings_of_one_learner_are_refused() -> None:
    for settings in ({"opponents": ["greedy"]}, {"learner": 1}, {"reward": "points"}):
        with pytest.raises(SetupError, match=f"there is no {next(iter(settings))}"):
            SelfPlayVectorEnv("sixes", 2, **settings)
