"""Battle of the Sixes, solved: the chance to win from every position, both players playing perfectly."""
