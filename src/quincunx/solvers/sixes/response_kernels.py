"""The loops of the best response to a bot: plain functions over flat arrays, compiled by `core.jit`.

Positions, lanes and sets are numbered as in `kernels`. One seat is played by a bot, the other as well as can be. What a
bot weighs up to the next roll (`greedy` the position after a play, `expert` the chances two plays ahead) is worked out
for all lanes side by side. `certify.Checker` compares the values with what the bot itself does.
"""

from typing import Any

from quincunx.games.sixes.bots import DIE, LAST_DIE, SOFT_SIX
from quincunx.games.sixes.combinations import FIRST_SINGLE, FIRST_SOFT, HARD, NO_DICE, WAY_SINGLE, WAYS
from quincunx.games.sixes.state import SEATS
from quincunx.games.sixes.values import rest_chance, roll_chance
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
    invert,
    is_level,
    keep_best,
    keep_halves,
    pair_row,
    payoff_at,
    push_mean,
    stride_of,
)

(
    SUMS, BOT, KIND, PAIRS, WORTH_PAIRS, PASSING, WORTH_BOUNDS, WORTH_GONE, LEAF, ROLLING_ON, POINTS_MARGIN,
    ALONE, MEANS_ALONE, FINAL, ON_BOT, ON_BEST, PLAYED_0, PASSED_0, PLAYED_1, PASSED_1, SIZE,
) = range(OWN, OWN + 21)  # fmt: skip
"""The other indices of `g`, and its size."""

ENTRIES = ("fill_chances", "weigh_all", "solve_bounds", "solve_batch", "push_all")

RANDOM, GREEDY, EXPERT = range(3)
"""The kinds of bots."""
AHEAD_1, AHEAD_2 = range(2)
"""The number of plays that `expert` looks ahead."""


# Indices of values


def alone_at(g: Any, seat: int, is_final: int, flag: int, row: int, higher: int, shift: int) -> int:
    """Return the index of values where one seat alone has dice; `flag`: whether the other has a partial."""
    part = g[ALONE] + (seat * 2 + is_final) * g[SLOTS] * 2 * g[BOUNDS] * g[ROW]
    return int(part + (((g[SUM] + higher) % g[SLOTS] * 2 + flag) * g[BOUNDS] + row) * g[ROW] + g[LOW] + shift)


def final_at(g: Any, part: int, seat: int, flag: int, row: int, higher: int, shift: int) -> int:
    """Return the index of values before or right after a roll of a seat that alone has dice."""
    place = g[part] + seat * g[SLOTS] * 2 * g[FINALS] * g[ROW]
    return int(place + (((g[SUM] + higher) % g[SLOTS] * 2 + flag) * g[FINALS] + row) * g[ROW] + g[LOW] + shift)


def mean_at(g: Any, seat: int, is_final: int, flag: int, row: int, higher: int, shift: int) -> int:
    """Return the index of the mean of a roll that leaves a seat alone with dice."""
    size = g[SLOTS] * 2 * g[FINALS] * g[ROW]
    return final_at(g, MEANS_ALONE, seat, flag, row, higher, shift) + int(2 * is_final * size)


def reached(g: Any, t: Any, turn: int, x0: int, x1: int, p0: int, p1: int) -> int:
    """Return the index of a value during the soft sixes; `stride_of` is the stride between halves."""
    k0, k1 = t.size[p0], t.size[p1]
    if x1 == 0 and x0 == 0:
        return payoff_at(g, k0 + k1, k1)
    if x1 == 0:
        return alone_at(g, 0, 0, min(1, k1), bound_row(g, t, x0, p0), k1, k1)
    if x0 == 0:
        return alone_at(g, 1, 0, min(1, k0), bound_row(g, t, x1, p1), k0, 0)
    part = ON_BOT if turn == g[BOT] else ON_BEST
    return int(g[part] + pair_row(g, t, x0, x1, t.joint[p0, p1]) * g[LANES])


# Estimates of `expert`: win chances of the seat `eye`


def leaf_at(g: Any, eye: int, is_final: int, m0: int, m1: int, f0: int, f1: int, higher: int, shift: int) -> int:
    """Return the index of an eye's chances before the next roll.

    The totals, if it ended now, have that much more in sum and for seat 0.
    """
    many = g[DICE] + 1
    context = (((eye * 2 + is_final) * many + m0) * many + m1) * 4 + f0 * 2 + f1
    return int(g[LEAF] + (context * g[SUMS] + g[SUM] + higher) * g[ROW] + g[LOW] + shift)


def rest_at(g: Any, t: Any, eye: int, x0: int, x1: int, p0: int, p1: int) -> int:
    """The same for dice and partials."""
    k0, k1 = t.size[p0], t.size[p1]
    return leaf_at(g, eye, 0, t.size[x0], t.size[x1], min(1, k0), min(1, k1), k0 + k1, k1)


def rest_alone_at(g: Any, t: Any, eye: int, seat: int, is_final: int, flag: int, x: int, p: int, plus: int) -> int:
    """As `leaf_at`, where one seat alone has dice and has scored that many more points."""
    m, k = t.size[x], t.size[p]
    own = min(1, k)
    if seat == 0:
        return leaf_at(g, eye, is_final, m, 0, own, flag, k + plus, plus)
    return leaf_at(g, eye, is_final, 0, m, flag, own, k + plus, k)


def ahead_alone_at(
    g: Any, t: Any, ahead: int, eye: int, seat: int, is_final: int, flag: int, x: int, p: int, plus: int
) -> int:
    """Return the index of the chances of the eye on turn among the soft sixes; one seat alone has dice."""
    k = t.size[p]
    if x == 0:
        return gone_at(g, eye, k + plus, plus if seat == 0 else k)
    kind = ((ahead * 2 + eye) * 2 + seat) * 2 + is_final
    part = g[WORTH_BOUNDS] + kind * g[SLOTS] * 2 * g[BOUNDS] * g[ROW]
    slot = ((g[SUM] + plus) % g[SLOTS] * 2 + flag) * g[BOUNDS] + bound_row(g, t, x, p)
    return int(part + slot * g[ROW] + g[LOW] + (plus if seat == 0 else 0))


def gone_at(g: Any, eye: int, higher: int, shift: int) -> int:
    """The same where nobody has dice."""
    return int(g[WORTH_GONE] + (eye * g[SUMS] + g[SUM] + higher) * g[ROW] + g[LOW] + shift)


def ahead_at(g: Any, t: Any, ahead: int, eye: int, x0: int, x1: int, p0: int, p1: int) -> int:
    """Return the index of the chances of the eye on turn among the soft sixes."""
    k0, k1 = t.size[p0], t.size[p1]
    if x0 == 0 and x1 == 0:
        return gone_at(g, eye, k0 + k1, k1)
    if x1 == 0:
        return ahead_alone_at(g, t, ahead, eye, 0, 0, min(1, k1), x0, p0, 0) + _up(g, ahead, eye, 0, k1, k1)
    if x0 == 0:
        return ahead_alone_at(g, t, ahead, eye, 1, 0, min(1, k0), x1, p1, 0) + _up(g, ahead, eye, 1, k0, 0)
    return int(
        g[WORTH_PAIRS] + ((ahead * 2 + eye) * g[PAIRS] + pair_row(g, t, x0, x1, t.joint[p0, p1])) * g[ROW] + g[LOW]
    )


def _up(g: Any, ahead: int, eye: int, seat: int, higher: int, shift: int) -> int:
    """Return the place in a ring of a sum that much higher."""
    slots = (g[SUM] + higher) % g[SLOTS] - g[SUM] % g[SLOTS]
    return int(slots * 2 * g[BOUNDS] * g[ROW] + shift)


def fill_chances(g: Any, mem: Any, states: Any, known: Any) -> None:
    """Fill in the bot's chances before a roll, from all totals, by the bot's own functions."""
    state, many = states[0], g[DICE] + 1
    for m0 in range(many):
        for m1 in range(many):
            for flags in range(4):
                f0, f1 = flags >> 1, flags & 1
                state.shown[0, 1], state.shown[1, 1] = m0, m1
                state.pairings = SEATS
                state.laid[0, 0], state.laid[1, 0] = (1, HARD) if f0 == 1 else (NO_DICE, NO_DICE)
                state.laid[1, 1], state.laid[0, 1] = (1, HARD) if f1 == 1 else (NO_DICE, NO_DICE)
                for total in range(g[SUMS]):
                    for first in range(max(0, total - g[ROW] + 1), min(total + 1, g[ROW])):
                        for eye in range(SEATS):
                            mine, theirs = (first, total - first) if eye == 0 else (total - first, first)
                            for is_final in range(2):
                                state.is_final = is_final
                                context = (((eye * 2 + is_final) * many + m0) * many + m1) * 4 + flags
                                place = g[LEAF] + (context * g[SUMS] + total) * g[ROW] + first
                                mem[place] = rest_chance(state, eye, mine, theirs, known)
                            state.is_final = 0
                            if (m1 if eye == 0 else m0) == 0:
                                m, own, flag = (m0, f0, f1) if eye == 0 else (m1, f1, f0)
                                context = ((eye * many + m) * 2 + own) * 2 + flag
                                place = g[ROLLING_ON] + (context * g[SUMS] + total) * g[ROW] + first
                                mem[place] = roll_chance(state, eye, mine, theirs, known)
                            if m0 + m1 == 0:
                                place = g[WORTH_GONE] + (eye * g[SUMS] + total) * g[ROW] + first
                                mem[place] = 1 - (1 - rest_chance(state, eye, mine, theirs, known))


def weigh_all(g: Any, mem: Any, t: Any) -> None:
    """Compute the estimates of `expert` for all positions of this sum."""
    _weigh_bounds(g, mem, t)
    for size in range(2, 2 * g[DICE] + 1):
        for m0 in range(max(1, size - g[DICE]), min(g[DICE], size - 1) + 1):
            _weigh_pairs(g, mem, t, m0, size - m0)


def _weigh_bounds(g: Any, mem: Any, t: Any) -> None:
    """Compute the estimates of `expert` where one seat alone has dice."""
    for seat in range(2):
        for is_final in range(2):
            for m in range(1, g[DICE] + 1):
                for flag in range(2):
                    for p in range(t.up_to[g[DICE] - m]):
                        for x in range(t.first[m], t.first[m + 1]):
                            _weigh_alone(g, mem, t, AHEAD_1, seat, is_final, flag, x, p)
                            _weigh_alone(g, mem, t, AHEAD_2, seat, is_final, flag, x, p)


def _weigh_alone(g: Any, mem: Any, t: Any, ahead: int, seat: int, is_final: int, flag: int, x: int, p: int) -> None:
    other, best, width = 1 - seat, g[SCRATCH], g[WIDTH]
    fill(mem, best, width, -1.0)
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[x, soft]
        if left >= 0:
            _raise_against(g, mem, best, _after_alone(g, t, ahead, other, seat, is_final, flag, left, p, 1))
    for way in range(WAYS):
        left, fewer = t.rest[x, way], t.minus[p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            _raise_against(g, mem, best, _after_alone(g, t, ahead, other, seat, is_final, flag, left, fewer, 0))
    mine = rest_alone_at(g, t, seat, seat, is_final, flag, x, p, 0)
    theirs = rest_alone_at(g, t, other, seat, is_final, flag, x, p, 0)
    out_mine = ahead_alone_at(g, t, ahead, seat, seat, is_final, flag, x, p, 0)
    out_theirs = ahead_alone_at(g, t, ahead, other, seat, is_final, flag, x, p, 0)
    for lane in range(width):
        play = mem[best + lane]
        mem[out_mine + lane] = max(play, 1 - max(-1.0, 1 - mem[mine + lane]))
        mem[out_theirs + lane] = max(-1.0, 1 - max(play, 1 - mem[theirs + lane]))


def _after_alone(
    g: Any, t: Any, ahead: int, eye: int, seat: int, is_final: int, flag: int, x: int, p: int, plus: int
) -> int:
    """The estimate after a play: one play ahead by the next roll, two plays ahead by the other's turn."""
    if ahead == AHEAD_1:
        return rest_alone_at(g, t, eye, seat, is_final, flag, x, p, plus)
    return ahead_alone_at(g, t, AHEAD_1, eye, seat, is_final, flag, x, p, plus)


def _raise_against(g: Any, mem: Any, best: int, source: int) -> None:
    width = g[WIDTH]
    target, against = mem[best : best + width], mem[source : source + width]
    for lane in range(width):
        old, value = target[lane], 1 - against[lane]
        target[lane] = value if value > old else old


def _weigh_pairs(g: Any, mem: Any, t: Any, m0: int, m1: int) -> None:
    """Compute the estimates of `expert` where the seats have these numbers of dice."""
    width = g[WIDTH]
    best0, best1, worst = g[SCRATCH], g[SCRATCH] + g[ROW], g[SCRATCH] + 2 * g[ROW]
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            for j in range(t.joints[m0, m1]):
                p0, p1 = t.joint_0[j], t.joint_1[j]
                rest0, rest1 = rest_at(g, t, 0, x0, x1, p0, p1), rest_at(g, t, 1, x0, x1, p0, p1)
                for ahead in range(2):
                    _best_ahead(g, mem, t, ahead, 0, x0, x1, p0, p1, best0, worst)
                    _best_ahead(g, mem, t, ahead, 1, x0, x1, p0, p1, best1, worst)
                    out0 = ahead_at(g, t, ahead, 0, x0, x1, p0, p1)
                    out1 = ahead_at(g, t, ahead, 1, x0, x1, p0, p1)
                    for lane in range(width):
                        one, two = mem[best0 + lane], mem[best1 + lane]
                        mem[out0 + lane] = max(one, 1 - max(two, 1 - mem[rest0 + lane]))
                        mem[out1 + lane] = max(two, 1 - max(one, 1 - mem[rest1 + lane]))
                row = pair_row(g, t, x0, x1, j)
                pass0 = g[PASSING] + row * g[ROW] + g[LOW]
                pass1 = pass0 + g[PAIRS] * g[ROW]
                for lane in range(width):
                    mem[pass0 + lane] = 1 - max(mem[best1 + lane], 1 - mem[rest0 + lane])
                    mem[pass1 + lane] = 1 - max(mem[best0 + lane], 1 - mem[rest1 + lane])


def _best_ahead(
    g: Any, mem: Any, t: Any, ahead: int, seat: int, x0: int, x1: int, p0: int, p1: int, best: int, worst: int
) -> None:
    width, other = g[WIDTH], 1 - seat
    mine, theirs = (x0, x1) if seat == 0 else (x1, x0)
    my_p, their_p = (p0, p1) if seat == 0 else (p1, p0)
    fill(mem, best, width, -1.0)
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[mine, soft]
        if left < 0:
            continue
        fill(mem, worst, width, NOTHING)
        for side in range(FIRST_SINGLE, HARD):
            answer = t.minus[theirs, side]
            if answer >= 0:
                after = t.plus[their_p, side] if side < FIRST_SOFT else their_p
                source = _after_both(g, t, ahead, other, seat, left, answer, my_p, after)
                for lane in range(width):
                    value = 1 - mem[source + lane]
                    if value < mem[worst + lane]:
                        mem[worst + lane] = value
        keep_best(mem, 0, best, worst, width)
    for way in range(WAYS):
        left, fewer = t.rest[mine, way], t.minus[my_p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            _raise_against(g, mem, best, _after_both(g, t, ahead, other, seat, left, theirs, fewer, their_p))


def _after_both(
    g: Any, t: Any, ahead: int, eye: int, seat: int, mine: int, theirs: int, my_p: int, their_p: int
) -> int:
    x0, x1 = (mine, theirs) if seat == 0 else (theirs, mine)
    p0, p1 = (my_p, their_p) if seat == 0 else (their_p, my_p)
    if ahead == AHEAD_1:
        return rest_at(g, t, eye, x0, x1, p0, p1)
    return ahead_at(g, t, AHEAD_1, eye, x0, x1, p0, p1)


# Values of `greedy`


def margin_at(g: Any, is_final: int, higher: int, shift: int) -> int:
    """Return the index of greedy's value of points and landings, seen from seat 0."""
    return int(g[POINTS_MARGIN] + (is_final * g[SUMS] + g[SUM] + higher) * g[ROW] + g[LOW] + shift)


def hands(t: Any, seat: int, is_final: int, x0: int, x1: int, sixes: int) -> int:
    """Return the value of a seat's unplayed dice, sixes included, less that of the other's."""
    mine, theirs = (x0, x1) if seat == 0 else (x1, x0)
    value = SOFT_SIX * (t.soft[mine] - t.soft[theirs])
    if is_final == 0:
        dice, others = t.size[mine] + sixes, t.size[theirs]
        value += dice * (DIE if others > 0 else LAST_DIE) - others * (DIE if dice > 0 else LAST_DIE)
    return int(value)


def likely(t: Any, x: int) -> int:
    """The answer that greedy expects; 0 for none."""
    for soft in range(FIRST_SOFT, HARD):
        if t.minus[x, soft] >= 0:
            return soft
    for step in range(FIRST_SOFT - FIRST_SINGLE):
        if t.minus[x, FIRST_SOFT - 1 - step] >= 0:
            return FIRST_SOFT - 1 - step
    return 0


def _worth_greedy(g: Any, mem: Any, t: Any, x0: int, x1: int, p0: int, p1: int, out: int) -> None:
    """Return greedy's value of these dice and partials."""
    seat = g[BOT]
    k0, k1 = t.size[p0], t.size[p1]
    source, hand = margin_at(g, 0, k0 + k1, k1), hands(t, seat, 0, x0, x1, 0)
    for lane in range(g[WIDTH]):
        mem[out + lane] = (mem[source + lane] if seat == 0 else -mem[source + lane]) + hand


def _worth_greedy_alone(g: Any, mem: Any, t: Any, is_final: int, x: int, p: int, plus: int, out: int) -> None:
    seat = g[BOT]
    k = t.size[p]
    source = margin_at(g, is_final, k + plus, plus if seat == 0 else k)
    hand = hands(t, seat, is_final, x if seat == 0 else 0, x if seat == 1 else 0, 0)
    for lane in range(g[WIDTH]):
        mem[out + lane] = (mem[source + lane] if seat == 0 else -mem[source + lane]) + hand


# One player has no dice


def solve_bounds(g: Any, mem: Any, t: Any) -> None:
    """All positions of this sum in which one player has no dice."""
    for seat in range(2):
        for m in range(1, g[DICE] + 1):
            for flag in range(2):
                _bounds_of_size(g, mem, t, seat, m, 1, flag)
                _finals_of_size(g, mem, t, seat, m, flag)
                _bounds_of_size(g, mem, t, seat, m, 0, flag)


def _bounds_of_size(g: Any, mem: Any, t: Any, seat: int, m: int, is_final: int, flag: int) -> None:
    width = g[WIDTH]
    stop_or_roll = g[SCRATCH] + 4 * g[ROW]
    for p in range(t.up_to[g[DICE] - m]):
        row = t.final_first[m] + p
        total = mean_at(g, seat, is_final, flag, row, 0, 0)
        fill(mem, total, width, 0.0)
        _stop_or_roll(g, mem, t, seat, m, p, is_final, flag, stop_or_roll)
        for x in range(t.first[m], t.first[m + 1]):
            out = alone_at(g, seat, is_final, flag, bound_row(g, t, x, p), 0, 0)
            copy(mem, out, stop_or_roll, width)
            if seat == g[BOT]:
                _bot_alone(g, mem, t, seat, is_final, flag, x, p, out)
            else:
                _best_alone(g, mem, t, seat, is_final, flag, x, p, out)
            add(mem, total, out, width, t.weight[x])


def _stop_or_roll(g: Any, mem: Any, t: Any, seat: int, m: int, p: int, is_final: int, flag: int, out: int) -> None:
    """R19: when nothing more is played, the round ends, or its final roll is made."""
    k = t.size[p]
    stop = payoff_at(g, k, 0 if seat == 0 else k)
    roll = final_at(g, FINAL, seat, flag, t.final_first[m] + p, 0, 0)
    sign = 1.0 if seat == 0 else -1.0
    own = min(1, k)
    likes = leaf_at(g, seat, 1, m if seat == 0 else 0, m if seat == 1 else 0, 0, 0, k, 0 if seat == 0 else k)
    context = ((seat * (g[DICE] + 1) + m) * 2 + own) * 2 + flag
    rolls = g[ROLLING_ON] + (context * g[SUMS] + g[SUM] + k) * g[ROW] + g[LOW] + (0 if seat == 0 else k)
    for lane in range(g[WIDTH]):
        ended, rolled = mem[stop + lane], mem[roll + lane]
        if is_final == 1:
            value = ended
        elif seat != g[BOT]:
            value = rolled if (rolled - ended) * sign > 0 else ended
        elif g[KIND] == RANDOM:
            value = (ended + rolled) / 2
        elif g[KIND] == GREEDY:
            value = ended if is_ahead(g, t, g[SUM] + k, g[LOW] + lane + (0 if seat == 0 else k), seat) else rolled
        else:
            value = ended if mem[likes + lane] > mem[rolls + lane] else rolled
        mem[out + lane] = value


def is_ahead(g: Any, t: Any, total: int, first: int, seat: int) -> bool:
    """Whether a seat would win if the round ended with this sum of totals and this total of seat 0."""
    mine, theirs = (first, total - first) if seat == 0 else (total - first, first)
    return bool(t.wins[mine] and (not t.wins[theirs] or mine >= theirs))


def _best_alone(g: Any, mem: Any, t: Any, seat: int, is_final: int, flag: int, x: int, p: int, out: int) -> None:
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[x, soft]
        if left >= 0:
            keep_best(mem, seat, out, _alone_after(g, t, seat, is_final, flag, left, p, 1), g[WIDTH])
    for way in range(WAYS):
        left, fewer = t.rest[x, way], t.minus[p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            keep_best(mem, seat, out, _alone_after(g, t, seat, is_final, flag, left, fewer, 0), g[WIDTH])


def _alone_after(g: Any, t: Any, seat: int, is_final: int, flag: int, left: int, p: int, plus: int) -> int:
    k = t.size[p]
    if left == 0:
        return payoff_at(g, k + plus, plus if seat == 0 else k)
    return alone_at(g, seat, is_final, flag, bound_row(g, t, left, p), plus, plus if seat == 0 else 0)


def _bot_alone(g: Any, mem: Any, t: Any, seat: int, is_final: int, flag: int, x: int, p: int, out: int) -> None:
    """The bot's choice; `out` has what passing is worth."""
    width, best, worth = g[WIDTH], g[SCRATCH], g[SCRATCH] + g[ROW]
    if g[KIND] == GREEDY:
        _worth_greedy_alone(g, mem, t, is_final, x, p, 0, best)
    elif g[KIND] == EXPERT:
        source = rest_alone_at(g, t, 1 - seat, seat, is_final, flag, x, p, 0)
        invert(mem, best, source, width)
    count = 1
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[x, soft]
        if left >= 0:
            count += 1
            _weigh_choice_alone(g, mem, t, seat, is_final, flag, left, p, 1, worth)
            _choose(g, mem, best, worth, out, _alone_after(g, t, seat, is_final, flag, left, p, 1))
    for way in range(WAYS):
        left, fewer = t.rest[x, way], t.minus[p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            count += 1
            _weigh_choice_alone(g, mem, t, seat, is_final, flag, left, fewer, 0, worth)
            _choose(g, mem, best, worth, out, _alone_after(g, t, seat, is_final, flag, left, fewer, 0))
    if g[KIND] == RANDOM:
        for lane in range(width):
            mem[out + lane] /= count


def _weigh_choice_alone(
    g: Any, mem: Any, t: Any, seat: int, is_final: int, flag: int, left: int, p: int, plus: int, out: int
) -> None:
    if g[KIND] == GREEDY:
        _worth_greedy_alone(g, mem, t, is_final, left, p, plus, out)
    elif g[KIND] == EXPERT:
        source = ahead_alone_at(g, t, AHEAD_2, 1 - seat, seat, is_final, flag, left, p, plus)
        invert(mem, out, source, g[WIDTH])


def _choose(g: Any, mem: Any, best: int, worth: int, out: int, source: int) -> None:
    """Keep the bot's better choice; a random bot sums its choices up."""
    if g[KIND] == RANDOM:
        for lane in range(g[WIDTH]):
            mem[out + lane] += mem[source + lane]
        return
    for lane in range(g[WIDTH]):
        if mem[worth + lane] > mem[best + lane]:
            mem[best + lane] = mem[worth + lane]
            mem[out + lane] = mem[source + lane]


def _finals_of_size(g: Any, mem: Any, t: Any, seat: int, m: int, flag: int) -> None:
    """The final roll of that many dice (§25): each six scores two points against no dice."""
    for p in range(t.up_to[g[DICE] - m]):
        out = final_at(g, FINAL, seat, flag, t.final_first[m] + p, 0, 0)
        size = t.size[p]
        fill(mem, out, g[WIDTH], 0.0)
        for sixes in range(m + 1):
            points = 2 * sixes
            if sixes < m:
                row = t.final_first[m - sixes] + p
                source = mean_at(g, seat, 1, flag, row, points, points if seat == 0 else 0)
            else:
                source = payoff_at(g, points + size, points if seat == 0 else size)
            add(mem, out, source, g[WIDTH], t.sixes[m, sixes])


# Both have dice


def solve_batch(g: Any, mem: Any, t: Any, only_level: bool) -> None:
    """All positions of this sum with dice of both; `only_level`: those that a round without points reaches."""
    for size in range(2, 2 * g[DICE] + 1):
        for m0 in range(max(1, size - g[DICE]), min(g[DICE], size - 1) + 1):
            _solve_pairs(g, mem, t, m0, size - m0, only_level)


def _solve_pairs(g: Any, mem: Any, t: Any, m0: int, m1: int, only_level: bool) -> None:
    joints = t.joints[m0, m1]
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            for j in range(joints):
                if not only_level or is_level(g, t, m0, m1, j):
                    _best_play(g, mem, t, x0, x1, j)
                    _bot_play(g, mem, t, x0, x1, j)
    for j in range(joints):
        if not only_level or is_level(g, t, m0, m1, j):
            _settle(g, mem, t, m0, m1, j)
            _finish(g, mem, t, m0, m1, j)


def _best_play(g: Any, mem: Any, t: Any, x0: int, x1: int, j: int) -> None:
    """Find the best play of the other seat, which the bot answers; NOTHING if there is none."""
    lanes, width, bot = g[LANES], g[WIDTH], g[BOT]
    seat = 1 - bot
    out = g[ON_BEST] + pair_row(g, t, x0, x1, j) * lanes
    answered, best, worth = g[SCRATCH] + 6 * g[ROW], g[SCRATCH], g[SCRATCH] + g[ROW]
    p0, p1 = t.joint_0[j], t.joint_1[j]
    mine, theirs = (x0, x1) if seat == 0 else (x1, x0)
    my_p, their_p = (p0, p1) if seat == 0 else (p1, p0)
    fill(mem, out, lanes, -NOTHING if seat == 0 else NOTHING)
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[mine, soft]
        if left < 0:
            continue
        count = 0
        for side in range(FIRST_SINGLE, HARD):
            answer = t.minus[theirs, side]
            if answer < 0:
                continue
            after = t.plus[their_p, side] if side < FIRST_SOFT else their_p
            y0, y1 = (left, answer) if seat == 0 else (answer, left)
            q0, q1 = (my_p, after) if seat == 0 else (after, my_p)
            if g[KIND] == GREEDY:
                _worth_greedy(g, mem, t, y0, y1, q0, q1, worth)
            elif g[KIND] == EXPERT:
                source = ahead_at(g, t, AHEAD_2, bot, y0, y1, q0, q1)
                copy(mem, worth, source, width)
            _choose_both(g, mem, best, worth, answered, reached(g, t, bot, y0, y1, q0, q1), stride_of(g, y0, y1), count)
            count += 1
        if g[KIND] == RANDOM:
            for lane in range(lanes):
                mem[answered + lane] /= count
        keep_best(mem, seat, out, answered, lanes)
    for way in range(WAYS):
        left, fewer = t.rest[mine, way], t.minus[my_p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            y0, y1 = (left, theirs) if seat == 0 else (theirs, left)
            q0, q1 = (fewer, their_p) if seat == 0 else (their_p, fewer)
            keep_halves(g, mem, seat, out, reached(g, t, bot, y0, y1, q0, q1), stride_of(g, y0, y1))


def _choose_both(g: Any, mem: Any, best: int, worth: int, out: int, source: int, stride: int, count: int) -> None:
    """As `_choose`, in all lanes; the first choice is taken unconditionally."""
    width = g[WIDTH]
    for half in range(g[HALVES]):
        for lane in range(width):
            value = mem[source + half * stride + lane]
            place = out + half * width + lane
            if count == 0:
                mem[place] = value
            elif g[KIND] == RANDOM:
                mem[place] += value
            elif mem[worth + lane] > mem[best + lane]:
                mem[place] = value
    if g[KIND] != RANDOM:
        for lane in range(width):
            if count == 0 or mem[worth + lane] > mem[best + lane]:
                mem[best + lane] = mem[worth + lane]


def _bot_play(g: Any, mem: Any, t: Any, x0: int, x1: int, j: int) -> None:
    """The bot's turn, before and after a pass: the value of its play, and the share of passing."""
    lanes, width, seat = g[LANES], g[WIDTH], g[BOT]
    row = pair_row(g, t, x0, x1, j)
    p0, p1 = t.joint_0[j], t.joint_1[j]
    mine, theirs = (x0, x1) if seat == 0 else (x1, x0)
    my_p, their_p = (p0, p1) if seat == 0 else (p1, p0)
    best0, best1, worth, answered = g[SCRATCH], g[SCRATCH] + g[ROW], g[SCRATCH] + 2 * g[ROW], g[SCRATCH] + 6 * g[ROW]
    if g[KIND] == GREEDY:
        _worth_greedy(g, mem, t, x0, x1, p0, p1, best0)
        copy(mem, best1, best0, width)
    elif g[KIND] == EXPERT:
        passing = g[PASSING] + (seat * g[PAIRS] + row) * g[ROW] + g[LOW]
        source = rest_at(g, t, 1 - seat, x0, x1, p0, p1)
        for lane in range(width):
            mem[best0 + lane] = mem[passing + lane]
            mem[best1 + lane] = 1 - mem[source + lane]
    fill(mem, g[PLAYED_0] + row * lanes, lanes, 0.0)
    fill(mem, g[PLAYED_1] + row * lanes, lanes, 0.0)
    fill(mem, g[PASSED_0] + row * lanes, lanes, 1.0)
    fill(mem, g[PASSED_1] + row * lanes, lanes, 1.0)
    count = 1
    for soft in range(FIRST_SOFT, HARD):
        left = t.minus[mine, soft]
        if left < 0:
            continue
        count += 1
        fill(mem, answered, lanes, NOTHING if seat == 0 else -NOTHING)
        fill(mem, worth, width, -1.0)
        for side in range(FIRST_SINGLE, HARD):
            answer = t.minus[theirs, side]
            if answer >= 0:
                after = t.plus[their_p, side] if side < FIRST_SOFT else their_p
                y0, y1 = (left, answer) if seat == 0 else (answer, left)
                q0, q1 = (my_p, after) if seat == 0 else (after, my_p)
                keep_halves(g, mem, 1 - seat, answered, reached(g, t, 1 - seat, y0, y1, q0, q1), stride_of(g, y0, y1))
                if g[KIND] == EXPERT:
                    source = ahead_at(g, t, AHEAD_2, 1 - seat, y0, y1, q0, q1)
                    keep_best(mem, 0, worth, source, width)
        if g[KIND] == EXPERT:
            invert(mem, worth, worth, width)
        elif g[KIND] == GREEDY:
            side = likely(t, theirs)
            after = t.plus[their_p, side] if side < FIRST_SOFT else their_p
            answer = t.minus[theirs, side]
            y0, y1 = (left, answer) if seat == 0 else (answer, left)
            q0, q1 = (my_p, after) if seat == 0 else (after, my_p)
            _worth_greedy(g, mem, t, y0, y1, q0, q1, worth)
        _choose_turn(g, mem, row, best0, best1, worth, answered, width)
    for way in range(WAYS):
        left, fewer = t.rest[mine, way], t.minus[my_p, WAY_SINGLE[way]]
        if left >= 0 and fewer >= 0:
            count += 1
            y0, y1 = (left, theirs) if seat == 0 else (theirs, left)
            q0, q1 = (fewer, their_p) if seat == 0 else (their_p, fewer)
            if g[KIND] == EXPERT:
                source = ahead_at(g, t, AHEAD_2, 1 - seat, y0, y1, q0, q1)
                invert(mem, worth, source, width)
            elif g[KIND] == GREEDY:
                _worth_greedy(g, mem, t, y0, y1, q0, q1, worth)
            source = reached(g, t, 1 - seat, y0, y1, q0, q1)
            _choose_turn(g, mem, row, best0, best1, worth, source, stride_of(g, y0, y1))
    if g[KIND] == RANDOM:
        for lane in range(lanes):
            mem[g[PLAYED_0] + row * lanes + lane] /= count
            mem[g[PLAYED_1] + row * lanes + lane] /= count
            mem[g[PASSED_0] + row * lanes + lane] /= count
            mem[g[PASSED_1] + row * lanes + lane] /= count


def _choose_turn(g: Any, mem: Any, row: int, best0: int, best1: int, worth: int, source: int, stride: int) -> None:
    """Keep a play where it is the bot's better choice, before and after a pass."""
    width, lanes = g[WIDTH], g[LANES]
    for passes in range(2):
        best = best0 if passes == 0 else best1
        played = g[PLAYED_0 if passes == 0 else PLAYED_1] + row * lanes
        passed = g[PASSED_0 if passes == 0 else PASSED_1] + row * lanes
        for half in range(g[HALVES]):
            for lane in range(width):
                value = mem[source + half * stride + lane]
                if g[KIND] == RANDOM:
                    mem[played + half * width + lane] += value
                elif mem[worth + lane] > mem[best + lane]:
                    mem[played + half * width + lane] = value
                    mem[passed + half * width + lane] = 0.0
        if g[KIND] != RANDOM:
            for lane in range(width):
                if mem[worth + lane] > mem[best + lane]:
                    mem[best + lane] = mem[worth + lane]


def _settle(g: Any, mem: Any, t: Any, m0: int, m1: int, j: int) -> None:
    """Solve the value before a roll of that many dice, after which all may be rolled again."""
    width, lanes = g[WIDTH], g[LANES]
    value = g[VALUES] + (t.state_first[m0, m1] + j) * lanes
    known, found, slope = g[SCRATCH] + 4 * g[ROW], g[SCRATCH] + 6 * g[ROW], g[SCRATCH] + 8 * g[ROW]
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
    width, lanes, bot = g[WIDTH], g[LANES], g[BOT]
    first = half * width
    for lane in range(width):
        mem[found + first + lane] = mem[known + first + lane]
        mem[slope + first + lane] = 0.0
    begins = g[STARTER_0 + half] == bot
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            row = pair_row(g, t, x0, x1, j) * lanes + first
            weight = again * t.weight[x0] * t.weight[x1]
            best = g[ON_BEST] + row
            played = g[PLAYED_0 if begins else PLAYED_1] + row
            passed = g[PASSED_0 if begins else PASSED_1] + row
            _mix(
                mem[found + first : found + first + width], mem[slope + first : slope + first + width],
                mem[rest : rest + width], mem[best : best + width], mem[played : played + width],
                mem[passed : passed + width], weight, begins, 1.0 if bot == 1 else -1.0,
            )  # fmt: skip


def _mix(
    sums: Any, slopes: Any, rest: Any, best: Any, played: Any, passed: Any, weight: float, begins: bool, sign: float
) -> None:
    """Add a roll: the bot begins and the best response may play after a pass, or the other way round."""
    if begins:
        for lane in range(len(sums)):
            after, play, share = rest[lane], best[lane], passed[lane]
            takes = play * sign > after * sign
            sums[lane] += weight * (played[lane] + share * (play if takes else after))
            slopes[lane] += 0.0 if takes else weight * share
    else:
        for lane in range(len(sums)):
            play, share = best[lane], passed[lane]
            other = played[lane] + share * rest[lane]
            takes = play * sign > other * sign
            sums[lane] += weight * (play if takes else other)
            slopes[lane] += 0.0 if takes else weight * share


def _finish(g: Any, mem: Any, t: Any, m0: int, m1: int, j: int) -> None:
    """The value on turn of every roll, and the mean of a roll without sixes."""
    width, lanes, halves, bot = g[WIDTH], g[LANES], g[HALVES], g[BOT]
    state = t.state_first[m0, m1] + j
    value, mean = g[VALUES] + state * lanes, g[MEANS] + state * lanes
    fill(mem, mean, lanes, 0.0)
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            row = pair_row(g, t, x0, x1, j) * lanes
            weight = t.weight[x0] * t.weight[x1]
            for half in range(halves):
                rest = value + (halves - 1 - half) * width
                place = row + half * width
                begins = g[STARTER_0 + half] == bot
                on_best, on_bot = g[ON_BEST] + place, g[ON_BOT] + place
                played_0, passed_0 = g[PLAYED_0] + place, g[PASSED_0] + place
                played_1, passed_1 = g[PLAYED_1] + place, g[PASSED_1] + place
                _decide(
                    mem[on_best : on_best + width], mem[on_bot : on_bot + width], mem[rest : rest + width],
                    mem[played_0 : played_0 + width], mem[passed_0 : passed_0 + width],
                    mem[played_1 : played_1 + width], mem[passed_1 : passed_1 + width], 1.0 if bot == 1 else -1.0,
                )  # fmt: skip
                add(mem, mean + half * width, on_bot if begins else on_best, width, weight)


def _decide(
    best: Any, bots: Any, rest: Any, played_0: Any, passed_0: Any, played_1: Any, passed_1: Any, sign: float
) -> None:
    """Compute values of turns from values of plays: play, pass, or pass and be passed."""
    for lane in range(len(best)):
        after, play = rest[lane], best[lane]
        turned = played_1[lane] + passed_1[lane] * after
        bots[lane] = played_0[lane] + passed_0[lane] * (play if play * sign > after * sign else after)
        best[lane] = play if play * sign > turned * sign else turned


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
        add_halves(g, mem, out, g[MEANS] + (t.state_first[m0, m1] + j) * g[LANES], width, weight)
    elif m0 == 0 and m1 == 0:
        gain, loss = max(2 * surplus, 0), max(-2 * surplus, 0)
        add_halves(g, mem, out, payoff_at(g, size0 + size1 + gain + loss, size1 + gain), 0, weight)
    elif m1 == 0 and surplus >= 0:
        gain = 2 * surplus + size1
        add_halves(g, mem, out, mean_at(g, 0, 0, min(1, size1), t.final_first[m0] + p0, gain, gain), 0, weight)
    elif m0 == 0 and surplus <= 0:
        loss = -2 * surplus + size0
        add_halves(g, mem, out, mean_at(g, 1, 0, min(1, size0), t.final_first[m1] + p1, loss, 0), 0, weight)
    elif m1 == 0:
        for x0 in range(t.first[m0], t.first[m0 + 1]):
            _take(g, mem, t, 1, x0, 0, p0, p1, -surplus, out, weight * t.weight[x0])
    else:
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            _take(g, mem, t, 0, 0, x1, p0, p1, surplus, out, weight * t.weight[x1])


# Unmatched sixes


def _take(
    g: Any, mem: Any, t: Any, seat: int, x0: int, x1: int, p0: int, p1: int, sixes: int, out: int, weight: float
) -> None:
    """Add the value of a seat's unmatched sixes.

    Where the seat has other dice, `SUM` is the sum after they are set.
    """
    width, taken = g[WIDTH], g[SCRATCH] + 10 * g[ROW]
    x = x1 if seat == 0 else x0
    for half in range(g[HALVES]):
        if seat == g[BOT] and g[KIND] != RANDOM:
            for lane in range(width):
                mem[taken + lane] = _take_of_bot(g, mem, t, seat, half, lane, x0, x1, p0, p1, sixes)
        else:
            is_random = seat == g[BOT]
            fill(mem, taken, width, 0.0 if is_random else -NOTHING if seat == 0 else NOTHING)
            for row in range(t.take_first[sixes, x], t.take_first[sixes, x + 1]):
                source = _taken_at(g, t, seat, half, x0, x1, p0, p1, sixes, row)
                if is_random:
                    add(mem, taken, source, width, t.take_chance[row])
                else:
                    keep_best(mem, seat, taken, source, width)
        add(mem, out + half * width, taken, width, weight)


def _taken_at(g: Any, t: Any, seat: int, half: int, x0: int, x1: int, p0: int, p1: int, sixes: int, row: int) -> int:
    """Return the index of the value after a seat's sixes are set in one way."""
    left, groups = t.takes[row, 0], t.takes[row, 2]
    after = t.union[p1 if seat == 0 else p0, t.takes[row, 1]]
    y0, y1 = (x0, left) if seat == 0 else (left, x1)
    q0, q1 = (p0, after) if seat == 0 else (after, p1)
    own, size0, size1 = (x0 if seat == 0 else x1), t.size[q0], t.size[q1]
    spent = 2 * (sixes - groups) + groups
    """The increase of the seat's base total; a six against nothing counts two."""
    higher = spent - (sixes if own > 0 else 0)
    if left > 0 and own > 0:
        turn = g[STARTER_0 + half]
        return int(reached(g, t, turn, y0, y1, q0, q1) + half * g[WIDTH])
    shift = higher if seat == 0 else 0
    if left == 0 and own == 0:
        return payoff_at(g, higher + size0 + size1, shift + size1)
    alone = 0 if y0 > 0 else 1
    if alone == 0:
        return alone_at(g, 0, 0, min(1, size1), bound_row(g, t, y0, q0), higher + size1, shift + size1)
    return alone_at(g, 1, 0, min(1, size0), bound_row(g, t, y1, q1), higher + size0, shift)


def _take_of_bot(
    g: Any, mem: Any, t: Any, seat: int, half: int, lane: int, x0: int, x1: int, p0: int, p1: int, sixes: int
) -> float:
    """Follow the bot's choices, one six after the other."""
    own = x0 if seat == 0 else x1
    x, p = (x1, p1) if seat == 0 else (x0, p0)
    singles, groups, left = 0, 0, sixes
    while left > 0 and x > 0:
        choice, best = 0, -1e9
        for side in range(FIRST_SINGLE, HARD):
            rest = t.minus[x, side]
            if rest >= 0:
                after = t.plus[singles, side] if side < FIRST_SOFT else singles
                worth = _worth_of_take(
                    g, mem, t, seat, half, lane, own, rest, p, after, p0, p1, groups + 1, left - 1, sixes
                )
                if worth > best:
                    choice, best = side, worth
        x = t.minus[x, choice]
        singles = t.plus[singles, choice] if choice < FIRST_SOFT else singles
        groups += 1
        left -= 1
    for row in range(t.take_first[sixes, x1 if seat == 0 else x0], t.take_first[sixes, (x1 if seat == 0 else x0) + 1]):
        if t.takes[row, 0] == x and t.takes[row, 1] == singles and t.takes[row, 2] == groups:
            return float(mem[_taken_at(g, t, seat, half, x0, x1, p0, p1, sixes, row) + lane])
    return NOTHING


def _worth_of_take(
    g: Any, mem: Any, t: Any, seat: int, half: int, lane: int, own: int, x: int, p: int, singles: int, p0: int,
    p1: int, groups: int, left: int, sixes: int,
) -> float:  # fmt: skip
    """Return the bot's value of setting a six, which leaves the other seat the dice x.

    The sixes lie in that many groups, and more are to follow.
    """
    after = t.union[p, singles]
    if g[KIND] == GREEDY:
        x0, x1 = (own, x) if seat == 0 else (x, own)
        q0, q1 = (p0, after) if seat == 0 else (after, p1)
        k0, k1 = t.size[q0], t.size[q1]
        base = groups - (sixes if own > 0 else 0)
        place = margin_at(g, 0, base + k0 + k1, (base if seat == 0 else 0) + k1)
        value = mem[place + lane] if seat == 0 else -mem[place + lane]
        return float(value + hands(t, seat, 0, x0, x1, left + 1))
    ahead = AHEAD_2 if left == 0 else AHEAD_1
    if left == 0 or x == 0:
        return _when_set(g, mem, t, seat, half, lane, own, x, after, p0, p1, groups, left, sixes, ahead)
    best = 0.0
    for row in range(t.take_first[left, x], t.take_first[left, x + 1]):
        rest, more, count = t.takes[row, 0], t.union[after, t.takes[row, 1]], t.takes[row, 2]
        worth = _when_set(
            g, mem, t, seat, half, lane, own, rest, more, p0, p1, groups + count, left - count, sixes, ahead
        )
        best = max(best, worth)
    return best


def _when_set(
    g: Any, mem: Any, t: Any, seat: int, half: int, lane: int, own: int, x: int, after: int, p0: int, p1: int,
    groups: int, left: int, sixes: int, ahead: int,
) -> float:  # fmt: skip
    """Compute the estimate of `expert` after all sixes are set, that many against nothing."""
    x0, x1 = (own, x) if seat == 0 else (x, own)
    q0, q1 = (p0, after) if seat == 0 else (after, p1)
    k0, k1 = t.size[q0], t.size[q1]
    higher = groups + 2 * left - (sixes if own > 0 else 0)
    shift = higher if seat == 0 else 0
    eye = g[STARTER_0 + half]
    if x0 > 0 and x1 > 0:
        place = ahead_at(g, t, ahead, eye, x0, x1, q0, q1)
    elif x0 == 0 and x1 == 0:
        place = gone_at(g, eye, higher + k0 + k1, shift + k1)
    elif x1 == 0:
        place = ahead_alone_at(g, t, ahead, eye, 0, 0, min(1, k1), x0, q0, 0) + _up(
            g, ahead, eye, 0, higher + k1, shift + k1
        )
    else:
        place = ahead_alone_at(g, t, ahead, eye, 1, 0, min(1, k0), x1, q1, 0) + _up(
            g, ahead, eye, 1, higher + k0, shift
        )
    value = mem[place + lane]
    return float(value if eye == seat else 1 - value)


def push_all(g: Any, mem: Any, t: Any) -> None:
    """Add the values of rolls with unmatched sixes to the values before these rolls.

    Those have a sum lower by one for each six."""
    for m0 in range(1, g[DICE] + 1):
        for m1 in range(1, g[DICE] + 1):
            _push_takes(g, mem, t, m0, m1)


def _push_takes(g: Any, mem: Any, t: Any, m0: int, m1: int) -> None:
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
    mean = g[SCRATCH] + 8 * g[ROW]
    p0, p1 = t.joint_0[j], t.joint_1[j]
    fill(mem, mean, lanes, 0.0)
    for x0 in range(t.first[m0], t.first[m0 + 1]):
        for x1 in range(t.first[m1], t.first[m1 + 1]):
            _take(g, mem, t, seat, x0, x1, p0, p1, sixes, mean, t.weight[x0] * t.weight[x1])
    push_mean(g, mem, t, seat, m0, m1, j, sixes, mean)
