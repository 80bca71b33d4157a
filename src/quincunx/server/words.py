"""The hall's sentences, in English: refusals, and errors in requests."""

from quincunx.core.messages import Sentence

TAKES_HINT = Sentence("hall.takes_hint", "{name} takes a hint.")
TOO_MANY_HINTS = Sentence("hall.too_many_hints", "too many hints: wait a moment")
TAKES_BACK = Sentence("hall.takes_back", "{name} takes the last action back.")

# For clients


# The state of the table

TOO_LATE = Sentence("hall.too_late", "too late")
NO_NEXT_YET = Sentence("hall.no_next_yet", "there is no next table yet")
NOTHING_TO_DO = Sentence("hall.nothing_to_do", "there is nothing to do")

# Seats

OWN_SEAT = Sentence("hall.own_seat", "to give your own seat up, leave")
JUST_HERE = Sentence(
    "hall.just_here",
    "{name} is here, or was a moment ago: a bot may play for a player who has been gone for {count} second",
    "{name} is here, or was a moment ago: a bot may play for a player who has been gone for {count} seconds",
)
TOO_FEW = Sentence(
    "hall.too_few",
    "this game needs {count} player: wait for someone, or let a bot sit down",
    "this game needs {count} players: wait for someone, or let a bot sit down",
)
PLAYER_IS_BACK = Sentence("hall.player_is_back", "the player is back")
ONLY_WATCHES = Sentence("hall.only_watches", "spectators cannot do this")

# The store

NOT_STORED_AGAIN = Sentence("hall.not_stored_again", "this could not be stored and has not happened: try again")
TABLE_NOT_STORED = Sentence("hall.table_not_stored", "the table could not be stored: try again")
STORE_SILENT = Sentence("hall.store_silent", "the store does not answer: try again")
MISTAKE = Sentence("hall.mistake", "internal error of the hall")
MISTAKE_NOTHING = Sentence("hall.mistake_nothing", "internal error of the hall: nothing has happened")

# Requests

MALFORMED = Sentence("hall.malformed", "invalid message: {detail}")
BAD_REQUEST = Sentence("hall.bad_request", "the hall cannot read this request")
BAD_FIELDS = Sentence("hall.bad_fields", "the request has an invalid value for {fields}")
NOTHING_AT = Sentence("hall.nothing_at", "there is nothing at {path}")
NO_SUCH_METHOD = Sentence("hall.no_such_method", "{path} does not answer {method}")
NO_LESSON = Sentence("hall.no_lesson", "there is no lesson of {game}")
NO_JUDGE = Sentence("hall.no_judge", "there is no judge of {game}")
NO_SHEET = Sentence("hall.no_sheet", "there is no score sheet of {game}")
NO_STEP_OF_LESSON = Sentence("hall.no_step_of_lesson", "the lesson has the steps 0 to {last}, not {step}")
TOO_DEEP = Sentence("hall.too_deep", "brackets are nested more than {count} deep")
OTHER_PROTOCOL = Sentence(
    "hall.other_protocol", "this hall speaks version {version} of the protocol: load the page again, or update"
)
TOO_MUCH_ASKED = Sentence("hall.too_much_asked", "this table gets too many requests: try again")
HELLO_FIRST = Sentence("hall.hello_first", "the first message must be hello")
HELLO_AGAIN = Sentence("hall.hello_again", "you have said hello already")
NO_SUCH_TOKEN = Sentence("hall.no_such_token", "this token belongs to no seat here; without a token you can watch")
LOBBY_ONLY_PINGS = Sentence("hall.lobby_only_pings", "the lobby only answers ping: tables are at /ws/tables/…")
OTHER_ORIGIN = Sentence("hall.other_origin", "pages of another site may not do this")
LOOPBACK_ONLY = Sentence("hall.loopback_only", "this is only for the machine that the hall runs on")
NO_JSON = Sentence("hall.no_json", "invalid JSON")
NOT_WHOLE = Sentence("hall.not_whole", "the request is incomplete")
NO_SUCH_TABLE = Sentence("hall.no_such_table", "there is no table {table}")
UNKNOWN_GAME = Sentence("hall.unknown_game", "table {table} plays {game}, which this hall does not have")
DAMAGED = Sentence("hall.damaged", "table {table} is damaged and cannot be opened: {what}")
VARIANTS_UNREADABLE = Sentence("hall.variants_unreadable", "its variants cannot be read ({reason})")
STEP_MISSING = Sentence("hall.step_missing", "step {step} is missing")
STEP_UNREADABLE = Sentence("hall.step_unreadable", "step {step} cannot be read ({reason})")
STEP_IMPOSSIBLE = Sentence("hall.step_impossible", "step {step} is not possible ({reason})")
CLOSED_TABLE = Sentence("hall.closed_table", "the operator of this hall has closed table {table}")
BANNED = Sentence("hall.banned", "the operator of this hall has banned your address")
TOO_MANY_TABLES = Sentence(
    "hall.too_many_tables", "an address may open {count} table per hour", "an address may open {count} tables per hour"
)
TOO_MANY_KEYS = Sentence(
    "hall.too_many_keys",
    "an address may use {count} new player key per day: continue as a guest, without a key",
    "an address may use {count} new player keys per day: continue as a guest, without a key",
)
TOO_MANY_DEVICES = Sentence(
    "hall.too_many_devices",
    "an address may turn on notifications for {count} new device per day",
    "an address may turn on notifications for {count} new devices per day",
)
NO_PUSH_URL = Sentence("hall.no_push_url", "a push service has an https address without name, password or port")
NO_PUSH_HOST = Sentence("hall.no_push_host", "the hall cannot find the push service {host}")
PRIVATE_PUSH_HOST = Sentence("hall.private_push_host", "{host} is not a public push service")
NO_PUSH_KEYS = Sentence("hall.no_push_keys", "these are not the keys of a browser that takes push messages")
NO_MAILS = Sentence("hall.no_mails", "this hall sends no mails")
NO_MAIL_ADDRESS = Sentence("hall.no_mail_address", "this is not a mail address")
TOO_MANY_MAILS = Sentence("hall.too_many_mails", "several mails were sent to this address today: check your inbox")
DICE_STILL_SECRET = Sentence(
    "hall.dice_still_secret",
    "others are still playing with these dice: the secret is published when everyone has finished",
)
NO_SUCH_TOURNAMENT = Sentence("hall.no_such_tournament", "there is no tournament {tournament}")
ROUND_STILL_PLAYED = Sentence(
    "hall.round_still_played", "others are still playing with these dice: you can see the match when the round is over"
)
DAY_STILL_PLAYED = Sentence(
    "hall.day_still_played",
    "others may still play with these dice: finish your own try, or come back when the dice of the day are published",
)
TABLE_SEALED = Sentence(
    "hall.table_sealed", "others are still playing with these dice: you cannot watch this table yet"
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
TOO_MANY_STUDIES = Sentence(
    "hall.too_many_studies",
    "an address may have {count} match per hour analysed",
    "an address may have {count} matches per hour analysed",
)
STUDIES_OF_ADDRESS = Sentence(
    "hall.studies_of_address",
    "{count} match of yours is being analysed: wait until it is done",
    "{count} matches of yours are being analysed: wait until one is done",
)
STUDIES_BUSY = Sentence("hall.studies_busy", "too many matches are being analysed: try again later")
MATCH_TOO_LONG = Sentence(
    "hall.match_too_long",
    "only matches of up to {count} event are analysed",
    "only matches of up to {count} events are analysed",
)
NO_SUCH_STUDY = Sentence("hall.no_such_study", "this match is no longer here: upload its transcript again")
NO_GAME_OF_HALL = Sentence("hall.no_game_of_hall", "this hall has no game {game}")
NO_DECISION = Sentence("hall.no_decision", "seat {seat} has nothing to decide after {at} events")
TOO_MANY_CHANGES = Sentence("hall.too_many_changes", "too many changes from your address: wait a while")
TOO_MANY_STEPS = Sentence("hall.too_many_steps", "too much has been played from your address: wait a while")
TOO_MANY_NAMES = Sentence("hall.too_many_names", "too many new names: wait a while")
TOO_MANY_REACTIONS = Sentence("hall.too_many_reactions", "too many reactions: wait a moment")
TOO_FAST = Sentence("hall.too_fast", "too many messages: slow down")
TOO_BIG = Sentence("hall.too_big", "a message has at most {count} byte", "a message has at most {count} bytes")
BOTS_EVERYWHERE = Sentence("hall.bots_everywhere", "a table that you only watch needs a bot on every seat")

# Coming back

NOTHING_LEFT = Sentence("hall.nothing_left", "there is nothing left to play from that moment on")
NO_HONOUR = Sentence("hall.no_honour", "the roll of honour is for totals of more than {points} points")
OTHER_WITNESS = Sentence("hall.other_witness", "a witness needs a name and cannot be the player")
NOT_IN_BOOK = Sentence("hall.not_in_book", "this total is not in the records, or already has a witness")

# News

NEWS_TURN = Sentence("news.turn", "{name}, it is your turn.")
NEWS_ROUND = Sentence("news.round", "Round {round} has begun.")
NEWS_DAILY = Sentence("news.daily", "Today’s dailies are here: the same dice for everybody.")

MAIL_FIRST = Sentence(
    "news.mail_first",
    "Somebody at {url} asked for notifications at this address. If that was you, confirm it here: {link}",
)
MAIL_LAST = Sentence("news.mail_last", "Unsubscribe: {link}")
MAIL_CONFIRM = Sentence("news.mail_confirm", "Yes, send me notifications")
MAIL_STOP = Sentence("news.mail_stop", "Unsubscribe")
MAIL_CONFIRMED = Sentence("news.mail_confirmed", "You will get notifications by mail.")
MAIL_STOPPED = Sentence("news.mail_stopped", "You will get no more mails.")
MAIL_TITLE = Sentence("news.mail_title", "Notifications by mail")

# For the person who opens a hall

NO_SENDER = Sentence("host.no_sender", "the sender must be an address such as hall@dice.example, not {text}")
MAIL_NEEDS_ORIGIN = Sentence("host.mail_needs_origin", "mails contain links, which need the hall's public --origin")
NO_MAIL_SERVER = Sentence("host.no_mail_server", "a mail server is mail.example or mail.example:587, not {text}")
NO_HOOK = Sentence("host.no_hook", "a webhook is an address such as https://example.org/quincunx, not {text}")
NO_HOOK_SECRET = Sentence(
    "host.no_hook_secret",
    "a webhook needs a secret of {count} character or more in QUINCUNX_WEBHOOK_SECRET",
    "a webhook needs a secret of {count} characters or more in QUINCUNX_WEBHOOK_SECRET",
)

OPEN = Sentence("host.open", "The hall is open: {url}   (Ctrl-C closes it)")
OPEN_ALREADY = Sentence("host.open_already", "The hall is open already: {url}")
IN_YOUR_NETWORK = Sentence("host.in_your_network", "In your network: {url}")
OTHER_PORT = Sentence("host.other_port", "Port {port} is in use by something else; the hall takes {other}.")
NO_ORIGIN = Sentence("host.no_origin", "an origin is a scheme and a name, as in https://dice.example, not {text}")
NO_PROXY = Sentence("host.no_proxy", "a proxy is named by its address, as in 127.0.0.1, not {text}")
NO_PEER = Sentence("host.no_peer", "a peer address is an address of this machine, such as 10.0.0.2:9000, not {text}")
NO_ADDRESS = Sentence("host.no_address", "an address is 203.0.113.9 or 2001:db8:1:2::/64, not {text}")
PORT_IN_USE = Sentence("host.port_in_use", "port {port} of {host} is in use")
PORT_UNUSABLE = Sentence("host.port_unusable", "port {port} of {host} cannot be used: {reason}")
NO_PORT = Sentence("host.no_port", "a port is 0 to 65535")
NAME_ANOTHER_PORT = Sentence("host.name_another_port", "{reason}: name another, such as --port {port}")
ALL_PORTS_IN_USE = Sentence("host.all_ports_in_use", "ports {first} to {last} are all in use: name another with --port")
WORKERS_NEED = Sentence(
    "host.workers_need", "several workers need PostgreSQL (--db postgresql://…): a SQLite file is for one"
)
NO_WORKERS = Sentence("host.no_workers", "this system does not support several workers")
OCCUPIED = Sentence("host.occupied", "a hall is open on {file} already: a SQLite file is for one hall at a time")
OCCUPIED_BY = Sentence(
    "host.occupied_by", "a hall is open on {file} already at {url}: a SQLite file is for one hall at a time"
)
FILE_GONE = Sentence(
    "host.file_gone", "{file} has been deleted or replaced under the running hall: nothing more is stored"
)
NO_DATABASE = Sentence("host.no_database", "a database is named sqlite:///file or postgresql://user@host/name")
OTHER_DATABASE = Sentence("host.other_database", "a database is sqlite:///file or postgresql://…, not {name}")
CANNOT_OPEN = Sentence("host.cannot_open", "the database {db} cannot be opened: {reason}")
OTHER_VERSION = Sentence(
    "host.other_version",
    "the database {db} is of version {there}, which this program does not know (its own is {here}): upgrade Quincunx,"
    " or name another database",
)
DATABASE_SILENT = Sentence("host.database_silent", "the database does not answer")
NO_LEASE = Sentence("host.no_lease", "this process has lost its lease and serves no tables")
NOT_OWN = Sentence("host.not_own", "another process serves this table now")
NOTHING_STORED = Sentence("host.nothing_stored", "nothing can be stored: {reason}")
DISK_FULL = Sentence("host.disk_full", "the disk of {file} is full: nothing more is stored")

# Previews of links

PREVIEW_OF_INVITATION = Sentence(
    "host.preview_invitation",
    "{names}: {count} seat is free. Sit down!",
    "{names}: {count} seats are free. Sit down!",
)
PREVIEW_OF_EMPTY = Sentence("host.preview_empty", "A table is free. Sit down!")
PREVIEW_OF_MATCH = Sentence("host.preview_match", "{names} are at the table. Watch them!")
PREVIEW_OF_REPLAY = Sentence("host.preview_replay", "Watch how {names} played.")
PREVIEW_OF_DAILY = Sentence("host.preview_daily", "Today's match: the same dice for everybody, one try.")
PREVIEW_OF_DAY = Sentence("host.preview_day", "The match of {day}: the same dice for everybody, one try.")

# Players and dailies

NO_SUCH_PLAYER = Sentence("host.no_such_player", "there is no such player")

NO_DAILY = Sentence("host.no_daily", "there is no daily of {day}")
NO_PAR = Sentence("host.no_par", "{bot} does not answer in {game}")

# For the operator

NO_HALL = Sentence("host.no_hall", "no hall of this user is open on {db}; --db names another")
NO_ANSWER = Sentence("host.no_answer", "the hall at {path} does not answer: {reason}")
CLOSED = Sentence("host.closed", "Table {table} is closed: nobody can open it any more.")
RENAMED = Sentence("host.renamed", "{was} is called {now} from now on.")
KEPT_OUT = Sentence(
    "host.kept_out",
    "{address} is banned; {count} connection was closed.",
    "{address} is banned; {count} connections were closed.",
)
MAY_COME_AGAIN = Sentence("host.may_come_again", "{address} is no longer banned.")
WAS_NOT_OUT = Sentence("host.was_not_out", "{address} was not banned.")
PROCESS = Sentence("host.process", "process")
VERSION = Sentence("host.version", "version")
STORE = Sentence("host.store", "store")
OPEN_FOR = Sentence("host.open_for", "open for")
TABLES = Sentence("host.tables", "tables")
CONNECTIONS = Sentence("host.connections", "connections")
OUT = Sentence("host.out", "banned")
MINUTES = Sentence("host.minutes", "{number} min")
NOBODY = Sentence("host.nobody", "nobody")
TABLE = Sentence("host.table", "table")
GAME = Sentence("host.game", "game")
STATUS = Sentence("host.status", "status")
SEATS = Sentence("host.seats", "seats")
STATUSES = {
    "waiting": Sentence("host.waiting", "waiting"),
    "playing": Sentence("host.playing", "playing"),
    "break": Sentence("host.break", "break"),
    "over": Sentence("host.over", "over"),
}
TOURNAMENT = Sentence("host.tournament", "tournament")
TITLE = Sentence("host.title", "title")
PLAYERS = Sentence("host.players", "players")
ROUND = Sentence("host.round", "round")
TOURNAMENT_ENDS = Sentence("host.tournament_ends", "Tournament {tournament} ends after the current round.")
ADDRESS = Sentence("host.address", "address")
WHERE = Sentence("host.where", "where")
SEAT = Sentence("host.seat", "seat")
PLAYER = Sentence("host.player", "player")
NAME = Sentence("host.name", "name")
SINCE = Sentence("host.since", "since (UTC)")
KEYS = Sentence("host.keys", "keys from that address")
POINTS = Sentence("host.points", "points")
LOBBY = Sentence("host.lobby", "lobby")
WATCHES = Sentence("host.watches", "watches")
WITH_STEPS = Sentence("host.with_steps", "{count} step", "{count} steps")
"""The steps that are deleted with a table."""
GONE = Sentence("host.gone", "{count} table with {steps} was deleted.", "{count} tables with {steps} were deleted.")
GONE_AND_SMALLER = Sentence(
    "host.gone_and_smaller",
    "{count} table with {steps} was deleted; the file is {room} MB smaller.",
    "{count} tables with {steps} were deleted; the file is {room} MB smaller.",
)
NOTHING_TO_TIDY = Sentence("host.nothing_to_tidy", "There is nothing to clean up.")
NOTHING_BUT_SMALLER = Sentence(
    "host.nothing_but_smaller", "There is nothing to clean up; the file is {room} MB smaller."
)
CANNOT_TIDY = Sentence("host.cannot_tidy", "the database cannot be cleaned up: {reason}")
ONLY_SQLITE = Sentence("host.only_sqlite", "--backup copies only SQLite files; for PostgreSQL use pg_dump")
NO_FILE = Sentence("host.no_file", "there is no {file}")
THERE_ALREADY = Sentence("host.there_already", "{file} is there already: name another file")
COPYING = Sentence("host.copying", "copying")
CANNOT_COPY = Sentence("host.cannot_copy", "{file} cannot be copied to {target}: {reason}")
COPIED = Sentence("host.copied", "The hall is copied to {file} ({size} MB).")
