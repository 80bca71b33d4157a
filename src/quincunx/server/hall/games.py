"""Descriptions of the games for the lobby: their options, bots and properties."""

from collections.abc import Iterable

from quincunx.bots import bots_here, plays_here
from quincunx.core import words as core_words
from quincunx.core.bots import PERFECT
from quincunx.core.spec import GameSpec, Variant
from quincunx.core.tutorial import has_tutorial
from quincunx.protocol import GameInfo, LevelInfo, VariantInfo
from quincunx.server.operations.solutions import Building
from quincunx.solvers.solved import SOLVED


def game_info(spec: GameSpec, levels: list[LevelInfo]) -> GameInfo:
    """Return the lobby's description of a game with these bots."""
    return GameInfo(
        slug=spec.slug,
        title=spec.title,
        tagline=spec.tagline(),
        minutes=spec.minutes,
        seats=(spec.seats[0], spec.seats[-1]),
        variants=[variant_info(variant) for variant in spec.variants],
        bots=[level.bot for level in levels if level.bot != PERFECT],
        levels=levels,
        rules=spec.rules_version,
        race=spec.race,
        unit=spec.unit,
        low_wins=spec.low_wins,
        usual_seats=spec.usual_seats,
        first_match=dict(spec.first_match),
        colour=spec.colour,
        honour=spec.honour,
        lesson=has_tutorial(spec),
        real=spec.has_part("entry"),
        secret=spec.secrets is not None,
    )


def variant_info(variant: Variant) -> VariantInfo:
    """Return the lobby's description of an option."""
    labels = [label() for label in variant.labels]
    return VariantInfo(variant.name, variant.question(), variant.choices, labels)


def own_levels(bots: Iterable[str]) -> list[LevelInfo]:
    """Return the lobby's description of a game's own bots."""
    return [
        LevelInfo(
            bot,
            core_words.LEVELS[bot]() if bot in core_words.LEVELS else core_words.PLAIN(text=bot),
            None,
            None,
        )
        for bot in bots
    ]


def level_infos(spec: GameSpec, building: Building, *, may_build: bool) -> list[LevelInfo]:
    """Return the lobby's description of a game's bots for a visitor who may, or may not, have a solution built."""
    infos = own_levels(bots_here(spec))
    if spec.slug in SOLVED and plays_here(spec, PERFECT):
        solution = building.info(spec, may_build=may_build)
        infos.append(LevelInfo(PERFECT, core_words.LEVELS[PERFECT](), SOLVED[spec.slug].seats, solution))
    return infos
