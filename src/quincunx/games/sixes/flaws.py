"""What cannot be in a position of Battle of the Sixes."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import FIRST_SOFT, NO_DICE, SIDE_DICE, SIX, WAYS, dice_shown, is_soft, wins
from quincunx.games.sixes.legality import COMPLETE, dice_left
from quincunx.games.sixes.rules import legal_actions, round_points
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
    """Everything that makes a state no position, if its numbers are in range."""
    if state.dice_each not in DICE_CHOICES:
        yield words.FLAW_DICE_EACH(known=", ".join(map(str, sorted(DICE_CHOICES))))
    if state.soft_six != NO_DICE and not is_soft(state.soft_six):
        yield words.FLAW_SOFT_SIX()
    yield from _of_pairings(state)
    for seat in range(SEATS):
        yield from _of_dice(state, seat)
        yield from _of_points(state, seat)
    yield from _of_stage(state)
    yield from _of_roll(state)


def _of_pairings(state: State) -> Iterator[Message]:
    for pairing in range(PAIRINGS):
        mine, theirs = state.laid[0, pairing], state.laid[1, pairing]
        if pairing >= state.pairings and (mine or theirs):
            yield words.FLAW_BEYOND_LAST_PAIRING()
        if pairing < state.pairings and max(mine, theirs) < FIRST_SOFT:
            yield words.FLAW_PAIRING_NEEDS_SIX()


def _of_dice(state: State, seat: Seat) -> Iterator[Message]:
    if state.shown[seat, 0]:
        yield words.FLAW_NO_ZERO()
    if dice_of(state, seat) != state.dice_each:
        yield words.FLAW_DICE_OF_SEAT(seat=seat, dice=dice_of(state, seat), each=state.dice_each)
    unanswered = any(state.laid[seat, pairing] == NO_DICE for pairing in range(state.pairings))
    if unanswered and dice_left(state, seat):
        yield words.FLAW_UNMATCHED_SIX(seat=seat)


def dice_of(state: State, seat: Seat) -> int:
    """All dice of a seat, wherever they are."""
    dice = dice_left(state, seat)
    if state.stage == ANSWERING and seat != state.turn:
        dice += SIDE_DICE[state.soft_six]
    return dice + sum(SIDE_DICE[state.laid[seat, pairing]] for pairing in range(state.pairings))


def _of_points(state: State, seat: Seat) -> Iterator[Message]:
    total, last = state.total[seat], state.last_points[seat]
    played = state.rounds + (state.stage == ENDED)
    if last > 2 * state.dice_each or not last <= total <= last + max(played - 1, 0) * 2 * state.dice_each:
        yield words.FLAW_CANNOT_HAVE(seat=seat, total=total, rounds=str(played), last=last)
    elif played == 0 and total:
        yield words.FLAW_POINTS_TOO_EARLY()
    if total >= last and wins(total - last):
        yield words.FLAW_WON_BEFORE(seat=seat)
    if state.stage == ENDED and last != round_points(state, seat):
        yield words.FLAW_LAST_POINTS(seat=seat, right=round_points(state, seat), last=last)


def _of_stage(state: State) -> Iterator[Message]:
    sixes = [state.shown[seat, SIX] for seat in range(SEATS)]
    if (state.stage == ROLLING) != (sum(state.in_cup) > 0):
        yield words.FLAW_DICE_IN_CUP()
    if (state.stage == ANSWERING) != (state.soft_six != NO_DICE):
        yield words.FLAW_SOFT_SIX_WAITS()
    if state.stage == HARD_SIXES and (not sixes[state.turn] or sixes[1 - state.turn]):
        yield words.FLAW_UNMATCHED_HARD_SIXES()
    if state.stage not in (ROLLING, HARD_SIXES) and any(sixes):
        yield words.FLAW_HARD_SIXES_FIRST()
    if state.stage in (HARD_SIXES, SOFT_SIXES, ANSWERING) and not _has_choice(state):
        yield words.FLAW_NOTHING_TO_CHOOSE()
    if state.passes and state.stage != SOFT_SIXES:
        yield words.FLAW_PASSES()
    if (state.stage == ENDED) != (wins(state.total[0]) or wins(state.total[1])):
        yield words.FLAW_OVER()


def _has_choice(state: State) -> bool:
    legal = [0] * (COMPLETE + 2 * WAYS)
    return legal_actions(state, state.turn, legal) > (1 if state.stage == SOFT_SIXES else 0)


def _of_roll(state: State) -> Iterator[Message]:
    out = [dice_left(state, seat) == 0 for seat in range(SEATS)]
    if state.stage == FINAL_ROLL and not (
        dice_shown(state.shown, state.turn) and out[1 - state.turn] and state.rolls + 1 < ROLL_CAP
    ):
        yield words.FLAW_FINAL_ROLL()
    if state.is_final and (state.stage == FINAL_ROLL or not any(out) or state.rolls == 0):
        yield words.FLAW_FINAL_ROLL_ONCE()
    if state.stage == ROLLING and any(out) and not state.is_final:
        yield words.FLAW_MUST_BE_FINAL()
    if state.stage == ROLLING and state.rolls == 0 and state.pairings:
        yield words.FLAW_PAIRING_TOO_EARLY()
    if state.stage == ENDED and not (any(out) or state.rolls + 1 == ROLL_CAP):
        yield words.FLAW_ROUND_NOT_OVER()
