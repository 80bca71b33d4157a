"""The compiled twin of plain functions: the only file that knows Numba.

Numba's own cache does not notice a change in a called function's file or in an imported constant. So the cache
folder is named after a hash of every source that was linked, and of the versions of Python, NumPy and Numba.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from platformdirs import user_cache_path

from quincunx.core.copying import copy_record
from quincunx.core.link import Linker, fillings_of, is_pythons, packages_of
from quincunx.core.spec import GameSpec

ENGINE = ("quincunx.core.", "quincunx.sim.")
"""Where the functions are that belong inside the loops that call them."""


@cache
def compiled(spec: GameSpec, module: ModuleType, *, boundscheck: bool = False) -> SimpleNamespace:
    """A module that plays any game, linked for this one and compiled on first call.

    Only its own functions, or those it names in `ENTRIES`, can be called from Python.
    """
    fillings = fillings_of(spec) | {"copy_state": copy_record}
    survey = Linker(fillings, packages_of(spec))
    survey.module(module)
    folder = _cache_folder(spec, tuple(survey.spaces), boundscheck)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set at import from the environment
    entries = _entries(module)

    def wrap(function: FunctionType) -> Any:
        entry = function.__module__ == module.__name__ and function.__name__ in entries
        options: dict[str, Any] = {
            # Rules allocate nothing: without this half the time goes into counting references to buffers.
            "_nrt": False,
            # Wrappers for Python are a fifth of the time it takes to compile.
            "no_cpython_wrapper": not entry,
            "no_cfunc_wrapper": True,
            # A call passes seven words for each array: LLVM thinks the steps of a loop too large to inline.
            "forceinline": not entry and function.__module__.startswith(ENGINE),
        }
        cached = folder is not None
        return numba.njit(cache=cached, boundscheck=boundscheck, error_model="numpy", **options)(function)

    space = Linker(fillings, packages_of(spec), wrap, _constant).module(module)
    return SimpleNamespace(**{name: getattr(space, name) for name in entries})


def direct(function: Any, *example: Any) -> Any:
    """A compiled function for arguments of the example's types alone: a call does not look at them again."""
    typeof: Any = numba.typeof
    types = tuple(typeof(argument) for argument in example)
    function.compile(types)
    return function.overloads[types].entry_point


def _entries(module: ModuleType) -> tuple[str, ...]:
    names = (name for name in vars(module) if not is_pythons(name))
    own = (name for name in names if isinstance(getattr(module, name), FunctionType))
    named: tuple[str, ...] | None = getattr(module, "ENTRIES", None)
    return named or tuple(name for name in own if getattr(module, name).__module__ == module.__name__)


def _constant(value: Any) -> Any:
    """Tables of ints become arrays: a compiled look-up in a tuple is a chain of comparisons."""
    if isinstance(value, tuple) and value and np.asarray(value).dtype.kind == "i":
        return np.asarray(value, np.int64)
    return value


def _cache_folder(spec: GameSpec, modules: tuple[str, ...], boundscheck: bool) -> Path | None:
    digest = hashlib.sha256()
    for version in (sys.version, np.__version__, numba.__version__, str(boundscheck)):
        digest.update(version.encode() + b"\0")
    digest.update(Path(__file__).read_bytes() + b"\0")
    for name in sorted(modules):
        source = sys.modules[name].__file__
        assert source is not None
        digest.update(name.encode() + b"\0" + Path(source).read_bytes() + b"\0")
    folder = user_cache_path("quincunx") / "numba" / f"{spec.slug}-{digest.hexdigest()[:20]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder
