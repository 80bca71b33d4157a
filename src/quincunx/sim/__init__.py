"""Simulation: many matches in compiled batches, their statistics, and arenas of bots."""
