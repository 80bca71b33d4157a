"""The solver's kernels, compiled on first use; existing tables are read without a compiler."""

from functools import cache
from typing import Any


@cache
def loops() -> Any:
    """The compiled kernels."""
    from quincunx.core.jit import compiled
    from quincunx.games.phase10 import SPEC
    from quincunx.solvers.phase10 import kernels

    return compiled(SPEC, kernels)
