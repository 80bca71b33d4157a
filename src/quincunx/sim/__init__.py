"""Simulation: compiled playout loops, batches, statistics."""
