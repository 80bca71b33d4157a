"""Where compiled functions are kept."""

import errno
import os
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.caching import IndexDataCacheFile

from quincunx.core import jit, loops, seats
from quincunx.core.fields import records
from tests.examples import pig


def test_what_nobody_has_used_for_long_leaves_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(jit, "user_cache_path", lambda _: tmp_path)
    cache = tmp_path / "numba"
    for name, days in ("of last year", 300), ("of last week", 7):
        (cache / name).mkdir(parents=True)
        (cache / name / "some.nbc").write_bytes(b"compiled")
        then = time.time() - days * 86_400
        os.utime(cache / name, (then, then))
    jit.compiled.__wrapped__(pig.SPEC, seats)
    kept = {folder.name for folder in cache.iterdir()}
    (ours,) = kept - {"of last week"}
    assert ours.startswith(pig.SPEC.slug)
    assert "of last week" in kept


def test_what_is_used_stays_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(jit, "user_cache_path", lambda _: tmp_path)
    jit.compiled.__wrapped__(pig.SPEC, seats)
    (ours,) = (tmp_path / "numba").iterdir()
    os.utime(ours, (0, 0))
    jit.compiled.__wrapped__(pig.SPEC, seats)
    assert ours.stat().st_mtime > time.time() - 86_400


def test_a_full_disk_does_not_stop_a_compiled_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(jit, "user_cache_path", lambda _: tmp_path)
    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert jit.compiled.__wrapped__(pig.SPEC, seats).one(3) == 1 << 3


def test_compiling_is_told_where_somebody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(jit, "user_cache_path", lambda _: tmp_path)
    monkeypatch.setattr(jit, "PATIENCE_S", 0.0)
    before = jit.compiled.__wrapped__(pig.SPEC, seats)
    with jit.telling(pig.SPEC):
        before.one(3)
    assert "Pig: compiling one, once per machine" in caplog.text
    assert "Pig: compiled one in 0 s" in caplog.text
    caplog.clear()
    before.holds(3, 1)
    from_the_cache = jit.compiled.__wrapped__(pig.SPEC, seats)
    with jit.telling(pig.SPEC):
        before.one(3)
        from_the_cache.one(3)
    assert caplog.text == ""


def test_parts_are_compiled_into_what_python_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(jit, "user_cache_path", lambda _: tmp_path)  # code from a cache cannot be looked at
    functions = jit.compiled.__wrapped__(pig.SPEC, loops)
    states = records(pig.SPEC.state, loops.STATES)
    legal = np.zeros(pig.SPEC.actions, np.int64)
    functions.offer(states, 0, legal)
    (offer,) = functions.offer.overloads.values()
    assert "define" in offer.library.get_llvm_str()
    part = functions.offer.py_func.__globals__["copy_state"]
    (copied,) = part.overloads.values()
    assert copied.library.get_pointer_to_function(copied.fndesc.llvm_func_name) == 0
