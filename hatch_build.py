"""Hatchling's hook: the hall's page is built before the package is, so that `pip install .` is enough."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BABEL = "babel>=2.16,<3"


def load_builder(root: str) -> ModuleType | None:
    """web/build.py; none where only the built page was shipped."""
    path = Path(root) / "web" / "build.py"
    spec = spec_from_file_location("quincunx_page_build", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface):
    """Builds web/ into src/quincunx/server/static."""

    def dependencies(self) -> list[str]:
        """Babel to compile the messages, and Node from a wheel where there is none, if the page must be built."""
        builder = load_builder(self.root)
        if builder is None or builder.is_current():
            return []
        return [BABEL] if builder.machine_node() else [BABEL, builder.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        builder = load_builder(self.root)
        if builder is not None:
            builder.build()
