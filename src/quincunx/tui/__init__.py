"""Playing in a terminal: people and bots at one keyboard, any game."""
