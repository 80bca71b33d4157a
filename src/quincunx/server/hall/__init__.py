"""Live tables: authority, presence, clocks, bots, and the messages to watchers."""
