"""The aims of turns: points and the bonus, and in the last try of a match the win.

Each phase of numbers has its aims: for one player (in the first five phases by their points so far), with others, and
for the last two phases the win, by the points lacking for it.
"""

from typing import Any

from quincunx.core.bots import Floats
from quincunx.core.learned import load_learned
from quincunx.core.normal import chance_above_zero
from quincunx.core.seats import Seat
from quincunx.games.phase10 import turns
from quincunx.games.phase10.outlook import LEARNED
from quincunx.games.phase10.phases import ONE_COLOUR, PHASE_KIND, PHASES
from quincunx.games.phase10.rules import (
    ALL_DICE,
    BONUS,
    BONUS_OVER,
    BONUS_PHASES,
    LAST_PHASE,
    ROLLS,
    State,
    grand_total,
    running_total,
)
from quincunx.games.phase10.turns import FAILED, KEEPS, LEAST, RESULTS, SHARED, UNIT, place_of_keep, units_at

ALONE_FROM = (0, 5, 54, 97, 140)
ALONE_AIMS = (1, 6, 6, 8, 8, 1, 1, 0, 1, 1)
ALONE_STEP = 8
"""Alone, by phase: from what total on there is an aim for every eight points, and how many aims."""
WIN_FROM = (0, 0, 0, 0, 0, 0, 0, 0, 1, 22)
WIN_AIMS = (0, 0, 0, 0, 0, 0, 0, 0, 16, 41)
WIN_STEP = (1, 1, 1, 1, 1, 1, 1, 1, 8, 1)
"""For the win, by phase: from how many points that are lacking on there are aims, how many, and how far apart."""
FIRST_AIM = (0, 3, 12, 21, 30, 39, 42, 0, 45, 63)
AIMS = 108
"""By phase: the number of its first aim. Those that share a table are of one phase."""

CHOICES = (0, 1, 2, 3, 4, 5, 6, 6, 7, 8)
"""By phase of numbers: the number of its table in the small knowledge (`by_heart`)."""
BY_HEART = 9 // SHARED * 2 * turns.ROLLED
"""The size of that."""

SLOPE = 1.45
"""With others: the value of a point in the phases that count for the bonus for points."""
TEMPO = 30.0
"""With others: the loss by a turn that fails, as the others go on."""
WAITING = (74.2, 40.4, 41.3, 36.5, 38.5, 38.59, 37.84, 20.0, 38.98, -1.42)
"""For one player, by phase: the value after a failed turn, without the bonus for points."""
BONUS_AT = (0.0, 29.9, 78.5, 129.0, 172.8)
BONUS_SPREAD = (1.0, 8.4, 6.7, 5.0, 3.5)
"""Alone, by phase: with what total the bonus for points is as likely as not, and how fast that changes. These and the
first five of WAITING are fitted to the exact values of Phase 10 Dice alone."""
SURE = 100.0
"""The value of a win."""


def aim_of(view: State, seat: Seat) -> int:
    """The number of the aim of a seat that may roll again."""
    phase = view.phase[seat]
    if view.seats == 1:
        return alone_aim_of(view, seat)
    in_company = FIRST_AIM[phase] + ALONE_AIMS[phase]
    if not plays_to_win(view, seat):
        return in_company
    number = (points_lacking(view, seat) - WIN_FROM[phase]) // WIN_STEP[phase]
    return in_company + 1 + min(max(number, 0), WIN_AIMS[phase] - 1)


def alone_aim_of(view: State, seat: Seat) -> int:
    """What a seat plays for alone at the table, as a number."""
    phase = view.phase[seat]
    return FIRST_AIM[phase] + _alone(phase, running_total(view, seat))


def plays_to_win(view: State, seat: Seat) -> bool:
    """Whether the aim of a seat is the win."""
    return WIN_AIMS[view.phase[seat]] > 0 and points_lacking(view, seat) > 0


def points_lacking(view: State, seat: Seat) -> int:
    """The points that the last seat still playing needs to win (§34 to §39); 0 for others, or if it leads."""
    if (view.turn + 1) % view.seats != view.finisher:
        return 0
    most = 0
    for other in range(view.seats):
        if other != seat:
            most = max(most, grand_total(view, other))
    bonus = BONUS if view.qualified >> seat & 1 and view.phase[seat] == LAST_PHASE else 0
    return max(0, most + 1 - grand_total(view, seat) - bonus)


def win_chance(view: State, seat: Seat, action: int, tables: Any) -> float:
    """The chance that a seat which plays to win does so after its best action."""
    units = units_at(tables, aim_of(view, seat), ROLLS - view.rolls, place_of_keep(view.face, ALL_DICE & ~action))
    return (LEAST + UNIT * units) / SURE


def _alone(phase: int, total: int) -> int:
    if phase >= BONUS_PHASES:
        return 0
    return min(max((total - ALONE_FROM[phase]) // ALONE_STEP, 0), ALONE_AIMS[phase] - 1)


def loops_and_keeps() -> tuple[Any, Any, Any]:
    """The compiled loops of `turns`, and by number every keep of low dice and of high ones."""
    import numpy as np

    from quincunx.core.jit import compiled
    from quincunx.games.phase10 import SPEC

    loops = compiled(SPEC, turns)
    lows, highs = np.zeros(turns.LOW_KEEPS, np.int64), np.zeros(turns.HIGH_KEEPS, np.int64)
    loops.list_all_keeps(lows, highs)
    return loops, lows, highs


def knowledge() -> Floats:
    """The value of every keep for every aim, with one roll left and with two (`turns.start_of`).

    The tables of `outlook` follow at the end.
    """
    import numpy as np

    kernels, lows, highs = loops_and_keeps()
    results = np.zeros(KEEPS, np.int64)
    best, one, two = (np.zeros((KEEPS, SHARED)) for _ in range(3))
    tables = np.zeros(turns.start_of(AIMS, 1) + LEARNED)
    tables[-LEARNED:] = load_learned(__package__, LEARNED)
    last_try = np.zeros(SHARED)
    wins = np.zeros(RESULTS)
    for phase in (phase for phase in reversed(range(PHASES)) if PHASE_KIND[phase] != ONE_COLOUR):
        kernels.score(phase, lows, highs, results)
        payoffs = _payoffs(phase, wins)
        for first in range(0, len(payoffs), SHARED):
            kernels.fill(payoffs[first : first + SHARED], results, lows, highs, best, one, two)
            for rolls_left, worth in enumerate((one, two), 1):
                kernels.pack(worth, tables[turns.start_of(FIRST_AIM[phase] + first, rolls_left) :][:KEEPS])
            if phase == LAST_PHASE:
                kernels.value_turn(lows, highs, two, best, last_try)
                _note_wins(wins, first, last_try)
    tables.flags.writeable = False
    return tables


def by_heart(tables: Floats) -> Floats:
    """The best keep of every roll with others, in a sixtieth of the space: small enough for a page.

    It lacks the values of keeps, and the aims for one player and for the win.
    """
    import numpy as np

    kernels, lows, highs = loops_and_keeps()
    best = np.zeros(KEEPS, np.int64)
    packed = np.zeros(BY_HEART, np.int64)
    for phase in (phase for phase in range(PHASES) if PHASE_KIND[phase] != ONE_COLOUR):
        number = CHOICES[phase]
        for rolls_left in (1, 2):
            kernels.list_best(tables, FIRST_AIM[phase] + ALONE_AIMS[phase], rolls_left, lows, highs, best)
            rolled = best.reshape(turns.LOW_KEEPS, turns.HIGH_KEEPS)[turns.ALL_LOW :, turns.ALL_HIGH :]
            start = (number // SHARED * 2 + rolls_left - 1) * turns.ROLLED
            packed[start : start + turns.ROLLED] |= rolled.reshape(-1) << turns.BITS * (number % SHARED)
    return packed.astype(np.float64)


def is_by_heart(tables: Any) -> bool:
    """Whether this knowledge has only the choices of `by_heart`."""
    return len(tables) == BY_HEART


def _note_wins(wins: Floats, first: int, last_try: Floats) -> None:
    """By points lacking in the last phase: the value of a turn for the win. If few lack, making it is enough."""
    for row, worth in enumerate(last_try, first - ALONE_AIMS[LAST_PHASE] - 1):
        if row == 0:
            wins[: WIN_FROM[LAST_PHASE]] = worth
        if 0 <= row < WIN_AIMS[LAST_PHASE]:
            wins[WIN_FROM[LAST_PHASE] + row] = worth


def _payoffs(phase: int, wins: Floats) -> Floats:
    """By aim of a phase and result: the value of a turn; padded to whole tables."""
    import numpy as np

    rows = [_alone_payoff(phase, number) for number in range(ALONE_AIMS[phase])]
    rows.append(_company_payoff(phase))
    rows += [_win_payoff(phase, WIN_FROM[phase] + number * WIN_STEP[phase], wins) for number in range(WIN_AIMS[phase])]
    rows += rows[:1] * (-len(rows) % SHARED)
    return np.array(rows)


def _alone_payoff(phase: int, number: int) -> list[float]:
    if phase >= BONUS_PHASES:
        return [*(float(points) for points in range(FAILED)), WAITING[phase]]
    total = ALONE_FROM[phase] + number * ALONE_STEP + ALONE_STEP // 2 if phase > 0 else 0
    made = [points + _bonus_near(phase + 1, total + points) for points in range(FAILED)]
    return [*made, WAITING[phase] + (_bonus_near(phase, total) if phase > 0 else 0.0)]


def _bonus_near(phase: int, total: int) -> float:
    """The expected part of the bonus for points, for one player who comes to a phase with a total."""
    if phase == BONUS_PHASES:
        return float(BONUS if total > BONUS_OVER else 0)
    return BONUS * chance_above_zero(total - BONUS_AT[phase], BONUS_SPREAD[phase] ** 2)


def _company_payoff(phase: int) -> list[float]:
    slope = SLOPE if phase < BONUS_PHASES else 1.0
    return [*(slope * points for points in range(FAILED)), -TEMPO]


def _win_payoff(phase: int, lacking: int, wins: Floats) -> list[float]:
    if phase == LAST_PHASE:
        return [SURE if points >= lacking else 0.0 for points in range(RESULTS - 1)] + [0.0]
    after = (lacking + WIN_STEP[phase] // 2 - points for points in range(FAILED))
    return [*(SURE if need <= 0 else float(wins[need]) if need < RESULTS else 0.0 for need in after), 0.0]
