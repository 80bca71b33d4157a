"""Linking: one source, another game's functions in its slots."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import pytest

from quincunx import game
from quincunx.core import defaults, slots
from quincunx.core.contract import FUNCTIONS
from quincunx.core.link import REFLEX, STAND_INS, Linker, fillings_of, linked, packages_of
from quincunx.core.match import Match
from tests.examples import pig


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], ModuleType]:
    """A module from source, as if it were one of ours."""

    def build(name: str, source: str) -> ModuleType:
        module = ModuleType(f"quincunx.{name}")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(source, name, "exec"), vars(module))
        return module

    return build


@pytest.mark.parametrize("name", [*FUNCTIONS, *STAND_INS, "copy_state", "confirm", "candidates", "estimate", REFLEX])
def test_a_slot_that_is_not_filled_says_so(name: str) -> None:
    slot = getattr(slots, name)
    with pytest.raises(RuntimeError, match=f"{name} is a slot"):
        slot(*[None] * slot.__code__.co_argcount)


def test_each_game_answers_in_its_own_link() -> None:
    ours, theirs = linked(pig.SPEC, defaults), linked(game("phase10"), defaults)
    match = Match(pig.SPEC, 2, seed=1)
    out = [0] * 2
    assert ours.legal_actions(match.state, 0, out) == 1
    assert ours.ACTIONS == 2
    assert theirs.ACTIONS == 1024
    assert slots.ACTIONS == 0, "the original stays as it is"
    with pytest.raises(RuntimeError, match="slot"):
        slots.objection(match.state, 0, 0)


def test_a_game_is_linked_once() -> None:
    assert linked(pig.SPEC, defaults) is linked(pig.SPEC, defaults)
    assert linked(pig.SPEC, defaults) is not linked(replace(pig.SPEC), defaults)


def test_a_module_that_is_not_ours_is_linked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = ModuleType("elsewhere.asking")
    monkeypatch.setitem(sys.modules, theirs.__name__, theirs)
    source = "from quincunx.core.slots import to_act\n\n\ndef ask(state):\n    return asked(state)\n\n\n"
    exec(source + "def asked(state):\n    return to_act(state)\n", vars(theirs))
    state = Match(pig.SPEC, 2, seed=1).state
    assert linked(pig.SPEC, theirs).ask(state) == pig.SPEC.rules.to_act(state)


def test_functions_call_the_linked_ones_across_modules(make: Callable[[str, str], ModuleType]) -> None:
    """Two modules that need each other, defaults included; each function is made once."""
    even = make("even", "def even(n, *, step=1):\n    return n == 0 or odd(n - step)\n")
    odd = make("odd", "from quincunx.even import even\n\n\ndef odd(n):\n    return n != 0 and even(n - 1)\n")
    even.odd = odd.odd  # type: ignore[attr-defined]  # modules are made by hand here
    made: list[str] = []

    def wrap(function: FunctionType) -> Any:
        made.append(function.__name__)
        return function

    twin = Linker({}, frozenset({"quincunx"}), wrap).module(odd)
    assert [twin.odd(n) for n in range(5)] == [False, True, False, True, False]
    assert sorted(made) == ["even", "odd"]
    assert twin.odd is not odd.odd
    assert twin.odd.__globals__["even"] is twin.even
    assert twin.even.__globals__["odd"] is twin.odd


def test_what_is_not_ours_is_left_alone(make: Callable[[str, str], ModuleType]) -> None:
    module = make(
        "user", "from random import choice\nTABLE = (1, 2)\nACTIONS = 0\n\n\ndef first():\n    return TABLE[0]\n"
    )
    linker = Linker({"ACTIONS": 7}, frozenset({"quincunx"}), constant=lambda value: [9] if value == (1, 2) else value)
    twin = linker.module(module)
    assert twin.choice is module.choice
    assert (twin.first(), twin.ACTIONS) == (9, 7)
    assert (module.first(), module.ACTIONS) == (1, 0)


def test_bots_and_figures_fill_the_slots_and_defaults_the_rest() -> None:
    fillings = fillings_of(pig.SPEC)
    assert fillings[REFLEX] == tuple(pig.SPEC.bots.values())
    assert fillings["note"] is pig.SPEC.part("figures").note
    assert fillings["legal_actions"] is defaults.legal_actions
    assert fillings["landing_name"] is defaults.no_name
    assert fillings["guess"] is defaults.guess_nothing
    assert fillings["candidates"] is defaults.all_legal
    assert fillings["estimate"] is defaults.no_estimate
    assert fillings_of(game("phase10"))["legal_actions"] is game("phase10").legal_actions
    assert packages_of(pig.SPEC) == {"quincunx", "tests"}


def test_any_number_of_bots_is_called_by_number(make: Callable[[str, str], ModuleType]) -> None:
    """Seven of them, of which the fifth reads the game's knowledge."""
    source = "".join(f"def bot_{n}(view, seat, legal, count, key):\n    return {10 * n}\n" for n in range(1, 8))
    five = "def bot_5(view, seat, legal, count, key, knowledge):\n    return knowledge[0]\n"
    bots = make("seven", source + five)
    user = make("user", "from quincunx.core.slots import reflex\n")
    fillings = {REFLEX: tuple(getattr(bots, f"bot_{n}") for n in range(1, 8))}
    reflex = Linker(fillings, frozenset({"quincunx"})).module(user).reflex
    assert [reflex(n, None, 0, [3], 1, None, [55]) for n in range(1, 8)] == [10, 20, 30, 40, 55, 60, 70]


def test_a_game_without_figures_counts_nothing() -> None:
    bare = replace(pig.SPEC)
    object.__setattr__(bare, "has_part", lambda name: False)
    counters = [0]
    fillings_of(bare)["note"](None, None, 0, 0, counters)
    assert counters == [0]


def test_what_python_keeps_in_a_module_is_not_linked(make: Callable[[str, str], ModuleType]) -> None:
    """Python 3.14 has a function `__annotate__` in every module with annotations, which does not compile."""
    module = make("noted", "def __annotate__(form):\n    raise NotImplementedError\n\n\ndef act(n):\n    return n\n")
    made: list[str] = []

    def wrap(function: FunctionType) -> Any:
        made.append(function.__name__)
        return function

    space = Linker(fillings_of(pig.SPEC), packages_of(pig.SPEC), wrap).module(module)
    assert made == list(vars(space)) == ["act"]
