"""What cannot be in a position of Battle of the Sixes."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import product

from quincunx.core.messages import Message
from quincunx.core.position import all_of
from quincunx.core.seats import Seat
from quincunx.core.words import POINTS
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import (
    FIRST_SOFT,
    HARD,
    MOST_TOTAL,
    NO_DICE,
    SIDE_DICE,
    SIX,
    WAYS,
    dice_shown,
    is_soft,
    wins,
)
from quincunx.games.sixes.legality import COMPLETE, dice_left
from quincunx.games.sixes.rules import legal_actions, round_points, soft_starter
from quincunx.games.sixes.state import (
    ANSWERING,
    DICE_CHOICES,
    ENDED,
    FINAL_ROLL,
    HARD_SIXES,
    PAIRINGS,
    ROLL_CAP,
    ROLLING,
    SEATS,
    SOFT_SIXES,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Everything that makes a state no position, beyond the ranges of its numbers."""
    yield from all_of(state, _of_dice_each, _of_soft_six, _of_pairings, _of_faces, _of_landing, _of_dice, _of_unmatched)
    yield from all_of(state, _of_points, _of_points_together, _of_last_round, _of_winning)
    yield from all_of(state, _of_cup, _of_answer, _of_hard_sixes, _of_choice, _of_passes)
    yield from all_of(state, _of_order_of_pairings, _of_order_without_dice, _of_turn)
    yield from all_of(state, _of_final_roll, _of_roll, _of_round)


# Dice


def _of_dice_each(state: State) -> Iterator[Message]:
    if state.dice_each not in DICE_CHOICES:
        yield words.FLAW_DICE_EACH(known=", ".join(map(str, sorted(DICE_CHOICES))))


def _of_soft_six(state: State) -> Iterator[Message]:
    if state.soft_six != NO_DICE and not is_soft(state.soft_six):
        yield words.FLAW_SOFT_SIX()


def _of_pairings(state: State) -> Iterator[Message]:
    for pairing in range(PAIRINGS):
        mine, theirs = state.laid[0, pairing], state.laid[1, pairing]
        if pairing >= state.pairings and (mine or theirs):
            yield words.FLAW_BEYOND_LAST_PAIRING()
        if pairing < state.pairings and max(mine, theirs) < FIRST_SOFT:
            yield words.FLAW_PAIRING_NEEDS_SIX()


def _of_faces(state: State) -> Iterator[Message]:
    if any(state.shown[seat, 0] for seat in range(SEATS)):
        yield words.FLAW_NO_ZERO()


def _of_landing(state: State) -> Iterator[Message]:
    if state.in_cup[0] and dice_shown(state.shown, 1):
        yield words.FLAW_LANDING_ORDER()


def _of_dice(state: State) -> Iterator[Message]:
    for seat in range(SEATS):
        if dice_of(state, seat) != state.dice_each:
            yield words.FLAW_DICE_OF_SEAT(seat=seat, count=dice_of(state, seat), each=state.dice_each)


def dice_of(state: State, seat: Seat) -> int:
    """All dice of a seat, wherever they are."""
    dice = dice_left(state, seat)
    if state.stage == ANSWERING and seat != state.turn:
        dice += SIDE_DICE[state.soft_six]
    return dice + sum(SIDE_DICE[state.laid[seat, pairing]] for pairing in range(state.pairings))


def _of_unmatched(state: State) -> Iterator[Message]:
    for seat in range(SEATS):
        unanswered = any(state.laid[seat, pairing] == NO_DICE for pairing in range(state.pairings))
        if unanswered and dice_left(state, seat):
            yield words.FLAW_UNMATCHED_SIX(seat=seat)


# Points


def _of_points(state: State) -> Iterator[Message]:
    played = _rounds_played(state)
    for seat in range(SEATS):
        total, last = state.total[seat], state.last_points[seat]
        if last > 2 * state.dice_each or not last <= total <= last + max(played - 1, 0) * 2 * state.dice_each:
            yield words.FLAW_CANNOT_HAVE(seat=seat, total=POINTS(count=total), count=played, last=last)
        elif played == 0 and total:
            yield words.FLAW_POINTS_TOO_EARLY()


def _rounds_played(state: State) -> int:
    return state.rounds + (state.stage == ENDED)


def _of_points_together(state: State) -> Iterator[Message]:
    earlier = max(_rounds_played(state) - 1, 0)
    before = (state.total[0] - state.last_points[0], state.total[1] - state.last_points[1])
    is_last_possible = _gives(state.dice_each, *state.last_points)
    if not is_last_possible or fewest_rounds(state.dice_each).get(before, 0) > earlier:
        yield words.FLAW_POINTS_TOGETHER()


def _gives(dice_each: int, mine: int, theirs: int) -> bool:
    """Whether one round can give these points.

    Dice against none are always of the same seat (R9, R13), so a die of that seat is in every pairing; a pairing gives
    two points at most, and to one of them. With four dice three points each take one die too many.
    """
    return -(-mine // 2) + -(-theirs // 2) <= dice_each and (dice_each, mine, theirs) != (4, 3, 3)


@cache
def fewest_rounds(dice_each: int) -> dict[tuple[int, int], int]:
    """By totals of both seats that do not win: the fewest rounds to them, none of which is won."""
    gains = [gain for gain in product(range(2 * dice_each + 1), repeat=SEATS) if _gives(dice_each, *gain)]
    going_on = {total for total in range(MOST_TOTAL + 1) if not wins(total)}
    rounds = {(0, 0): 0}
    reached = deque(rounds)
    while len(rounds) < len(going_on) ** SEATS:
        mine, theirs = reached.popleft()
        for more, others in gains:
            after = (mine + more, theirs + others)
            if after not in rounds and going_on.issuperset(after):
                rounds[after] = rounds[mine, theirs] + 1
                reached.append(after)
    return rounds


def _of_last_round(state: State) -> Iterator[Message]:
    for seat in range(SEATS):
        last = state.last_points[seat]
        if state.stage == ENDED and last != round_points(state, seat):
            yield words.FLAW_LAST_POINTS(seat=seat, count=round_points(state, seat), last=last)


def _of_winning(state: State) -> Iterator[Message]:
    for seat in range(SEATS):
        before = state.total[seat] - state.last_points[seat]
        if before >= 0 and wins(before):
            yield words.FLAW_WON_BEFORE(seat=seat)
    if (state.stage == ENDED) != (wins(state.total[0]) or wins(state.total[1])):
        yield words.FLAW_OVER()


# The steps of a roll


def _of_cup(state: State) -> Iterator[Message]:
    if (state.stage == ROLLING) != (sum(state.in_cup) > 0):
        yield words.FLAW_DICE_IN_CUP()


def _of_answer(state: State) -> Iterator[Message]:
    if (state.stage == ANSWERING) != (state.soft_six != NO_DICE):
        yield words.FLAW_SOFT_SIX_WAITS()


def _of_hard_sixes(state: State) -> Iterator[Message]:
    sixes = [state.shown[seat, SIX] for seat in range(SEATS)]
    if state.stage == HARD_SIXES and (not sixes[state.turn] or sixes[1 - state.turn]):
        yield words.FLAW_UNMATCHED_HARD_SIXES()
    if state.stage not in (ROLLING, HARD_SIXES) and any(sixes):
        yield words.FLAW_HARD_SIXES_FIRST()


def _of_choice(state: State) -> Iterator[Message]:
    legal = [0] * (COMPLETE + 2 * WAYS)
    forced = 1 if state.stage == SOFT_SIXES else 0
    if state.stage in (HARD_SIXES, SOFT_SIXES, ANSWERING) and legal_actions(state, state.turn, legal) <= forced:
        yield words.FLAW_NOTHING_TO_CHOOSE()


def _of_passes(state: State) -> Iterator[Message]:
    if state.passes and state.stage != SOFT_SIXES:
        yield words.FLAW_PASSES()


# The order of play

HARD_BOTH, HARD_OF, SOFT = 0, (1, 2), 3
"""Kinds of pairings, in the order in which a roll lays them: hard against hard, hard of one seat, soft."""


def _kinds(state: State) -> list[int]:
    """By pairing: its kind."""
    kinds = []
    for pairing in range(state.pairings):
        hard = [seat for seat in range(SEATS) if state.laid[seat, pairing] == HARD]
        kinds.append(HARD_BOTH if len(hard) == SEATS else HARD_OF[hard[0]] if hard else SOFT)
    return kinds


def _rolls_for(kinds: list[int]) -> int:
    """The fewest rolls in which pairings of these kinds are laid (§23)."""
    rolls, last = 1 if kinds else 0, HARD_BOTH
    for kind in kinds:
        if kind < last or (last in HARD_OF and kind in HARD_OF and kind != last):
            rolls += 1
        last = kind
    return rolls


def _of_order_of_pairings(state: State) -> Iterator[Message]:
    kinds = _kinds(state)
    if state.stage == HARD_SIXES:
        kinds.append(HARD_OF[state.turn])
    before_final = state.rolls if state.is_final else ROLL_CAP
    rolled = state.rolls + (state.stage != ROLLING)
    if _rolls_for(kinds) > rolled or _rolls_for(kinds[: _answered(state)]) > before_final:
        yield words.FLAW_ORDER_OF_PAIRINGS()


def _answered(state: State) -> int:
    """How many pairings have dice of both seats: the first ones, and none of the final roll (§25)."""
    return sum(NO_DICE not in (state.laid[0, pairing], state.laid[1, pairing]) for pairing in range(state.pairings))


def _of_order_without_dice(state: State) -> Iterator[Message]:
    """R9, R13: who lays no dice has none left, and gets none back in the round."""
    for seat in range(SEATS):
        without = [state.laid[seat, pairing] == NO_DICE for pairing in range(state.pairings)]
        if without != sorted(without):
            yield words.FLAW_ORDER_WITHOUT_DICE(seat=seat)


def _of_turn(state: State) -> Iterator[Message]:
    """R11: as long as no soft six lies there, the starter has the turn, and after a pass the other."""
    has_soft = any(is_soft(state.laid[seat, pairing]) for seat in range(SEATS) for pairing in range(state.pairings))
    turn = (soft_starter(state) + state.passes) % SEATS
    if state.stage == SOFT_SIXES and not has_soft and state.turn != turn:
        yield words.FLAW_TURN()


# The end of a round


def _of_final_roll(state: State) -> Iterator[Message]:
    out = _out_of_dice(state)
    if state.stage == FINAL_ROLL and not (
        dice_shown(state.shown, state.turn) and out[1 - state.turn] and state.rolls + 1 < ROLL_CAP
    ):
        yield words.FLAW_FINAL_ROLL()
    cannot_be = state.is_final and (state.stage in (ANSWERING, FINAL_ROLL) or not any(out) or state.rolls == 0)
    if cannot_be or _rolls_since_out(state) > (state.is_final and state.stage != ROLLING):
        yield words.FLAW_FINAL_ROLL_ONCE()


def _rolls_since_out(state: State) -> int:
    """How many rolls, at least, were made after the one in which a seat laid its last dice (§24, §25)."""
    last = max(_answered(state) - 1, 0)
    return max(_rolls_for(_kinds(state)[last:]) - 1, 0)


def _out_of_dice(state: State) -> list[bool]:
    return [dice_left(state, seat) == 0 for seat in range(SEATS)]


def _of_roll(state: State) -> Iterator[Message]:
    if state.stage == ROLLING and any(_out_of_dice(state)) and not state.is_final:
        yield words.FLAW_MUST_BE_FINAL()
    if state.stage == ROLLING and state.rolls == 0 and state.pairings:
        yield words.FLAW_PAIRING_TOO_EARLY()


def _of_round(state: State) -> Iterator[Message]:
    if state.stage == ENDED and not (any(_out_of_dice(state)) or state.rolls + 1 == ROLL_CAP):
        yield words.FLAW_ROUND_NOT_OVER()
