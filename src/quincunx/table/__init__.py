"""A table in the shape of a game: its steps, who may do them, and what they change. No input or output."""
