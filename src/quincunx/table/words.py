"""Why a table does not allow a step, and what is wrong with stored ones, in English."""

from quincunx.core.messages import Sentence

HAS_BEGUN = Sentence("hall.has_begun", "the match has begun")
HAS_BEGUN_WATCH = Sentence("hall.has_begun_watch", "the match has begun: you can watch it")
NOT_BEGUN = Sentence("hall.not_begun", "the match has not begun")
IS_OVER = Sentence("hall.is_over", "the match is over")
NOT_OVER = Sentence("hall.not_over", "the match is not over")
NO_TRANSCRIPT_YET = Sentence("hall.no_transcript_yet", "the transcript is there when the match is over")
MOVED_ON = Sentence("hall.moved_on", "the table has moved on since: look again")
NEXT_IS_OPEN = Sentence("hall.next_is_open", "the next table is open already")
NAMES_STAY = Sentence("hall.names_stay", "the match is over: its names stay")
OTHER_STAGE = Sentence("hall.other_stage", "this is not asked for now: round {round} of the dice is under way")
DID_NOT_REVEAL = Sentence("hall.did_not_reveal", "rounds of the dice were void before: the dice are made without you")
COMMITTED_ALREADY = Sentence("hall.committed_already", "you have committed already")
NOTHING_TO_REVEAL = Sentence("hall.nothing_to_reveal", "there is nothing for you to reveal")
OTHER_ENTROPY = Sentence("hall.other_entropy", "this is not what you have committed to")
REVEALING = Sentence("hall.revealing", "the players are showing their part of the dice: a moment")
ALL_TAKEN = Sentence("hall.all_taken", "every seat is taken")
SEAT_TAKEN = Sentence("hall.seat_taken", "seat {seat} is taken")
NO_SUCH_SEAT = Sentence("hall.no_such_seat", "there is no seat {seat}")
SITS_THERE = Sentence("hall.sits_there", "{name} sits there")
JUST_HERE = Sentence(
    "hall.just_here",
    "{name} is here, or was a moment ago: a bot may play for who has been gone for {count} second",
    "{name} is here, or was a moment ago: a bot may play for who has been gone for {count} seconds",
)
NOBODY_THERE = Sentence("hall.nobody_there", "nobody sits on seat {seat}")
OWN_SEAT = Sentence("hall.own_seat", "to give your own seat up, leave")
HAS_HOST = Sentence("hall.has_host", "the table has a host, or nobody who could be")
NOBODY_MISSING = Sentence("hall.nobody_missing", "nobody is missing there")
HERE_ALREADY = Sentence("hall.here_already", "you are here already")
SEAT_EMPTY = Sentence("hall.seat_empty", "seat {seat} is empty: wait for someone, or let a bot sit there")
HOST_ONLY = Sentence("hall.host_only", "only the host of the table may do this")
MOVE_OF = Sentence("hall.move_of", "it is the move of {names}")
NOBODY_MAY_ACT = Sentence("hall.nobody_may_act", "nobody may act now")
ONLY_OWN_LAST = Sentence("hall.only_own_last", "only your own last action, and only until something is revealed by it")
ANSWERED_BEFORE = Sentence("hall.answered_before", "this message was answered before, too long ago to say how")
TOO_MANY_CLIENTS = Sentence(
    "hall.too_many_clients",
    "a player may use {count} program or tab at a table",
    "a player may use {count} programs or tabs at a table",
)
CLIENT_RETIRED = Sentence(
    "hall.client_retired", "many other programs or tabs have played this seat since: load the page again"
)
STEP_LACKS = Sentence("hall.step_lacks", "a stored step lacks a die or a card")
STEP_HAS_MORE = Sentence(
    "hall.step_has_more",
    "a stored step of table {table} has {count} die or card too many",
    "a stored step of table {table} has {count} dice or cards too many",
)
STEP_LEFT_OUT = Sentence(
    "hall.step_left_out", "step {step} of table {table} is missing: the next that is there is {next}"
)
CHAIN_BROKEN = Sentence(
    "hall.chain_broken", "step {step} of table {table} is not the one that was stored: its chain is broken"
)
OTHER_RULES = Sentence(
    "hall.other_rules", "this table plays version {there} of the rules of {game}; this hall has version {here}"
)
SEATS_OF_POSITION = Sentence(
    "hall.seats_of_position", "a match that is played on from a moment keeps the seats that it had"
)
