"""A fair queue for bots' decisions.

Addresses take turns, and so do the tables of an address; within a table it is first come, first served."""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue in which addresses take turns, however many tables they have."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """By address and by table; the next in turn first."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str, table: str, item: T) -> None:
        """Add an item at the end of its table's line."""
        self._waiting.setdefault(address, OrderedDict()).setdefault(table, deque()).append(item)
        self._count += 1

    def next(self, fits: Callable[[T], bool] = lambda _: True) -> T | None:
        """Remove and return the next item that fits; its address and table go to the back."""
        for address, tables in self._waiting.items():
            for table, items in tables.items():
                if fits(items[0]):
                    item = items.popleft()
                    self._took(address, table)
                    return item
        return None

    def first(self) -> T | None:
        """The next item, which stays in the queue."""
        for tables in self._waiting.values():
            for items in tables.values():
                return items[0]
        return None

    def pop_from_longest(self) -> T:
        """Remove and return the last item of the longest table of the address with most items."""
        address, tables = max(self._waiting.items(), key=lambda pair: sum(map(len, pair[1].values())))
        table, items = max(reversed(tables.items()), key=lambda pair: len(pair[1]))
        item = items.pop()
        self._drop(address, table)
        return item

    def pop_all(self, unfit: Callable[[T], bool]) -> list[T]:
        """Take out all items that are unfit."""
        found: list[T] = []
        for address, tables in list(self._waiting.items()):
            for table, items in list(tables.items()):
                gone = [item for item in items if unfit(item)]
                for item in gone:
                    items.remove(item)
                    self._drop(address, table)
                found += gone
        return found

    def _took(self, address: str, table: str) -> None:
        self._waiting[address].move_to_end(table)
        self._waiting.move_to_end(address)
        self._drop(address, table)

    def _drop(self, address: str, table: str) -> None:
        """Count that an item is gone, and keep no empty lines."""
        self._count -= 1
        tables = self._waiting[address]
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[address]
