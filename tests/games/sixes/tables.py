"""Matches of Battle of the Sixes for tests, written as dice and plays. Four dice each unless said otherwise."""

import pytest

from quincunx import IllegalAction, Match
from quincunx.games.sixes import SPEC
from quincunx.games.sixes.notation import faces_text, side_text
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import State


def begin(*dice: str, totals: tuple[int, int] = (0, 0), rounds: int = 0, rolls: int = 0, **variants: str) -> Match:
    """A match whose scorers stand so; then these dice land, seat 0's first.

    So many rounds are over, and as many pairs of rounds before as these totals take.
    """
    variants = {"dice": "4"} | variants
    start = State()
    SPEC.rules.setup(start, 2, SPEC.options(variants))
    start.total = list(totals)
    pairs = -(-max(totals) // (2 * start.dice_each)) + 1 if any(totals) else 0
    start.rounds, start.rolls = 2 * pairs + rounds, rolls
    match = Match(SPEC, variants=variants, start=start, settle=False)
    return roll(match, *dice)


def roll(match: Match, *dice: str) -> Match:
    """These dice land."""
    for word in " ".join(dice).split():
        match.land(match.parse_outcome(word))
    return match


def play(match: Match, *lines: str) -> Match:
    """Seats act: `0 take 5`; dice land between: `* 6 5`."""
    for line in lines:
        who, _, what = line.partition(" ")
        if who == "*":
            roll(match, what)
        else:
            match.push_text(what, int(who))
    return match


def refuse(match: Match, line: str, why: str) -> None:
    """The seat may not do this, and the sentence says why."""
    seat, _, action = line.partition(" ")
    with pytest.raises(IllegalAction, match=why):
        match.push_text(action, int(seat))


def legal(match: Match) -> list[str]:
    """What the acting seat may do."""
    return [match.format_action(action) for action in match.legal_actions()]


def table(match: Match) -> list[str]:
    """The pairings in the order they were laid, seat 0's side first: `6 : 5+1`."""
    laid = match.state.laid
    return [f"{side_text(laid[0, n])} : {side_text(laid[1, n])}" for n in range(match.state.pairings)]


def unplayed(match: Match) -> list[str]:
    """The unplayed dice of both seats."""
    return [faces_text(match.state.shown.row(seat)) for seat in range(2)]


def points(match: Match) -> tuple[int, int]:
    """What the pairings give each seat as they lie."""
    return round_points(match.state, 0), round_points(match.state, 1)


def ahead_by_a_hard_six(totals: tuple[int, int] = (0, 0)) -> Match:
    """A whole round that gives seat 0 two points and seat 1 none."""
    return play(begin("6 6 6 6", "6 6 6 5", totals=totals), "0 take 5")


def a_hard_six_each(totals: tuple[int, int] = (0, 0), ties: str = "higher") -> Match:
    """A whole round that gives each seat two points."""
    match = begin("6 5 5 5", "5 5 5 5", totals=totals, ties=ties)
    return play(match, "0 take 5", "* 6 6 5 6 6 6", "1 take 5")


def out_of_dice(rest: str, totals: tuple[int, int] = (0, 0)) -> Match:
    """Seat 1 has lost all dice to one hard six in the first roll; seat 0 still shows three dice."""
    return play(begin(f"6 {rest}", "3 1 1 1", totals=totals), "0 take 3+1+1+1")


def final_roll_with_partial() -> Match:
    """Seat 1 has played all dice; seat 0 has four for the final roll, and a single 4 against a soft six."""
    match = begin("6 5 5 5 5 4", "4 3 2 1 1 1", dice="6")
    return play(match, "0 take 3+1+1+1", "1 play 4+2", "0 answer 4")
