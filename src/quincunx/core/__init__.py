"""The engine: knows no game and does no I/O."""
