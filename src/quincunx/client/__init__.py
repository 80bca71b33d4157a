"""Clients of a hall: a person's terminal, a bot of this machine."""
