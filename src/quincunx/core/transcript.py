"""A played match as text: write, read, replay.

    quincunx 1
    game: phase10
    rules: 1
    seats: 2
    names: Ann, Bob
    variants: referee=round

    * 9o 5r                  chance: dice or cards as they landed
    0 reroll L1 H2 @1250     a seat's action, after @ the milliseconds where time matters
    = 1 312, 2 280           at the end of a finished match: place and points of every seat

`#` starts a comment. The last line is checked when a transcript is read, and so is every action and every die.
"""

import re
from dataclasses import dataclass, field

from quincunx.core.chance import Chance, Recorded
from quincunx.core.errors import QuincunxError, TranscriptError
from quincunx.core.match import Match
from quincunx.core.position import parse_position
from quincunx.core.seats import CHANCE
from quincunx.core.spec import GameSpec

FORMAT = "quincunx 1"
DICE_A_LINE = 10


@dataclass
class Header:
    """The first lines of a transcript: which game, under which rules, played by whom."""

    game: str
    rules: int
    seats: int
    names: list[str]
    variants: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    """Other lines, kept as they are: date, dice, bots."""


def write_transcript(match: Match, notes: dict[str, str] | None = None) -> str:
    """The match so far as text."""
    return "\n".join([*_header_lines(match, notes or {}), "", *_body_lines(match), ""])


def _header_lines(match: Match, notes: dict[str, str]) -> list[str]:
    lines = [
        FORMAT,
        f"game: {match.spec.slug}",
        f"rules: {match.spec.rules_version}",
        f"seats: {match.seats}",
        f"names: {', '.join(_clean(name) for name in match.names)}",
    ]
    if match.variants:
        lines.append("variants: " + ", ".join(f"{name}={choice}" for name, choice in match.variants.items()))
    if match.start is not None:
        lines.append(f"start: {match.start}")
    return lines + [f"{name}: {_clean(value)}" for name, value in notes.items()]


def _clean(text: str) -> str:
    return re.sub(r"[\s,#]+", " ", text).strip() or "-"


def _body_lines(match: Match) -> list[str]:
    start = None if match.start is None else parse_position(match.spec, match.start)
    replayed = Match(match.spec, match.seats, variants=match.variants, names=match.names, settle=False, start=start)
    lines: list[str] = []
    dice: list[str] = []
    for event in match.events:
        if event.by_chance:
            dice.append(replayed.format_outcome(event.what))
            replayed.land(event.what)
            if len(dice) < DICE_A_LINE:
                continue
        if dice:
            lines.append("* " + " ".join(dice))
            dice.clear()
        if not event.by_chance:
            time = "" if event.at is None else f" @{event.at}"
            lines.append(f"{event.who} {replayed.format_action(event.what, event.who)}{time}")
            replayed.push(event.what, event.who, at=event.at)
    if dice:
        lines.append("* " + " ".join(dice))
    if match.is_over:
        lines.append(_result_line(match))
    return lines


def _result_line(match: Match) -> str:
    by_seat = sorted(match.standings())
    return "= " + ", ".join(f"{row.place} {row.points}" for row in by_seat)


def read_transcript(spec: GameSpec, text: str, *, chance: Chance | None = None, settle: bool = False) -> Match:
    """Replay a transcript, to go on with the given source of chance. A TranscriptError names the line that is wrong."""
    lines = text.splitlines()
    header, first = read_header(text)
    if header.game != spec.slug:
        raise TranscriptError(f"this is a transcript of {header.game}, not of {spec.slug}")
    if header.rules != spec.rules_version:
        raise TranscriptError(
            f"played under version {header.rules} of the rules of {spec.title}; this is version {spec.rules_version}"
        )
    try:
        start = None if header.start is None else parse_position(spec, header.start)
        match = Match(
            spec,
            header.seats,
            variants=header.variants,
            names=header.names,
            chance=chance,
            settle=False,
            start=start,
        )
    except QuincunxError as error:
        raise TranscriptError(f"the header does not start a match: {error}") from error
    for number, line in enumerate(lines[first:], first + 1):
        _replay_line(match, number, line.partition("#")[0].strip())
    match.settles = settle
    return match


def _replay_line(match: Match, number: int, line: str) -> None:
    if not line:
        return
    try:
        if line.startswith("="):
            _check_result(match, line)
        elif line.startswith("*"):
            for word in line[1:].split():
                match.land(match.parse_outcome(word))
        else:
            _replay_action(match, line)
    except QuincunxError as error:
        raise TranscriptError(f"line {number}: {error}") from error


def _replay_action(match: Match, line: str) -> None:
    found = re.fullmatch(r"(\d)\s+(.*?)(?:\s+@(\d+))?", line)
    if found is None:
        raise TranscriptError(f"{line!r} is neither dice (*), an action (a seat's number first) nor a result (=)")
    seat, action, at = found.groups()
    if match.awaits_chance:
        raise TranscriptError("an action stands where a die or card must land")
    match.push_text(action, int(seat), at=int(at) if at else None)


def _check_result(match: Match, line: str) -> None:
    if not match.is_over:
        raise TranscriptError("a result stands here, but the match is not over")
    expected = _result_line(match)
    if line.split() != expected.split():
        raise TranscriptError(f"the result {line!r} is wrong: the events lead to {expected!r}")


def read_header(text: str) -> tuple[Header, int]:
    """The header of a transcript, and the number of lines it takes."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise TranscriptError(f"line 1: a transcript starts with {FORMAT!r}")
    fields: dict[str, str] = {}
    count = 1
    for line in lines[1:]:
        if not line.strip():
            break
        name, colon, value = line.partition(":")
        if not colon:
            raise TranscriptError(f"line {count + 1}: expected 'name: value', got {line!r}")
        fields[name.strip()] = value.strip()
        count += 1
    return _header(fields), count


def _header(fields: dict[str, str]) -> Header:
    try:
        game, rules, seats = fields.pop("game"), int(fields.pop("rules")), int(fields.pop("seats"))
        names = [name.strip() for name in fields.pop("names", "").split(",") if name.strip()]
    except KeyError as error:
        raise TranscriptError(f"the header lacks the line {error.args[0]!r}") from None
    except ValueError:
        raise TranscriptError("the header's rules and seats must be whole numbers") from None
    if names and len(names) != seats:
        raise TranscriptError(f"the header names {len(names)} seats of {seats}")
    variants = dict[str, str]()
    for item in filter(None, (item.strip() for item in fields.pop("variants", "").split(","))):
        name, equals, choice = item.partition("=")
        if not equals:
            raise TranscriptError(f"the header's variants are name=choice, not {item!r}")
        variants[name] = choice
    return Header(game, rules, seats, names, variants, fields.pop("start", None), fields)


def recorded_chance(match: Match) -> Recorded:
    """The dice of a match, to be played again."""
    return Recorded(event.what for event in match.events if event.who == CHANCE)
