"""Try actions by playing on from a guessed state: the compiled half of the search, for any game.

The same guess and the same named dice serve every action that is tried, so that luck cancels when they are compared.
"""

from typing import Any

from quincunx.core.defaults import UNKNOWN
from quincunx.core.fields import Grid, Row
from quincunx.core.generator import next_seed, seed_key
from quincunx.core.loops import (
    CUT_OFF,
    DECISIONS,
    DUPLICATE,
    EVENTS,
    LUCK_SEED,
    STATE,
    STATES,
    WHO_SHIFT,
    Arrays,
    advance,
)
from quincunx.core.seats import CHANCE, OVER, Seat
from quincunx.core.slots import apply, candidates, copy_state, estimate, guess, legal_actions, reflex, standings, to_act
from quincunx.core.standings import PLACE, POINTS

ENTRIES = ("list_candidates", "put_first", "try_each")
"""The functions called from Python when compiled."""

ROOT = STATES
"""The place of the view that is searched from, after those of the loops."""
SEARCH_STATES = STATES + 1
NOBODY = -1
"""In place of the seat that guesses: the root is known."""

TRIES, WORTH, SQUARES, WINS, WIN_SQUARES, LEADS, GAINS, GAIN_SQUARES = range(8)
"""The sums for each action: trials, worth, its square, wins, their square in units of worth, the lead, and the
difference of worth to the first action in the same trial, and its square."""
SUMS = 8

UNIT = 10_000
"""A sure win is worth so much, and nothing a sure loss."""
WIN = 840_000
"""A win that n seats share counts 1/n of this: a whole number for up to eight."""


def list_candidates(states: Any, seat: Seat, arrays: Arrays, out: Row) -> int:
    """Write the candidate actions at the root to `out`; return their number."""
    count = legal_actions(states[ROOT], seat, arrays.legal)
    return candidates(states[ROOT], seat, arrays.legal, count, arrays.knowledge, out)


def put_first(states: Any, bot: int, seat: Seat, seed: int, arrays: Arrays, out: Row, count: int) -> bool:
    """Put the choice of a reflex bot before the other candidates; false if it is none of them."""
    legal, key = arrays.legal, arrays.key
    seed_key(key, seed, 0)
    choice = reflex(bot, states[ROOT], seat, legal, legal_actions(states[ROOT], seat, legal), key, arrays.knowledge)
    for index in range(count):
        if out[index] == choice:
            for place in range(index, 0, -1):
                out[place] = out[place - 1]
            out[0] = choice
            return True
    return False


def try_each(
    states: Any, seats: int, seat: Seat, actions: Row, alive: Row, count: int, seed: int, first: int, times: int,
    arrays: Arrays, limit: int, margin: int, sums: Grid,
) -> None:  # fmt: skip
    """Try each living action `times` times more, starting with trial number `first`."""
    for number in range(first, first + times):
        usual = 0
        for index in range(count):
            if alive[index]:
                prepare(states, seat, seed, number, arrays)
                apply(states[STATE], seat, actions[index])
                known = play_far(states, seat, arrays, limit)
                worth = count_trial(states, seats, seat, known, margin, arrays.table, sums, index)
                if index == 0:
                    usual = worth
                sums[index, GAINS] += worth - usual
                sums[index, GAIN_SQUARES] += (worth - usual) * (worth - usual)


def play_far(states: Any, seat: Seat, arrays: Arrays, limit: int) -> float:
    """Play on until the game knows the seat's win chance, and return it; UNKNOWN at the end of the match."""
    known = UNKNOWN
    events = 0
    decisions = 0
    while events < limit and known < 0:
        event = advance(states, arrays)
        if event < 0:
            break
        events += 1
        if event >> WHO_SHIFT != CHANCE:
            decisions += 1
        known = estimate(states[ROOT], states[STATE], seat, arrays.knowledge)
    arrays.counts[EVENTS] += events
    arrays.counts[DECISIONS] += decisions
    if known < 0 and to_act(states[STATE]) != OVER:
        arrays.counts[CUT_OFF] += 1
    return known


def prepare(states: Any, guesser: Seat, seed: int, number: int, arrays: Arrays) -> None:
    """Set up a trial: a guess of what is hidden from a seat, and the trial's own dice."""
    key, luck = arrays.key, arrays.luck
    seed_key(key, seed, number)
    luck[DUPLICATE] = 1
    luck[LUCK_SEED] = next_seed(key)
    copy_state(states, STATE, ROOT)
    if guesser != NOBODY:
        guess(states[ROOT], guesser, key, states[STATE])


def count_trial(
    states: Any, seats: int, seat: Seat, known: float, margin: int, table: Grid, sums: Grid, index: int
) -> int:
    """Add the result of a trial for a seat, and its worth; a trial that was cut off counts as it stands.

    `known` is the chance to win where that ended the trial.
    """
    standings(states[STATE], table)
    won = share_of(WIN, table, seats, seat) if known < 0 else int(known * WIN)
    lead = lead_of(table, seats, seat)
    worth = worth_of(won, lead, seats, margin)
    sums[index, TRIES] += 1
    sums[index, WORTH] += worth
    sums[index, SQUARES] += worth * worth
    sums[index, WINS] += won
    sums[index, WIN_SQUARES] += (won * UNIT // WIN) * (won * UNIT // WIN)
    sums[index, LEADS] += lead
    return worth


def share_of(win: int, table: Grid, seats: int, seat: Seat) -> int:
    """A seat's share of the win, 0 to 1."""
    if table[seat, PLACE] != 1:
        return 0
    sharing = 0
    for other in range(seats):
        if table[other, PLACE] == 1:
            sharing += 1
    return win // sharing


def lead_of(table: Grid, seats: int, seat: Seat) -> int:
    """The points between a seat and the best of the others, below zero if that one is ahead; alone, all points."""
    if seats == 1:
        return table[seat, POINTS]
    rival = 1 if seat == 0 else 0
    for other in range(seats):
        if other != seat and table[other, PLACE] < table[rival, PLACE]:
            rival = other
    gap = abs(table[seat, POINTS] - table[rival, POINTS])
    if table[seat, PLACE] == table[rival, PLACE]:
        return 0
    return gap if table[seat, PLACE] < table[rival, PLACE] else -gap


def worth_of(won: int, lead: int, seats: int, margin: int) -> int:
    """Half the win, half the lead as measured by the margin: a lead tells more than a bare win or loss.

    Where trials end in chances to win there is no margin, and leads do not count.
    """
    if seats == 1:
        return lead * UNIT // margin
    if margin == 0:
        return won * UNIT // WIN
    by_lead = min(UNIT, max(0, UNIT // 2 + lead * UNIT // (2 * margin)))
    return (won * UNIT // WIN + by_lead) // 2
