"""Try actions by playing on from a guessed state: the compiled half of the search, for any game.

The same guess and the same named dice serve every action that is tried, so that luck cancels when they are compared.
"""

from typing import Any

from quincunx.core.draw import next_word, seed_key
from quincunx.core.fields import Grid, Row
from quincunx.core.seats import Seat
from quincunx.core.slots import apply, candidates, copy_state, guess, legal_actions, standings
from quincunx.core.standings import PLACE, POINTS
from quincunx.sim.loops import DUPLICATE, LUCK_SEED, SLOTS, STATE, play

ENTRIES = ("list_candidates", "try_each", "roll_out")
"""What is called from Python when compiled."""

ROOT = SLOTS
"""The place of the view that is searched from, after those of the loops."""
SEARCH_SLOTS = SLOTS + 1

TRIES, WORTH, SQUARES, WINS, LEADS = range(5)
"""What is summed for each action: how often it was tried, its worth, the worth's square, wins, and the lead."""
SUMS = 5

UNIT = 10_000
"""A sure win is worth so much, and nothing a sure loss."""
WIN = 840
"""A win that n seats share counts 1/n of this: a whole number for up to eight."""


def list_candidates(states: Any, seat: Seat, knowledge: Any, legal: Row, out: Row) -> int:
    """The actions at the root that are worth a thought, into out; their count."""
    count = legal_actions(states[ROOT], seat, legal)
    return candidates(states[ROOT], seat, legal, count, knowledge, out)


def try_each(
    states: Any,
    seats: int,
    seat: Seat,
    actions: Row,
    alive: Row,
    count: int,
    seed: int,
    first: int,
    times: int,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    luck: Row,
    knowledge: Any,
    limit: int,
    margin: int,
    table: Grid,
    counts: Row,
    sums: Grid,
) -> None:
    """Try each action that is alive so many times more, from the trial of that number on."""
    for number in range(first, first + times):
        for index in range(count):
            if alive[index]:
                prepare(states, seat, seed, number, key, luck)
                apply(states[STATE], seat, actions[index])
                play(states, bots, legal, weights, key, luck, knowledge, limit, counts)
                count_trial(states, seats, seat, margin, table, sums, index)


def roll_out(
    states: Any,
    seats: int,
    seat: Seat,
    seed: int,
    first: int,
    times: int,
    bots: Row,
    legal: Row,
    weights: Row,
    key: Row,
    luck: Row,
    knowledge: Any,
    limit: int,
    margin: int,
    table: Grid,
    counts: Row,
    sums: Grid,
) -> None:
    """Play on from the root as it is, so many times; what it comes to for every seat, a row of sums for each."""
    for number in range(first, first + times):
        prepare(states, seat, seed, number, key, luck)
        play(states, bots, legal, weights, key, luck, knowledge, limit, counts)
        for other in range(seats):
            count_trial(states, seats, other, margin, table, sums, other)


def prepare(states: Any, seat: Seat, seed: int, number: int, key: Row, luck: Row) -> None:
    """The guess and the dice of a trial."""
    seed_key(key, seed, number)
    high = next_word(key)
    luck[DUPLICATE] = 1
    luck[LUCK_SEED] = (high >> 1 << 32) + next_word(key)
    copy_state(states, STATE, ROOT)
    guess(states[ROOT], seat, key, states[STATE])


def count_trial(states: Any, seats: int, seat: Seat, margin: int, table: Grid, sums: Grid, index: int) -> None:
    """Sum up what a trial came to for a seat; one that was cut off counts as it stands."""
    standings(states[STATE], table)
    won = share_of_win(table, seats, seat)
    lead = lead_of(table, seats, seat)
    worth = worth_of(won, lead, seats, margin)
    sums[index, TRIES] += 1
    sums[index, WORTH] += worth
    sums[index, SQUARES] += worth * worth
    sums[index, WINS] += won
    sums[index, LEADS] += lead


def share_of_win(table: Grid, seats: int, seat: Seat) -> int:
    """In parts of WIN."""
    if table[seat, PLACE] != 1:
        return 0
    sharing = 0
    for other in range(seats):
        if table[other, PLACE] == 1:
            sharing += 1
    return WIN // sharing


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
    """Half the win, half the lead as measured by the margin: a lead tells more than a bare win or loss."""
    if seats == 1:
        return lead * UNIT // margin
    by_lead = min(UNIT, max(0, UNIT // 2 + lead * UNIT // (2 * margin)))
    return (won * UNIT // WIN + by_lead) // 2
