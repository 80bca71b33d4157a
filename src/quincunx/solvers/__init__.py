"""Exact solvers: how a game is played as well as it can be."""
