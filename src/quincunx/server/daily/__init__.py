"""Dailies of a hall, and the league of a week."""
