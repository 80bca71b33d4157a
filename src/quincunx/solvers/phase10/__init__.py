"""Phase 10 Dice, solved: alone at the table by exact dynamic programming."""
