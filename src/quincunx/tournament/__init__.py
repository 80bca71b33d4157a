"""A duplicate tournament as a game of its own: steps, rules, pairing and scoring, without input or output."""
