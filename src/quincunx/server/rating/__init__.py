"""Ratings of a hall's players."""
