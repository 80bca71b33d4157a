"""Rate limits of the hall: by address, by seat and by connection."""

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import lru_cache

REMEMBERED = 20_000
"""The most visitors whose recent requests are remembered; the quietest are forgotten first."""
HOUSEHOLD_BITS = 64
"""The prefix length of an IPv6 household: its machines choose the remaining bits freely."""


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Return the visitor that limits count: an IPv4 address, or the IPv6 network of a household."""
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
    """The limits of a hall; `unlimited()` returns those for load tests.

    A rate (`…_a_second`, `…_a_minute`) is the long-run limit. Its `…_burst` is the number allowed at once after a
    pause.
    """

    message_bytes: int = 4096
    """Bytes of a message; longer ones are refused."""
    message_bytes_hard: int = 65_536
    """Bytes of a message beyond which the connection is closed."""
    body_bytes: int = 16_384
    """Bytes of a request's body."""
    messages_a_second: float = 200
    """Messages per second from one seat, over all its connections, or from one connection of a spectator."""
    burst: float = 400
    """Messages at once from one seat, or from one connection of a spectator."""
    messages_an_address: float = 2000
    """Messages per second from all connections of one address; twice as many at once."""
    frames_a_second: float = 20
    """Pings, pongs and fragments per second from one connection."""
    frames_burst: float = 100
    """Pings, pongs and fragments at once from one connection."""
    bad_messages: int = 200
    """Malformed or too frequent messages, almost in a row, after which the connection is closed."""
    tables_an_hour: int = 120
    """Tables that one address may open in an hour."""
    sittings_a_minute: float = 20
    """Seats that one address may take in a minute."""
    sittings_burst: float = 240
    """Seats that one address may take at once."""
    keys_a_day: int = 20
    """New player keys that one address may register per day."""
    devices_a_day: int = 20
    """New devices per day for which one address may ask for news."""
    first_mails_a_day: int = 3
    """Mails that ask the owner of one mail address whether they want more, in a day."""
    seats_waiting: int = 8
    """Seats that one address may hold at waiting tables that it did not open: enough for a family, but not for every
    free seat of the hall."""
    renamings_a_minute: float = 20
    """New names per minute from one address."""
    renamings_burst: float = 40
    """New names at once from one address."""
    changes_a_minute: float = 60
    """Changes of settings, seats and offers per minute from one address."""
    changes_burst: float = 200
    """Changes of settings, seats and offers at once from one address."""
    hints_a_minute: float = 20
    """Hints per minute from one address: a worker computes each."""
    hints_burst: float = 20
    """Hints at once from one address."""
    reactions_a_minute: float = 20
    """Reactions per minute from one seat: each goes to everyone at the table."""
    reactions_burst: float = 5
    """Reactions at once from one seat."""
    steps_a_second: float = 50
    """Actions and undos per second from one address: each is stored for good."""
    steps_burst: float = 20_000
    """Actions and undos at once from one address."""
    requests_a_second: float = 50
    """Requests and handshakes per second from one address."""
    requests_burst: float = 500
    """Requests and handshakes at once from one address."""
    documents_a_minute: float = 120
    """Documents and pages of replays of finished matches, and QR codes, per minute from one address."""
    documents_burst: float = 400
    """Documents and pages of replays of finished matches, and QR codes, at once from one address."""
    studies_an_hour: int = 30
    """Matches per hour that one address may have analysed."""
    study_bytes: int = 65_536
    """Bytes of a request with a transcript to analyse."""
    tries_a_minute: float = 20
    """Choices in analysed matches per minute that one address may have valued."""
    tries_burst: float = 60
    """Choices in analysed matches that one address may have valued at once."""
    connections: int = 20_000
    """Connections of all visitors together; fewer where the system allows fewer open files."""
    connections_an_address: int = 500
    """Connections of one address."""
    unsent_bytes: int = 1 << 18
    """Bytes that may be queued for a slow reader; with more, the connection is closed."""
    request_s: float = 10
    """Seconds in which a whole request must arrive, from the opening of the connection or from its first byte."""
    request_bytes: int = 131_072
    """Bytes of a request, headers and body together."""
    answer_s: float = 20
    """Seconds that a client may take to read a queued answer."""
    hello_s: float = 20
    """Seconds in which a connection to a table must say hello."""


def unlimited() -> Limits:
    """The limits for load tests from one address: only sizes and time-outs count."""
    counted = [field.name for field in fields(Limits) if not field.name.endswith(("_bytes", "_hard", "_s"))]
    return Limits(**dict.fromkeys(counted, 10**9))


class Bucket:
    """A token bucket: a rate per second in the long run, and a burst after a pause."""

    __slots__ = ("_each", "_full", "_most", "_time")

    def __init__(self, time: Callable[[], float], rate: float, most: float) -> None:
        self._time = time
        self._each = 1 / rate
        """Seconds until one more thing is allowed."""
        self._most = (most + 0.5) / rate
        """Seconds until an empty bucket is full again, plus a little against rounding."""
        self._full = time()
        """The time at which this bucket is full, by the clock `time`; in the past if it is full now."""

    def take(self) -> bool:
        """Whether one more thing is allowed; if so, count it."""
        return self.take_at(self._time())

    def take_at(self, now: float) -> bool:
        """Whether one more thing is allowed at this moment; if so, count it."""
        full = (self._full if self._full > now else now) + self._each
        if full - now > self._most:
            return False
        self._full = full
        return True

    def spend(self, count: int) -> None:
        """Count things that another process allowed."""
        now = self._time()
        self._full = min(max(self._full, now) + count * self._each, now + self._most)


class Buckets:
    """A bucket per visitor, shared by all the visitor's connections and kept when they end."""

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
        """Whether one more thing is allowed to that visitor; if so, count it."""
        return self.of(key).take()


class CommonBuckets(Buckets):
    """Buckets of all processes of a hall: each process reports what its visitors have used."""

    taken: Counter[str] | None = None
    """By visitor: uses not yet reported to the other processes; None if there are none."""

    def take(self, key: str) -> bool:  # type: ignore[override]  # only texts are told
        if not super().take(key):
            return False
        if self.taken is not None:
            self.taken[key] += 1
        return True


class Allowances:
    """The visitors' use of the limits: by address, unless a field says otherwise."""

    def __init__(self, limits: Limits, time: Callable[[], float]) -> None:
        self.limits = limits
        self.messages = Buckets(time, limits.messages_an_address, 2 * limits.messages_an_address)
        self.seats = Buckets(time, limits.messages_a_second, limits.burst)
        """The messages of a seat over all its connections, by table and token."""
        self.openings = CommonBuckets(time, limits.tables_an_hour / 3600, limits.tables_an_hour)
        self.sittings = CommonBuckets(time, limits.sittings_a_minute / 60, limits.sittings_burst)
        self.keys = CommonBuckets(time, limits.keys_a_day / 86_400, limits.keys_a_day)
        self.devices = CommonBuckets(time, limits.devices_a_day / 86_400, limits.devices_a_day)
        self.first_mails = CommonBuckets(time, limits.first_mails_a_day / 86_400, limits.first_mails_a_day)
        """By the hash of a mail address."""
        self.renamings = Buckets(time, limits.renamings_a_minute / 60, limits.renamings_burst)
        self.changes = Buckets(time, limits.changes_a_minute / 60, limits.changes_burst)
        self.hints = Buckets(time, limits.hints_a_minute / 60, limits.hints_burst)
        self.reactions = Buckets(time, limits.reactions_a_minute / 60, limits.reactions_burst)
        """The reactions of a seat, by table and token."""
        self.steps = Buckets(time, limits.steps_a_second, limits.steps_burst)
        self.requests = Buckets(time, limits.requests_a_second, limits.requests_burst)
        self.documents = CommonBuckets(time, limits.documents_a_minute / 60, limits.documents_burst)
        self.studies = CommonBuckets(time, limits.studies_an_hour / 3600, limits.studies_an_hour)
        self.tries = CommonBuckets(time, limits.tries_a_minute / 60, limits.tries_burst)
        self._common: dict[str, CommonBuckets] = {
            name: buckets for name, buckets in vars(self).items() if isinstance(buckets, CommonBuckets)
        }

    def share(self) -> None:
        """From now on, record what to report to the other processes."""
        for buckets in self._common.values():
            buckets.taken = Counter()

    def taken(self) -> list[str]:
        """Return what visitors have used here since the last call, each as a word for `spend`."""
        words = []
        for name, buckets in self._common.items():
            if buckets.taken:
                words += [f"{name}:{count}:{key}" for key, count in buckets.taken.items()]
                buckets.taken.clear()
        return words

    def spend(self, word: str) -> None:
        """Count what a visitor has used at another process."""
        name, count, key = word.split(":", 2)
        self._common[name].of(key).spend(int(count))
