"""The engine, without any game, network, database or terminal.

It reads the games' folders and the catalogues of languages, and caches compiled code.
"""
