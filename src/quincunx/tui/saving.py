"""The file of a match that is being played: written whole after every action, read back to go on."""

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from quincunx.bots import check_bot
from quincunx.core.chance import Seeded
from quincunx.core.errors import QuincunxError, SetupError, TranscriptError
from quincunx.core.match import Match
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import read_header, read_transcript, write_transcript
from quincunx.tui.players import PERSON, Player, seating

SEEDED, TYPED = "seeded", "typed"
"""Where the dice come from, as the header's `dice` says it."""


def check_dice(dice: str) -> str:
    """A SetupError unless dice can come from there."""
    if dice not in (SEEDED, TYPED):
        raise SetupError(f"dice are {SEEDED} or {TYPED}, not {dice!r}")
    return dice


@dataclass
class Playing:
    """A match with what the terminal must know to go on with it."""

    match: Match
    players: list[Player]
    seed: str
    dice: str
    other_notes: dict[str, str] = field(default_factory=dict)
    """What else the header of its file said."""

    @property
    def notes(self) -> dict[str, str]:
        """What the header of the file says besides the match itself."""
        return self.other_notes | {
            "players": " ".join(player.bot or PERSON for player in self.players),
            "dice": self.dice,
            "seed": self.seed,
        }


class Keeper:
    """Keeps one playing in one file."""

    def __init__(self, path: Path, playing: Playing) -> None:
        self.path = path
        self.playing = playing

    def keep(self) -> None:
        """Write the match as it stands."""
        write_whole(self.path, write_transcript(self.playing.match, self.playing.notes))

    def copy(self, path: Path) -> None:
        """Write it to another file; a SetupError rather than over something else."""
        refuse_existing(path)
        write_whole(path, write_transcript(self.playing.match, self.playing.notes))

    @property
    def resume_command(self) -> str:
        """What to type to go on."""
        return f"quincunx play {self.playing.match.spec.slug} --resume {shlex.quote(str(self.path))}"


def write_whole(path: Path, text: str) -> None:
    """All of the text or nothing: written beside the file, then put in its place."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror}") from error
    finally:
        beside.unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    """A SetupError if there is such a file."""
    if path.exists():
        raise SetupError(f"{path} exists already: choose another name")


def own_path(spec: GameSpec) -> Path:
    """A new file in the user's data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("quincunx", appauthor=False) / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot make the folder {folder}: {error.strerror}; name a file by --save") from error
    stem = f"{spec.slug}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    path, number = folder / f"{stem}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.txt"
    return path


def load(spec: GameSpec, path: Path, bots: Sequence[str] | None = None, dice: str | None = None) -> Playing:
    """The playing that a file holds; one that was not written here gets its seats from `bots` and a new seed."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TranscriptError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TranscriptError(f"{path} is no text") from error
    try:
        header, _ = read_header(text)
        chance = Seeded(header.notes.get("seed"))
        match = read_transcript(spec, text, chance=chance)
        players = _players(spec, match, header.notes.get("players"), bots)
        dice = check_dice(dice or header.notes.get("dice", SEEDED))
    except QuincunxError as error:
        raise TranscriptError(f"{path}: {error}") from error
    return Playing(match, players, str(chance.seed), dice, header.notes)


def _players(spec: GameSpec, match: Match, said: str | None, bots: Sequence[str] | None) -> list[Player]:
    if said is None or bots is not None:
        seats = seating(spec, match.seats, bots, [])
        kinds = [player.bot or PERSON for player in seats]
    else:
        kinds = said.split()
    if len(kinds) != match.seats:
        raise TranscriptError(f"the header's line 'players' must say {PERSON} or a bot for each of {match.seats} seats")
    for kind in kinds:
        if kind != PERSON:
            check_bot(spec, kind)
    return [Player(name, None if kind == PERSON else kind) for name, kind in zip(match.names, kinds, strict=True)]
