"""Figures for Prometheus, at /metrics."""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from quincunx.server.hall.tally import TALLY

CONNECTIONS = Gauge("quincunx_connections", "Open WebSocket connections")
TABLES = Gauge("quincunx_tables", "Tables in memory")
TURNED_AWAY = Counter("quincunx_turned_away_total", "Connections refused or cut off, by reason", ["kind"])
BOTS_WAITING = Gauge("quincunx_bots_waiting", "Thoughts of bots that wait for a worker")
COMMIT_SECONDS = Histogram(
    "quincunx_commit_seconds", "Time of a commit", buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
)
COMMIT_WRITES = Histogram("quincunx_commit_writes", "Writes in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500))


class Counts(Collector):
    """The counts of a process, collected while tables are played."""

    def collect(self) -> Iterator[Metric]:
        """The counters, when the registry asks for them."""
        yield CounterMetricFamily("quincunx_steps", "Stored steps of tables", value=TALLY.steps)
        yield CounterMetricFamily("quincunx_messages_sent", "Messages sent to clients", value=TALLY.sent)
        yield _by_label("quincunx_refusals", "Messages refused, by reason", "code", TALLY.refusals)
        yield _by_label("quincunx_errors", "Messages that were none, by reason", "code", TALLY.errors)
        about = "Answers by a weaker level than the bot's, by reason"
        yield _by_label("quincunx_bot_stand_ins", about, "reason", TALLY.stand_ins)
        spread = TALLY.thoughts
        bounds = (*map(floatToGoString, spread.bounds), "+Inf")
        buckets = list(zip(bounds, accumulate(spread.counts), strict=True))
        yield HistogramMetricFamily("quincunx_bot_seconds", "Time a bot thinks", buckets, spread.sum)


def _by_label(name: str, about: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, about, labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family


REGISTRY.register(Counts())
