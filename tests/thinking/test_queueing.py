"""Who is thought for next."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from quincunx.thinking.queueing import FairQueue


def drain(line: FairQueue[str]) -> list[str]:
    found = []
    while (item := line.next()) is not None:
        found.append(item)
    return found


def test_addresses_take_turns_and_so_do_the_tables_of_each() -> None:
    line: FairQueue[str] = FairQueue()
    for table in ("a1", "a2"):
        for number in (1, 2):
            line.enter("greedy address", table, f"{table}.{number}")
    line.enter("modest address", "b1", "b1.1")
    assert drain(line) == ["a1.1", "b1.1", "a2.1", "a1.2", "a2.2"]
    assert len(line) == 0


def test_a_newcomer_waits_for_one_of_each_other_address_at_most() -> None:
    line: FairQueue[str] = FairQueue()
    for number in range(100):
        line.enter("crowd", f"table {number}", "crowd")
    line.enter("one", "table", "one")
    assert [line.next(), line.next()] == ["crowd", "one"]


def test_who_does_not_fit_keeps_their_place() -> None:
    line: FairQueue[str] = FairQueue()
    line.enter("a", "a", "first")
    line.enter("b", "b", "second")
    assert line.next(lambda item: item != "first") == "second"
    assert line.next(lambda item: item == "nobody") is None
    assert line.first() == "first"
    assert line.next() == "first"


def test_the_longest_line_gives_way_at_its_end() -> None:
    line: FairQueue[str] = FairQueue()
    for number in range(3):
        line.enter("a", "t", f"a{number}")
    line.enter("b", "t", "b0")
    assert [line.pop_from_longest(), line.pop_from_longest()] == ["a2", "a1"]
    assert drain(line) == ["a0", "b0"]


def test_some_can_be_taken_out() -> None:
    line: FairQueue[str] = FairQueue()
    for name in ("x1", "y1", "x2", "y2"):
        line.enter(name[1], name[0], name)
    assert sorted(line.pop_all(lambda item: item.startswith("x"))) == ["x1", "x2"]
    assert sorted(drain(line)) == ["y1", "y2"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=40))
def test_nobody_is_lost_and_nobody_waits_out_of_turn(entered: list[tuple[int, int]]) -> None:
    line: FairQueue[str] = FairQueue()
    for number, (address, table) in enumerate(entered):
        line.enter(str(address), str(table), f"{address} {table} {number:02}")
    waiting = Counter(address for address, _ in entered)
    served: Counter[int] = Counter()
    found = drain(line)
    for item in found:
        address = int(item[0])
        served[address] += 1
        waiting[address] -= 1
        behind = [served[other] for other in waiting if waiting[other] > 0]
        assert all(served[address] <= count + 1 for count in behind), "an address has come twice before another once"
    assert Counter(found) == Counter(f"{a} {t} {n:02}" for n, (a, t) in enumerate(entered))
    for place in {item[:3] for item in found}:
        assert [item for item in found if item[:3] == place] == sorted(item for item in found if item[:3] == place)
