"""Links a module for any game, such as `core.loops`, with one game.

Such a module calls the placeholders of `core.slots` (`apply`, `odds`, `view` and so on). Linking copies its functions,
and those that they call, with the game's own functions in place of the placeholders. The copies run interpreted, or
compiled (`core.jit`). The originals do not change, so a process can link the same module for several games, in both
modes.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from quincunx.core import defaults, slots
from quincunx.core.bots import takes_knowledge
from quincunx.core.contract import FUNCTIONS

if TYPE_CHECKING:
    from quincunx.core.spec import GameSpec

REFLEX = "reflex"
"""The name of the placeholder that calls a reflex bot by its number."""
STAND_INS: dict[str, Callable[..., Any]] = {
    "legal_actions": defaults.legal_actions,
    "sees": defaults.see_all,
    "guess": defaults.guess_nothing,
    "landing_name": defaults.no_name,
}
"""Defaults for the optional functions that a game's rules do not have."""


def is_pythons(name: str) -> bool:
    """Whether a name in a module is Python's own, such as `__annotate__` in Python 3.14."""
    return name.startswith("__")


class Linker:
    """Links modules for one game.

    `fillings` are what replaces the placeholders, by their names. Functions of `packages` are copied, all others are
    used as they are. `wrap` turns each copy into what is called (the copy itself, or a compiled function), `constant`
    does so with the other values of a module.
    """

    def __init__(
        self,
        fillings: dict[str, Any],
        packages: frozenset[str],
        wrap: Callable[[FunctionType], Any] = lambda function: function,
        constant: Callable[[Any], Any] = lambda value: value,
    ) -> None:
        self.fillings = fillings
        self.packages = packages
        self.wrap = wrap
        self.constant = constant
        self.spaces: dict[str, dict[str, Any]] = {}
        self._made: dict[FunctionType, Any] = {}

    def module(self, module: ModuleType) -> SimpleNamespace:
        """The linked functions of a module, under their names."""
        space = self._space(module)
        return SimpleNamespace(**{name: space[name] for name in vars(module) if not is_pythons(name)})

    def _space(self, module: ModuleType) -> dict[str, Any]:
        if module.__name__ not in self.spaces:
            space = self.spaces[module.__name__] = dict(vars(module))
            for name, value in vars(module).items():
                space[name] = self._value(name, value)
        return self.spaces[module.__name__]

    def _value(self, name: str, value: Any) -> Any:
        if is_pythons(name):
            return value
        if isinstance(value, FunctionType) and value.__module__.partition(".")[0] in self.packages:
            return self.function(value)
        if name == "ACTIONS":
            return self.fillings["ACTIONS"]
        return self.constant(value)

    def function(self, function: FunctionType) -> Any:
        """One linked function."""
        if function.__module__ == slots.__name__:
            if function.__name__ == REFLEX:
                return self._dispatch(function)
            return self.function(self.fillings[function.__name__])
        if function not in self._made:
            if function.__module__ not in self.spaces:
                self._space(sys.modules[function.__module__])
            if function not in self._made:
                self._made[function] = self.wrap(self._copy(function))
        return self._made[function]

    def _dispatch(self, slot: FunctionType) -> Any:
        """The placeholder `reflex` written out, with one branch for each reflex bot."""
        if slot not in self._made:
            bots = [self.function(bot) for bot in self.fillings[REFLEX]]
            space: dict[str, Any] = {f"bot_{number}": bot for number, bot in enumerate(bots, 1)}
            exec(compile(dispatch_source(self.fillings[REFLEX]), "<reflex bots>", "exec"), space)
            function = space[REFLEX]
            function.__module__ = slots.__name__
            self._made[slot] = self.wrap(function)
        return self._made[slot]

    def _copy(self, function: FunctionType) -> FunctionType:
        space = self.spaces[function.__module__]
        copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        copy.__doc__ = function.__doc__
        return copy


def dispatch_source(bots: Sequence[Callable[..., int]]) -> str:
    """Return the source of `reflex` for these bots; those with six arguments get the game's knowledge."""
    lines = [f"def {REFLEX}(bot, view, seat, legal, count, key, knowledge):"]
    for number, bot in enumerate(bots, 1):
        more = ", knowledge" if takes_knowledge(bot) else ""
        lines += [f"    if bot == {number}:", f"        return bot_{number}(view, seat, legal, count, key{more})"]
    return "\n".join([*lines, "    return legal[0]", ""])


def fillings_of(spec: "GameSpec", outside: Sequence[Callable[..., int]] = ()) -> dict[str, Any]:
    """Return the functions that fill the slots for a game, by name; `outside` are external reflex bots."""
    rules = spec.rules
    fillings = {name: getattr(rules, name) for name in FUNCTIONS}
    fillings["ACTIONS"] = spec.actions
    fillings["copy_state"] = defaults.copy_object
    fillings |= STAND_INS | spec.optional_functions
    fillings[REFLEX] = (*spec.bots.values(), *outside)
    fillings["confirm"] = defaults.check_answer if outside else defaults.trust
    fillings["note"] = spec.part("figures").note if spec.has_part("figures") else defaults.note_nothing
    search = spec.search
    fillings["candidates"] = search.candidates if search and search.candidates else defaults.all_legal
    fillings["estimate"] = search.estimate if search and search.estimate else defaults.no_estimate
    fillings["outlook"] = search.outlook if search and search.outlook else fillings["estimate"]
    fillings["replayed"] = search.replayed if search and search.replayed else fillings["outlook"]
    return fillings


def packages_of(
    spec: "GameSpec", outside: Sequence[Callable[..., int]] = (), module: ModuleType | None = None
) -> frozenset[str]:
    """The packages whose functions are linked: ours, the game's own, those of bots from outside and of the module."""
    modules = [spec.rules.__name__, *(bot.__module__ for bot in outside), *([module.__name__] if module else [])]
    return frozenset({"quincunx", *(name.partition(".")[0] for name in modules)})


@cache
def linked(spec: "GameSpec", module: ModuleType, outside: tuple[Callable[..., int], ...] = ()) -> SimpleNamespace:
    """Link a generic module for a game, interpreted."""
    return Linker(fillings_of(spec, outside), packages_of(spec, outside, module)).module(module)
