"""Standings: a grid with place and points for each seat."""

from quincunx.core.fields import Grid

PLACE = 0
"""The column of places: 1 for the winner or winners; seats that are level share a place."""
POINTS = 1
"""The column of what the game counts."""

MOST_WINS = 1
FEWEST_WINS = -1


def place_by_points(out: Grid, seats: int, direction: int) -> None:
    """Fill in places by points, `MOST_WINS` or `FEWEST_WINS`; level seats share the better place."""
    for seat in range(seats):
        out[seat, PLACE] = 1
        for other in range(seat):
            lead = direction * (out[seat, POINTS] - out[other, POINTS])
            if lead > 0:
                out[other, PLACE] += 1
            elif lead < 0:
                out[seat, PLACE] += 1
