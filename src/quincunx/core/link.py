"""Give a module of plain functions another set of globals: one game's functions in its slots, compiled or not.

Linking copies functions, never modules: the originals stay as they are, so interpreted and compiled play live side by
side in one process, from one source.
"""

import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from quincunx.core import copying, legal, slots

if TYPE_CHECKING:
    from quincunx.core.spec import GameSpec


def is_pythons(name: str) -> bool:
    """Whether a module's name is Python's own, such as the function `__annotate__` of Python 3.14."""
    return name.startswith("__")


class Linker:
    """Links modules for one game; `wrap` makes of each linked function what is called: itself or its compiled twin."""

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
            return self._function(value)
        if name == "ACTIONS":
            return self.fillings["ACTIONS"]
        return self.constant(value)

    def _function(self, function: FunctionType) -> Any:
        if function.__module__ == slots.__name__:
            return self._function(self.fillings[function.__name__])
        if function not in self._made:
            if function.__module__ not in self.spaces:
                self._space(sys.modules[function.__module__])
            if function not in self._made:
                self._made[function] = self.wrap(self._copy(function))
        return self._made[function]

    def _copy(self, function: FunctionType) -> FunctionType:
        space = self.spaces[function.__module__]
        copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        copy.__doc__ = function.__doc__
        return copy


def fillings_of(spec: "GameSpec") -> dict[str, Any]:
    """What a game puts into the slots."""
    rules = spec.rules
    fillings = {name: getattr(rules, name) for name in spec.FUNCTIONS}
    fillings["ACTIONS"] = spec.actions
    fillings["legal_actions"] = getattr(rules, "legal_actions", legal.legal_actions)
    fillings["copy_state"] = copying.copy_object
    for number in (1, 2, 3):
        fillings[f"bot_{number}"] = legal.random_action
    fillings["note"] = legal.note_nothing
    return fillings | spec.extra_fillings


def packages_of(spec: "GameSpec") -> frozenset[str]:
    """The packages whose functions are linked: ours and the game's own."""
    return frozenset({"quincunx", spec.rules.__name__.partition(".")[0]})


@cache
def linked(spec: "GameSpec", module: ModuleType) -> SimpleNamespace:
    """A module that plays any game, linked for this one and interpreted."""
    return Linker(fillings_of(spec), packages_of(spec)).module(module)
