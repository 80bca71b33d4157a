"""Weights that bots have learned: small files beside a game's rules, with the command that made them."""

from importlib import resources

import msgspec

from quincunx.core.bots import Floats
from quincunx.core.errors import SetupError
from quincunx.core.words import OTHER_WEIGHTS

FILE = "expert.json"


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """What the file holds."""

    rules: int
    """The rules version that was played."""
    command: str
    """What was run to learn them."""
    weights: list[float]


def read_learned(package: str) -> Learned:
    """The file of a game's folder."""
    data = resources.files(package).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=Learned)


def load_weights(package: str, count: int) -> Floats:
    """The learned weights of a game, as many as its bots read."""
    import numpy as np

    learned = read_learned(package)
    if len(learned.weights) != count:
        found, run = str(len(learned.weights)), learned.command
        raise SetupError(OTHER_WEIGHTS(package=package, file=FILE, found=found, wanted=str(count), command=run))
    weights = np.array(learned.weights)
    weights.flags.writeable = False
    return weights
