"""Learned weights of bots: a small file of numbers beside a game's rules, with the command that made it."""

from importlib import resources

import msgspec

from quincunx.core.bots import Floats
from quincunx.core.errors import SetupError
from quincunx.core.words import OTHER_WEIGHTS

FILE = "expert.json"


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of the file."""

    rules: int
    """The version of the rules that the learning was done with."""
    command: str
    """The command that was run to learn it."""
    weights: list[float]
    """The numbers that were learned; what each is for, the game's bots know."""


def read_learned(package: str) -> Learned:
    """The file of the game whose package this is."""
    data = resources.files(package).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=Learned)


def load_learned(package: str, count: int) -> Floats:
    """Return the learned numbers of a game's bots; raise SetupError if their count is wrong."""
    import numpy as np

    learned = read_learned(package)
    if len(learned.weights) != count:
        found, run = str(len(learned.weights)), learned.command
        raise SetupError(OTHER_WEIGHTS(package=package, file=FILE, found=found, wanted=str(count), command=run))
    weights = np.array(learned.weights)
    weights.flags.writeable = False
    return weights
