"""Playing better by computing: one search for all games, and exact solutions of solved games."""
