"""Matchpoints: what a player made of the dice, against the others who sat in the same seat with the same dice.

In each round, everybody is compared with all others of the same seat: two for each who did worse, one for each who did
the same, out of two for each of them. Absent players, for whom bots played, and the bots themselves are compared with
nobody. So the shares of a seat always sum to half the number of its players, whatever the results are.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from quincunx.core.seats import Seat
from quincunx.tournament.state import Round, Tournament
from quincunx.tournament.steps import BOT

HALF = Fraction(1, 2)


class Score(NamedTuple):
    """What a player has from a round."""

    round: int
    table: int
    seat: Seat
    place: int
    points: int
    """Place and points of the match."""
    share: Fraction
    """Matchpoints, as a share of the most that were possible; 0 for an absent player."""
    beaten: Fraction
    """Present opponents at the own table who came behind; a half for each who shared the place."""
    away: bool


class Row(NamedTuple):
    """A line of the standings."""

    place: int
    player: int
    total: Fraction
    """The sum of the shares of all rounds."""
    beaten: Fraction
    """The sum over all rounds; it decides where the totals are equal."""
    scores: list[Score]
    """One for each round that the player has played."""


def compare(place: int, points: int, other_place: int, other_points: int, *, low_wins: bool) -> int:
    """Return 2 if the first of two results in the same seat is better, 1 if they are level, else 0: the better place
    decides, then the points."""
    sign = -1 if low_wins else 1
    one, other = (-place, sign * points), (-other_place, sign * other_points)
    return 2 if one > other else 1 if one == other else 0


def scores_of(played: Round, *, low_wins: bool) -> dict[int, Score]:
    """By player: what everybody has from a round that is over."""
    found: dict[int, Score] = {}
    for seat in range(len(played.tables[0])):
        present = [index for index in range(len(played.tables)) if _is_present(played, index, seat)]
        for index, table in enumerate(played.tables):
            number, result = table[seat], played.results[index]
            if number == BOT:
                continue
            away = index not in present
            others = [played.results[other] for other in present if other != index]
            place, points = result.places[seat], result.points[seat]
            got = sum(
                compare(place, points, other.places[seat], other.points[seat], low_wins=low_wins) for other in others
            )
            share = Fraction(0) if away else Fraction(got, 2 * len(others)) if others else HALF
            beaten = Fraction(0) if away else _beaten(played, index, seat)
            found[number] = Score(played.number, index, seat, place, points, share, beaten, away)
    return found


def _is_present(played: Round, index: int, seat: Seat) -> bool:
    return played.tables[index][seat] != BOT and seat not in played.results[index].away


def _beaten(played: Round, index: int, seat: Seat) -> Fraction:
    places = played.results[index].places
    others = [other for other in range(len(places)) if other != seat and _is_present(played, index, other)]
    behind = sum(places[other] > places[seat] for other in others)
    level = sum(places[other] == places[seat] for other in others)
    return behind + HALF * level


def standings(tournament: Tournament, *, low_wins: bool) -> list[Row]:
    """Everybody who takes part or has played, best first; those who are level share the better place."""
    rounds = [scores_of(played, low_wins=low_wins) for played in tournament.finished]
    rows = []
    for player in tournament.players:
        scores = [scores[player.number] for scores in rounds if player.number in scores]
        if scores or not player.gone:
            total = sum((score.share for score in scores), Fraction(0))
            beaten = sum((score.beaten for score in scores), Fraction(0))
            rows.append(Row(0, player.number, total, beaten, scores))
    rows.sort(key=lambda row: (-row.total, -row.beaten, row.player))
    return [row._replace(place=_place(rows, index)) for index, row in enumerate(rows)]


def _place(rows: Sequence[Row], index: int) -> int:
    row = rows[index]
    return 1 + sum((other.total, other.beaten) > (row.total, row.beaten) for other in rows)
