"""Sentences about searching and solved games."""

from quincunx.core.messages import Sentence

NO_TABLE = Sentence("solvers.no_table", "{folder} has no table {name}")
NO_TABLES = Sentence("solvers.no_tables", "no tables of these rules in {folder}: `{command}` builds them")
BEING_BUILT = Sentence("solvers.being_built", "another process is building the tables in {folder}")
NO_SEARCH = Sentence("solvers.no_search", "{game} has no searching bot")
