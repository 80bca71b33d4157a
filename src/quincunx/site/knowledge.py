"""What bots know by heart, as a file of floats: a browser reads it without NumPy, and builds no tables."""

from array import array
from importlib import resources

from quincunx.core.bots import MASTER, RANDOM, takes_knowledge
from quincunx.core.spec import GameSpec

FOLDER = "knowledge"
MOST_BYTES = 2_000_000
"""The largest file that a site carries, before it is compressed: the tables of a game that needs more are left out, and
the bots that read them."""


def name_of(game: str) -> str:
    """The name of a game's file."""
    return f"{game}.f64"


def packed(spec: GameSpec) -> bytes | None:
    """What a game's bots know, as the bytes of its file; none if that is too much, or nothing."""
    known = array("d", spec.knowledge if spec.by_heart is None else spec.by_heart(spec.knowledge))
    return known.tobytes() if 1 < len(known) <= MOST_BYTES // known.itemsize else None


def give(spec: GameSpec) -> None:
    """Let a game's bots know what is in the file; without a file they know nothing."""
    file = resources.files("quincunx.site").joinpath(FOLDER, name_of(spec.slug))
    known = array("d")
    if file.is_file():
        known.frombytes(file.read_bytes())
    vars(spec)["knowledge"] = known.tolist() or [0.0]


def bots_of(spec: GameSpec, *, knows: bool) -> list[str]:
    """The bots that play a game in the browser, weakest first; a search needs the bot that plays on in it, and all that
    one knows."""
    found = [bot for bot in spec.bots if knows or not takes_knowledge(spec.bots[bot])]
    searches = spec.search is not None and spec.search.policy in found and spec.by_heart is None
    return [RANDOM, *found, *([MASTER] if searches else [])]
