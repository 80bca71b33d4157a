"""Compiles plain functions: the only file that imports Numba.

Numba's own cache does not notice a change in a called function's file or in an imported constant. So the cache
folder is named after a hash of every source that was linked, and of the versions of Python, NumPy and Numba.
"""

import hashlib
import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from platformdirs import user_cache_path

from quincunx.core.defaults import copy_record
from quincunx.core.fields import records
from quincunx.core.link import REFLEX, Linker, fillings_of, is_pythons, packages_of
from quincunx.core.spec import GameSpec

ENGINE = ("quincunx.core.", "quincunx.solvers.")
"""The packages whose functions are compiled into the loops that call them."""
OPTIONS: dict[str, Any] = {
    # Rules allocate nothing: without this half the time goes into counting references to buffers.
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
UNUSED_S = 30 * 86_400
"""Delete compiled code that has not been used for this many seconds."""
PATIENCE_S = 1.0
"""Compiling is announced when it takes longer than this."""
LOG = logging.getLogger("quincunx")
njit: Any = numba.njit  # its types do not know all options
_aloud = threading.local()


@cache
def compiled(
    spec: GameSpec, module: ModuleType, outside: tuple[Callable[..., int], ...] = (), *, boundscheck: bool = False
) -> SimpleNamespace:
    """Link a generic module for a game, compiled on first call; `outside` are external bots.

    Only its own functions, or those it names in `ENTRIES`, can be called from Python.
    """
    fillings = fillings_of(spec, outside) | {"copy_state": copy_record}
    packages = packages_of(spec, outside, module)
    survey = Linker(fillings, packages)
    survey.module(module)
    folder = _cache_folder(spec, tuple(survey.spaces), fillings[REFLEX], boundscheck)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set at import from the environment
    entries = _entries(module)

    def part(function: FunctionType) -> Any:
        """A function that only compiled functions call."""
        return njit(
            boundscheck=boundscheck,
            error_model="numpy",
            pipeline_class=_PartCompiler,
            # A call passes seven words per array, so LLVM considers the steps of a loop too large to inline.
            forceinline=function.__name__ not in entries and function.__module__.startswith(ENGINE),
            **OPTIONS,
            no_cpython_wrapper=True,
        )(function)

    def entry(function: FunctionType) -> Any:
        """Return a function that Python calls, with the functions that it needs."""
        made = njit(boundscheck=boundscheck, error_model="numpy", pipeline_class=_EntryCompiler, **OPTIONS)(function)
        if folder is not None:
            made._cache = _Cache(function)  # type: ignore[no-untyped-call]  # Numba has no types
        return made

    space = Linker(fillings, packages, part, _constant).module(module)
    return SimpleNamespace(**{name: entry(getattr(space, name).py_func) for name in entries})


def direct(function: Any, *example: Any) -> Any:
    """Return a compiled function for arguments of exactly the example's types, without type checks per call."""
    typeof: Any = numba.typeof
    types = tuple(typeof(argument) for argument in example)
    function.compile(types)
    return function.overloads[types].entry_point


@contextmanager
def telling(spec: GameSpec) -> Iterator[None]:
    """Log the functions compiled for this game meanwhile, and the time."""
    before = getattr(_aloud, "title", None)
    _aloud.title = spec.title
    try:
        yield
    finally:
        _aloud.title = before


def compiles(spec: GameSpec, bot: Callable[..., int]) -> bool:
    """Whether an external reflex bot compiles and returns ints; otherwise it plays interpreted."""
    if not isinstance(bot, FunctionType):
        return False

    def wrap(function: FunctionType) -> Any:
        return njit(error_model="numpy", pipeline_class=_PartCompiler, **OPTIONS)(function)

    linker = Linker(fillings_of(spec, (bot,)), packages_of(spec, (bot,)), wrap, _constant)
    typeof: Any = numba.typeof
    row = typeof(np.zeros(1, np.int64))
    try:
        linker.module(sys.modules[bot.__module__])
        made = linker.function(bot)
        made.compile((typeof(records(spec.state, 1)[0]), numba.int64, row, numba.int64, row))
        answers = [types.return_type for types in made.nopython_signatures]
    except (numba.core.errors.NumbaError, NotImplementedError, KeyError, TypeError):
        return False
    return all(isinstance(answer, numba.types.Integer) for answer in answers)


class _Part(JITCodeLibrary):
    """The code of a function that only compiled functions call.

    It is linked into those that Python calls, and optimised there: alone, it would take half of the time.
    """

    codegen = SimpleNamespace(set_env=lambda name, environment: None)
    """Stands in for Numba's access to machine code and its Python objects; there is neither."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code."""
        return 0


class _PartCompiler(Compiler):
    """Numba's compiler, up to code that can be linked."""

    def define_pipelines(self) -> Any:
        """The usual passes, into a `_Part`."""
        part: Any = _Part
        self.state.library = part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()  # type: ignore[no-untyped-call]  # Numba has no types


class _EntryCompiler(Compiler):
    """Numba's compiler, which logs its work while somebody waits."""

    def compile_extra(self, func: FunctionType) -> Any:
        """Compile a function and all its parts."""
        title = getattr(_aloud, "title", None)
        compile_all: Any = super().compile_extra
        if title is None:
            return compile_all(func)
        start = time.monotonic()
        timer = threading.Timer(PATIENCE_S, _tell, (title, func.__name__))
        timer.daemon = True
        timer.start()
        try:
            made = compile_all(func)
        finally:
            timer.cancel()
        if time.monotonic() - start > PATIENCE_S:
            LOG.warning("%s: compiled %s in %.0f s", title, func.__name__, time.monotonic() - start)
        return made


def _tell(title: str, name: str) -> None:
    LOG.warning("%s: compiling %s, once per machine; this takes about ten seconds", title, name)


class _Cache(FunctionCache):
    """Numba's cache of a function, or none where the disk is full."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if that is possible."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # likewise


def _entries(module: ModuleType) -> tuple[str, ...]:
    names = (name for name in vars(module) if not is_pythons(name))
    own = (name for name in names if isinstance(getattr(module, name), FunctionType))
    named: tuple[str, ...] | None = getattr(module, "ENTRIES", None)
    return named or tuple(name for name in own if getattr(module, name).__module__ == module.__name__)


def _constant(value: Any) -> Any:
    """Turn tables of ints into arrays: a compiled look-up in a tuple is a chain of comparisons."""
    if isinstance(value, tuple) and value and np.asarray(value).dtype.kind == "i":
        return np.asarray(value, np.int64)
    return value


def _cache_folder(
    spec: GameSpec, modules: tuple[str, ...], bots: Sequence[Callable[..., int]], boundscheck: bool
) -> Path | None:
    digest = hashlib.sha256()
    names = [f"{bot.__module__}.{bot.__qualname__}" for bot in bots]
    for version in (sys.version, np.__version__, numba.__version__, str(boundscheck), *names):
        digest.update(version.encode() + b"\0")
    digest.update(Path(__file__).read_bytes() + b"\0")
    for name in sorted(modules):
        source = sys.modules[name].__file__
        assert source is not None
        digest.update(name.encode() + b"\0" + Path(source).read_bytes() + b"\0")
    folder = user_cache_path("quincunx") / "numba" / f"{spec.slug}-{digest.hexdigest()[:20]}"
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if is_new:
            _forget_unused(folder.parent)
    except OSError:
        return None
    return folder


def _forget_unused(cache: Path) -> None:
    """Delete caches of other versions that nobody has used for long: they can be hundreds of megabytes."""
    since = time.time() - UNUSED_S
    for folder in cache.iterdir():
        with suppress(OSError):  # another process may throw it away, too
            if folder.stat().st_mtime < since:
                shutil.rmtree(folder)
