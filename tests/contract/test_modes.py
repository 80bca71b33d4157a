"""Compiled, bounds-checked and interpreted play are one: the same events, the same bytes."""

import ast
import sys
from pathlib import Path
from types import ModuleType

import pytest

from quincunx import Match
from quincunx.core import loops
from quincunx.core.link import Linker, fillings_of, packages_of
from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from tests.contract.games import every_game, every_setting

MATCHES = 2
EVENTS = {False: 3000, True: 20}
"""Of a match, at most; by whether a bot thinks, which takes long where nothing is compiled."""


@every_game
def test_no_compiled_function_calls_itself(spec: GameSpec) -> None:
    """Such code runs when it is compiled and crashes when it is loaded from the cache."""
    linker = Linker(fillings_of(spec, ()), packages_of(spec, ()))
    linker.module(loops)
    for name in linker.spaces:
        source = Path(sys.modules[name].__file__ or "").read_text(encoding="utf-8")
        for function in [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]:
            calls = {
                node.func.id
                for node in ast.walk(function)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert function.name not in calls, f"{name}.{function.name}"


@pytest.mark.parametrize("mode", ["plain", pytest.param("checked", marks=pytest.mark.slow)])
@every_setting
def test_all_modes_play_the_same_events_to_the_same_bytes(
    spec: GameSpec, seats: int, variants: dict[str, str], mode: str
) -> None:
    for bots in (("random",), (spec.reflex_names[-1],)):
        most = EVENTS[bots != ("random",)]
        compiled, other = (Batch(spec, seats, bots, variants=variants, mode=mode) for mode in ("compiled", mode))
        for number in range(MATCHES):
            events = compiled.record(11, number, most)
            assert events
            assert other.record(11, number, most) == events
            assert compiled.state_bytes() == other.state_bytes()


@every_setting
def test_a_match_of_the_same_events_ends_in_the_same_bytes(
    spec: GameSpec, seats: int, variants: dict[str, str]
) -> None:
    batch = Batch(spec, seats, variants=variants)
    match = Match(spec, seats, variants=variants, settle=False)
    for who, what in batch.record(3, 5, 2000):
        if match.awaits_chance:
            match.land(what)
        else:
            match.push(what, who)
    assert match.state.to_bytes() == batch.state_bytes()


@every_game
def test_the_state_is_small(spec: GameSpec) -> None:
    assert 4 * spec.state.LENGTH <= 1536


def test_a_changed_callee_is_compiled_anew(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's own cache would give the old answer: the constant stands in another file than its user."""
    import importlib
    import sys
    from pathlib import Path

    from quincunx.core.jit import compiled
    from tests.examples import pig

    folder = Path(str(tmp_path)) / "quincunx_callee"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "user.py").write_text("from quincunx_callee.used import number\n\n\ndef answer():\n    return number()\n")
    used = folder / "used.py"
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("quincunx.core.jit.packages_of", lambda *_: frozenset({"quincunx_callee", "quincunx"}))
    monkeypatch.setattr("sys.dont_write_bytecode", True)

    def answer(number: int) -> int:
        used.write_text(f"def number():\n    return {number}\n")
        for name in [name for name in sys.modules if name.startswith("quincunx_callee")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        module: ModuleType = importlib.import_module("quincunx_callee.user")
        result: int = compiled(pig.SPEC, module).answer()
        return result

    assert [answer(1), answer(2), answer(1)] == [1, 2, 1]
