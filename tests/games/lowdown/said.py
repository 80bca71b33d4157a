"""A position of Lowdown as people say it."""

SAID = "5 3 r g, board R1 4 G5 2, against R2 1 P9 3, wilds 1 to 0"
