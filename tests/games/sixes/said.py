"""A position of Battle of the Sixes as people say it."""

SAID = "6 5 4 2 1 1, against 4 4 3 2 2 1, total 12 to 9"
