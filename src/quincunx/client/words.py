"""The sentences of the hall's clients, in English."""

from quincunx.core.messages import Sentence

# At a table of a hall

YOUR_SEAT = Sentence("terminal.your_seat", "You have seat {seat}. To come back: {command}")
YOU_WATCH = Sentence("terminal.you_watch", "You only watch.")
YOU_ARE = Sentence("terminal.you_are", "You are {name} on seat {seat}.")
COMMITMENT = Sentence("terminal.commitment", "Dice: commitment {hash}")
GET_READY = Sentence("terminal.get_ready", "Get ready: the race begins.")
WAITING = Sentence("terminal.waiting", "Waiting: {names}")
WAITING_FOR = Sentence("terminal.waiting_for", "Waiting for {names}.")
NO = Sentence("terminal.no", "No: {reason}")
NOTHING_NOW = Sentence("terminal.nothing_now", "nothing now")
CONNECTION_LOST = Sentence("terminal.connection_lost", "The connection is lost; trying again …")
CONNECTED_AGAIN = Sentence("terminal.connected_again", "Connected again.")
RESULT = {
    "points": Sentence("terminal.result_points", "{place}. {name}: {count} point", "{place}. {name}: {count} points"),
    "cards": Sentence("terminal.result_cards", "{place}. {name}: {count} card", "{place}. {name}: {count} cards"),
}
TO_CHECK = Sentence("terminal.to_check", "To check every action and every die, save {url} as proof.txt, and then:")
TABLE_IS_OPEN = Sentence("terminal.table_is_open", "The table is open. Anyone with this link can sit down:")
ONLY_THIS_COMPUTER = Sentence(
    "terminal.only_this_computer",
    "Only this computer can open the link; `quincunx hall --lan` opens the hall to your network.",
)
NO_HALL = Sentence(
    "terminal.no_hall", "no hall is running on this computer: start one with `quincunx`, or name another with --hall"
)
NO_INVITATION = Sentence(
    "terminal.no_invitation",
    "an invitation looks like http://127.0.0.1:8000/t/abc234defg or …/tournaments/abc234defg, not {link}",
)
NO_ADDRESS = Sentence("terminal.no_address", "the address of a hall looks like http://127.0.0.1:8000, not {url}")
ENTER = Sentence(
    "terminal.enter",
    "{what}. Type what it shows: {faces}",
    "{what}. Type the {count} faces, in any order: {faces}",
)
UNDO_OR_RESUME = Sentence("terminal.undo_or_resume", "Take it back (undo), or keep it (resume).")
TABLE_HELP = (
    ("help", Sentence("terminal.table_help", "this list")),
    ("rules [WORD]", Sentence("terminal.table_rules", "the rules and rulings, or those that mention WORD")),
    ("legal", Sentence("terminal.table_legal", "the legal actions")),
    ("board", Sentence("terminal.table_board", "the board again")),
    ("undo", Sentence("terminal.table_undo", "take back the last action, until something has been revealed")),
    ("hint", Sentence("terminal.table_hint", "the best action now, if the coach helps at this table")),
    ("agree", Sentence("terminal.table_agree", "agree that the coach helps; all players have to")),
    ("resume", Sentence("terminal.table_resume", "keep an action that the coach has judged")),
    ("start", Sentence("terminal.table_start", "start without waiting any longer (the host)")),
    ("bots [BOT]", Sentence("terminal.table_bots", "bots for all empty seats (the host)")),
    ("name NAME", Sentence("terminal.table_name", "change your name")),
    ("quit", Sentence("terminal.table_quit", "leave the terminal; the seat stays yours")),
)

# In a tournament

YOU_TAKE_PART = Sentence("terminal.you_take_part", "You are in the tournament as {name}. To come back: {command}")
WAITING_FOR_HOST = Sentence(
    "terminal.waiting_for_host",
    "{count} player takes part. The host begins the next round.",
    "{count} players take part. The host begins the next round.",
)
ROUND_BEGINS = Sentence("terminal.round_begins", "Round {number} of {total} begins.")
ROUND_GOES_ON = Sentence(
    "terminal.round_goes_on",
    "{count} table of this round is still playing.",
    "{count} tables of this round are still playing.",
)
ROUND_IS_OVER = Sentence("terminal.round_is_over", "Round {number} of {total} is over.")
NEXT_ROUND_SOON = Sentence("terminal.next_round_soon", "The next round begins soon.")
TOURNAMENT_PAUSED = Sentence("terminal.tournament_paused", "The host has paused the tournament.")
TOURNAMENT_IS_OVER = Sentence("terminal.tournament_is_over", "The tournament is over.")
TOURNAMENT_LEFT = Sentence("terminal.tournament_left", "You have left the tournament: you play no further round.")
TOURNAMENT_HELP = (
    ("standings", Sentence("terminal.tournament_standings", "the standings again")),
    ("leave", Sentence("terminal.tournament_leave", "leave the tournament: play no further round")),
    ("quit", Sentence("terminal.tournament_quit", "leave the terminal; you can come back")),
)

# Errors of a hall

NO_HALL_THERE = Sentence("hall.no_hall_there", "{url} is not a hall, or has another version")
UNREACHABLE = Sentence("hall.unreachable", "the hall at {url} does not answer: {reason}")
ANSWERS_WITH = Sentence("hall.answers_with", "the hall answered with status {code}")
