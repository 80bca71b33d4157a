"""A position of Phase 10 Dice as people say it."""

SAID = "8 8 5 6 9 10 W W 3 1, phase 3, 2 rolls left, total 80"
