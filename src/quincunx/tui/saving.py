"""Save a match while it is played, and load it again."""

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from quincunx.bots import check_bot
from quincunx.core.chance import Named, Seeded
from quincunx.core.errors import QuincunxError, SetupError, TranscriptError, system_reason
from quincunx.core.match import Match
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import body_lines, read_header, read_transcript, write_transcript
from quincunx.core.words import SEATS, quoted
from quincunx.tui import words
from quincunx.tui.players import PERSON, Player, players_for

SEEDED, NAMED, TYPED = "seeded", "named", "typed"
"""The source of the dice, as in the header's `dice`; people type the dice of the last."""


def check_dice(dice: str) -> str:
    """Return a valid source of dice, or raise a SetupError."""
    if dice not in (SEEDED, NAMED, TYPED):
        raise SetupError(words.NO_DICE(seeded=SEEDED, named=NAMED, typed=TYPED, dice=quoted(dice)))
    return dice


def chance_of(dice: str, seed: str | None) -> Seeded:
    """The dice of a match before anyone types them."""
    return Named(seed) if dice == NAMED else Seeded(seed)


@dataclass
class OpenMatch:
    """A match with everything needed to continue it."""

    match: Match
    players: list[Player]
    seed: str
    dice: str
    other_notes: dict[str, str] = field(default_factory=dict)
    """The other lines of the header of its file."""
    given: int = 0
    """The number of dice and cards that landed before the seed took over."""

    @property
    def notes(self) -> dict[str, str]:
        """The additional header lines of the file."""
        given = {"given": str(self.given)} if self.given else {}
        return (
            self.other_notes
            | {
                "players": " ".join(player.bot or PERSON for player in self.players),
                "dice": self.dice,
                "seed": self.seed,
            }
            | given
        )


class Keeper:
    """Saves one match in one file.

    It writes the whole match at first, then appends, and writes it all again after an undo.
    """

    def __init__(self, path: Path, playing: OpenMatch, resume_command: str | None = None) -> None:
        self.path = path
        self.playing = playing
        usual = f"quincunx play {playing.match.spec.slug} --resume {shlex.quote(str(path))}"
        self.resume_command = resume_command or usual
        """The command that continues the match."""
        self._kept = playing.match.fork(0)
        """The match as far as the file has it."""
        self._size = -1
        """The size of the file after the last write, in bytes; -1 before the first."""

    def keep(self) -> None:
        """Update the file if something has happened."""
        match, kept = self.playing.match, self._kept
        if self._size < 0 or not match.goes_on_from(kept) or self._length() != self._size:
            self._size = write_whole(self.path, self._text())
        elif len(match) > len(kept):
            self._size += add_lines(self.path, body_lines(match, len(kept)))
        self._kept = match.fork()

    def _length(self) -> int:
        """The size of the file in bytes; -1 if it is gone."""
        try:
            return self.path.stat().st_size
        except OSError:
            return -1

    def _text(self) -> str:
        return write_transcript(self.playing.match, self.playing.notes)

    def copy(self, path: Path) -> None:
        """Copy the match to a new file.

        Raises a SetupError if the file exists.
        """
        refuse_existing(path)
        write_whole(path, self._text())


def write_whole(path: Path, text: str) -> int:
    """Replace a file atomically; return the number of bytes."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    data = text.encode()
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        beside.unlink(missing_ok=True)
    return len(data)


def add_lines(path: Path, lines: Iterable[str]) -> int:
    """Append lines to a file; return the number of bytes.

    A line cut short by a crash has no line feed and is ignored later.
    """
    data = "".join(f"{line}\n" for line in lines).encode()
    try:
        with path.open("ab", buffering=0) as file:
            end = file.tell()
            try:
                file.write(data)
                os.fsync(file.fileno())
            except OSError:
                file.truncate(end)
                raise
    except OSError as error:
        raise _cannot_write(path, error) from error
    return len(data)


def _cannot_write(path: Path, error: OSError) -> SetupError:
    return SetupError(words.CANNOT_WRITE(path=str(path), reason=system_reason(error)))


def refuse_existing(path: Path) -> None:
    """Raise a SetupError if the file exists."""
    if path.exists():
        raise SetupError(words.EXISTS_ALREADY(path=str(path)))


def own_folder(name: str) -> Path:
    """A folder in the user's data folder, made if necessary."""
    from platformdirs import user_data_path

    folder = user_data_path("quincunx", appauthor=False) / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(words.CANNOT_MAKE_FOLDER(path=str(folder), reason=system_reason(error))) from error
    return folder


def own_path(spec: GameSpec) -> Path:
    """A new file in the user's data folder."""
    folder = own_folder("matches")
    stem = f"{spec.slug}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    path, number = folder / f"{stem}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.txt"
    return path


def load(spec: GameSpec, path: Path, bots: Sequence[str] | None = None, dice: str | None = None) -> OpenMatch:
    """Load a match from a file.

    If the terminal did not write it, `bots` gives the players, and the seed is new.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TranscriptError(words.CANNOT_READ(path=str(path), reason=system_reason(error))) from error
    except UnicodeDecodeError as error:
        raise TranscriptError(words.NO_TEXT(path=str(path))) from error
    try:
        header, _ = read_header(text)
        if "players" in header.notes:  # our own file: an incomplete last line was cut short
            text = text[: text.rfind("\n") + 1]
        was = header.notes.get("dice")
        dice = check_dice(dice or was or SEEDED)
        chance = chance_of(dice, header.notes.get("seed"))
        match = read_transcript(spec, text, chance=chance)
        players = _players(spec, match, header.notes.get("players"), bots)
    except QuincunxError as error:
        raise TranscriptError(words.AT_FILE(path=str(path), reason=error.message)) from error
    seeded = "seed" in header.notes and was == dice
    given = _number(header.notes.get("given", "0")) if seeded else match.landings
    return OpenMatch(match, players, str(chance.seed), dice, header.notes, given)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _players(spec: GameSpec, match: Match, said: str | None, bots: Sequence[str] | None) -> list[Player]:
    if said is None or bots is not None:
        seats = players_for(spec, match.seats, bots, [])
        kinds = [player.bot or PERSON for player in seats]
    else:
        kinds = said.split()
    if len(kinds) != match.seats:
        raise TranscriptError(words.PLAYERS_OF_HEADER(person=PERSON, seats=SEATS(count=match.seats)))
    for kind in kinds:
        if kind != PERSON:
            check_bot(spec, kind)
    return [Player(name, None if kind == PERSON else kind) for name, kind in zip(match.names, kinds, strict=True)]
