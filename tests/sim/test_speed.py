"""Bots of different speed, for races."""

import pytest

from quincunx import SetupError, game
from quincunx.sim.batch import Batch


def test_who_is_faster_is_next_more_often() -> None:
    spec = game("popalotsy")
    batch = Batch(spec, 2, ["random@3", "random"], mode="plain")
    first = [0, 0]
    for number in range(400):
        seats = [who for who, _ in batch.record(5, number, 200) if who < 2]
        first[seats[0]] += 1
    assert 0.68 < first[0] / sum(first) < 0.82


def test_speed_one_is_the_default() -> None:
    spec = game("popalotsy")
    assert Batch(spec, 3, ["greedy@1"], mode="plain").record(5, 1) == Batch(spec, 3, ["greedy"], mode="plain").record(
        5, 1
    )


@pytest.mark.parametrize("bot", ["greedy@0", "greedy@", "greedy@x", "greedy@1001", "greedy@-1", "greedy@²"])
def test_a_speed_that_is_none(bot: str) -> None:
    with pytest.raises(SetupError, match="speed is a whole number"):
        Batch(game("popalotsy"), 2, [bot], mode="plain")
