"""What loops read and write: NumPy's arrays where they are compiled, lists and objects where they are interpreted."""

from collections.abc import Sequence
from typing import Any

from quincunx.core.fields import Grid, records
from quincunx.core.generator import KEY_WORDS
from quincunx.core.loops import LUCK, RESULTS, Arrays
from quincunx.core.spec import GameSpec


def row_of(values: Sequence[int], *, plain: bool = False) -> Any:
    """A row of ints."""
    if plain:
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def zeros_of(length: int, *, plain: bool = False) -> Any:
    """A row of zeros."""
    if plain:
        return [0] * length
    import numpy as np

    return np.zeros(length, np.int64)


def grid_of(rows: int, columns: int, *, plain: bool = False) -> Any:
    """A grid of zeros."""
    if plain:
        return Grid(rows, columns)
    import numpy as np

    return np.zeros((rows, columns), np.int64)


def states_of(spec: GameSpec, count: int, *, plain: bool = False) -> Any:
    """States of a game, all zero."""
    return [spec.state() for _ in range(count)] if plain else records(spec.state, count)


def arrays_of(spec: GameSpec, bots: Sequence[int], knowledge: Any, *, plain: bool = False) -> Arrays:
    """The arrays for matches between these bots, as the loops number them."""
    lengths = (spec.actions, spec.outcomes, KEY_WORDS, LUCK)
    legal, weights, key, luck = (zeros_of(length, plain=plain) for length in lengths)
    table, counts = grid_of(len(bots), 2, plain=plain), zeros_of(RESULTS, plain=plain)
    return Arrays(row_of(bots, plain=plain), legal, weights, key, luck, knowledge, table, counts)
