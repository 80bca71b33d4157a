"""The games, one explicit tuple."""

from difflib import get_close_matches

from quincunx.core import words
from quincunx.core.errors import SetupError
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.games import lowdown, mixeddoubles, phase10, popalotsy, sixes

GAMES: tuple[GameSpec, ...] = (phase10.SPEC, popalotsy.SPEC, sixes.SPEC, mixeddoubles.SPEC, lowdown.SPEC)


def game(slug: str) -> GameSpec:
    """The game of that name, in capitals or small letters."""
    games = {spec.slug: spec for spec in GAMES}
    if (found := games.get(slug.lower())) is not None:
        return found
    near = [name for name in games if slug and name.startswith(slug.lower())] or get_close_matches(slug.lower(), games)
    if near:
        raise SetupError(words.NO_SUCH_GAME_BUT(game=quoted(slug), near=near[0]))
    raise SetupError(words.NO_SUCH_GAME(game=quoted(slug), known=", ".join(games)))
