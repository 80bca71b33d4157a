"""How much one visitor may ask for: so many a second and a few more at a time, by address, by seat, by connection."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache

REMEMBERED = 20_000
"""Visitors whose recent asking is remembered; the ones that were quiet for longest are forgotten first."""
HOUSEHOLD_BITS = 64
"""Of an IPv6 address: what a provider gives one household; the rest its machines choose as they like."""


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Whom limits are counted for: an IPv4 address, or the network that one visitor has of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network(f"{found}/{HOUSEHOLD_BITS}", strict=False))


@dataclass
class Limits:
    """What a hall allows. `UNLIMITED` is for load tests."""

    message_bytes: int = 4096
    message_bytes_hard: int = 65_536
    """Beyond this the connection is closed."""
    messages_a_second: float = 200
    """By one connection that only watches, and by one seat, however many connections it has."""
    burst: float = 400
    messages_an_address: float = 2000
    """A second, by all connections of one address."""
    frames_a_second: float = 20
    """Pings, pongs and fragments of one connection."""
    frames_burst: float = 100
    bad_messages: int = 200
    """Malformed or too fast, in a row or nearly so, until the connection is closed."""
    tables_an_hour: int = 120
    """Opened from one address."""
    sittings_a_minute: float = 20
    """From one address, once it has used up the first few hundred."""
    sittings_burst: float = 240
    seats_waiting: int = 8
    """That one address may hold before the match at tables that it has not opened: a family, not every free seat."""
    renamings_a_minute: float = 20
    """By one address."""
    renamings_burst: float = 40
    changes_a_minute: float = 60
    """Of settings, seats and offers, by one address."""
    changes_burst: float = 200
    reactions_a_minute: float = 20
    """By one seat: each goes to everyone who watches."""
    reactions_burst: float = 5
    steps_a_second: float = 50
    """Actions and actions taken back, by one address once it has used up the first ones: they stay on the disk."""
    steps_burst: float = 20_000
    requests_a_second: float = 50
    """And handshakes, by one address."""
    requests_burst: float = 500
    documents_a_minute: float = 120
    """And pages of replays, of finished matches, by one address."""
    documents_burst: float = 400
    connections: int = 20_000
    """Of all visitors together; fewer where the system allows fewer files."""
    connections_an_address: int = 500
    unsent_bytes: int = 1 << 18
    """Waiting for a client that reads too slowly, until the connection is closed."""
    request_s: float = 10
    """Until a request must be there, from its first byte or the opening of the connection, to its last."""
    request_bytes: int = 131_072
    """Of a request, headers and body."""
    answer_s: float = 20
    """That a client may take to read what has been waiting for it."""
    hello_s: float = 20
    """Until a connection to a table must have said hello."""


def unlimited() -> Limits:
    """For load tests from one address: nothing but sizes and time-outs."""
    many = 10**9
    return Limits(
        messages_a_second=many,
        burst=many,
        messages_an_address=many,
        bad_messages=many,
        tables_an_hour=many,
        sittings_a_minute=many,
        sittings_burst=many,
        seats_waiting=many,
        renamings_a_minute=many,
        renamings_burst=many,
        changes_a_minute=many,
        changes_burst=many,
        reactions_a_minute=many,
        reactions_burst=many,
        steps_a_second=many,
        steps_burst=many,
        requests_a_second=many,
        requests_burst=many,
        documents_a_minute=many,
        documents_burst=many,
        connections_an_address=many,
    )


class Bucket:
    """So many a second, and a few more at a time."""

    __slots__ = ("_each", "_full", "_most", "_time")

    def __init__(self, time: Callable[[], float], rate: float, most: float) -> None:
        self._time = time
        self._each = 1 / rate
        """Seconds until one that was taken is there again."""
        self._most = (most + 0.5) / rate
        """Seconds until an empty bucket is full again; a little more, so that the last is not refused by rounding."""
        self._full = time()
        """When this one is."""

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = self._time()
        full = (self._full if self._full > now else now) + self._each
        if full - now > self._most:
            return False
        self._full = full
        return True


class Buckets:
    """A bucket for each visitor of one kind, shared by all its connections and kept when they end."""

    def __init__(self, time: Callable[[], float], rate: float, most: float) -> None:
        self._time = time
        self._rate = rate
        self._most = most
        self._by_key: OrderedDict[Hashable, Bucket] = OrderedDict()

    def of(self, key: Hashable) -> Bucket:
        """The bucket of that visitor."""
        bucket = self._by_key.get(key)
        if bucket is None:
            bucket = self._by_key[key] = Bucket(self._time, self._rate, self._most)
            if len(self._by_key) > REMEMBERED:
                self._by_key.popitem(last=False)
        else:
            self._by_key.move_to_end(key)
        return bucket

    def take(self, key: Hashable) -> bool:
        """Whether that visitor may once more."""
        return self.of(key).take()


class Allowances:
    """What all visitors of a hall have used up."""

    def __init__(self, limits: Limits, time: Callable[[], float]) -> None:
        self.limits = limits
        self.messages = Buckets(time, limits.messages_an_address, 2 * limits.messages_an_address)
        """By address."""
        self.seats = Buckets(time, limits.messages_a_second, limits.burst)
        """By table and token: a seat's messages, over all its connections."""
        self.openings = Buckets(time, limits.tables_an_hour / 3600, limits.tables_an_hour)
        self.sittings = Buckets(time, limits.sittings_a_minute / 60, limits.sittings_burst)
        self.renamings = Buckets(time, limits.renamings_a_minute / 60, limits.renamings_burst)
        self.changes = Buckets(time, limits.changes_a_minute / 60, limits.changes_burst)
        self.reactions = Buckets(time, limits.reactions_a_minute / 60, limits.reactions_burst)
        """By table and token."""
        self.steps = Buckets(time, limits.steps_a_second, limits.steps_burst)
        self.requests = Buckets(time, limits.requests_a_second, limits.requests_burst)
        self.documents = Buckets(time, limits.documents_a_minute / 60, limits.documents_burst)
