"""A Ray cluster of two workers on this machine, for tests: prints its address, kills a worker for every line it reads,
and ends with its input."""

import os
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster  # the variable comes first


def main() -> None:
    """Until the input ends."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    try:
        sys.stdout.write(f"{cluster.address}\n")
        sys.stdout.flush()
        for _ in sys.stdin:
            cluster.remove_node(workers.pop(), allow_graceful=False)
            sys.stdout.write(f"{len(workers)} left\n")
            sys.stdout.flush()
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
