"""Ratings by OpenSkill (Plackett–Luce), anchored by bots.

The bots' ratings never change, so the ratings of two halls mean the same.

`anchors.json` has the bots' ratings as `docs/strength.md` measured them for two seats; `greedy` has 1500 in every game.
"""

import json
from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["plain", "hints", "real"]
"""The separate ratings: usual matches, those with hints, and those with real dice."""

MIDDLE = 1500
"""The rating of a new player."""
MU, SIGMA = 25.0, 25.0 / 3
"""The same on OpenSkill's scale, with its standard deviation."""
POINTS = 400 / 2.302585 * 1.702 / (sqrt(2) * SIGMA / 2)
"""Points of rating per unit of OpenSkill's scale: 400 points are odds of ten to one between two players."""
SURE = 0.5
"""The standard deviation of a bot's rating: it sets the weight of a match with the bot."""


class Skill(NamedTuple):
    """An estimate of a player's strength, on OpenSkill's scale."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def rating(self) -> int:
        """The rating in points, as people read it."""
        return round(MIDDLE + (self.mu - MU) * POINTS)

    @property
    def doubt(self) -> int:
        """Two standard deviations, in points."""
        return round(2 * self.sigma * POINTS)


NEW = Skill()


def anchors(game: str) -> dict[str, int]:
    """The fixed ratings of a game's bots."""
    return _anchors().get(game, {})


@cache
def _anchors() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(Path(__file__).with_name("anchors.json").read_text(encoding="utf-8"))
    return found


def anchor_of(game: str, bot: str) -> Skill | None:
    """Return the fixed strength of a bot; None if it has not been measured."""
    rating = anchors(game).get(bot)
    return None if rating is None else Skill(MU + (rating - MIDDLE) / POINTS, SURE)


def after_match(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the strengths after a match with these places."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    before = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = model.rate(before, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma, skill.matches + 1) for skill, team in zip(skills, after, strict=True)]
