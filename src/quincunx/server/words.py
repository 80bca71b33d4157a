"""What the hall says, in English: why something is refused, what is wrong with a request."""

from quincunx.core.messages import Sentence

TAKES_BACK = Sentence("hall.takes_back", "{name} takes the last action back.")

# Said by its clients

UNREACHABLE = Sentence("hall.unreachable", "the hall at {url} does not answer: {reason}")
ANSWERS_WITH = Sentence("hall.answers_with", "the hall answers {code}")

# The state of the table

HAS_BEGUN = Sentence("hall.has_begun", "the match has begun")
HAS_BEGUN_WATCH = Sentence("hall.has_begun_watch", "the match has begun: you can watch it")
NOT_BEGUN = Sentence("hall.not_begun", "the match has not begun")
IS_OVER = Sentence("hall.is_over", "the match is over")
NOT_OVER = Sentence("hall.not_over", "the match is not over")
NO_TRANSCRIPT_YET = Sentence("hall.no_transcript_yet", "the transcript is there when the match is over")
MOVED_ON = Sentence("hall.moved_on", "the table has moved on since: look again")
TOO_LATE = Sentence("hall.too_late", "too late")
NEXT_IS_OPEN = Sentence("hall.next_is_open", "the next table is open already")
NO_NEXT_YET = Sentence("hall.no_next_yet", "there is no next table yet")
NAMES_STAY = Sentence("hall.names_stay", "the match is over: its names stay")
NOTHING_TO_DO = Sentence("hall.nothing_to_do", "nothing is to be done")

# The dice

OTHER_STAGE = Sentence("hall.other_stage", "this is not asked for now: round {round} of the dice is under way")
DID_NOT_REVEAL = Sentence(
    "hall.did_not_reveal", "you did not reveal in an earlier round: the dice are made without you"
)
COMMITTED_ALREADY = Sentence("hall.committed_already", "you have committed already")
NOTHING_TO_REVEAL = Sentence("hall.nothing_to_reveal", "there is nothing for you to reveal")
OTHER_ENTROPY = Sentence("hall.other_entropy", "this is not what you have committed to")
REVEALING = Sentence("hall.revealing", "the players are showing their part of the dice: a moment")

# Seats

ALL_TAKEN = Sentence("hall.all_taken", "every seat is taken")
SEAT_TAKEN = Sentence("hall.seat_taken", "seat {seat} is taken")
NO_SUCH_SEAT = Sentence("hall.no_such_seat", "there is no seat {seat}")
SITS_THERE = Sentence("hall.sits_there", "{name} sits there")
NOBODY_THERE = Sentence("hall.nobody_there", "nobody sits on seat {seat}")
OWN_SEAT = Sentence("hall.own_seat", "to give your own seat up, leave")
HAS_HOST = Sentence("hall.has_host", "the table has a host, or nobody who could be")
NOBODY_MISSING = Sentence("hall.nobody_missing", "nobody is missing there")
HERE_ALREADY = Sentence("hall.here_already", "you are here already")
PLAYER_IS_BACK = Sentence("hall.player_is_back", "the player is back")
SEAT_EMPTY = Sentence("hall.seat_empty", "seat {seat} is empty: wait for someone, or let a bot sit there")
HOST_ONLY = Sentence("hall.host_only", "only the host of the table may do this")
ONLY_WATCHES = Sentence("hall.only_watches", "who only watches cannot do this")

# Whose move

MOVE_OF = Sentence("hall.move_of", "it is the move of {names}")
NOBODY_MAY_ACT = Sentence("hall.nobody_may_act", "nobody may act now")
ONLY_OWN_LAST = Sentence("hall.only_own_last", "only your own last action, and only until something is revealed by it")

# The store

NOT_STORED = Sentence("hall.not_stored", "this could not be stored and has not happened")
NOT_STORED_AGAIN = Sentence("hall.not_stored_again", "this could not be stored and has not happened: try again")
TABLE_NOT_STORED = Sentence("hall.table_not_stored", "the table could not be stored: try again")
STORE_SILENT = Sentence("hall.store_silent", "the store does not answer: try again")
MISTAKE = Sentence("hall.mistake", "the hall has made a mistake")
MISTAKE_NOTHING = Sentence("hall.mistake_nothing", "the hall has made a mistake, and nothing has happened")

# Requests

MALFORMED = Sentence("hall.malformed", "this is no message: {detail}")
BAD_REQUEST = Sentence("hall.bad_request", "this request is wrong: {detail}")
OTHER_PROTOCOL = Sentence(
    "hall.other_protocol", "this hall speaks version {version} of the protocol: load the page again, or update"
)
ANSWERED_BEFORE = Sentence("hall.answered_before", "this message was answered before, too long ago to say how")
TOO_MANY_CLIENTS = Sentence(
    "hall.too_many_clients",
    "a player may use {count} program or tab at a table",
    "a player may use {count} programs or tabs at a table",
)
CLIENT_RETIRED = Sentence(
    "hall.client_retired", "many other programs or tabs have played this seat since: load the page again"
)
TOO_MUCH_ASKED = Sentence("hall.too_much_asked", "too much is asked of this table: try again")
HELLO_FIRST = Sentence("hall.hello_first", "the first message is hello")
HELLO_AGAIN = Sentence("hall.hello_again", "you have said hello already")
NO_SUCH_TOKEN = Sentence("hall.no_such_token", "this token opens no seat here; without a token you can watch")
LOBBY_ONLY_PINGS = Sentence("hall.lobby_only_pings", "the lobby only answers ping: tables are at /ws/tables/…")
OTHER_ORIGIN = Sentence("hall.other_origin", "pages of another site may not do this")
LOOPBACK_ONLY = Sentence("hall.loopback_only", "this is only for the machine that the hall runs on")
NO_JSON = Sentence("hall.no_json", "this is no JSON that the hall can read")
NOT_WHOLE = Sentence("hall.not_whole", "the request did not come whole")
NO_SUCH_TABLE = Sentence("hall.no_such_table", "there is no table {table}")
UNKNOWN_GAME = Sentence("hall.unknown_game", "table {table} plays {game}, which this hall does not have")
DAMAGED = Sentence("hall.damaged", "table {table} is damaged and cannot be opened: {what}")
CLOSED_TABLE = Sentence("hall.closed_table", "table {table} has been closed by whoever runs this hall")
BANNED = Sentence("hall.banned", "whoever runs this hall keeps your address out")
OTHER_RULES = Sentence(
    "hall.other_rules", "this table plays version {there} of the rules of {game}; this hall has version {here}"
)
TOO_MANY_TABLES = Sentence(
    "hall.too_many_tables", "an address may open {count} table an hour", "an address may open {count} tables an hour"
)
TOO_MANY_SITTINGS = Sentence(
    "hall.too_many_sittings", "too many seats were taken from your address: try again in a minute"
)
TOO_MANY_HELD = Sentence(
    "hall.too_many_held",
    "an address may hold {count} seat at tables that have not begun",
    "an address may hold {count} seats at tables that have not begun",
)
TOO_MANY_REQUESTS = Sentence("hall.too_many_requests", "too many requests from your address: wait a while")
TOO_MANY_CHANGES = Sentence("hall.too_many_changes", "too many changes from your address: wait a while")
TOO_MANY_STEPS = Sentence("hall.too_many_steps", "too much has been played from your address: wait a while")
TOO_MANY_NAMES = Sentence("hall.too_many_names", "too many new names: wait a while")
TOO_MANY_REACTIONS = Sentence("hall.too_many_reactions", "that was a lot at once: wait a moment")
TOO_FAST = Sentence("hall.too_fast", "too many messages: slow down")
TOO_BIG = Sentence("hall.too_big", "a message has at most {count} byte", "a message has at most {count} bytes")
DO_NOT_FIT = Sentence("hall.do_not_fit", "{bots} bots and {people} players do not fit on {seats} seats")
BOTS_EVERYWHERE = Sentence("hall.bots_everywhere", "a table that you only watch needs a bot on every seat")

# Coming back

NOTHING_LEFT = Sentence("hall.nothing_left", "there is nothing left to play from that moment on")
SEATS_OF_POSITION = Sentence(
    "hall.seats_of_position", "a match that is played on from a moment keeps the seats that it had"
)
NO_HONOUR = Sentence("hall.no_honour", "the roll of honour is for totals of more than {points} points")
OTHER_WITNESS = Sentence("hall.other_witness", "a witness has a name, and is somebody else than the player")
NOT_IN_BOOK = Sentence("hall.not_in_book", "this total is not in the hall's book, or has its witness already")
