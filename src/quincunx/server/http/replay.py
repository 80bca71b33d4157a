"""A finished match, moment by moment: what everybody may see once it is over, and how its scores went."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from quincunx.core.fields import Grid
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.seats import Seat, members
from quincunx.core.spec import GameSpec
from quincunx.core.standings import POINTS
from quincunx.protocol import Course, Replay, ReplayMoment, StandingInfo, Turning
from quincunx.server.hall.presenter import Presenter, presenter_of

LOOK_BACK = 128
"""How many events before the one that decided a match are searched for something that was said."""
LATE = 10
"""A lead that is taken in the last tenth of the scores (one part in so many) is the end itself, no turning point."""
MOST_POINTS = 400
"""The most points of a curve of scores: more than any screen shows apart."""


def replay_of(match: Match, names: Sequence[str], seat: Seat, first: int, count: int) -> Replay:
    """Some moments of a finished match, drawn for a seat that knows everything."""
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
    """What turns the first of two pictures into the second: each a place, and the value to put there."""
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


# How the scores went


class Score(NamedTuple):
    """The points by seat when so many events had happened."""

    at: int
    points: list[int]


def course_of(match: Match, names: Sequence[str], ended: int, took: int) -> Course:
    """How the scores of a finished match went."""
    scores = list(_scores(match))
    turn = turning_point(scores, [row.seat for row in match.standings() if row.place == 1], match.spec.low_wins)
    return Course(
        events=len(match),
        ended=ended,
        took=took,
        standings=[StandingInfo(*row) for row in match.standings()],
        scores=[[score.at, *score.points] for score in thinned(scores)],
        turning=None if turn is None else _told(match, names, *turn),
    )


def _scores(match: Match) -> Iterator[Score]:
    """The beginning, each event that changes a score, and the end."""
    spec, seats = match.spec, match.seats
    last = Score(0, points_in(spec, match.fork(0).state, seats))
    yield last
    for moment in match.walk():
        points = points_in(spec, moment.after, seats)
        if points != last.points or moment.number + 1 == len(match):
            last = Score(moment.number + 1, points)
            yield last


def thinned(scores: list[Score], most: int = MOST_POINTS) -> list[Score]:
    """At most so many of the scores, the first and the last among them."""
    if len(scores) <= most:
        return scores
    step = (len(scores) - 1) / (most - 1)
    return [scores[round(number * step)] for number in range(most)]


def turning_point(scores: list[Score], winners: list[Seat], low_wins: bool) -> tuple[int, str] | None:
    """The event that a match turned at, going by the scores alone, and how it did.

    `lead`: nobody or somebody else had led, and from here on the winner was ahead until the end. `behind`: that came
    only with the last scores, which tells nothing; here the winner was behind more than at any other time. `swing`:
    here the winner gained more on the others than anywhere else. None where not exactly one seat won, or nothing was
    scored.
    """
    if len(winners) != 1 or len(scores) < 2 or len(scores[0].points) < 2:
        return None
    leads = [_lead(score.points, winners[0], low_wins) for score in scores]
    ahead = max(number for number, lead in enumerate(leads) if lead <= 0 or number == 0) + 1
    after = len(leads) - 1 - ahead
    if ahead > 1 and after * LATE >= len(leads):
        return scores[ahead].at, "lead"
    if ahead > 1 and after >= 0 and min(leads) < 0:
        return scores[ahead - 1 - leads[ahead - 1 :: -1].index(min(leads))].at, "behind"
    gains = [now - before for before, now in pairwise(leads)]
    most = max(gains)
    return (scores[gains.index(most) + 1].at, "swing") if most > 0 else None


def _lead(points: list[int], seat: Seat, low_wins: bool) -> int:
    """By how much a seat is ahead of the best of the others."""
    others = [point for other, point in enumerate(points) if other != seat]
    return min(others) - points[seat] if low_wins else points[seat] - max(others)


def _told(match: Match, names: Sequence[str], at: int, kind: Any) -> Turning:
    """The turning point, with what was said then or last before it."""
    narrator = presenter_of(match.spec).narrator
    winner = match.standings()[0].seat
    said: list[Message] = []
    for first in range(at - 1, max(-1, at - 1 - LOOK_BACK), -1):
        said = narrator.told(match.walk(first, first + 1), None, names)[0].said
        if said:
            return Turning(first + 1, kind, winner, said)
    return Turning(at, kind, winner, said)
