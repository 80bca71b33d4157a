"""A bot's reaction time in a race, by its level, with some random spread."""

import random

from quincunx.bots import default_bot
from quincunx.core.bots import read_bot
from quincunx.core.match import Match
from quincunx.core.seats import CHANCE

SPREAD = 0.4
"""Standard deviation of the logarithm of a reaction time."""
FIRST_LOOK = 2.0
"""The factor for the first decision after dice or cards have landed: everyone looks at them."""


def reaction_ms(match: Match, bot: str, dice: random.Random) -> float:
    """Return the time until a bot's next action; a bot that the game does not know takes as long as the default bot."""
    known = match.spec.reactions_ms
    level = read_bot(bot).name
    usual = known[level if level in known else default_bot(match.spec)]
    look = FIRST_LOOK if match.last_who == CHANCE else 1.0
    return usual * look * dice.lognormvariate(0, SPREAD)
