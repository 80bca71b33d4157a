"""The loops of the solver: plain functions over flat arrays, compiled by `core.jit`. Nothing here allocates.

A position is numbered by its *base totals*: each total as if the opponent had completed every partial on the
table. No play lowers a base total, so positions are solved by their sum, from the highest down, and all
positions of one sum together: a *lane* for each base total of seat 0. Values are seat 0's chance to win.

All values lie in one array, `mem`; `g` has the places of its parts and the sizes. `x` is the number of a set of dice,
`p` that of a set of partials, `j` that of a pair of these (see `dice_sets` and `layout`).
"""

from typing import Any

from quincunx.games.sixes.combinations import FIRST_SINGLE, FIRST_SOFT, HARD, WAY_SINGLE, WAYS
from quincunx.solvers.sixes.common import (
    BOUNDS,
    CLOSE,
    DICE,
    FINALS,
    HALVES,
    LANES,
    LOW,
    MEANS,
    NOTHING,
    OWN,
    ROW,
    SCRATCH,
    SLOTS,
    STARTER_0,
    SUM,
    TRIES,
    VALUES,
    WIDTH,
    add,
    add_halves,
    begin_sum,
    bound_row,
    copy,
    fill,
    improve,
    is_level,
    keep_best,
    keep_halves,
    pair_row,
    payoff_at,
    push_mean,
    stride_of,
)

(
    ON_TURN_0, ON_TURN_1, ALONE_0, ALONE_1, LAST_0, LAST_1, MEAN_ALONE_0, MEAN_ALONE_1, MEAN_LAST_0, MEAN_LAST_1,
    FINAL_0, FINAL_1, SIZE,
) = range(OWN, OWN + 13)  # fmt: skip
"""The other indices of `g`, and its size."""

ENTRIES = ("solve_bounds", "solve_pairs", "push_takes")


def slot_at(g: Any, part: int, count: int, row: int, higher: int, shift: int) -> int:
    """Return the index of a row of a ring, for positions whose sum is that much higher."""
    return int(g[part] + (((g[SUM] + higher) % g[SLOTS]) * count + row) * g[ROW] + g[LOW] + shift)


def reached(g: Any, t: Any, turn: int, x0: int, x1: int, p0: int, p1: int) -> int:
    """Return the index of the value of dice and partials during the soft sixes.

    `stride_of` is the stride between halves.
    """
    if x1 == 0 and x0 == 0:
        return payoff_at(g, t.size[p0] + t.size[p1], t.size[p1])
    if x1 == 0:
        return slot_at(g, ALONE_0, g[BOUNDS], bound_row(g, t, x0, p0), t.size[p1], t.size[p1])
    if x0 == 0:
        return slot_at(g, ALONE_1, g[BOUNDS], bound_row(g, t, x1, p1), t.size[p0], 0)
    part = ON_TURN_0 if turn == 0 else ON_TURN_1
    return int(g[part] + pair_row(g, t, x0, x1, t.joint[p0, p1]) * g[LANES])


# One player has no dice


def solve_bounds(g: Any, mem: Any, t: Any) -> None:
    """Solve all positions of this sum in which one player has no dice."""
    for seat in range(2):
        for m in range(1, g[DICE] + 1):
            _bounds_of_size(g, mem, t, seat, m, True)
            _finals_of_size(g, mem, t, seat, m)
            _bounds_of_size(g, mem, t, seat, m, False)


def _bounds_of_size(g: Any, mem: Any, t: Any, seat: int, m: int, is_final: bool) -> None:
    part = (LAST_0 if seat == 0 else LAST_1) if is_final else (ALONE_0 if seat == 0 else ALONE_1)
    mean = (MEAN_LAST_0 if seat == 0 else MEAN_LAST_1) if is_final else (MEAN_ALONE_0 if seat == 0 else MEAN_ALONE_1)
    width = g[WIDTH]
    for p in range(t.up_to[g[DICE] - m]):
        final = t.final_first[m] + p
        total = slot_at(g, mean, g[FINALS], final, 0, 0)
        fill(mem, total, width, 0.0)
        for x in range(t.first[m], t.first[m + 1]):
            out = slot_at(g, part, g[BOUNDS], bound_row(g, t, x, p), 0, 0)
            _stop_or_roll(g, mem, t, seat, p, final, is_final, out)
            _best_alone(g, mem, t, seat, part, x, p, out)
            add(mem, total, out, width, t.weight[x])


def _stop_or_roll(g: Any, mem: Any, t: Any, seat: int, p: int, final: int, is_final: bool, out: int) -> None:
    """R19: when nothing more is played, the round ends, or its final roll is made."""
    stop = payoff_at(g, t.size[p], 0 if seat == 0 else t.size[p])
    roll = slot_at(g, FINAL_0 if seat == 0 else FINAL_1, g[FINALS], final, 0, 0)
    for lane in range(g[WIDTH]):
        value = mem[stop + lane]
        if not is_final:
            other = mem[roll + lane]
            if (other > value) == (seat == 0):
                value = other
        mem[out + lane] = value


def _best_alone(g: Any, mem: Any, t: Any, seat: int, part: int, x: int, p: int, out: int) -> None:
    size = t.size[p]
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[x, soft]
        if left > 0:
            row = bound_row(g, t, left, p)
            keep_best(mem, seat, out, slot_at(g, part, g[BOUNDS], row, 1, 1 if seat == 0 else 0), g[WIDTH])
        elif left == 0:
            keep_best(mem, seat, out, payoff_at(g, 1 + size, 1 if seat == 0 else size), g[WIDTH])
    for way in range(WAYS):
        left = t.rest[x, way]
        fewer = t.minus[p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            size = t.size[fewer]
            if left > 0:
                keep_best(mem, seat, out, slot_at(g, part, g[BOUNDS], bound_row(g, t, left, fewer), 0, 0), g[WIDTH])
            else:
                keep_best(mem, seat, out, payoff_at(g, size, 0 if seat == 0 else size), g[WIDTH])
            size = t.size[p]


def _finals_of_size(g: Any, mem: Any, t: Any, seat: int, m: int) -> None:
    """Solve the final roll of that many dice (§25): each six scores two points against no dice."""
    for p in range(t.up_to[g[DICE] - m]):
        out = slot_at(g, FINAL_0 if seat == 0 else FINAL_1, g[FINALS], t.final_first[m] + p, 0, 0)
        size = t.size[p]
        fill(mem, out, g[WIDTH], 0.0)
        for sixes in range(m + 1):
            points = 2 * sixes
            if sixes < m:
                mean = MEAN_LAST_0 if seat == 0 else MEAN_LAST_1
                row = t.final_first[m - sixes] + p
                source = slot_at(g, mean, g[FINALS], row, points, points if seat == 0 else 0)
            else:
                source = payoff_at(g, points + size, points if seat == 0 else size)
            add(mem, out, source, g[WIDTH], t.sixes[m, sixes])


# Both have dice


def solve_pairs(g: Any, mem: Any, t: Any, m0: int, m1: int, only_level: bool, is_known: bool) -> None:
    """Solve all positions of this sum in which the players have these numbers of dice.

    `only_level`: only those that a round without points reaches. `is_known`: the values before rolls are there already.
    """
    joints = t.joints[m0, m1]
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            for j in range(joints):
                if not only_level or is_level(g, t, m0, m1, j):
                    _best_play(g, mem, t, 0, x0, x1, j)
                    _best_play(g, mem, t, 1, x0, x1, j)
    for j in range(joints):
        if not only_level or is_level(g, t, m0, m1, j):
            if not is_known:
                _settle(g, mem, t, m0, m1, j)
            _finish(g, mem, t, m0, m1, j)


def _best_play(g: Any, mem: Any, t: Any, seat: int, x0: int, x1: int, j: int) -> None:
    """Store a seat's best soft six or completion in place of its value on turn; NOTHING if there is none."""
    lanes = g[LANES]
    out = g[ON_TURN_0 if seat == 0 else ON_TURN_1] + pair_row(g, t, x0, x1, j) * lanes
    worst = g[SCRATCH]
    sign = 1.0 if seat == 0 else -1.0
    p0, p1 = t.joint_0[j], t.joint_1[j]
    mine, theirs = (x0, x1) if seat == 0 else (x1, x0)
    my_p, their_p = (p0, p1) if seat == 0 else (p1, p0)
    fill(mem, out, lanes, -NOTHING * sign)
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[mine, soft]
        if left < 0:
            continue
        fill(mem, worst, lanes, NOTHING * sign)
        for side in range(FIRST_SINGLE, HARD):
            answer = t.minus[theirs, side]
            if answer >= 0:
                after = t.plus[their_p, side] if side < FIRST_SOFT else their_p
                source = _reached_by(g, t, seat, left, answer, my_p, after)
                keep_halves(g, mem, 1 - seat, worst, source, stride_of(g, left, answer))
        keep_halves(g, mem, seat, out, worst, g[WIDTH])
    for way in range(WAYS):
        left = t.rest[mine, way]
        fewer = t.minus[my_p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            source = _reached_by(g, t, seat, left, theirs, fewer, their_p)
            keep_halves(g, mem, seat, out, source, stride_of(g, left, theirs))


def _reached_by(g: Any, t: Any, seat: int, mine: int, theirs: int, my_p: int, their_p: int) -> int:
    """Where the value lies after a play of a seat: it is the other's turn."""
    if seat == 0:
        return reached(g, t, 1, mine, theirs, my_p, their_p)
    return reached(g, t, 0, theirs, mine, their_p, my_p)


def _settle(g: Any, mem: Any, t: Any, m0: int, m1: int, j: int) -> None:
    """Solve the value before a roll of that many dice, after which all may be rolled again."""
    width, lanes = g[WIDTH], g[LANES]
    state = t.state_first[m0, m1] + j
    value = g[VALUES] + state * lanes
    known, found, slope = g[SCRATCH], g[SCRATCH] + lanes, g[SCRATCH] + 2 * lanes
    _sum_known(g, mem, t, m0, m1, j, known)
    again = t.sixes[m0, 0] * t.sixes[m1, 0]
    for _ in range(TRIES):
        rest = value
        if g[HALVES] == 2:
            rest = value + width
            _sum_again(g, mem, t, m0, m1, j, 1, value, known, found, slope, again)
            copy(mem, rest, found + width, width)
        _sum_again(g, mem, t, m0, m1, j, 0, rest, known, found, slope, again)
        if improve(g, mem, value, found, slope) < CLOSE:
            break


def _sum_again(
    g: Any, mem: Any, t: Any, m0: int, m1: int, j: int, half: int, rest: int, known: int, found: int, slope: int,
    again: float,
) -> None:  # fmt: skip
    """Return the value of a roll if a pass is worth `rest`, and its slope in `rest`."""
    width, lanes = g[WIDTH], g[LANES]
    first = half * width
    for lane in range(width):
        mem[found + first + lane] = mem[known + first + lane]
        mem[slope + first + lane] = 0.0
    is_first = g[STARTER_0 + half] == 0
    sums, slopes = mem[found + first : found + first + width], mem[slope + first : slope + first + width]
    passing = mem[rest : rest + width]
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            row = pair_row(g, t, x0, x1, j) * lanes + first
            best0, best1 = g[ON_TURN_0] + row, g[ON_TURN_1] + row
            weight = again * t.weight[x0] * t.weight[x1]
            low, high = mem[best0 : best0 + width], mem[best1 : best1 + width]
            if is_first:
                _mix_first(sums, slopes, passing, low, high, weight)
            else:
                _mix_second(sums, slopes, passing, low, high, weight)


def _mix_first(sums: Any, slopes: Any, passing: Any, low: Any, high: Any, weight: float) -> None:
    for lane in range(len(sums)):
        passed = passing[lane]
        value = passed if passed < high[lane] else high[lane]
        value = value if value > low[lane] else low[lane]
        sums[lane] += weight * value
        slopes[lane] += weight if value == passed else 0.0


def _mix_second(sums: Any, slopes: Any, passing: Any, low: Any, high: Any, weight: float) -> None:
    for lane in range(len(sums)):
        passed = passing[lane]
        value = passed if passed > low[lane] else low[lane]
        value = value if value < high[lane] else high[lane]
        sums[lane] += weight * value
        slopes[lane] += weight if value == passed else 0.0


def _finish(g: Any, mem: Any, t: Any, m0: int, m1: int, j: int) -> None:
    """The value on turn of every roll, and the mean of a roll without sixes."""
    width, lanes, halves = g[WIDTH], g[LANES], g[HALVES]
    state = t.state_first[m0, m1] + j
    value, mean = g[VALUES] + state * lanes, g[MEANS] + state * lanes
    fill(mem, mean, lanes, 0.0)
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            row = pair_row(g, t, x0, x1, j) * lanes
            weight = t.weight[x0] * t.weight[x1]
            for half in range(halves):
                rest = value + (halves - 1 - half) * width
                on0, on1 = g[ON_TURN_0] + row + half * width, g[ON_TURN_1] + row + half * width
                is_first = g[STARTER_0 + half] == 0
                _decide(mem[on0 : on0 + width], mem[on1 : on1 + width], mem[rest : rest + width])
                add(mem, mean + half * width, on0 if is_first else on1, width, weight)


def _decide(low: Any, high: Any, passing: Any) -> None:
    """Compute each seat's value on turn from that of its best play: play, pass, or pass and be passed."""
    for lane in range(len(low)):
        passed, mine, theirs = passing[lane], low[lane], high[lane]
        first = passed if passed < theirs else theirs
        second = passed if passed > mine else mine
        low[lane] = first if first > mine else mine
        high[lane] = second if second < theirs else theirs


def _sum_known(g: Any, mem: Any, t: Any, m0: int, m1: int, j: int, out: int) -> None:
    """Sum what rolls with sixes add to the value before a roll."""
    begin_sum(g, mem, t.state_first[m0, m1] + j, out)
    for h0 in range(m0 + 1):
        for h1 in range(m1 + 1):
            if h0 + h1 > 0 and (h0 in (h1, m0) or h1 == m1):
                weight = t.sixes[m0, h0] * t.sixes[m1, h1]
                _sum_roll(g, mem, t, m0 - h0, m1 - h1, h0 - h1, j, weight, out)


def _sum_roll(g: Any, mem: Any, t: Any, m0: int, m1: int, surplus: int, j: int, weight: float, out: int) -> None:
    """Sum the rolls with these numbers of dice below six and unmatched sixes.

    They are level, or one player has no dice left.
    """
    width = g[WIDTH]
    p0, p1 = t.joint_0[j], t.joint_1[j]
    size0, size1 = t.size[p0], t.size[p1]
    if m0 > 0 and m1 > 0:  # as many sixes on both sides
        source = g[MEANS] + (t.state_first[m0, m1] + j) * g[LANES]
        add_halves(g, mem, out, source, width, weight)
    elif m0 == 0 and m1 == 0:
        gain, loss = max(2 * surplus, 0), max(-2 * surplus, 0)
        add_halves(g, mem, out, payoff_at(g, size0 + size1 + gain + loss, size1 + gain), 0, weight)
    elif m1 == 0 and surplus >= 0:
        gain = 2 * surplus + size1
        add_halves(g, mem, out, slot_at(g, MEAN_ALONE_0, g[FINALS], t.final_first[m0] + p0, gain, gain), 0, weight)
    elif m0 == 0 and surplus <= 0:
        loss = -2 * surplus + size0
        add_halves(g, mem, out, slot_at(g, MEAN_ALONE_1, g[FINALS], t.final_first[m1] + p1, loss, 0), 0, weight)
    elif m1 == 0:
        for x0 in range(t.first[m0], t.first[m0 + 1]):
            _take_alone(g, mem, t, 1, x0, p0, size1, -surplus, weight * t.weight[x0], out)
    else:
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            _take_alone(g, mem, t, 0, x1, p1, size0, surplus, weight * t.weight[x1], out)


def _take_alone(
    g: Any, mem: Any, t: Any, seat: int, x: int, p: int, size: int, sixes: int, weight: float, out: int
) -> None:
    """Find the best dice for the hard sixes of a seat without other dice (R6).

    The opponent has dice x and partials p. That many partials of the seat can no longer be completed.
    """
    width = g[WIDTH]
    best = g[SCRATCH] + 3 * g[LANES]
    fill(mem, best, width, -NOTHING if seat == 0 else NOTHING)
    for row in range(t.take_first[sixes, x], t.take_first[sixes, x + 1]):
        left, after, groups = t.takes[row, 0], t.union[p, t.takes[row, 1]], t.takes[row, 2]
        if left > 0:
            alone = bound_row(g, t, left, after)
            if seat == 0:
                source = slot_at(g, ALONE_1, g[BOUNDS], alone, sixes + size, sixes)
            else:
                source = slot_at(g, ALONE_0, g[BOUNDS], alone, sixes + size, size)
        else:
            gain = groups + 2 * (sixes - groups) + t.size[after]
            source = payoff_at(g, gain + size, gain if seat == 0 else size)
        keep_best(mem, seat, best, source, g[WIDTH])
    add_halves(g, mem, out, best, 0, weight)


# Unmatched sixes while both have other dice


def push_takes(g: Any, mem: Any, t: Any, m0: int, m1: int) -> None:
    """Add the values of rolls with unmatched sixes to the values before these rolls.

    The rolls leave that many dice. The sums before them are lower by one for each six."""
    dice = g[DICE]
    for sixes in range(1, dice):
        if m0 + sixes <= dice:
            for j in range(t.within[dice - max(m0 + sixes, m1)]):
                _push(g, mem, t, 0, m0, m1, j, sixes)
        if m1 + sixes <= dice:
            for j in range(t.within[dice - max(m0, m1 + sixes)]):
                _push(g, mem, t, 1, m0, m1, j, sixes)


def _push(g: Any, mem: Any, t: Any, seat: int, m0: int, m1: int, j: int, sixes: int) -> None:
    lanes = g[LANES]
    mean, best = g[SCRATCH], g[SCRATCH] + lanes
    p0, p1 = t.joint_0[j], t.joint_1[j]
    fill(mem, mean, lanes, 0.0)
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            fill(mem, best, lanes, -NOTHING if seat == 0 else NOTHING)
            taken = x1 if seat == 0 else x0
            for row in range(t.take_first[sixes, taken], t.take_first[sixes, taken + 1]):
                _keep_taken(g, mem, t, seat, x0, x1, p0, p1, row, sixes, best)
            add(mem, mean, best, lanes, t.weight[x0] * t.weight[x1])
    push_mean(g, mem, t, seat, m0, m1, j, sixes, mean)


def _keep_taken(
    g: Any, mem: Any, t: Any, seat: int, x0: int, x1: int, p0: int, p1: int, row: int, sixes: int, best: int
) -> None:
    left, groups = t.takes[row, 0], t.takes[row, 2]
    after = t.union[p1 if seat == 0 else p0, t.takes[row, 1]]
    if left > 0:
        for half in range(g[HALVES]):
            part = ON_TURN_0 if g[STARTER_0 + half] == 0 else ON_TURN_1
            if seat == 0:
                pair = pair_row(g, t, x0, left, t.joint[p0, after])
            else:
                pair = pair_row(g, t, left, x1, t.joint[after, p1])
            source = g[part] + pair * g[LANES] + half * g[WIDTH]
            keep_best(mem, seat, best + half * g[WIDTH], source, g[WIDTH])
        return
    gain = sixes - groups + t.size[after]
    if seat == 0:
        source = slot_at(g, ALONE_0, g[BOUNDS], bound_row(g, t, x0, p0), gain, gain)
    else:
        source = slot_at(g, ALONE_1, g[BOUNDS], bound_row(g, t, x1, p1), gain, 0)
    for half in range(g[HALVES]):
        keep_best(mem, seat, best + half * g[WIDTH], source, g[WIDTH])
