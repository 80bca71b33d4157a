"""The parts of pictures: structs that the hall sends and the page draws."""

from typing import Literal, TypeAlias

from msgspec import Struct

Colour: TypeAlias = Literal["red", "orange", "yellow", "green", "blue", "purple"]
"""The colours that the page can draw."""


class Drawn(Struct, gc=False):
    """A picture or a part of one. `tools/page_types.py` writes the page's types from its fields."""
