"""Clients of a hall: a terminal and a local bot."""
