"""The daily in the terminal: today's match of each game, kept in the user's data folder, with one try."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from quincunx.bots.daily import Daily, streak_of
from quincunx.core.spec import GameSpec
from quincunx.tui.play import begin, run_session
from quincunx.tui.saving import NAMED, Keeper, OpenMatch, load, own_folder
from quincunx.tui.session import Session
from quincunx.tui.terminal import Terminal


def kept_at(daily: Daily) -> Path:
    """The file of a daily."""
    return own_folder("dailies") / f"{daily.spec.slug}-{daily.day.isoformat()}.txt"


def kept(daily: Daily) -> OpenMatch | None:
    """A daily as far as it has been played; none if it has not been begun."""
    path = kept_at(daily)
    return load(daily.spec, path) if path.exists() else None


def command_of(daily: Daily) -> str:
    """The command that begins or continues a daily."""
    return f"quincunx daily {daily.spec.slug}"


def play_daily(daily: Daily, *, quick: bool = False, terminal: Terminal | None = None) -> int:
    """Begin or continue a daily; return the exit code."""
    variants = [f"{name}={choice}" for name, choice in daily.variants.items()]
    playing = kept(daily) or begin(daily.spec, daily.seats, daily.bots, [], daily.seed, variants, NAMED)
    keeper = Keeper(kept_at(daily), playing, command_of(daily))
    keeper.keep()
    return run_session(Session(keeper, terminal or Terminal(), quick=quick))


def streak(games: Sequence[GameSpec], today: date) -> int:
    """The number of days in a row, up to today or yesterday, on which some daily was finished."""
    return streak_of({day for spec in games for day in _finished(spec)}, today)


def _finished(spec: GameSpec) -> list[date]:
    found = []
    for path in own_folder("dailies").glob(f"{spec.slug}-????-??-??.txt"):
        if load(spec, path).match.is_over:
            found.append(date.fromisoformat(path.stem[-10:]))
    return found
