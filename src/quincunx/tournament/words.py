"""Refusals of a tournament's steps, in English."""

from quincunx.core.messages import Sentence

HOST_ONLY = Sentence("tournament.host_only", "only the host of the tournament may do this")
HALL_ONLY = Sentence("tournament.hall_only", "only the hall does this")
OTHERS_PLACE = Sentence("tournament.others_place", "only the host removes other players")
IS_OVER = Sentence("tournament.is_over", "the tournament is over")
IS_ENDING = Sentence("tournament.is_ending", "the tournament ends with this round")
IS_FULL = Sentence("tournament.is_full", "the tournament is full: it has {count} players")
NO_SUCH_PLAYER = Sentence("tournament.no_such_player", "there is no player {player} here")
OTHER_PLAYER = Sentence("tournament.other_player", "the next player has the number {next}, not {player}")
NAME_TAKEN = Sentence("tournament.name_taken", "somebody here is called {name} already")
KEY_TAKEN = Sentence("tournament.key_taken", "you take part already: continue in the browser in which you joined")
HAS_LEFT = Sentence("tournament.has_left", "{name} has left the tournament")
TOO_FEW = Sentence(
    "tournament.too_few", "a round needs {count} player", "a round needs {count} players: wait until they have joined"
)
BEING_PLAYED = Sentence("tournament.being_played", "the round is still being played")
NOT_PLAYING = Sentence("tournament.not_playing", "no round is being played")
IS_PAUSED = Sentence("tournament.is_paused", "the tournament is paused")
NOT_PAUSED = Sentence("tournament.not_paused", "the tournament is not paused")
OTHER_ROUND = Sentence("tournament.other_round", "round {next} comes next, not {round}")
OTHER_TABLES = Sentence("tournament.other_tables", "every player must sit at exactly one table of the round")
NO_SUCH_TABLE = Sentence("tournament.no_such_table", "table {table} of the round has ended, or is not there")
OTHER_SIZE = Sentence("tournament.other_size", "a result must name every seat of the table")
