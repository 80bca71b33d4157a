"""`python -m benchmarks.strength_advice`: how long advice from the solved tables takes in a running process."""

import json
import statistics
from time import process_time

from quincunx import Match, game
from quincunx.bots.advice import advise

MATCHES = 12


def main() -> None:
    """Matches by the best advice; print the times of all but the first match, in which everything is read once."""
    spec = game("phase10")
    times: list[float] = []
    first = 0
    for number in range(MATCHES):
        match = Match(spec, 1, seed=f"advice {number}")
        while match.actors:
            began = process_time()
            advice = advise(spec, match.view(0))
            times.append(1000 * (process_time() - began))
            if any(choice.tries for choice in advice.choices):
                raise SystemExit("this advice is not from the tables")
            match.push(advice.choices[0].action, 0)
        first = first or len(times)
    running = times[first:]
    print(json.dumps({"positions": len(running), "median_ms": statistics.median(running), "slowest_ms": max(running)}))


if __name__ == "__main__":
    main()
