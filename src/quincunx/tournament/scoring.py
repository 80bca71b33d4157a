"""Matchpoints: how well a player used the dice, compared with the others in the same seat with the same dice.

In each round, a player gets two points for each other player of the same seat who did worse and one for each who did
the same, as a share of two for each of them. Absent players, for whom bots played, and the bots themselves are compared
with nobody. So the shares of a seat always sum to half the number of its players.
"""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from typing import NamedTuple

from quincunx.core.seats import Seat
from quincunx.tournament.state import Round, Tournament
from quincunx.tournament.steps import BOT, Ended

HALF = Fraction(1, 2)


class Score(NamedTuple):
    """A player's result in a round."""

    round: int
    table: int
    seat: Seat
    place: int
    points: int
    """Place and points of the match."""
    share: Fraction
    """Matchpoints, as a share of the most that were possible; 0 for an absent player."""
    beaten: Fraction
    """The number of present opponents at the same table who finished behind; a shared place counts half."""
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


def scores_of(played: Round, *, low_wins: bool) -> dict[int, Score]:
    """Return everybody's results of a round by player, compared over the tables that have ended."""
    found: dict[int, Score] = {}
    for seat in range(len(played.tables[0])):
        present = {index for index in played.results if _is_present(played, index, seat)}
        worth = {index: _worth(result, seat, low_wins) for index, result in played.results.items()}
        sorted_worth = sorted(worth[index] for index in present)
        for index, result in played.results.items():
            number = played.tables[index][seat]
            if number == BOT:
                continue
            away, others = index not in present, len(present) - 1
            # Two for each who did worse, one for each who did the same but oneself.
            got = bisect_left(sorted_worth, worth[index]) + bisect_right(sorted_worth, worth[index]) - 1
            share = Fraction(0) if away else Fraction(got, 2 * others) if others else HALF
            beaten = Fraction(0) if away else _beaten(played, index, seat)
            found[number] = Score(
                played.number, index, seat, result.places[seat], result.points[seat], share, beaten, away
            )
    return found


def _worth(result: Ended, seat: Seat, low_wins: bool) -> tuple[int, int]:
    """The sort key of results: the better place decides, then the points."""
    return -result.places[seat], -result.points[seat] if low_wins else result.points[seat]


def _is_present(played: Round, index: int, seat: Seat) -> bool:
    return played.tables[index][seat] != BOT and seat not in played.results[index].away


def _beaten(played: Round, index: int, seat: Seat) -> Fraction:
    places = played.results[index].places
    others = [other for other in range(len(places)) if other != seat and _is_present(played, index, other)]
    behind = sum(places[other] > places[seat] for other in others)
    level = sum(places[other] == places[seat] for other in others)
    return behind + HALF * level


def standings(tournament: Tournament, *, low_wins: bool) -> list[Row]:
    """Return all current and former players, best first; those who are level share the better place."""
    rounds = [scores_of(played, low_wins=low_wins) for played in tournament.finished]
    rows = []
    for player in tournament.players:
        scores = [scores[player.number] for scores in rounds if player.number in scores]
        if scores or not player.gone:
            total = sum((score.share for score in scores), Fraction(0))
            beaten = sum((score.beaten for score in scores), Fraction(0))
            rows.append(Row(0, player.number, total, beaten, scores))
    rows.sort(key=lambda row: (-row.total, -row.beaten, row.player))
    for index, row in enumerate(rows):
        before = rows[index - 1] if index else None
        is_level = before is not None and (before.total, before.beaten) == (row.total, row.beaten)
        rows[index] = row._replace(place=before.place if before is not None and is_level else index + 1)
    return rows
