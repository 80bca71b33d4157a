"""Live tables: who decides, who is there, clocks, bots, and what watchers are told."""
