"""Phase 10 Dice, solved: alone at the table by exact dynamic programming."""

from quincunx.solvers.phase10.tables import SolitaireTables, SolvedChoice

__all__ = ["SolitaireTables", "SolvedChoice"]
