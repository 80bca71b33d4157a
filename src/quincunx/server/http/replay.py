"""A finished match, moment by moment: everything that is public once it is over, and the course of its scores."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from quincunx.core.fields import Grid
from quincunx.core.match import Match
from quincunx.core.seats import CHANCE, Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.standings import POINTS
from quincunx.protocol import Course, Replay, ReplayMoment, StandingInfo, Swing
from quincunx.server.hall.presenter import Presenter, presenter_of

MOST_POINTS = 400
"""The most points of a curve of scores: more than any screen can show."""


def replay_of(match: Match, names: Sequence[str], seat: Seat, first: int, count: int) -> Replay:
    """Return some moments of a finished match, drawn for a seat that knows everything."""
    presenter = presenter_of(match.spec)
    first = min(first, len(match))
    last = min(first + count, len(match))
    moments = list(match.walk(first, last))
    begin = match.fork(first).state
    before = drawn = _picture(presenter, begin, seat)
    shown = []
    for moment, told in zip(moments, presenter.narrator.told(moments, None, names), strict=True):
        if told.said or moment.number + 1 == len(match):
            picture = _picture(presenter, moment.after, seat)
            shown.append(
                ReplayMoment(
                    at=moment.number + 1,
                    who=told.who,
                    said=told.said,
                    changes=list(changes(drawn, picture)),
                    points=points_in(match.spec, moment.after, match.seats),
                    to_act=members(match.spec.rules.to_act(moment.after)),
                )
            )
            drawn = picture
    points = points_in(match.spec, begin, match.seats)
    return Replay(len(match), first, last, before, points, members(match.spec.rules.to_act(begin)), shown)


def _picture(presenter: Presenter, state: Any, seat: Seat) -> Any:
    return msgspec.to_builtins(presenter.picture(state, seat))


def changes(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> Iterator[list[Any]]:
    """Return the changes that turn the first of two pictures into the second: pairs of a path and its new value."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for name, value in new.items():
            if old[name] != value:
                yield from changes(old[name], value, (*path, name))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for index, value in enumerate(new):
            if old[index] != value:
                yield from changes(old[index], value, (*path, index))
    elif old != new:
        yield [list(path), new]


def points_in(spec: GameSpec, state: Any, seats: int) -> list[int]:
    """The points of each seat in a state."""
    table = Grid(seats, 2)
    spec.rules.standings(state, table)
    return [table[seat, POINTS] for seat in range(seats)]


# History of the scores


class Score(NamedTuple):
    """Return the points by seat after that many events."""

    at: int
    points: list[int]


def course_of(match: Match, ended: int, took: int) -> Course:
    """Return how the scores of a finished match went."""
    scores = list(_scores(match))
    return Course(
        events=len(match),
        ended=ended,
        took=took,
        standings=[StandingInfo(*row) for row in match.standings()],
        scores=[[score.at, *score.points] for score in thinned(scores)],
        swing=_swing(match, scores),
    )


def _scores(match: Match) -> Iterator[Score]:
    """Yield the beginning, each event that changes a score, and the end."""
    spec, seats = match.spec, match.seats
    last = Score(0, points_in(spec, match.fork(0).state, seats))
    yield last
    for moment in match.walk():
        points = points_in(spec, moment.after, seats)
        if points != last.points or moment.number + 1 == len(match):
            last = Score(moment.number + 1, points)
            yield last


def thinned(scores: list[Score], most: int = MOST_POINTS) -> list[Score]:
    """Thin the scores out to at most `most`, the first and the last among them."""
    if len(scores) <= most:
        return scores
    step = (len(scores) - 1) / (most - 1)
    return [scores[round(number * step)] for number in range(most)]


def _swing(match: Match, scores: list[Score]) -> Swing | None:
    winners = [row.seat for row in match.standings() if row.place == 1]
    found = kept_swing(scores, winners, match.spec.low_wins)
    if found is None:
        return None
    at, points = found
    by_players = (number for number in range(at - 1, -1, -1) if match.event(number).who != CHANCE)
    return Swing(at, next(by_players, at - 1), winners[0], points)


def kept_swing(scores: list[Score], winners: list[Seat], low_wins: bool) -> tuple[int, int] | None:
    """Return the largest swing that the winner kept: the events up to it, and its points.

    A change of scores is kept as far as the winner's lead over the best rival stayed above the lead before it until the
    end. None if several seats won, if points did not decide, if nothing was kept, or if two changes kept the same.
    """
    if len(winners) != 1 or len(scores[0].points) < 2:
        return None
    leads = [_lead(score.points, winners[0], low_wins) for score in scores]
    if leads[-1] <= 0:
        return None
    lowest = list(accumulate(reversed(leads), min))[::-1]
    kept = [later - before for before, later in zip(leads, lowest[1:], strict=False)]
    most = max(kept)
    return (scores[kept.index(most) + 1].at, most) if most > 0 and kept.count(most) == 1 else None


def _lead(points: list[int], seat: Seat, low_wins: bool) -> int:
    """Return a seat's lead over the best rival."""
    others = [point for other, point in enumerate(points) if other != seat]
    return min(others) - points[seat] if low_wins else points[seat] - max(others)
