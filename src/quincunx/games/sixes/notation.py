"""Battle of the Sixes as text: `take 5`, `play 4+2`, `answer 5+1`, `add 3+1 to 2 vs hard`; a die lands as `5`."""

import re
from collections.abc import Sequence

from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    SIDE_COUNT,
    SIDE_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    WAYS,
    dice_shown,
    is_soft,
)
from quincunx.games.sixes.legality import (
    AGAINST_HARD,
    AGAINST_SOFT,
    ANSWER,
    COMPLETE,
    NO_PAIRING,
    PASS,
    PLAY,
    ROLL,
    STOP,
    TAKE,
    find_partial,
)
from quincunx.games.sixes.state import (
    ENDED,
    SEATS,
    State,
)

EXPECTED = "take 5, take 5+1, play 4+2, answer 2, answer 3+3, add 3+1 to 2 vs hard, pass, roll or stop"
AGAINST_NAMES = ("hard", "soft")
SIDE_FACES = tuple(tuple(face for face in range(SIX, 0, -1) for _ in range(counts[face])) for counts in SIDE_COUNT)
"""By side: its dice, from high to low."""


def side_text(side: int) -> str:
    """The dice of a side: `5`, `4+1+1`, `6`, or `-` for none."""
    return "+".join(map(str, SIDE_FACES[side])) or "-"


def rest_of(way: int) -> tuple[int, ...]:
    """The dice that complete a single die in this way."""
    faces = list(SIDE_FACES[WAY_SOFT[way]])
    faces.remove(WAY_SINGLE[way])
    return tuple(faces)


def format_action(state: State, seat: Seat, action: int) -> str:
    """One of the forms of `EXPECTED`, dice from high to low."""
    if action in (PASS, ROLL, STOP):
        return ("pass", "roll", "stop")[action]
    if action < PLAY:
        return f"take {side_text(action - TAKE + FIRST_SINGLE)}"
    if action < ANSWER:
        return f"play {side_text(action - PLAY + FIRST_SOFT)}"
    if action < COMPLETE:
        return f"answer {side_text(action - ANSWER + FIRST_SINGLE)}"
    against, way = divmod(action - COMPLETE, WAYS)
    added = "+".join(map(str, rest_of(way)))
    return f"add {added} to {WAY_SINGLE[way]} vs {AGAINST_NAMES[against]}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Dice in any order, with + or spaces between; `vs hard` or `vs soft` may be left out where only one fits."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if not rest and verb in ("pass", "roll", "stop"):
        return ("pass", "roll", "stop").index(verb)
    match verb:
        case "take":
            return TAKE + _side(rest) - FIRST_SINGLE
        case "answer":
            return ANSWER + _side(rest) - FIRST_SINGLE
        case "play":
            return PLAY + _soft_six(rest) - FIRST_SOFT
        case "add":
            return _parse_add(state, seat, text, rest)
    raise NotationError(f"{text!r} is no action of Battle of the Sixes: {EXPECTED}")


def _faces(text: str) -> tuple[int, ...]:
    words = text.replace("+", " ").split()
    if not words or any(word not in ("1", "2", "3", "4", "5") for word in words):
        raise NotationError(f"{text!r} are no dice to match with: name faces from 1 to 5, like 4+2")
    return tuple(sorted(map(int, words), reverse=True))


def _side(text: str) -> int:
    faces = _faces(text)
    if faces not in SIDE_FACES:
        raise NotationError(f"{text!r} is neither a single die nor a soft six: its dice add up to {sum(faces)}")
    return SIDE_FACES.index(faces)


def _soft_six(text: str) -> int:
    side = _side(text)
    if not is_soft(side):
        raise NotationError(f"{text!r} is no soft six: name two dice or more that add up to six")
    return side


def _parse_add(state: State, seat: Seat, text: str, rest: str) -> int:
    found = re.fullmatch(r"([1-5+\s]+) to ([1-5])(?: (?:vs|against) (hard|soft))?", rest)
    if found is None:
        raise NotationError(f"{text!r} does not say what completes what: add 3+1 to 2 vs hard")
    dice, single, against = found.groups()
    added = _faces(dice)
    for way in range(WAYS):
        if WAY_SINGLE[way] == int(single) and rest_of(way) == added:
            return COMPLETE + WAYS * _against(state, seat, int(single), against) + way
    raise NotationError(f"{text!r} makes {sum(added) + int(single)}, not six")


def _against(state: State, seat: Seat, single: int, name: str | None) -> int:
    if name is not None:
        return AGAINST_NAMES.index(name)
    hard = find_partial(state, seat, single, AGAINST_HARD) != NO_PAIRING
    soft = find_partial(state, seat, single, AGAINST_SOFT) != NO_PAIRING
    if hard and soft:
        raise NotationError(f"a {single} lies against a hard and against a soft six: add vs hard or vs soft")
    return AGAINST_SOFT if soft else AGAINST_HARD


def format_outcome(state: State, outcome: int) -> str:
    """The face of the next die."""
    return str(outcome + 1)


def parse_outcome(state: State, text: str) -> int:
    """The face of the next die, 1 to 6."""
    if text.strip() not in ("1", "2", "3", "4", "5", "6"):
        raise NotationError(f"a die cannot show {text!r}: it has 1 2 3 4 5 6")
    return int(text) - 1


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """Whose die lands next, and how many are still in the cup."""
    seat = 0 if state.in_cup[0] else 1
    return words.DIE_LANDS(name=names[seat], count=state.in_cup[seat])


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> str:
    """One sentence; a roll is told when its last die has landed."""
    if who == CHANCE:
        told = _describe_roll(before, what, names) if sum(before.in_cup) == 1 else ""
    else:
        told = _describe_action(before, who, what, names)
    return " ".join(filter(None, [told, _describe_tally(before, after, names)]))


def _describe_roll(before: State, what: int, names: Sequence[str]) -> str:
    shown = [before.shown.row(seat) for seat in range(SEATS)]
    shown[0 if before.in_cup[0] else 1][what + 1] += 1
    rolled = [f"{names[seat]} rolls {faces_text(shown[seat])}." for seat in range(SEATS) if any(shown[seat])]
    pairs = min(shown[0][SIX], shown[1][SIX])
    if pairs:
        rolled.append(f"They match {'a hard six' if pairs == 1 else f'{pairs} hard sixes'} each.")
    for seat in range(SEATS):
        sixes = shown[seat][SIX] - pairs
        if sum(shown[1 - seat]) == pairs:
            rolled.append(_describe_unmatched(names[seat], sixes))
    return " ".join(filter(None, rolled))


def _describe_unmatched(name: str, sixes: int) -> str:
    """R9"""
    if sixes == 0:
        return ""
    return f"{name} has {'a hard six' if sixes == 1 else f'{sixes} hard sixes'} against no dice."


def faces_text(counts: Sequence[int]) -> str:
    """Dice counted by face, from high to low: `6 5 5 2`."""
    return " ".join(" ".join([str(face)] * counts[face]) for face in range(SIX, 0, -1) if counts[face])


def _describe_action(before: State, who: Seat, what: int, names: Sequence[str]) -> str:
    name = names[who]
    if what in (PASS, ROLL, STOP):
        return f"{name} {('passes', 'makes the final roll', 'declines the final roll')[what]}."
    if what < PLAY:
        return _describe_take(before, who, what - TAKE + FIRST_SINGLE, names)
    if what < ANSWER:
        played = f"{name} plays the soft six {side_text(what - PLAY + FIRST_SOFT)}"
        unanswered = dice_shown(before.shown, 1 - who) == 0
        return f"{played}; {names[1 - who]} has no dice to answer with." if unanswered else f"{played}."
    if what < COMPLETE:
        side = what - ANSWER + FIRST_SINGLE
        return f"{name} answers {side_text(before.soft_six)} with {side_text(side)}."
    against, way = divmod(what - COMPLETE, WAYS)
    added = "+".join(map(str, rest_of(way)))
    return f"{name} adds {added} to {WAY_SINGLE[way]} against a {AGAINST_NAMES[against]} six."


def _describe_take(before: State, who: Seat, side: int, names: Sequence[str]) -> str:
    told = f"{names[who]} sets a hard six against {names[1 - who]}'s {side_text(side)}."
    if dice_shown(before.shown, 1 - who) > SIDE_DICE[side]:
        return told
    return f"{told} {_describe_unmatched(names[who], before.shown[who, SIX] - 1)}".rstrip()


def _describe_tally(before: State, after: State, names: Sequence[str]) -> str:
    if after.rounds == before.rounds and (after.stage != ENDED or before.stage == ENDED):
        return ""
    scores = [f"{names[seat]} scores {after.last_points[seat]} and has {after.total[seat]}" for seat in range(SEATS)]
    return f"End of round {before.rounds + 1}: {', '.join(scores)}."
