"""Flaws of a state of Battle of the Sixes: reasons why play from it would be unsafe or unfair."""

from collections.abc import Iterator

from quincunx.core.messages import Message
from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import FIRST_SOFT, NO_DICE, SIDE_DICE, SIX, dice_shown, is_soft, wins
from quincunx.games.sixes.legality import ACTIONS, dice_left
from quincunx.games.sixes.rules import legal_actions
from quincunx.games.sixes.state import (
    ANSWERING,
    DICE_CHOICES,
    ENDED,
    FINAL_ROLL,
    HARD_SIXES,
    ROLL_CAP,
    ROLLING,
    SEATS,
    SOFT_SIXES,
    State,
)


def flaws(state: State) -> Iterator[Message]:
    """Yield every flaw of a state whose numbers are in range."""
    yield from _of_dice(state)
    yield from _of_stage(state)
    if (state.stage == ENDED) != any(map(wins, state.total)):
        yield words.FLAW_OVER()


def _of_dice(state: State) -> Iterator[Message]:
    if state.dice_each not in DICE_CHOICES:
        yield words.FLAW_DICE_EACH(known=", ".join(map(str, sorted(DICE_CHOICES))))
    if state.soft_six != NO_DICE and not is_soft(state.soft_six):
        yield words.FLAW_SOFT_SIX()
    if any(max(state.laid[0, at], state.laid[1, at]) < FIRST_SOFT for at in range(state.pairings)):
        yield words.FLAW_PAIRING_NEEDS_SIX()
    for seat in range(SEATS):
        if state.shown[seat, 0]:
            yield words.FLAW_NO_ZERO()
        if dice_of(state, seat) != state.dice_each:
            yield words.FLAW_DICE_OF_SEAT(seat=seat, count=dice_of(state, seat), each=state.dice_each)


def dice_of(state: State, seat: Seat) -> int:
    """All dice of a seat, wherever they are."""
    dice = dice_left(state, seat)
    if state.stage == ANSWERING and seat != state.turn:
        dice += SIDE_DICE[state.soft_six]
    return dice + sum(SIDE_DICE[state.laid[seat, pairing]] for pairing in range(state.pairings))


def _of_stage(state: State) -> Iterator[Message]:
    if (state.stage == ROLLING) != (sum(state.in_cup) > 0):
        yield words.FLAW_DICE_IN_CUP()
    if (state.stage == ANSWERING) != (state.soft_six != NO_DICE):
        yield words.FLAW_SOFT_SIX_WAITS()
    sixes = [state.shown[seat, SIX] for seat in range(SEATS)]
    if state.stage == HARD_SIXES and (not sixes[state.turn] or sixes[1 - state.turn]):
        yield words.FLAW_UNMATCHED_HARD_SIXES()
    if state.stage not in (ROLLING, HARD_SIXES) and any(sixes):
        yield words.FLAW_HARD_SIXES_FIRST()
    forced = 1 if state.stage == SOFT_SIXES else 0  # R27: nobody is asked who can only pass
    if state.stage in (HARD_SIXES, SOFT_SIXES, ANSWERING):
        if legal_actions(state, state.turn, [0] * ACTIONS) <= forced:
            yield words.FLAW_NOTHING_TO_CHOOSE()
    elif state.stage == FINAL_ROLL and not (
        dice_shown(state.shown, state.turn) and not dice_left(state, 1 - state.turn) and state.rolls + 1 < ROLL_CAP
    ):
        yield words.FLAW_FINAL_ROLL()
