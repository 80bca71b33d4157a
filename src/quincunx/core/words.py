"""The engine's sentences: objections, and errors in set-ups, positions and transcripts."""

import errno
from collections.abc import Sequence

from quincunx.core.messages import Message, Sentence

PLAIN = Sentence("core.plain", "{text}")
"""A text that is the same in every language."""
QUOTED = Sentence("core.quoted", "'{text}'")


def quoted(value: object) -> Message | str:
    """Quote user input with the marks of the reader's language; other values by Python's repr."""
    if not isinstance(value, str):
        return repr(value)
    return QUOTED(text="".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in value))


# On paper

SCORE_SHEET = Sentence("core.score_sheet", "Score sheet")
PLAYER = Sentence("core.player", "Player")
SHEET_AID = Sentence("core.sheet_aid", "Rules at a glance")
SHEET_TOTAL = Sentence("core.sheet_total", "total")

# Objections

MATCH_IS_OVER = Sentence("core.match_is_over", "the match is over")
CHANCE_FIRST = Sentence("core.chance_first", "a die or card has still to land")
SAY_WHICH_SEAT = Sentence(
    "core.say_which_seat", "{count} seat may act now: name one", "{count} seats may act now: name one"
)
NOT_YOUR_MOVE = Sentence("core.not_your_move", "it is not {name}'s move")
NO_SUCH_SEAT = Sentence("core.no_such_seat", "there is no seat {seat}")
NO_SUCH_ACTION = Sentence("core.no_such_action", "{action} is not an action of {game}")
CANNOT = Sentence("core.cannot", "{action}: {reason}")
ACTION_NUMBER = Sentence("core.action_number", "action {number}")
NO_SUCH_TIME = Sentence("core.no_such_time", "no match has a millisecond {time}")
NOTHING_TO_TAKE_BACK = Sentence("core.nothing_to_take_back", "there is nothing to take back yet")
NOT_SO_FAR_BACK = Sentence(
    "core.not_so_far_back",
    "the match has {count} event, it cannot go back to {length}",
    "the match has {count} events, it cannot go back to {length}",
)
NO_SUCH_WALK = Sentence(
    "core.no_such_walk",
    "the match has {count} event: no walk goes from {first} to {last}",
    "the match has {count} events: no walk goes from {first} to {last}",
)

# Chance

NO_CHANCE_DUE = Sentence("core.no_chance_due", "no die or card is due")
CANNOT_LAND = Sentence("core.cannot_land", "{outcome} cannot land now")
NO_SUCH_FACE = Sentence("core.no_such_face", "{text} cannot lie there now; the nearest that can is {nearest}")
NOT_ALL_OF_THESE = Sentence(
    "core.not_all_of_these", "not all of these can lie there now: {faces}; the nearest set that can is {nearest}"
)
SEVERAL_FACES = Sentence("core.several_faces", "{text} may be several: {faces}")
OTHER_COUNT_OF_FACES = Sentence(
    "core.other_count_of_faces",
    "{count} die or card is due, not {typed}",
    "{count} dice or cards are due, not {typed}",
)
OUTCOME_NUMBER = Sentence("core.outcome_number", "outcome {number}")
SCRIPT_ENDS = Sentence(
    "core.script_ends",
    "the script ends after {count} landing, and another is due",
    "the script ends after {count} landings, and another is due",
)
RECORD_ENDS = Sentence(
    "core.record_ends",
    "the record holds {count} landing, and another is due",
    "the record holds {count} landings, and another is due",
)

# Setting up

SEATS_FROM_TO = Sentence("core.seats_from_to", "{game} is for {fewest} to {most} seats, not {seats}")
SEATS_EXACTLY = Sentence("core.seats_exactly", "{game} is for {most} seats, not {seats}")
NAMES_AND_SEATS = Sentence("core.names_and_seats", "{count} name for {seats}", "{count} names for {seats}")
DO_NOT_FIT = Sentence("core.do_not_fit", "{players} players, bots included, do not fit on {seats}")
OTHER_GAMES_POSITION = Sentence("core.other_games_position", "the position to start from is not of {game}")
OTHER_SEATS_POSITION = Sentence(
    "core.other_seats_position",
    "the position to start from has {count} seat, the match {here}",
    "the position to start from has {count} seats, the match {here}",
)
OTHER_VARIANT_POSITION = Sentence(
    "core.other_variant_position", "the position to start from is played with {variant}={there}, the match with {here}"
)
NO_SUCH_CHOICE = Sentence("core.no_such_choice", "variant {variant} is {choices}, not {choice}")
NO_SUCH_VARIANT = Sentence("core.no_such_variant", "{game} has no variant {variant}; it has {known}")
NO_VARIANTS = Sentence("core.no_variants", "none")
NO_SUCH_BOT = Sentence("core.no_such_bot", "{game} has no bot {bot}; it has {known}")
NEEDS_FULL = Sentence("core.needs_full", "this needs {package}: pip install 'quincunx[full]'")
BOT_NEEDS_FULL = Sentence(
    "core.bot_needs_full",
    "{bot} does not play in a light installation: pip install 'quincunx[full]'; here play {known}",
)
NO_PLAYOUTS = Sentence("core.no_playouts", "{bot} answers at once: it takes no playouts")
NOT_SOLVED = Sentence("core.not_solved", "{game} is not solved: it has no perfect bot")
SOLVED_FOR = Sentence(
    "core.solved_for",
    "perfect plays {game} only alone at the table, with {count} seat",
    "perfect plays {game} only with {count} seats",
)
OTHER_VARIANTS = Sentence("core.other_variants", "{game} is not solved with these variants: nobody plays it perfectly")
NOT_BUILT = Sentence("core.not_built", "perfect needs its tables, which are not there yet: {command} builds them")
BEING_BUILT = Sentence("core.being_built", "perfect needs its tables, which are being built: {percent} %")
LEVELS = {
    "random": Sentence("core.level_random", "takes any legal action"),
    "greedy": Sentence("core.level_greedy", "takes what looks best at the moment"),
    "expert": Sentence("core.level_expert", "knows the odds by heart"),
    "master": Sentence("core.level_master", "plays ahead in its mind before it decides"),
    "perfect": Sentence("core.level_perfect", "plays perfectly: the game is solved"),
}
"""Descriptions of the bots."""
NO_SUCH_LANGUAGE = Sentence("core.no_such_language", "there is no language {language}; there are {known}")
NO_LANGUAGE_OF_CATALOGUE = Sentence(
    "core.no_language_of_catalogue", "there is a catalogue of {language}, but no language is called that"
)
NO_SUCH_GAME_BUT = Sentence("core.no_such_game_but", "there is no game {game}; did you mean {near}?")
NO_SUCH_GAME = Sentence("core.no_such_game", "there is no game {game}; there are {known}")

BOTS_SPEED = Sentence(
    "core.bots_speed", "a bot's speed is a whole number from 1 to {most}, as in {example}, not {speed}"
)
BOTS_PLAYOUTS = Sentence("core.bots_playouts", "{bot}: playouts are a whole number from 1 to {most}")
NO_OWN_BOT = Sentence("core.no_own_bot", "no bot {bot}: {reason}")
NO_SUCH_MODULE = Sentence("core.no_such_module", "No module named {module}")
NO_MODULE = Sentence("core.no_module", "{module} cannot be imported ({error})")
NOT_IN_MODULE = Sentence("core.not_in_module", "{module} has no {name}")
NEEDS_ARGUMENTS = Sentence("core.needs_arguments", "it cannot be made without arguments ({error})")
NOT_CALLABLE = Sentence("core.not_callable", "it cannot be called with {form}")
OTHER_ARGUMENTS = Sentence("core.other_arguments", "it must take {form}, not {found}")
ONE_BUDGET = Sentence("core.one_budget", "a budget is either playouts or seconds")
NO_BUDGET = Sentence("core.no_budget", "a budget must be positive, not {budget}")

NO_ARRAY = Sentence("core.no_array", "{game} has no array {name}; it has {known}")
OTHER_WEIGHTS = Sentence("core.other_weights", "{package}: {file} has {found} weights, not {wanted}: run {command}")

# A position as text

NO_SUCH_FIELD = Sentence(
    "position.no_such_field", "{word} is not a field of a position: expected name=value, one of {known}"
)
NO_SUCH_FIELDS = Sentence(
    "position.no_such_fields", "{words} are not fields of a position: expected name=value, of {known}"
)
FIELD_TWICE = Sentence("position.field_twice", "field {field} of the position is given twice")
FIELD_IS_NO_NUMBER = Sentence(
    "position.field_is_no_number", "field {field} of the position holds {text}: expected whole numbers"
)
FIELD_NEEDS = Sentence(
    "position.field_needs",
    "field {field} of the position needs {count} number, got {text}",
    "field {field} of the position needs {count} numbers, got {text}",
)
NO_POSITION = Sentence("position.no_position", "no position of {game}: {flaws}")
AND_THEN = Sentence("position.and_then", "{one}; {other}")
OUT_OF_RANGE = Sentence("position.out_of_range", "{field} must be {least} to {most}, not {number}")
ONE_OUT_OF_RANGE = Sentence(
    "position.one_out_of_range", "the numbers of {field} must be {least} to {most}, not {number}"
)

# An informal position

SAID_TWICE = Sentence("position.said_twice", "{part} appears twice; example: {example}")
NOT_KNOWN_HERE = Sentence("position.not_known_here", "cannot read {part}; example: {example}")
WHOLE_NUMBER = Sentence("position.whole_number", "{what} is a whole number from {least} to {most}, not {word}")
TOO_OFTEN = Sentence("position.too_often", "{card} appears more often than the game has it")
A_NUMBER = Sentence("position.a_number", "a number")
A_DIE = Sentence("position.a_die", "a die")
A_CARD = Sentence("position.a_card", "a card")
A_TOTAL = Sentence("position.a_total", "a total")

# A transcript

AT_LINE = Sentence("transcript.at_line", "line {number}: {reason}")
NO_NAME_OF_A_NOTE = Sentence("transcript.no_name_of_a_note", "{name} cannot be the name of a note")
OTHER_GAMES_TRANSCRIPT = Sentence("transcript.other_game", "this is a transcript of {there}, not of {here}")
LATER_RULES = Sentence(
    "transcript.later_rules",
    "this was played under version {there} of the rules of {game}; this is version {here}",
)
GOES_ANOTHER_WAY = Sentence(
    "transcript.goes_another_way",
    "this was played under version {there} of the rules of {game}, and does not go the same way under version {here}"
    " ({reason})",
)
STARTS_NO_MATCH = Sentence("transcript.starts_no_match", "the header does not start a match: {reason}")
ONLY_STEPS = Sentence("transcript.only_steps", "after the first step of a proof there are only steps, not {line}")
NO_EVENT = Sentence(
    "transcript.no_event", "{line} is neither dice (*), an action (a seat's number first) nor a result (=)"
)
ACTION_TOO_EARLY = Sentence("transcript.action_too_early", "an action stands where a die or card must land")
RESULT_TOO_EARLY = Sentence("transcript.result_too_early", "a result stands here, but the match is not over")
WRONG_RESULT = Sentence("transcript.wrong_result", "the result {line} is wrong: the events lead to {right}")
FIRST_LINE = Sentence("transcript.first_line", "a transcript starts with {text}")
LINE_TWICE = Sentence("transcript.line_twice", "there are two lines {name}")
NO_HEADER_LINE = Sentence("transcript.no_header_line", "expected 'name: value', got {line}")
LACKS_LINE = Sentence("transcript.lacks_line", "the header lacks the line {name}")
NO_RULES_AND_SEATS = Sentence("transcript.no_rules_and_seats", "the header's rules and seats must be whole numbers")
NAMES_OF_SEATS = Sentence("transcript.names_of_seats", "the header names {names} seats of {seats}")
NO_VARIANT_OF_HEADER = Sentence("transcript.no_variant", "the header's variants are name=choice, not {text}")
WORD_A_SEAT = Sentence("transcript.word_a_seat", "the line {name} must have a word for every seat, {none} for none")
WHOLE_NUMBER_LINE = Sentence("transcript.whole_number", "the line {name} must be a whole number, not {text}")

HALF_A_CHARACTER = Sentence("core.half_a_character", "{half} is half a character and cannot be in a text")
NO_TEXT = Sentence("core.no_text", "expected a text, not {value}")

# A lesson

LESSON_OTHERWISE = Sentence(
    "core.lesson_otherwise", "You may do that in a match. Here, try what was just asked: it shows what comes next."
)
LESSON_READ_ON = Sentence("core.lesson_read_on", "There is nothing to do on the board yet: read on first.")

# Errors of the system

SYSTEM = {
    errno.ENOENT: Sentence("system.no_such_file", "No such file or directory"),
    errno.EACCES: Sentence("system.permission_denied", "Permission denied"),
    errno.EPERM: Sentence("system.not_permitted", "Operation not permitted"),
    errno.EEXIST: Sentence("system.file_exists", "File exists"),
    errno.EISDIR: Sentence("system.is_a_directory", "Is a directory"),
    errno.ENOTDIR: Sentence("system.not_a_directory", "Not a directory"),
    errno.ENAMETOOLONG: Sentence("system.name_too_long", "File name too long"),
    errno.ENOSPC: Sentence("system.no_space", "No space left on device"),
    errno.EROFS: Sentence("system.read_only", "Read-only file system"),
    errno.EIO: Sentence("system.input_output", "Input/output error"),
    errno.EADDRINUSE: Sentence("system.address_in_use", "Address already in use"),
    errno.EADDRNOTAVAIL: Sentence("system.address_not_available", "Cannot assign requested address"),
    errno.ECONNREFUSED: Sentence("system.connection_refused", "Connection refused"),
    errno.ECONNRESET: Sentence("system.connection_reset", "Connection reset by peer"),
    errno.ETIMEDOUT: Sentence("system.timed_out", "Connection timed out"),
    errno.EHOSTUNREACH: Sentence("system.no_route", "No route to host"),
    errno.ENETUNREACH: Sentence("system.no_network", "Network is unreachable"),
}
"""By errno: common reasons of system errors."""
UNKNOWN_HOST = Sentence("system.unknown_host", "Name or service not known")
NO_ANSWER = Sentence("system.no_answer", "timed out")
NO_NAME_SERVICE = Sentence("system.no_name_service", "Temporary failure in name resolution")

# Plain words

EITHER = Sentence("core.either", "{first} or {last}")
POINTS = Sentence("core.points", "{count} point", "{count} points")
CARDS = Sentence("core.cards", "{count} card", "{count} cards")
SEATS = Sentence("core.seats", "{count} seat", "{count} seats")
RED = Sentence("core.red", "red")
ORANGE = Sentence("core.orange", "orange")
YELLOW = Sentence("core.yellow", "yellow")
GREEN = Sentence("core.green", "green")
BLUE = Sentence("core.blue", "blue")
PURPLE = Sentence("core.purple", "purple")

# Units of a match

UNITS = {"points": Sentence("core.unit_points", "points"), "cards": Sentence("core.unit_cards", "cards")}
"""By `GameSpec.unit`."""

# Numbers

DECIMAL = Sentence("core.decimal", "{whole}.{rest}")
WHOLE = Sentence("core.whole", "{number}")
BELOW_ZERO = Sentence("core.below_zero", "−{number}")


PERCENT = Sentence("core.percent", "{number} %")


def decimal(value: float, digits: int = 1) -> Message:
    """A number with `digits` digits after the point, in the reader's language."""
    shown = f"{abs(value):.{digits}f}"
    whole, _, rest = shown.partition(".")
    number = DECIMAL(whole=int(whole), rest=rest) if rest else WHOLE(number=int(whole))
    return BELOW_ZERO(number=number) if value < 0 and float(shown) else number


def percent(share: float, digits: int = 1) -> Message:
    """A share of the whole in the reader's own way."""
    return PERCENT(number=decimal(100 * share, digits))


def together(said: Sequence[Message]) -> Message:
    """Join one or more errors into one message."""
    parts = list(said)
    while len(parts) > 1:  # in pairs, so that a long list is not nested deeply
        pairs = [AND_THEN(one=one, other=other) for one, other in zip(parts[::2], parts[1::2])]
        parts = pairs + parts[len(pairs) * 2 :]
    return parts[0]


# Seats of a table

EMPTY_SEAT = Sentence("terminal.empty_seat", "(empty)")
