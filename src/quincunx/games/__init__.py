"""The games, one explicit tuple."""

from quincunx.core import words
from quincunx.core.errors import SetupError
from quincunx.core.spec import GameSpec
from quincunx.core.words import quoted
from quincunx.games import lowdown, mixeddoubles, phase10, popalotsy, sixes

GAMES: tuple[GameSpec, ...] = (phase10.SPEC, popalotsy.SPEC, sixes.SPEC, mixeddoubles.SPEC, lowdown.SPEC)


def game(slug: str) -> GameSpec:
    """The game of that name."""
    for spec in GAMES:
        if spec.slug == slug:
            return spec
    raise SetupError(words.NO_SUCH_GAME(game=quoted(slug), known=", ".join(spec.slug for spec in GAMES)))
