"""Battle of the Sixes: what a round may still bring, counted in play."""
