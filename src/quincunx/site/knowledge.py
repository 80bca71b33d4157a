"""The knowledge of bots as a file of floats: a browser reads it without NumPy, and builds no tables."""

from array import array
from importlib import resources

from quincunx.core.bots import MASTER, RANDOM, takes_knowledge
from quincunx.core.spec import GameSpec

FOLDER = "knowledge"
MOST_BYTES = 2_000_000
"""The largest file of a site before compression: larger tables are left out, and the bots that read them."""


def name_of(game: str) -> str:
    """The name of a game's file."""
    return f"{game}.f64"


def packed(spec: GameSpec) -> bytes | None:
    """Return the knowledge of a game's bots as bytes; None if it is too large, or if there is none."""
    known = array("d", spec.knowledge if spec.by_heart is None else spec.by_heart(spec.knowledge))
    return known.tobytes() if 1 < len(known) <= MOST_BYTES // known.itemsize else None


def give(spec: GameSpec) -> None:
    """Load the knowledge of a game's bots from a file, if there is one."""
    file = resources.files("quincunx.site").joinpath(FOLDER, name_of(spec.slug))
    known = array("d")
    if file.is_file():
        known.frombytes(file.read_bytes())
    vars(spec)["knowledge"] = known.tolist() or [0.0]


def bots_of(spec: GameSpec, *, knows: bool) -> list[str]:
    """Return the bots that can play a game in the browser, weakest first.

    A search needs the knowledge of the bot that plays on in it.
    """
    found = [bot for bot in spec.bots if knows or not takes_knowledge(spec.bots[bot])]
    searches = spec.search is not None and spec.search.policy in found and spec.by_heart is None
    return [RANDOM, *found, *([MASTER] if searches else [])]
