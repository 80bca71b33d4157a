"""A table in the shape of a game: what can happen there, whether it may, and what follows. No input or output."""
