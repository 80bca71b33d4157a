"""Figures for Prometheus, at /metrics."""

from collections.abc import Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

CONNECTIONS = Gauge("quincunx_connections", "Open WebSocket connections")
TABLES = Gauge("quincunx_tables", "Tables in memory")
REFUSALS = Counter("quincunx_refusals_total", "Messages refused, by reason", ["code"])
ERRORS = Counter("quincunx_errors_total", "Messages that were none, by reason", ["code"])
TURNED_AWAY = Counter("quincunx_turned_away_total", "Connections refused or cut off, by reason", ["kind"])
BOT_SECONDS = Histogram("quincunx_bot_seconds", "Time a bot thinks", buckets=(0.001, 0.01, 0.05, 0.2, 1, 5, 30))
BOTS_WAITING = Gauge("quincunx_bots_waiting", "Thoughts of bots that wait for a worker")
BOT_STAND_INS = Counter(
    "quincunx_bot_stand_ins_total", "Answers by a weaker level than the bot's, by reason", ["reason"]
)
COMMIT_SECONDS = Histogram(
    "quincunx_commit_seconds", "Time of a commit", buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
)
COMMIT_WRITES = Histogram("quincunx_commit_writes", "Writes in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500))


class Tally(Collector):
    """What is counted at every step, as plain ints: the locks of a Counter would cost more than the counting."""

    steps = 0
    sent = 0

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counters, when the registry asks for them."""
        yield CounterMetricFamily("quincunx_steps", "Stored steps of tables", value=self.steps)
        yield CounterMetricFamily("quincunx_messages_sent", "Messages sent to clients", value=self.sent)


TALLY = Tally()
REGISTRY.register(TALLY)
