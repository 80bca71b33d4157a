"""The packages of the extra `full`: a light installation plays without them, and neither compiles nor draws."""

from functools import cache
from importlib.util import find_spec

from quincunx.core import words
from quincunx.core.errors import SetupError

PACKAGES = ("numba", "numpy", "matplotlib")


@cache
def is_installed() -> bool:
    """Whether compiled code can run here."""
    return find_spec("numba") is not None


def lack(missing: ModuleNotFoundError) -> SetupError | None:
    """Return the error if a package of the extra is missing; None for any other module."""
    package = (missing.name or "").partition(".")[0]
    return SetupError(words.NEEDS_FULL(package=package)) if package in PACKAGES else None
