"""Lowdown: what a board will count, learned from play."""
