"""`quincunx play`: play a match in the terminal."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.race import race_starter
from quincunx.core.render import say
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.games import game
from quincunx.tui import words
from quincunx.tui.players import people, players_for
from quincunx.tui.saving import SEEDED, TYPED, Keeper, OpenMatch, chance_of, check_dice, load, own_path, refuse_existing
from quincunx.tui.session import Quit, Session
from quincunx.tui.terminal import Terminal

LEFT, INTERRUPTED = 0, 130
"""Exit codes: for a match that is over or was left, and for Ctrl-C."""
NO_BOTS = "none"


def play(
    which: str | GameSpec,
    *,
    seats: int | None = None,
    bots: str | None = None,
    names: str | None = None,
    seed: str | None = None,
    variants: Sequence[str] = (),
    resume: Path | None = None,
    save: Path | None = None,
    dice: str | None = None,
    bot_speed: float = 1.0,
    quick: bool = False,
    terminal: Terminal | None = None,
) -> int:
    """Play in the terminal and return the exit code.

    Raises a QuincunxError for invalid arguments.
    """
    spec = game(which) if isinstance(which, str) else which
    if bot_speed <= 0:
        raise SetupError(words.NO_BOT_SPEED())
    if resume is None:
        playing = begin(spec, seats, _bot_names(bots), _split(names), seed, variants, dice)
    else:
        if seats is not None or names or seed is not None or variants:
            raise SetupError(words.FILE_SAYS())
        playing = load(spec, resume, _bot_names(bots), dice)
    keeper = Keeper(_path(spec, resume, save), playing)
    session = _session(keeper, terminal or Terminal(), bot_speed, quick)
    keeper.keep()
    return run_session(session)


def begin(
    spec: GameSpec,
    seats: int | None,
    bots: list[str] | None,
    names: list[str],
    seed: str | None,
    variants: Sequence[str],
    dice: str | None,
) -> OpenMatch:
    """A new match with its players; people first, then bots."""
    players = players_for(spec, seats, bots, names)
    seed = secrets.token_hex(16) if seed is None else seed
    if not re.fullmatch(r"[\w.-]+", seed):
        raise SetupError(words.NO_SEED(seed=quoted(seed)))
    dice = check_dice(dice or SEEDED)
    match = Match(
        spec,
        len(players),
        variants=read_variants(variants),
        chance=chance_of(dice, seed),
        names=[player.name for player in players],
        settle=False,
    )
    return OpenMatch(match, players, seed, dice)


def _split(text: str | None) -> list[str]:
    return [] if text is None else [word.strip() for word in text.split(",")]


def _bot_names(text: str | None) -> list[str] | None:
    return None if text is None else [] if text == NO_BOTS else _split(text)


def read_variants(variants: Sequence[str] | None) -> dict[str, str]:
    """Parse variants such as `name=choice`."""
    chosen = {}
    for variant in variants or ():
        name, equals, choice = variant.partition("=")
        if not equals:
            raise SetupError(words.NO_VARIANT(text=quoted(variant)))
        chosen[name.strip()] = choice.strip()
    return chosen


def _path(spec: GameSpec, resume: Path | None, save: Path | None) -> Path:
    if save is not None:
        refuse_existing(save)
        return save.absolute()
    return own_path(spec) if resume is None else resume.absolute()


def _session(keeper: Keeper, terminal: Terminal, bot_speed: float, quick: bool) -> Session:
    playing = keeper.playing
    match = playing.match
    if race_starter(match.spec, match.seats, match.variants) is None:
        return Session(keeper, terminal, quick=quick)
    if len(people(playing.players)) > 1:
        raise SetupError(words.ONE_RACES())
    if playing.dice == TYPED:  # no clock runs beside real cards
        return Session(keeper, terminal, quick=quick)
    from quincunx.tui.race import Race

    return Race(keeper, terminal, bot_speed=bot_speed)


def run_session(session: Session) -> int:
    """Play a session to its end, or until somebody leaves; return the exit code."""
    try:
        session.run()
    except (Quit, EOFError):
        _say_goodbye(session)
    except KeyboardInterrupt:
        _say_goodbye(session)
        return INTERRUPTED
    finally:
        session.room.close()
    return LEFT


def _say_goodbye(session: Session) -> None:
    kept = say(words.KEPT(path=str(session.keeper.path)))
    session.terminal.say("", Text(kept), Text(say(words.GO_ON_WITH_IT())))
    session.terminal.console.print(Text(f"  {session.keeper.resume_command}"), soft_wrap=True)
