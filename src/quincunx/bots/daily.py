"""The daily: one match per day and game, with the same dice for everybody who plays it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from quincunx.bots import bot_key, choose, default_bot
from quincunx.core.chance import Named, seed_of_series
from quincunx.core.match import Match
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec

PLAYER: Seat = 0
"""The seat of a daily's player."""
PAR = "expert"
"""The bot whose result with the same dice is par."""


@dataclass(frozen=True)
class Daily:
    """The facts of a game's daily that all its players share."""

    spec: GameSpec
    day: date
    secret: str = field(default="", repr=False)
    """A hall's secret of the day; without one the date alone makes the dice, and anybody can know them."""

    @property
    def series(self) -> str:
        """The name of all matches of the day."""
        return f"daily:{self.day.isoformat()}"

    @cached_property
    def seed(self) -> str:
        """The seed of dice and bots."""
        return seed_of_series(self.series, self.spec.slug, self.secret)

    @property
    def seats(self) -> int:
        """One seat where the game allows that, else the usual number."""
        return 1 if 1 in self.spec.seats else self.spec.usual_seats

    @property
    def variants(self) -> dict[str, str]:
        """The variants of a first match: turns instead of a race."""
        return self.spec.variant_names(self.spec.options(self.spec.first_match))

    @property
    def bots(self) -> list[str]:
        """The bots in the other seats."""
        return [default_bot(self.spec)] * (self.seats - 1)

    def begin(self) -> Match:
        """The match at its first decision."""
        match = Match(self.spec, self.seats, variants=self.variants, chance=Named(self.seed), settle=False)
        match.settle()
        return match

    def par(self) -> Match:
        """Return the match as `expert` plays it."""
        players = [PAR, *self.bots]
        match = self.begin()
        while not match.is_over:
            seat = match.actors[0]
            key = bot_key(self.seed, len(match), seat)
            match.push(choose(self.spec, players[seat], match.view(seat), seat, match.legal_actions(seat), key), seat)
            match.settle()
        return match


def streak_of(days: Collection[date], today: date) -> int:
    """Return the number of consecutive days among these, up to today or yesterday."""
    last = today if today in days else today - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count
