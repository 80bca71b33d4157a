"""Code shared by the loops of both solvers: the layout of `g`, rows of positions, arithmetic on lanes."""

from typing import Any

(
    DICE, SUM, LOW, WIDTH, HALVES, LANES, ROW, SLOTS, ADDING_SLOTS, BOUNDS, FINALS, STATES,
    STARTER_0, STARTER_1, PAYOFFS, VALUES, MEANS, ADDED, SCRATCH, OWN,
) = range(20)  # fmt: skip
"""The indices of `g`; those from `OWN` on belong to one solver."""

NOTHING = 2.0
"""Beyond every value: no such play."""
CLOSE = 1e-13
"""Rounding alone changes a sum of thousands of rolls by more than 1e-15. The last step leads closer than this."""
TRIES = 200


def payoff_at(g: Any, higher: int, shift: int) -> int:
    """Return the index of the payoffs of rounds that end with that much more in sum, and for seat 0."""
    return int(g[PAYOFFS] + (g[SUM] + higher) * g[ROW] + g[LOW] + shift)


def bound_row(g: Any, t: Any, x: int, p: int) -> int:
    """The row of one player's dice and partials where the other has no dice."""
    m = t.size[x]
    return int(t.bound_first[m] + t.rank[x] * t.up_to[g[DICE] - m] + p)


def pair_row(g: Any, t: Any, x0: int, x1: int, j: int) -> int:
    """The row of both players' dice and partials."""
    m0, m1 = t.size[x0], t.size[x1]
    return int(t.pair_first[m0, m1] + (t.rank[x0] * t.count[m1] + t.rank[x1]) * t.joints[m0, m1] + j)


def stride_of(g: Any, x0: int, x1: int) -> int:
    """Return the stride from one half of the lanes to the other; 0 if only one player has dice."""
    return int(g[WIDTH]) if x0 > 0 and x1 > 0 else 0


def is_level(g: Any, t: Any, m0: int, m1: int, j: int) -> bool:
    """Whether no point was scored for good: every partial took a soft six, two dice at least."""
    size0, size1 = t.size[t.joint_0[j]], t.size[t.joint_1[j]]
    return bool(m0 + size0 + 2 * size1 <= g[DICE] and m1 + size1 + 2 * size0 <= g[DICE])


def fill(mem: Any, out: int, width: int, value: float) -> None:
    for lane in range(width):
        mem[out + lane] = value


def copy(mem: Any, out: int, source: int, width: int) -> None:
    for lane in range(width):
        mem[out + lane] = mem[source + lane]


def invert(mem: Any, out: int, source: int, width: int) -> None:
    """From the chances of one player to those of the other."""
    for lane in range(width):
        mem[out + lane] = 1 - mem[source + lane]


def keep_best(mem: Any, seat: int, out: int, source: int, width: int) -> None:
    """Keep the better values for a seat, in one half of the lanes."""
    if seat == 0:
        highest(mem[out : out + width], mem[source : source + width])
    else:
        lowest(mem[out : out + width], mem[source : source + width])


def highest(target: Any, source: Any) -> None:
    for lane in range(len(target)):
        old, new = target[lane], source[lane]
        target[lane] = new if new > old else old


def lowest(target: Any, source: Any) -> None:
    for lane in range(len(target)):
        old, new = target[lane], source[lane]
        target[lane] = new if new < old else old


def keep_halves(g: Any, mem: Any, seat: int, out: int, source: int, stride: int) -> None:
    """Keep the better values for a seat, in all lanes."""
    for half in range(g[HALVES]):
        keep_best(mem, seat, out + half * g[WIDTH], source + half * stride, g[WIDTH])


def add(mem: Any, out: int, source: int, width: int, weight: float) -> None:
    target, added = mem[out : out + width], mem[source : source + width]
    for lane in range(width):
        target[lane] += weight * added[lane]


def add_halves(g: Any, mem: Any, out: int, source: int, stride: int, weight: float) -> None:
    for half in range(g[HALVES]):
        add(mem, out + half * g[WIDTH], source + half * stride, g[WIDTH], weight)


def improve(g: Any, mem: Any, value: int, found: int, slope: int) -> float:
    """Bring values before a roll closer by a step of Newton's method; return the largest change.

    `found` has the value of the roll with these values, `slope` its derivative.
    """
    width = g[WIDTH]
    error = 0.0
    for lane in range(width):
        growth = mem[slope + lane]
        if g[HALVES] == 2:
            growth *= mem[slope + width + lane]
        change = (mem[found + lane] - mem[value + lane]) / (1.0 - growth)
        mem[value + lane] += change
        error = max(error, abs(change))
    return error


def begin_sum(g: Any, mem: Any, state: int, out: int) -> None:
    """Begin with what unmatched sixes have added to the value before a roll."""
    for half in range(g[HALVES]):
        slot = half * g[ADDING_SLOTS] + g[SUM] % g[ADDING_SLOTS]
        source = g[ADDED] + (slot * g[STATES] + state) * g[ROW] + g[LOW]
        for lane in range(g[WIDTH]):
            mem[out + half * g[WIDTH] + lane] = mem[source + lane]


def push_mean(g: Any, mem: Any, t: Any, seat: int, m0: int, m1: int, j: int, sixes: int, mean: int) -> None:
    """Add the mean after that many unmatched sixes of a seat to the values before the rolls that lead there."""
    width, others = g[WIDTH], 0
    while m0 + others + (sixes if seat == 0 else 0) <= g[DICE] and m1 + others + (0 if seat == 0 else sixes) <= g[DICE]:
        h0, h1 = (others + sixes, others) if seat == 0 else (others, others + sixes)
        n0, n1 = m0 + h0, m1 + h1
        if j < t.joints[n0, n1]:
            weight = t.sixes[n0, h0] * t.sixes[n1, h1]
            state = t.state_first[n0, n1] + j
            for half in range(g[HALVES]):
                slot = half * g[ADDING_SLOTS] + (g[SUM] - sixes) % g[ADDING_SLOTS]
                back = sixes if seat == 0 else 0
                skipped = max(back - g[LOW], 0)
                target = g[ADDED] + (slot * g[STATES] + state) * g[ROW] + g[LOW] - back
                add(mem, target + skipped, mean + half * width + skipped, width - skipped, weight)
        others += 1
