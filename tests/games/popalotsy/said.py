"""A position of PoPalotsy as people say it."""

SAID = "r4 b2 g1 o6 y3, dice 1 4 6 2 1, others 5 4"
