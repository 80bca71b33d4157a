"""The engine. It knows no game, no network, no database and no terminal; it reads the games' folders and the catalogues
of languages, and caches compiled code.
"""
