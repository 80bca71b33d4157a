"""Every position of a round with two dice each, and what is nearly one."""

import random

import pytest

from quincunx.games.sixes import SPEC, flaws
from quincunx.games.sixes.legality import ACTIONS
from quincunx.games.sixes.rules import apply, land, legal_actions
from quincunx.games.sixes.state import ENDED, ROLLING, State

DICE = 2
"""No match has so few, but the rules hold, and few dice have few positions."""
ROLLS = 3
"""The rolls of the round that are looked at."""
CHANGED = ("stage", "turn", "rolls", "is_final", "passes", "soft_six", "in_cup", "shown", "pairings", "laid")


def a_round() -> State:
    state = State()
    state.dice_each, state.in_cup[:], state.stage = DICE, [DICE, DICE], ROLLING
    state.rounds, state.total[:], state.last_points[:] = 9, [11, 13], [1, 0]
    return state


def following(state: State) -> list[State]:
    """Everything that may come next in the round."""
    if state.stage == ENDED or state.rounds != a_round().rounds or state.rolls > ROLLS:
        return []
    legal = [0] * ACTIONS
    choices = range(6) if state.stage == ROLLING else legal[: legal_actions(state, state.turn, legal)]
    after = [state.duplicate() for _ in choices]
    for position, choice in zip(after, choices, strict=True):
        if state.stage == ROLLING:
            land(position, choice)
        else:
            apply(position, state.turn, choice)
    return after


@pytest.fixture
def positions(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    monkeypatch.setattr(flaws, "DICE_CHOICES", (DICE,))
    found = {a_round().to_bytes(): a_round()}
    waiting = [*found.values()]
    while waiting:
        for state in following(waiting.pop()):
            if state.to_bytes() not in found:
                found[state.to_bytes()] = state
                waiting.append(state)
    return [*found.values()]


def changed(state: State, other: State, rng: random.Random) -> State:
    """The same with one or two numbers from another position, or one more, or one less."""
    flat, donor = state.ints(), other.ints()
    for _ in range(rng.choice((1, 1, 2))):
        field = rng.choice([field for field in State.FIELDS if field.name in CHANGED])
        at = field.start + rng.randrange(field.length)
        flat[at] = rng.choice((donor[at], min(flat[at] + 1, field.span.most), max(flat[at] - 1, field.span.least)))
        if rng.random() < 0.3:
            part = slice(field.start, field.start + field.length)
            flat[part] = donor[part]
    position = State()
    position.set_ints(flat)
    return position


def is_looked_at(state: State) -> bool:
    """Whether the round has gone so far, and no further: before its first roll, turn is of the round before."""
    return state.rolls < ROLLS and (state.stage != ROLLING or state.rolls > 0)


def without_turn(state: State) -> bytes:
    """The same without the turn when nobody is to act: flaws do not ask whose it was last."""
    other = state.duplicate()
    if state.stage in (ROLLING, ENDED):
        other.turn = 0
    return other.to_bytes()


def test_everything_that_play_reaches_is_accepted(positions: list[State]) -> None:
    assert [state for state in positions if [*flaws.flaws(state)]] == []


def test_nearly_everything_else_is_refused(positions: list[State]) -> None:
    found = {without_turn(state) for state in positions}
    rng = random.Random(SPEC.slug)
    tried = [changed(rng.choice(positions), rng.choice(positions), rng) for _ in range(4_000)]
    others = [state for state in tried if is_looked_at(state) and without_turn(state) not in found]
    accepted = [state for state in others if not [*flaws.flaws(state)]]
    assert len(others) > 1_000
    assert len(accepted) < len(others) / 50
