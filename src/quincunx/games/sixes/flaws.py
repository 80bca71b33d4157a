"""What cannot be in a position of Battle of the Sixes."""

from collections.abc import Iterator

from quincunx.core.seats import Seat
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


def flaws(state: State) -> Iterator[str]:
    """All of them, for a state whose numbers are in range."""
    if state.dice_each not in DICE_CHOICES:
        yield f"dice_each must be one of {', '.join(map(str, sorted(DICE_CHOICES)))}"
    if state.soft_six != NO_DICE and not is_soft(state.soft_six):
        yield "soft_six must be the number of a soft six, 6 to 15"
    yield from _of_pairings(state)
    for seat in range(SEATS):
        yield from _of_dice(state, seat)
        yield from _of_points(state, seat)
    yield from _of_stage(state)
    yield from _of_roll(state)


def _of_pairings(state: State) -> Iterator[str]:
    for pairing in range(PAIRINGS):
        mine, theirs = state.laid[0, pairing], state.laid[1, pairing]
        if pairing >= state.pairings and (mine or theirs):
            yield "nothing lies beyond the last pairing"
        if pairing < state.pairings and max(mine, theirs) < FIRST_SOFT:
            yield "every pairing needs a six, hard or soft"


def _of_dice(state: State, seat: Seat) -> Iterator[str]:
    if state.shown[seat, 0]:
        yield "no die shows 0"
    if dice_of(state, seat) != state.dice_each:
        yield f"seat {seat} has {dice_of(state, seat)} dice of {state.dice_each}"
    unanswered = any(state.laid[seat, pairing] == NO_DICE for pairing in range(state.pairings))
    if unanswered and dice_left(state, seat):
        yield f"seat {seat} has left a six unmatched, so it has no dice left (R9, R13)"


def dice_of(state: State, seat: Seat) -> int:
    """All dice of a seat, wherever they are."""
    dice = dice_left(state, seat)
    if state.stage == ANSWERING and seat != state.turn:
        dice += SIDE_DICE[state.soft_six]
    return dice + sum(SIDE_DICE[state.laid[seat, pairing]] for pairing in range(state.pairings))


def _of_points(state: State, seat: Seat) -> Iterator[str]:
    total, last = state.total[seat], state.last_points[seat]
    played = state.rounds + (state.stage == ENDED)
    if last > 2 * state.dice_each or not last <= total <= last + max(played - 1, 0) * 2 * state.dice_each:
        yield f"seat {seat} cannot have {total} points after {played} rounds, {last} of them in the last"
    elif played == 0 and total:
        yield "nobody has points before the first round is over"
    if total >= last and wins(total - last):
        yield f"seat {seat} had won before the last round"
    if state.stage == ENDED and last != round_points(state, seat):
        yield f"the pairings of the last round give seat {seat} {round_points(state, seat)} points, not {last}"


def _of_stage(state: State) -> Iterator[str]:
    sixes = [state.shown[seat, SIX] for seat in range(SEATS)]
    if (state.stage == ROLLING) != (sum(state.in_cup) > 0):
        yield "dice are in the cup while they are rolled, and only then"
    if (state.stage == ANSWERING) != (state.soft_six != NO_DICE):
        yield "a soft six waits while it is answered, and only then"
    if state.stage == HARD_SIXES and (not sixes[state.turn] or sixes[1 - state.turn]):
        yield "one player alone has unmatched hard sixes, and acts"
    if state.stage not in (ROLLING, HARD_SIXES) and any(sixes):
        yield "hard sixes are matched before anything else"
    if state.stage in (HARD_SIXES, SOFT_SIXES, ANSWERING) and not _has_choice(state):
        yield "the seat whose turn it is has nothing to choose"
    if state.passes and state.stage != SOFT_SIXES:
        yield "passes are counted among the soft sixes"
    if (state.stage == ENDED) != (wins(state.total[0]) or wins(state.total[1])):
        yield "a match is over when a total wins, and only then"


def _has_choice(state: State) -> bool:
    legal = [0] * (COMPLETE + 2 * WAYS)
    return legal_actions(state, state.turn, legal) > (1 if state.stage == SOFT_SIXES else 0)


def _of_roll(state: State) -> Iterator[str]:
    out = [dice_left(state, seat) == 0 for seat in range(SEATS)]
    if state.stage == FINAL_ROLL and not (
        dice_shown(state.shown, state.turn) and out[1 - state.turn] and state.rolls + 1 < ROLL_CAP
    ):
        yield "the final roll belongs to the one player who has dice left"
    if state.is_final and (state.stage == FINAL_ROLL or not any(out) or state.rolls == 0):
        yield "in the final roll one player alone has dice, and rolls them once"
    if state.stage == ROLLING and any(out) and not state.is_final:
        yield "a player without dice rolls no more: the roll must be final (§24)"
    if state.stage == ROLLING and state.rolls == 0 and state.pairings:
        yield "no pairing lies on the table before the first roll of a round"
    if state.stage == ENDED and not (any(out) or state.rolls + 1 == ROLL_CAP):
        yield "a round is not over while both have dice"
