"""The games as environments for learning: PettingZoo, Gymnasium (one match or thousands) and OpenSpiel.

Importing this registers everything: `gymnasium.make("quincunx/phase10-v0")`, `quincunx.envs.lowdown_v0.env()`,
`pyspiel.load_game("quincunx_sixes")`. No rules are here: every environment plays a match by the engine and shows a seat
its view.
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
    for spec in GAMES:
        name = f"quincunx/{spec.slug}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="quincunx.envs.single:DiceEnv",
                vector_entry_point="quincunx.envs.vector:DiceVectorEnv",
                kwargs={"game": spec.slug},
                disable_env_checker=True,
            )
        if spec.seats[0] == 1 and f"quincunx/{spec.slug}-solitaire-v0" not in gymnasium.registry:
            gymnasium.register(
                f"quincunx/{spec.slug}-solitaire-v0",
                entry_point="quincunx.envs.single:DiceEnv",
                vector_entry_point="quincunx.envs.vector:DiceVectorEnv",
                kwargs={"game": spec.slug, "seats": 1},
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


def make_zoo(name: str, *, parallel: bool = False, **settings: Any) -> Any:
    """A PettingZoo environment by its id, as in `quincunx/lowdown_v0`."""
    if name not in ZooModule.ids:
        raise KeyError(f"there is no {name!r}; there are {', '.join(ZooModule.ids)}")
    module = ZooModule.ids[name]
    return module.parallel_env(**settings) if parallel else module.env(**settings)
