"""Sets of seats as bits."""

import pytest

from quincunx.core import seats
from quincunx.core.jit import compiled
from quincunx.core.seats import CHANCE, MAX_SEATS, OVER, SPECTATOR, everyone, holds, lowest, members, one, size_of
from tests.examples import pig


def test_every_set_of_seats_holds_its_members() -> None:
    for actors in range(1 << MAX_SEATS):
        inside = [seat for seat in range(MAX_SEATS) if holds(actors, seat)]
        assert members(actors) == inside
        assert size_of(actors) == len(inside)
        assert sum(one(seat) for seat in inside) == actors
        if inside:
            assert lowest(actors) == inside[0]


@pytest.mark.parametrize("nobody", [CHANCE, OVER])
def test_neither_chance_nor_the_end_holds_a_seat(nobody: int) -> None:
    assert members(nobody) == []
    assert not any(holds(nobody, seat) for seat in range(SPECTATOR + 1))


def test_who_only_watches_never_acts() -> None:
    assert not holds(everyone(MAX_SEATS), SPECTATOR)


def test_chance_is_no_set_of_seats() -> None:
    assert everyone(MAX_SEATS) < CHANCE
    assert everyone(1) == one(0)
    assert members(everyone(3)) == [0, 1, 2]


def test_compiled_sets_are_the_same() -> None:
    twin = compiled(pig.SPEC, seats)
    for actors in (1, 6, 0b10110000, 255, CHANCE):
        assert (twin.size_of(actors), twin.lowest(actors)) == (size_of(actors), lowest(actors))
        assert [twin.holds(actors, seat) for seat in range(9)] == [holds(actors, seat) for seat in range(9)]
