"""Figures for Prometheus, at /metrics."""

from prometheus_client import Counter, Gauge, Histogram

CONNECTIONS = Gauge("quincunx_connections", "Open WebSocket connections")
TABLES = Gauge("quincunx_tables", "Tables in memory")
STEPS = Counter("quincunx_steps_total", "Stored steps of tables")
REFUSALS = Counter("quincunx_refusals_total", "Messages refused, by reason", ["code"])
ERRORS = Counter("quincunx_errors_total", "Messages that were none, by reason", ["code"])
MESSAGES_SENT = Counter("quincunx_messages_sent_total", "Messages sent to clients")
BOT_SECONDS = Histogram("quincunx_bot_seconds", "Time a bot thinks", buckets=(0.001, 0.01, 0.05, 0.2, 1, 5, 30))
COMMIT_SECONDS = Histogram(
    "quincunx_commit_seconds", "Time of a commit", buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
)
COMMIT_WRITES = Histogram("quincunx_commit_writes", "Writes in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500))
