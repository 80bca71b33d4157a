"""Rulings for players of Phase 10 Dice at their own table: the score of ten dice, by phase."""

import re
from collections.abc import Sequence

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.real import match_faces, slots_of
from quincunx.core.words import quoted
from quincunx.games.phase10 import words
from quincunx.games.phase10.phases import (
    DICE,
    HIGHEST,
    LOW_DICE,
    NIBBLE,
    NOT_MADE,
    ONE_COLOUR,
    PHASE_KIND,
    PHASES,
    WILD,
    best_of_tally,
    best_phase,
    points_of,
)

EXAMPLE = "8r 8b 5o 6r 9r 10g Wr Wb 3r 1b, phase 1"
QUESTIONS = (Question(words.JUDGE_SCORE, EXAMPLE),)
HIGHEST_LOW = 4


def judge(text: str) -> list[Message]:
    """The score of dice for the named phase, and for every other that they make, highest first.

    Dice are numbers, or numbers and colours, which phase 8 needs.
    """
    parts = read_parts(text, ("dice", "phase"), EXAMPLE)
    asked = whole(" ".join(parts["phase"]), 1, PHASES, words.SAID_PHASE) - 1 if "phase" in parts else None
    made = _made(parts.get("dice", []))
    said = [_says(asked, made[asked])] if asked in made else []
    best = max(made, key=lambda phase: (made[phase] or 0, -phase))
    most = made[best]
    said.append(words.JUDGE_NO_PHASE() if most is None else words.JUDGE_BEST(phase=best + 1, count=most))
    others = [phase for phase in made if made[phase] is not None and phase not in (asked, best)]
    said += [_says(phase, made[phase]) for phase in sorted(others, key=lambda phase: -(made[phase] or 0))]
    return said if len(made) == PHASES else [*said, words.JUDGE_NO_COLOURS()]


def _made(dice: Sequence[str]) -> dict[int, int | None]:
    """By phase: its points, none if it is not made; no phase of one colour without colours."""
    if not dice:
        raise NotationError(words.SAID_NO_DICE())
    if len(dice) != DICE:
        raise NotationError(words.SAID_TEN_DICE(number=len(dice), dice=" ".join(dice)))
    if all(re.fullmatch(r"(\d+|w)[brog]", die) for die in dice):
        return _made_of_faces(dice)
    numbers = [_number(die) for die in dice]
    low = sum(number == WILD or number <= HIGHEST_LOW for number in numbers)
    if low != LOW_DICE:
        raise NotationError(words.SAID_LOW_DICE(count=low, most=LOW_DICE))
    tally = sum(1 << NIBBLE * number for number in numbers)
    judged = (phase for phase in range(PHASES) if PHASE_KIND[phase] != ONE_COLOUR)
    return {phase: _points(best_of_tally(tally, phase)) for phase in judged}


def _made_of_faces(dice: Sequence[str]) -> dict[int, int | None]:
    from quincunx.games.phase10 import SPEC

    match = Match(SPEC, 1, settle=False)
    face = match_faces(match, slots_of(match), dice)
    return {phase: _points(best_phase(face, phase)) for phase in range(PHASES)}


def _number(word: str) -> int:
    if word == "w":
        return WILD
    if word.isdecimal() and 1 <= int(word) <= HIGHEST:
        return int(word)
    raise NotationError(words.JUDGE_NO_DIE(text=quoted(word)))


def _points(made: int) -> int | None:
    return None if made == NOT_MADE else points_of(made)


def _says(phase: int, points: int | None) -> Message:
    name = words.PHASES[phase]()
    if points is None:
        return words.JUDGE_NOT_MADE(phase=phase + 1, name=name)
    return words.JUDGE_MADE(phase=phase + 1, name=name, count=points)
