"""Comparing results of dailies: a player's rank, and the league of a week."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from quincunx.core.spec import GameSpec
from quincunx.protocol import League, LeagueRow
from quincunx.server.store.dailies import Par, TryRow

Result: TypeAlias = TryRow | Par
"""A result with the same dice: a player's, or par."""
COUNTED = 5
"""The number of days that count, of seven."""


def worth(spec: GameSpec, one: Result) -> tuple[int, int]:
    """The sort key of results, best first: the place in the match, then the points."""
    points = one.points or 0
    return one.place or 0, points if spec.low_wins else -points


def rank_of(spec: GameSpec, one: Result, others: Sequence[Result]) -> int:
    """The place among all who have played the daily."""
    return 1 + sum(worth(spec, other) < worth(spec, one) for other in others)


class Player(NamedTuple):
    """Somebody in a league."""

    player: str
    name: str


def league_of(spec: GameSpec, days: Sequence[date], tries: Sequence[TryRow], pars: Sequence[Par]) -> League:
    """Return the league of a week.

    A day scores the share of the other results that the player beat, par included; a draw counts half.
    """
    brought: dict[Player, list[int | None]] = {}
    for number, day in enumerate(days):
        here = [one for one in tries if one.day == day.isoformat()]
        field: list[Result] = [*here, *(par for par in pars if par.day == day.isoformat())]
        for one in here:
            week = brought.setdefault(Player(one.player, one.name), [None] * len(days))
            week[number] = _share(spec, one, field)
    totals = {player: _total(week) for player, week in brought.items()}
    order = sorted(brought, key=lambda player: (-totals[player], player))
    return League(
        game=spec.slug,
        first=days[0].isoformat(),
        last=days[-1].isoformat(),
        rows=[
            LeagueRow(
                rank=1 + sum(total > totals[player] for total in totals.values()),
                player=player.player,
                name=player.name,
                total=totals[player],
                days=brought[player],
            )
            for player in order
        ],
    )


def _share(spec: GameSpec, one: Result, field: Sequence[Result]) -> int:
    mine = worth(spec, one)
    beaten = sum(worth(spec, other) > mine for other in field)
    drawn = sum(worth(spec, other) == mine for other in field) - 1
    return round(100 * (beaten + drawn / 2) / (len(field) - 1)) if len(field) > 1 else 100


def _total(week: Sequence[int | None]) -> int:
    return sum(sorted((day for day in week if day is not None), reverse=True)[:COUNTED])
