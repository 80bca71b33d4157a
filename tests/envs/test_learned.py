"""The example of self-play: what its networks see, how they learn, and how those that are kept play."""

from typing import Any

import numpy as np
import pytest
import self_play

from quincunx import Match, game
from quincunx.bots import bot_key
from quincunx.envs import SelfPlayVectorEnv
from quincunx.games.popalotsy.bots import drops_correctly
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.sixes.rules import round_points

GAMES = ("sixes", "popalotsy")


def views(slug: str) -> Any:
    """Moments of a match that is played at random: its views, and whose they are."""
    match, luck = Match(game(slug), 2, seed=5), np.random.default_rng(5)
    while not match.is_over and len(match) < 300:
        seat = match.actors[0]
        yield match.view(seat), seat, match.legal_actions(seat)
        match.push(int(luck.choice(match.legal_actions(seat))), seat)


def test_a_network_sees_which_of_its_cards_fit() -> None:
    eyes, seen = self_play.eyes_of("popalotsy"), 0
    for view, seat, legal in views("popalotsy"):
        row = eyes(eyes.features.encode(view, seat)[None], np.array([seat]))[0]
        fits = [action for action in legal if action != DONE and drops_correctly(view, action)]
        assert list(np.flatnonzero(row[:DONE])) == fits
        seen += len(fits)
    assert seen > 50


def test_a_network_sees_the_totals_with_the_points_of_the_round() -> None:
    eyes, seen = self_play.eyes_of("sixes"), set()
    for view, seat, _ in views("sixes"):
        row = eyes(eyes.features.encode(view, seat)[None], np.array([seat]))[0]
        assert len(row) == eyes.width
        mine, theirs = (view.total[one] + round_points(view, one) for one in (seat, 1 - seat))
        assert row[-1] * 10 == pytest.approx(mine - theirs, abs=1e-5)
        start = eyes.width - 1 - (self_play.HIGHEST + 2)
        assert row[start + min(theirs, self_play.HIGHEST)] == 1
        seen.add(mine - theirs)
    assert len(seen) > 5


def test_gradients_are_those_of_the_loss() -> None:
    luck = np.random.default_rng(3)
    net = self_play.Network.fresh(5, 4, luck)
    net.weights = [luck.normal(0, 0.5, weight.shape) for weight in net.weights]
    rows = 6
    mask = luck.random((rows, 4)) < 0.7
    mask[:, 1] = True
    action = np.array([luck.choice(np.flatnonzero(row)) for row in mask])
    batch = self_play.Batch(
        luck.normal(size=(rows, 5)), mask, action, luck.normal(-1, 0.3, rows), luck.normal(size=rows),
        luck.uniform(-1, 1, rows),
    )  # fmt: skip

    def loss() -> float:
        logs, value = net(batch.seen, mask)
        ratio = np.exp(logs[np.arange(rows), action] - batch.log)
        clipped = np.clip(ratio, 1 - self_play.CLIP, 1 + self_play.CLIP)
        gain = np.minimum(ratio * batch.gain, clipped * batch.gain)
        spread = -(np.exp(logs) * np.where(mask, logs, 0)).sum(1)
        return float((-gain + 0.5 * (value - batch.worth) ** 2 - 0.01 * spread).mean())

    for weight, slope in zip(net.weights, net.gradient(batch, 0.01), strict=True):
        for place in [tuple(luck.integers(0, size) for size in weight.shape) for _ in range(4)]:
            kept, tiny = weight[place], 1e-6
            weight[place] = kept + tiny
            above = loss()
            weight[place] = kept - tiny
            below = loss()
            weight[place] = kept
            assert slope[place] == pytest.approx((above - below) / (2 * tiny), abs=1e-5)


def test_what_one_seat_wins_the_other_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "ENVS", 16)
    learner = self_play.Learner("sixes", 1)
    batch = learner.play()
    assert np.abs(batch.worth).max() <= 1
    assert batch.mask[np.arange(len(batch.action)), batch.action].all()
    assert isinstance(learner.env, SelfPlayVectorEnv)


@pytest.mark.parametrize("slug", GAMES)
def test_kept_networks_play_legally(slug: str) -> None:
    bot = {"sixes": self_play.Sixes, "popalotsy": self_play.PoPalotsy}[slug]()
    for view, seat, legal in views(slug):
        row = np.array(legal)
        assert bot(view, seat, row, len(row), bot_key("learned", 0, seat)) in legal


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_kept_networks_beat_greedy(slug: str) -> None:
    bot = {"sixes": self_play.Sixes, "popalotsy": self_play.PoPalotsy}[slug]()
    share, error = self_play.score(slug, bot.net, 4000, 2026)
    assert share - error > 0.5
