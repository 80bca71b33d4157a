"""The engine: knows no game, no network, no database and no terminal.

Of files it reads those of the games' folders and the catalogues of languages, and keeps what it has compiled.
"""
