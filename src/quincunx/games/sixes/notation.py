"""Battle of the Sixes as text: `take 5`, `play 4+2`, `answer 5+1`, `add 3+1 to 2 vs hard`; a die lands as `5`."""

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.spec import either
from quincunx.core.words import quoted
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    SIDE_COUNT,
    SIDE_DICE,
    SIX,
    WAY_SINGLE,
    WAY_SOFT,
    WAYS,
    dice_shown,
    is_single,
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
    against_of,
    find_partial,
    side_of,
    verb_of,
    way_of,
)
from quincunx.games.sixes.rules import roller
from quincunx.games.sixes.state import ENDED, SEATS, State

SideKind: TypeAlias = Literal["hard", "soft", "single", "none"]

VERBS = {PASS: "pass", ROLL: "roll", STOP: "stop", TAKE: "take", PLAY: "play", ANSWER: "answer"}
EXPECTED = ("take 5", "take 5+1", "play 4+2", "answer 2", "answer 3+3", "add 3+1 to 2 vs hard", "pass", "roll", "stop")
AGAINST_NAMES: tuple[Literal["hard", "soft"], ...] = ("hard", "soft")
SIDE_FACES = tuple(tuple(face for face in range(SIX, 0, -1) for _ in range(counts[face])) for counts in SIDE_COUNT)
"""By side: its dice, from high to low."""


def kind_of(side: int) -> SideKind:
    """What a side is, in a word."""
    if side == HARD:
        return "hard"
    if is_soft(side):
        return "soft"
    return "single" if is_single(side) else "none"


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
    verb = verb_of(action)
    if verb in (PASS, ROLL, STOP):
        return VERBS[verb]
    if verb in (TAKE, PLAY, ANSWER):
        return f"{VERBS[verb]} {side_text(side_of(action))}"
    against, way = against_of(action), way_of(action)
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
    raise NotationError(words.NO_ACTION(text=quoted(text), expected=either(EXPECTED)))


def _faces(text: str) -> tuple[int, ...]:
    faces = text.replace("+", " ").split()
    if not faces or any(face not in ("1", "2", "3", "4", "5") for face in faces):
        raise NotationError(words.NO_FACES(text=quoted(text)))
    return tuple(sorted(map(int, faces), reverse=True))


def _side(text: str) -> int:
    faces = _faces(text)
    if faces not in SIDE_FACES:
        raise NotationError(words.NO_SIDE(text=quoted(text), sum=sum(faces)))
    return SIDE_FACES.index(faces)


def _soft_six(text: str) -> int:
    side = _side(text)
    if not is_soft(side):
        raise NotationError(words.NO_SOFT_SIX(text=quoted(text)))
    return side


def _parse_add(state: State, seat: Seat, text: str, rest: str) -> int:
    found = re.fullmatch(r"([1-5+\s]+) to ([1-5])(?: (?:vs|against) (hard|soft))?", rest)
    if found is None:
        raise NotationError(words.NO_ADDING(text=quoted(text)))
    dice, single, against = found.groups()
    added = _faces(dice)
    for way in range(WAYS):
        if WAY_SINGLE[way] == int(single) and rest_of(way) == added:
            return COMPLETE + WAYS * _against(state, seat, int(single), against) + way
    raise NotationError(words.NOT_SIX(text=quoted(text), sum=sum(added) + int(single)))


def _against(state: State, seat: Seat, single: int, name: str | None) -> int:
    if name is not None:
        return AGAINST_NAMES.index(name)
    hard = find_partial(state, seat, single, AGAINST_HARD) != NO_PAIRING
    soft = find_partial(state, seat, single, AGAINST_SOFT) != NO_PAIRING
    if hard and soft:
        raise NotationError(words.SAY_AGAINST(single=single))
    return AGAINST_SOFT if soft else AGAINST_HARD


def format_outcome(state: State, outcome: int) -> str:
    """The face of the next die."""
    return str(outcome + 1)


def parse_outcome(state: State, text: str) -> int:
    """The face of the next die, 1 to 6."""
    if text.strip() not in ("1", "2", "3", "4", "5", "6"):
        raise NotationError(words.CANNOT_SHOW(text=quoted(text)))
    return int(text) - 1


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """The owner of the next die, and the number of dice still in the cup."""
    seat = roller(state)
    return words.DIE_LANDS(name=names[seat], count=state.in_cup[seat])


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    """Describe an event; a roll when its last die has landed."""
    if who != CHANCE:
        said = _describe_action(before, who, what, names)
    else:
        said = _describe_roll(before, what, names) if sum(before.in_cup) == 1 else []
    return said + _describe_tally(before, after, names)


def _describe_roll(before: State, what: int, names: Sequence[str]) -> list[Message]:
    shown = [before.shown.row(seat) for seat in range(SEATS)]
    shown[roller(before)][what + 1] += 1
    dice = [words.FACES(codes=faces_text(counts)) for counts in shown]
    said = [words.ROLLS(name=names[seat], dice=dice[seat]) for seat in range(SEATS) if any(shown[seat])]
    pairs = min(shown[0][SIX], shown[1][SIX])
    if pairs:
        said.append(words.THEY_MATCH(count=pairs))
    for seat in range(SEATS):
        if sum(shown[1 - seat]) == pairs:
            said += _describe_unmatched(names[seat], shown[seat][SIX] - pairs)
    return said


def _describe_unmatched(name: str, sixes: int) -> list[Message]:
    """R9"""
    return [words.AGAINST_NONE(name=name, count=sixes)] if sixes else []


def faces_text(counts: Sequence[int]) -> str:
    """Dice counted by face, from high to low: `6 5 5 2`."""
    return " ".join(" ".join([str(face)] * counts[face]) for face in range(SIX, 0, -1) if counts[face])


def _dice(side: int) -> Message:
    return words.FACES(codes=side_text(side))


def _describe_action(before: State, who: Seat, what: int, names: Sequence[str]) -> list[Message]:
    name, other = names[who], names[1 - who]
    verb = verb_of(what)
    if verb in (PASS, ROLL, STOP):
        return [{PASS: words.PASSES, ROLL: words.FINAL_ROLL, STOP: words.NO_FINAL_ROLL}[verb](name=name)]
    if verb == TAKE:
        return _describe_take(before, who, side_of(what), names)
    if verb == PLAY:
        dice = _dice(side_of(what))
        if dice_shown(before.shown, 1 - who) == 0:
            return [words.PLAYS_UNANSWERED(name=name, dice=dice, other=other)]
        return [words.PLAYS(name=name, dice=dice)]
    if verb == ANSWER:
        return [words.ANSWERS(name=name, dice=_dice(before.soft_six), answer=_dice(side_of(what)))]
    against, way = against_of(what), way_of(what)
    added = words.FACES(codes="+".join(map(str, rest_of(way))))
    adds = words.ADDS_HARD if against == AGAINST_HARD else words.ADDS_SOFT
    return [adds(name=name, dice=added, single=WAY_SINGLE[way])]


def _describe_take(before: State, who: Seat, side: int, names: Sequence[str]) -> list[Message]:
    takes = words.TAKES(name=names[who], other=names[1 - who], dice=_dice(side))
    if dice_shown(before.shown, 1 - who) > SIDE_DICE[side]:
        return [takes]
    return [takes, *_describe_unmatched(names[who], before.shown[who, SIX] - 1)]


def _describe_tally(before: State, after: State, names: Sequence[str]) -> list[Message]:
    if after.rounds == before.rounds and (after.stage != ENDED or before.stage == ENDED):
        return []
    first, second = (
        words.SCORES(name=names[seat], points=after.last_points[seat], total=after.total[seat]) for seat in range(SEATS)
    )
    return [words.ROUND_ENDS(round=before.rounds + 1, first=first, second=second)]
