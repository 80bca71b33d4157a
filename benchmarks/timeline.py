"""What it costs to try an action on a fork, and that the length of a match does not matter."""

import statistics

from benchmarks.measuring import Rate, Row, in_turns, median_ratio, rate_of
from quincunx import Match, game
from quincunx.games.phase10.notation import next_die
from quincunx.games.phase10.phases import LOW_DICE

SHORT, LONG = 100, 20_000
LINES = 40
"""The moments sent to a newcomer."""


def run(repeats: int) -> list[Row]:
    """Phase 10 Dice, interpreted, as a live table plays it."""
    short, long = (_match(events) for events in (SHORT, LONG))
    tried = in_turns({"short": _tries(short), "long": _tries(long), "copy": _copies(short)}, repeats)
    told = in_turns({"short": _walks(short), "long": _walks(long)}, repeats)
    action, copied = (1e6 / statistics.median(tried[name]) for name in ("short", "copy"))
    long_name = f"after {LONG:,} events beside after {SHORT}"
    return [
        Row("trying an action on a fork", action, " µs", beside=f"copying the state alone {copied:.2f} µs"),
        Row(f"trying an action on a fork, {long_name}", median_ratio(tried["short"], tried["long"]), " ×", 2, True),
        Row(f"walking the last {LINES} events, {long_name}", median_ratio(told["short"], told["long"]), " ×", 2, True),
    ]


class Runs:
    """Dice that show one run of ten for ever: phase 1 asks for two sets, so the match does not end."""

    def outcome(self, match: Match) -> int:
        """A side of the die that lands."""
        if match.landings < match.seats:
            return match.landings
        die = next_die(match.state)
        return die if die < LOW_DICE else die - LOW_DICE


def _match(events: int) -> Match:
    """Play at least `events` events, until a seat is to act."""
    match = Match(game("phase10"), 2, chance=Runs())
    while len(match) < events:
        match.push_text("stop")
    match.settles = False
    return match


def _tries(match: Match) -> Rate:
    action, seat = match.legal_actions()[0], match.actor

    def work() -> int:
        for _ in range(1000):
            match.fork().push(action, seat)
        return 1000

    return rate_of(work)


def _copies(match: Match) -> Rate:
    state = match.state

    def work() -> int:
        for _ in range(1000):
            state.duplicate()
        return 1000

    return rate_of(work)


def _walks(match: Match) -> Rate:
    def work() -> int:
        for _ in range(10):
            for _moment in match.walk(len(match) - LINES):
                pass
        return 10

    return rate_of(work)
