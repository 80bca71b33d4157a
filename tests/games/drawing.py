"""Pictures as the page gets them."""

from collections.abc import Callable
from typing import Any

import msgspec

from quincunx.games import game


def picture_of(slug: str) -> Callable[[Any, int], dict[str, Any]]:
    """The function that draws a game, its structs turned into objects of JSON."""
    picture = game(slug).part("picture").picture
    return lambda view, seat: msgspec.json.decode(msgspec.json.encode(picture(view, seat)))
