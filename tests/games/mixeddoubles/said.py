"""A position of Mixed Doubles as people say it."""

SAID = "b1 b2 r4, jackpot y3, against b5 g2, bank r7 o1, theirs p6"
