"""A played match as text: write, read, replay.

    quincunx 2
    game: popalotsy
    rules: 2
    seats: 2
    names: Ann, Bob
    variants: form=race, referee=round

    * b3 y6 r2 g1 r4 g4 o4 y1 y5 b6    # chance: dice or cards as they landed
    * 3 2 1 5 6
    0 r2 on r @1250                    # a seat's action, after @ the milliseconds where time matters

A finished match ends with a line of the place and points of every seat, `= 1 312, 2 280`. In a proof every step of the
table follows as its hall stored it, a line each: `| [1,1731,null,{…}]`.

`#` starts a comment, in the header too; the header ends at the first empty line. Reading a transcript checks
every action, every die and the result, so a match of an older version of the rules is read if it goes the same way
under this one. Steps are kept for `quincunx.table.verify`. Names are written without commas and number signs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from quincunx.core import words
from quincunx.core.chance import Chance
from quincunx.core.errors import NotationError, QuincunxError, ReplayError, TranscriptError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.position import parse_position
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted

FIRST_LINE = "quincunx 2"
STEP = "| "
"""The start of a line with a step of a proof."""
DICE_A_LINE = 10
OWN_LINES = ("game", "rules", "seats", "names", "variants", "start")
"""The lines of the header that are no notes."""


@dataclass
class Header:
    """The first lines of a transcript: the game, its rules version, the players."""

    game: str
    rules: int
    seats: int
    names: list[str]
    variants: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    """The other lines of the header, as they are: date, dice, bots and whatever else there is."""


def write_transcript(
    match: Match, notes: dict[str, str] | None = None, steps: Iterable[str] = (), *, rules: int | None = None
) -> str:
    """Write the match as text; notes are more header lines, steps those of a proof.

    `rules` is the rules version at its beginning, if that is not the present one.
    """
    lines = [*header_lines(match, notes or {}, rules), "", *body_lines(match), *(STEP + step for step in steps)]
    return "\n".join([*lines, ""])


def header_lines(match: Match, notes: dict[str, str], rules: int | None = None) -> list[str]:
    """The first lines of a transcript, up to the empty one."""
    lines = [
        FIRST_LINE,
        f"game: {match.spec.slug}",
        f"rules: {match.spec.rules_version if rules is None else rules}",
        f"seats: {match.seats}",
        f"names: {', '.join(_clean(name) for name in match.names)}",
    ]
    if match.variants:
        lines.append(f"variants: {variants_text(match.variants)}")
    if match.start is not None:
        lines.append(f"start: {match.start}")
    return lines + [_note_line(name, value) for name, value in notes.items()]


def _note_line(name: str, value: str) -> str:
    if name in OWN_LINES or not re.fullmatch(r"[\w-]+", name):
        raise TranscriptError(words.NO_NAME_OF_A_NOTE(name=quoted(name)))
    return f"{name}: {_clean(value, '#')}"


def variants_text(variants: Mapping[str, str]) -> str:
    """Chosen variants as a header writes them."""
    return ", ".join(f"{name}={choice}" for name, choice in variants.items())


def read_variants(text: str) -> dict[str, str]:
    """Parse the variants of a header; raise TranscriptError if they are invalid."""
    return dict(map(_variant, _items(text)))


def _clean(text: str, without: str = "#,") -> str:
    return re.sub(rf"[\s{without}]+", " ", text).strip() or "-"


def body_lines(match: Match, first: int = 0) -> Iterator[str]:
    """Write the events from that number on, and the result if the match is over."""
    notation = match.spec.notation
    dice: list[str] = []
    for _, before, event, _ in match.walk(first):
        if event.by_chance:
            dice.append(notation.format_outcome(before, event.what))
        if dice and (len(dice) == DICE_A_LINE or not event.by_chance):
            yield "* " + " ".join(dice)
            dice.clear()
        if not event.by_chance:
            time = "" if event.at is None else f" @{event.at}"
            yield f"{event.who} {notation.format_action(before, event.who, event.what)}{time}"
    if dice:
        yield "* " + " ".join(dice)
    if match.is_over:
        yield _result_line(match)


def _result_line(match: Match) -> str:
    by_seat = sorted(match.standings())
    return "= " + ", ".join(f"{row.place} {row.points}" for row in by_seat)


def read_transcript(spec: GameSpec, text: str, *, chance: Chance | None = None, settle: bool = False) -> Match:
    """Replay a transcript; the match continues with this source of chance. A TranscriptError names the wrong line."""
    lines = _lines(text)
    header, first = read_header(text)
    if header.game != spec.slug:
        raise TranscriptError(words.OTHER_GAMES_TRANSCRIPT(there=header.game, here=spec.slug))
    if header.rules > spec.rules_version:
        raise TranscriptError(words.LATER_RULES(there=str(header.rules), game=spec.title, here=str(spec.rules_version)))
    try:
        start = None if header.start is None else parse_position(spec, header.start)
        match = Match(
            spec, header.seats, variants=header.variants, names=header.names, chance=chance, settle=False, start=start
        )
    except QuincunxError as error:
        raise TranscriptError(words.STARTS_NO_MATCH(reason=error.message)) from error
    try:
        for number, line in enumerate(lines[first:], first + 1):
            if not line.startswith(STEP):
                _replay_line(match, number, _without_comment(line))
    except TranscriptError as error:
        if header.rules == spec.rules_version:
            raise
        here = str(spec.rules_version)
        raise TranscriptError(
            words.GOES_ANOTHER_WAY(there=str(header.rules), game=spec.title, here=here, reason=error.message)
        ) from error
    match.settles = settle
    if settle:
        match.settle()
    return match


def _lines(text: str) -> list[str]:
    """Lines as editors count them, whatever system the file comes from."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def read_steps(text: str) -> list[str]:
    """The steps of a proof; none in any other transcript. A TranscriptError if something else stands between them."""
    lines = _lines(text)
    first = next((number for number, line in enumerate(lines) if line.startswith(STEP)), len(lines))
    for number, line in enumerate(lines[first:], first + 1):
        if line.strip() and not line.startswith(STEP):
            raise TranscriptError(at_line(number, words.ONLY_STEPS(line=quoted(line))))
    return [line.removeprefix(STEP) for line in lines[first:] if line.strip()]


def replay_events(match: Match, text: str) -> None:
    """Push the events of a transcript's body to a match. A TranscriptError names the wrong line."""
    for number, line in enumerate(_lines(text), 1):
        _replay_line(match, number, _without_comment(line))


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
        unread = isinstance(error, NotationError | TranscriptError) and not isinstance(error, ReplayError)
        raise (TranscriptError if unread else ReplayError)(at_line(number, error.message)) from error


def at_line(number: int, reason: Message) -> Message:
    """The error with its line."""
    return words.AT_LINE(number=str(number), reason=reason)


def _replay_action(match: Match, line: str) -> None:
    seat, *action = line.split()
    if not action or not re.fullmatch("[0-9]", seat):
        raise TranscriptError(words.NO_EVENT(line=quoted(line)))
    if match.awaits_chance:
        raise ReplayError(words.ACTION_TOO_EARLY())
    at = int(action.pop()[1:]) if re.fullmatch("@[0-9]{1,19}", action[-1]) else None
    match.push_text(" ".join(action), int(seat), at=at)


def _check_result(match: Match, line: str) -> None:
    if not match.is_over:
        raise ReplayError(words.RESULT_TOO_EARLY())
    expected = _result_line(match)
    if re.findall(r"-?\w+|\S", line) != re.findall(r"-?\w+|\S", expected):
        raise ReplayError(words.WRONG_RESULT(line=quoted(line), right=quoted(expected)))


def read_header(text: str) -> tuple[Header, int]:
    """The header of a transcript, and the number of lines it takes."""
    lines = _lines(text)
    if _without_comment(lines[0]) != FIRST_LINE:
        raise TranscriptError(at_line(1, words.FIRST_LINE(text=quoted(FIRST_LINE))))
    fields: dict[str, str] = {}
    count = 1
    for line in lines[1:]:
        if not line.strip():
            break
        count += 1
        name, colon, value = (part.strip() for part in _without_comment(line).partition(":"))
        if name in fields or (name and not colon):
            problem = words.LINE_TWICE(name=quoted(name)) if colon else words.NO_HEADER_LINE(line=quoted(line))
            raise TranscriptError(at_line(count, problem))
        if name:
            fields[name] = value
    return _header(fields), count


def _header(fields: dict[str, str]) -> Header:
    try:
        game, rules, seats = fields.pop("game"), int(fields.pop("rules")), int(fields.pop("seats"))
    except KeyError as error:
        raise TranscriptError(words.LACKS_LINE(name=quoted(error.args[0]))) from None
    except ValueError:
        raise TranscriptError(words.NO_RULES_AND_SEATS()) from None
    names = _items(fields.pop("names", ""))
    if names and len(names) != seats:
        raise TranscriptError(words.NAMES_OF_SEATS(names=len(names), seats=str(seats)))
    variants = read_variants(fields.pop("variants", ""))
    return Header(game, rules, seats, names, variants, fields.pop("start", None), fields)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _variant(item: str) -> tuple[str, str]:
    name, equals, choice = item.partition("=")
    if not equals:
        raise TranscriptError(words.NO_VARIANT_OF_HEADER(text=quoted(item)))
    return name.strip(), choice.strip()
