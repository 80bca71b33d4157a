"""Decisions up to the next roll, tried out by the rules of the game: plain functions, compiled by `core.jit`.

Nothing here comes from the solver: `before_roll` only finds a value in its tables. So the same loops play perfectly and
check the tables: those of two perfect players, and those against a bot, which makes its choices itself.
"""

from typing import Any, NamedTuple

from quincunx.core.fields import Grid, Row
from quincunx.core.generator import seed_key, weighted
from quincunx.core.seats import CHANCE, OVER, Seat
from quincunx.core.slots import apply, copy_state, land, legal_actions, odds, reflex, setup, standings, to_act
from quincunx.core.standings import PLACE
from quincunx.games.sixes.combinations import SIX, is_single
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ENDED, ROLLING, SEATS

ENTRIES = ("play_matches", "sum_rolls")

BLANK, VIEW, HERE = range(3)
"""The uses of the first states; those after `HERE` are tried positions."""
STATES = 64
PERFECT, NOBODY = -1, -2
DIGIT = 7
"""A set of dice as one number: a digit for each face below six."""
SURE = 2.0
"""Beyond every value."""


class Book(NamedTuple):
    """The tables of values before a roll, flat, with what is needed to find one."""

    values: Any
    """All arrays, one behind the other."""
    starts: Any
    """By role of the seats and sum of base totals: where its array begins."""
    wins: Any
    """By role of the seats, own and other total: the chance to win when a round begins."""
    dice: int
    top: int
    numbers: Any
    """By set of dice as one number: its number."""
    joint: Any
    state_first: Any
    final_first: Any
    finals: int
    states: int
    flags: int
    """2 where it matters for a final roll whether the player without dice has a partial, else 1."""


class Frames(NamedTuple):
    """The data of each position on the way to the tried one."""

    legal: Any
    counts: Any
    at: Any
    best: Any
    low: Any
    high: Any


def play_matches(
    states: Any, options: Row, bots: Row, weights: Row, key: Row, frames: Any, book: Any, known: Any, seed: int,
    first: int, table: Grid, results: Row, own: Row,
) -> None:  # fmt: skip
    """Play a match for each entry of results: 2 if seat 0 wins, 1 if both do, else 0. A bot is a number or PERFECT."""
    for match in range(len(results)):
        seed_key(key, seed, first + match)
        copy_state(states, HERE, BLANK)
        setup(states[HERE], SEATS, options)
        actors = to_act(states[HERE])
        while actors != OVER:
            state = states[HERE]
            if actors == CHANCE:
                land(state, weighted(key, weights, odds(state, weights)))
            elif bots[state.turn] == PERFECT:
                apply(state, state.turn, _best_action(states, frames, book, key, known, own))
            else:
                count = legal_actions(state, state.turn, own)
                copy_state(states, VIEW, HERE)
                apply(state, state.turn, reflex(bots[state.turn], states[VIEW], state.turn, own, count, key, known))
            actors = to_act(states[HERE])
        standings(states[HERE], table)
        results[match] = 1 + (table[0, PLACE] == 1) - (table[1, PLACE] == 1)


def _best_action(states: Any, frames: Any, book: Any, key: Row, known: Any, actions: Row) -> int:
    seat = states[HERE].turn
    count = legal_actions(states[HERE], seat, actions)
    low, high, choice = -SURE, SURE, actions[0]
    for index in range(count if count > 1 else 0):
        copy_state(states, HERE + 1, HERE)
        apply(states[HERE + 1], seat, actions[index])
        value = _after(states, states[HERE].rounds, frames, book, 0, NOBODY, 0, key, known, low, high)
        if seat == 0 and value > low:
            low, choice = value, actions[index]
        elif seat == 1 and value < high:
            high, choice = value, actions[index]
    return choice


def _after(
    states: Any, number: int, frames: Any, book: Any, role: int, bot: int, bot_seat: Seat, key: Row, known: Any,
    low: float, high: float,
) -> float:  # fmt: skip
    """Return the value of the position after `HERE`, which may be of the next round."""
    if _is_leaf(states[HERE + 1], number):
        return _leaf(states[HERE + 1], number, book, role)
    return _value_of(states, HERE + 1, frames, book, role, bot, bot_seat, key, known, low, high)


def _value_of(
    states: Any, first: int, frames: Any, book: Any, role: int, bot: int, bot_seat: Seat, key: Row, known: Any,
    low: float, high: float,
) -> float:  # fmt: skip
    """Return the value of a position, clipped to low … high."""
    number = states[first].rounds
    place = first
    _enter(states, place, frames, bot, bot_seat, key, known, low, high)
    while True:
        if frames.at[place] < frames.counts[place] and frames.low[place] < frames.high[place]:
            copy_state(states, place + 1, place)
            apply(states[place + 1], states[place].turn, frames.legal[place, frames.at[place]])
            frames.at[place] += 1
            if _is_leaf(states[place + 1], number):
                _fold(states[place].turn, place, frames, _leaf(states[place + 1], number, book, role))
            else:
                place += 1
                _enter(states, place, frames, bot, bot_seat, key, known, frames.low[place - 1], frames.high[place - 1])
        elif place == first:
            return float(frames.best[place])
        else:
            place -= 1
            _fold(states[place].turn, place, frames, frames.best[place + 1])


def _enter(
    states: Any, place: int, frames: Any, bot: int, bot_seat: Seat, key: Row, known: Any, low: float, high: float
) -> None:
    seat = states[place].turn
    count = legal_actions(states[place], seat, frames.legal[place])
    if bot != NOBODY and seat == bot_seat:
        copy_state(states, VIEW, place)
        frames.legal[place, 0] = reflex(bot, states[VIEW], seat, frames.legal[place], count, key, known)
        count = 1
    frames.counts[place], frames.at[place] = count, 0
    frames.best[place] = -SURE if seat == 0 else SURE
    frames.low[place], frames.high[place] = low, high


def _fold(seat: Seat, place: int, frames: Any, value: float) -> None:
    if seat == 0:
        frames.best[place] = max(frames.best[place], value)
        frames.low[place] = max(frames.low[place], value)
    else:
        frames.best[place] = min(frames.best[place], value)
        frames.high[place] = min(frames.high[place], value)


def _is_leaf(state: Any, number: int) -> bool:
    return bool(state.stage in (ROLLING, ENDED) or state.rounds != number)


def _leaf(state: Any, number: int, book: Any, role: int) -> float:
    """Seat 0's chance to win before a roll, or when a round is over."""
    if state.stage == ENDED or state.rounds != number:
        return _when_over(state, number, book, role)
    return before_roll(state, book, role)


def _when_over(state: Any, number: int, book: Any, role: int) -> float:
    """The next round has the other parity: in odd rounds the tables are those of seats with their roles changed."""
    if (number + 1) % SEATS == 0:
        return float(book.wins[role, state.total[0], state.total[1]])
    return 1 - float(book.wins[1 - role, state.total[1], state.total[0]])


# Rolls


def sum_rolls(
    states: Any, frames: Any, book: Any, role: int, bot: int, bot_seat: Seat, key: Row, known: Any, faces: Row,
    weights: Any,
) -> tuple[float, float]:  # fmt: skip
    """The mean value of all rolls of the dice in the cups at `HERE`, and what the tables say.

    A bot makes the choices of its seat, all others are the best. Dice that show the same are alike.
    `faces` is a row for the dice of a roll; `weights` has the factorials.
    """
    start = states[HERE].in_cup[0]
    dice = start + states[HERE].in_cup[1]
    number = states[HERE].rounds
    for die in range(dice):
        faces[die] = 0
    mean, last = 0.0, dice - 1
    while last >= 0:
        copy_state(states, HERE + 1, HERE)
        for die in range(dice):
            land(states[HERE + 1], faces[die])
        weight = _chance_of(faces, 0, start, weights) * _chance_of(faces, start, dice, weights)
        mean += weight * _after(states, number, frames, book, role, bot, bot_seat, key, known, -SURE, SURE)
        last = dice - 1
        while last >= 0 and faces[last] == SIX - 1:
            last -= 1
        if last >= 0:
            faces[last] += 1
            for die in range(last + 1, dice):  # in ascending order for each player: every multiset once
                faces[die] = faces[last] if (die < start) == (last < start) else 0
    return mean, before_roll(states[HERE], book, role)


def _chance_of(faces: Row, first: int, end: int, weights: Any) -> float:
    chance = weights[end - first]
    run = 0
    for die in range(first, end):
        run = run + 1 if die > first and faces[die] == faces[die - 1] else 1
        chance /= run * SIX
    return float(chance)


# The tables


def before_roll(state: Any, book: Any, role: int) -> float:
    """Seat 0's chance to win before a roll, from the tables; `role`: which of them is for even rounds."""
    is_odd = state.rounds % SEATS == 1
    first = 1 if is_odd else 0
    used = 1 - role if is_odd else role
    value = _kept(state, first, book, used)
    return 1 - value if is_odd else value


def _kept(state: Any, first: Seat, book: Any, role: int) -> float:
    """Return the value for the seat with the first role."""
    second = 1 - first
    mine, their = _partials(state, first), _partials(state, second)
    base = state.total[first] + round_points(state, first) - _partial_count(state, second)
    other = state.total[second] + round_points(state, second) - _partial_count(state, first)
    cup, their_cup = state.in_cup[first], state.in_cup[second]
    if state.is_final == 1:
        own = cup if cup > 0 else their_cup
        part, partials = (0, book.numbers[mine]) if cup > 0 else (1, book.numbers[their])
        if cup > 0:
            flag, base = (1 if their > 0 else 0), base + _partial_count(state, second)
        else:
            flag, other = (1 if mine > 0 else 0), other + _partial_count(state, first)
        total = base + other
        low, width = _grid(book, total)
        row = (part * book.flags + flag % book.flags) * book.finals + book.final_first[own] + partials
        return float(book.values[book.starts[role, total] + row * width + base - low])
    total = base + other
    low, width = _grid(book, total)
    place = book.starts[role, total] + SEATS * book.flags * book.finals * width
    number = book.state_first[cup, their_cup] + book.joint[book.numbers[mine], book.numbers[their]]
    half_high, half_low = (total + 2 * book.dice) // 2, (total - 2 * book.dice + 1) // 2
    ends_0 = min(low + width - 1, half_high)
    lanes_0 = max(0, ends_0 - low + 1)
    starts_1 = max(low, half_low)
    lanes_1 = max(0, low + width - starts_1)
    lanes = max(0, ends_0 - starts_1 + 1)
    if state.total[first] < state.total[second]:
        return float(book.values[place + number * lanes_0 + base - low])
    place += book.states * lanes_0
    if state.total[first] > state.total[second]:
        return float(book.values[place + number * lanes_1 + base - starts_1])
    place += book.states * lanes_1
    starter = state.rolls % SEATS
    return float(book.values[place + (number * SEATS + starter) * lanes + base - starts_1])


def _grid(book: Any, total: int) -> tuple[int, int]:
    low = max(0, total - book.top)
    return low, min(total, book.top) - low + 1


def _partials(state: Any, seat: Seat) -> int:
    """A seat's single dice on the table as one number."""
    found = 0
    for pairing in range(state.pairings):
        if is_single(state.laid[seat, pairing]):
            found += DIGIT ** (state.laid[seat, pairing] - 1)
    return found


def _partial_count(state: Any, seat: Seat) -> int:
    count = 0
    for pairing in range(state.pairings):
        if is_single(state.laid[seat, pairing]):
            count += 1
    return count
