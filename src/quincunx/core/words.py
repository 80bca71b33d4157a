"""What the engine itself says: why a seat may not act, what is wrong with a set-up, plain words that all games use."""

from quincunx.core.messages import Message, Sentence

PLAIN = Sentence("core.plain", "{text}")
"""A text that is the same in every language."""

# Why a seat may not act

MATCH_IS_OVER = Sentence("core.match_is_over", "the match is over")
CHANCE_FIRST = Sentence("core.chance_first", "a die or card has still to land")
SAY_WHICH_SEAT = Sentence(
    "core.say_which_seat", "{count} seat may act now: say which", "{count} seats may act now: say which"
)
NOT_YOUR_MOVE = Sentence("core.not_your_move", "it is not {name}'s move")
NO_SUCH_SEAT = Sentence("core.no_such_seat", "there is no seat {seat}")
NO_SUCH_ACTION = Sentence("core.no_such_action", "{action} is no action of {game}")
CANNOT = Sentence("core.cannot", "{action}: {reason}")
ACTION_NUMBER = Sentence("core.action_number", "action {number}")
NO_SUCH_TIME = Sentence("core.no_such_time", "no match has a millisecond {time}")
NOTHING_TO_TAKE_BACK = Sentence("core.nothing_to_take_back", "nothing has been done yet that could be taken back")
NOT_SO_FAR_BACK = Sentence(
    "core.not_so_far_back",
    "the match has {count} event, it cannot go back to {length}",
    "the match has {count} events, it cannot go back to {length}",
)

# Chance

NO_CHANCE_DUE = Sentence("core.no_chance_due", "no die or card is due")
CANNOT_LAND = Sentence("core.cannot_land", "{outcome} cannot land now")
OUTCOME_NUMBER = Sentence("core.outcome_number", "outcome {number}")

# Setting up

SEATS_FROM_TO = Sentence("core.seats_from_to", "{game} is for {fewest} to {most} seats, not {seats}")
SEATS_EXACTLY = Sentence("core.seats_exactly", "{game} is for {most} seats, not {seats}")
NAMES_AND_SEATS = Sentence("core.names_and_seats", "{names} names for {seats} seats")
OTHER_GAMES_POSITION = Sentence("core.other_games_position", "the position to start from is not of {game}")
OTHER_SEATS_POSITION = Sentence(
    "core.other_seats_position", "the position to start from has {there} seats, the match {here}"
)
OTHER_VARIANT_POSITION = Sentence(
    "core.other_variant_position", "the position to start from is played with {variant}={there}, the match with {here}"
)
NO_SUCH_CHOICE = Sentence("core.no_such_choice", "variant {variant} is {choices}, not {choice}")
NO_SUCH_VARIANT = Sentence("core.no_such_variant", "{game} has no variant {variant}; it has {known}")
NO_VARIANTS = Sentence("core.no_variants", "none")
NO_SUCH_BOT = Sentence("core.no_such_bot", "{game} has no bot {bot}; it has {known}")
NO_PLAYOUTS = Sentence("core.no_playouts", "{bot} answers at once: it takes no playouts")
NOT_SOLVED = Sentence("core.not_solved", "{game} is not solved: nobody plays it perfectly")
SOLVED_FOR = Sentence(
    "core.solved_for",
    "perfect plays {game} only alone at the table, with {count} seat",
    "perfect plays {game} only with {count} seats",
)
NOT_BUILT = Sentence("core.not_built", "perfect needs its tables, which are not there yet: {command} builds them")
BEING_BUILT = Sentence("core.being_built", "perfect needs its tables, which are being built: {percent} %")
LEVELS = {
    "random": Sentence("core.level_random", "does anything that is allowed"),
    "greedy": Sentence("core.level_greedy", "takes what looks best at the moment"),
    "expert": Sentence("core.level_expert", "knows the odds by heart"),
    "master": Sentence("core.level_master", "plays on in its mind before it decides"),
    "perfect": Sentence("core.level_perfect", "cannot be bettered: the game alone at the table is solved"),
}
"""What to expect of a bot."""
NO_SUCH_LANGUAGE = Sentence("core.no_such_language", "there is no language {language}; there are {known}")
NO_SUCH_GAME = Sentence("core.no_such_game", "there is no game {game}; there are {known}")

# A lesson

LESSON_OTHERWISE = Sentence(
    "core.lesson_otherwise", "You may do that in a match. Here, try what was just asked: it shows what comes next."
)
LESSON_READ_ON = Sentence("core.lesson_read_on", "There is nothing to do on the board yet: read on first.")

# Plain words

EITHER = Sentence("core.either", "{first} or {last}")
POINTS = Sentence("core.points", "{count} point", "{count} points")
CARDS = Sentence("core.cards", "{count} card", "{count} cards")
RED = Sentence("core.red", "red")
ORANGE = Sentence("core.orange", "orange")
YELLOW = Sentence("core.yellow", "yellow")
GREEN = Sentence("core.green", "green")
BLUE = Sentence("core.blue", "blue")
PURPLE = Sentence("core.purple", "purple")

# Numbers

DECIMAL = Sentence("core.decimal", "{whole}.{rest}")
BELOW_ZERO = Sentence("core.below_zero", "−{number}")


def decimal(value: float) -> Message:
    """A number with one digit after the point, in the reader's own way."""
    tenths = round(10 * abs(value))
    number = DECIMAL(whole=tenths // 10, rest=str(tenths % 10))
    return BELOW_ZERO(number=number) if value < 0 < tenths else number
