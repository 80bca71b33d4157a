"""The games as environments for learning: PettingZoo, Gymnasium (one match or thousands) and OpenSpiel.

Importing this registers everything: `gymnasium.make("quincunx/phase10-v0")`, `quincunx.envs.lowdown_v0.env()`,
`pyspiel.load_game("quincunx_sixes")`. There are no rules here: every environment plays a match by the engine and shows
a seat its view.
"""

from typing import Any

try:
    import gymnasium
    import pettingzoo  # noqa: F401  # only to say in one place what is missing
    import pyspiel  # noqa: F401  # likewise
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"environments need {missing.name}: install them all by  pip install 'quincunx[research]'"
    ) from None

from quincunx.envs.features import Features, features_of
from quincunx.envs.harness import Report, examine
from quincunx.envs.settings import Seating
from quincunx.envs.single import DiceEnv
from quincunx.envs.spiel import register as register_spiel
from quincunx.envs.text import TextTable
from quincunx.envs.vector import DiceVectorEnv, SelfPlayVectorEnv
from quincunx.envs.zoo import ZooModule
from quincunx.games import GAMES

__all__ = [
    "DiceEnv",
    "DiceVectorEnv",
    "Features",
    "Report",
    "Seating",
    "SelfPlayVectorEnv",
    "TextTable",
    "examine",
    "features_of",
]


def _register_gymnasium() -> None:
    settings: dict[str, dict[str, Any]] = {f"{spec.slug}-v0": {"game": spec.slug} for spec in GAMES}
    alone = (spec.slug for spec in GAMES if spec.seats[0] == 1)
    settings |= {f"{slug}-solitaire-v0": {"game": slug, "seats": 1} for slug in alone}
    for name, given in settings.items():
        if f"quincunx/{name}" not in gymnasium.registry:
            gymnasium.register(
                f"quincunx/{name}",
                entry_point="quincunx.envs.single:DiceEnv",
                vector_entry_point="quincunx.envs.vector:DiceVectorEnv",
                kwargs=given,
                disable_env_checker=True,
            )


_register_gymnasium()
register_spiel()

_MODULES = {f"{spec.slug}_v0": ZooModule(spec) for spec in GAMES}


def __getattr__(name: str) -> ZooModule:
    """`quincunx.envs.lowdown_v0` and its like: one for each game."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _MODULES[name]
