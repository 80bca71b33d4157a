"""The terminal's sentences, in English."""

from quincunx.core.messages import Sentence
from quincunx.core.narration import LANDED, RACE, SHOWN

WHAT_DO_YOU_DO = Sentence("terminal.what_do_you_do", "what do you do?")
TYPED_AS_LISTED = Sentence("terminal.typed_as_listed", "Type actions as `legal` lists them.")

# Commands

HELP = (
    ("help", Sentence("terminal.help_help", "this list")),
    ("rules [WORD]", Sentence("terminal.help_rules", "the rules and rulings, or those that mention WORD")),
    ("legal", Sentence("terminal.help_legal", "the legal actions")),
    ("hint", Sentence("terminal.help_hint", "the best action now, with odds")),
    ("board", Sentence("terminal.help_board", "the board again")),
    (
        "undo",
        Sentence(
            "terminal.help_undo",
            "take back the last action, until dice or cards have landed or another seat has acted",
        ),
    ),
    (
        "correct [NUMBER FACES]",
        Sentence("terminal.help_correct", "real dice: list the typed entries, or change one"),
    ),
    (
        "quick",
        Sentence("terminal.help_quick", "skip the confirmation of actions; type it again to turn it back on"),
    ),
    ("save FILE", Sentence("terminal.help_save", "save a copy (the match is saved automatically after every action)")),
    ("quit", Sentence("terminal.help_quit", "leave; the match can be resumed")),
)

# While a match is played

WELCOME = Sentence("terminal.welcome", "Type help for the commands, rules for the rules, quit to leave.")
BOT = Sentence("terminal.bot", "{name} ({bot} bot)")
GO_ON = Sentence("terminal.go_on", "Enter continues, undo takes it back")
ENTER_FIRST = Sentence("terminal.enter_first", "Enter first, or a command: {commands}")
HIDE_AND_PASS = Sentence("terminal.hide_and_pass", "Enter hides all this; then pass the keyboard to {name}")
WHEN_ALONE = Sentence("terminal.when_alone", "{name}, press Enter when you are alone with the screen")
TYPE_FACES = Sentence(
    "terminal.type_faces", "{what}: type what it shows", "{what}: type the {count} faces, in any order"
)
TYPE_AGAIN = Sentence("terminal.type_again", "taken back: the last dice or cards; type them again")
CORRECT_HOW = Sentence(
    "terminal.correct_how", "correct NUMBER and all its faces changes one; what followed is replayed."
)
CORRECT_DROPS = Sentence(
    "terminal.correct_drops",
    "Everything after that point is discarded: type correct to do it, anything else to keep everything",
)
CORRECT_EARLIER = Sentence("terminal.correct_earlier", "correct {number} lists earlier ones.")
STAND_AT_ONCE = Sentence("terminal.stand_at_once", "Actions need no confirmation now.")
ENTER_CONFIRMS = Sentence("terminal.enter_confirms", "Actions need Enter as confirmation again.")
STANDS_IN = Sentence("terminal.stands_in", "{bot} is not ready yet; {by} plays for it meanwhile.")
PLAYS_ITSELF = Sentence("terminal.plays_itself", "{bot} is ready and plays itself from now on.")
BETTER_HINT_COMES = Sentence("terminal.better_hint_comes", "{bot} says so; a better hint is on its way.")
NO_BETTER_HINT = Sentence("terminal.no_better_hint", "There is no better hint: {reason}.")
NOBODYS_MOVE = Sentence("terminal.nobodys_move", "it is nobody's move now")

# Undo

TAKEN_BACK = Sentence("terminal.taken_back", "taken back: {what}")
NOT_TAKEN_BACK = Sentence("terminal.not_taken_back", "nothing can be taken back: {reason}")
NOTHING_YET = Sentence("terminal.nothing_yet", "nothing has happened yet")
ACTED_SINCE = Sentence("terminal.acted_since", "{name} has acted since")
LANDED_SINCE = Sentence("terminal.landed_since", "dice or cards have landed since")
HAS_SHOWN = Sentence("terminal.has_shown", "it has shown what was hidden")
IN_A_RACE = Sentence("terminal.in_a_race", "it was done in a race")
BARS = {LANDED: LANDED_SINCE, SHOWN: HAS_SHOWN, RACE: IN_A_RACE}
"""Why a moment cannot be taken back."""

# The file

KEPT = Sentence("terminal.kept", "The match is saved in {path}")
KEPT_AND_COPY = Sentence("terminal.kept_and_copy", "The match is saved in {path}; save FILE writes a copy.")
GO_ON_WITH_IT = Sentence("terminal.go_on_with_it", "Continue it with")
COPIED = Sentence("terminal.copied", "Copied to {path}.")
NOT_SAVED = Sentence("terminal.not_saved", "the match goes on, but is not saved: {reason}")
CANNOT_WRITE = Sentence("terminal.cannot_write", "cannot write {path}: {reason}")
CANNOT_READ = Sentence("terminal.cannot_read", "cannot read {path}: {reason}")
CANNOT_MAKE_FOLDER = Sentence(
    "terminal.cannot_make_folder", "cannot create the folder {path}: {reason}; name a file with --save"
)
NO_TEXT = Sentence("terminal.no_text", "{path} is not a text file")
EXISTS_ALREADY = Sentence("terminal.exists_already", "{path} exists already: choose another name")

# Offers

GAME = Sentence("terminal.game", "game")
SEATS = Sentence("terminal.seats", "seats")
BOTS = Sentence("terminal.bots", "bots")
MORE_OF_A_GAME = Sentence("terminal.more_of_a_game", "{command} lists a game's variants, bots and commands.")
BOTS_WEAKEST_FIRST = Sentence(
    "terminal.bots_weakest_first", "Bots, weakest first, with their ratings; {usual} is the default:"
)
BY_DEFAULT = Sentence("terminal.by_default", "(default)")

# A replay

REPLAY_AT = Sentence(
    "terminal.replay_at", "{number} of {count} · Enter continues, b goes back, a number goes there, q leaves"
)
REPLAY_ENDS = Sentence("terminal.replay_ends", "This is the end of the match.")
NOT_OVER = Sentence("terminal.not_over", "So far: the match is not over.")
NO_SUCH_MOMENT = Sentence("terminal.no_such_moment", "there is no moment {text}: choose 1 to {count}, or type help")
REPLAY_HELP = (
    ("Enter", Sentence("terminal.replay_next", "the next moment")),
    ("b", Sentence("terminal.replay_back", "the moment before")),
    ("first, last", Sentence("terminal.replay_ends_of", "the first moment, the last")),
    ("12", Sentence("terminal.replay_number", "the moment of that number")),
    ("q", Sentence("terminal.replay_quit", "leave")),
)

# A guided first match

LEARN_WELCOME = Sentence(
    "terminal.learn_welcome",
    "A guided first match: Enter reads on, b goes back, help lists the commands, q leaves.",
)
LEARN_AT = Sentence("terminal.learn_at", "step {number} of {count}")
LEARN_READ = Sentence("terminal.learn_read", "Enter reads on")
LEARN_READ_ON = Sentence("terminal.learn_read_on", "there is nothing to do here yet: Enter reads on")
LEARN_ACT = Sentence("terminal.learn_act", "Your turn: help lists the commands, show plays it for you.")
LEARN_OVER = Sentence("terminal.learn_over", "That was the lesson. Now play a real match:")
LEARN_LIST = Sentence("terminal.learn_list", "A guided first match of three minutes: {command}")
LEARN_NONE = Sentence("terminal.learn_none", "{game} has no guided first match")
LEARN_HELP = (
    ("Enter", Sentence("terminal.learn_next", "the next step")),
    ("b", Sentence("terminal.learn_back", "the step before")),
    ("show", Sentence("terminal.learn_show", "play the expected action")),
    ("legal", Sentence("terminal.learn_legal", "the legal actions")),
    ("rules [WORD]", Sentence("terminal.learn_rules", "the rules and rulings, or those that mention WORD")),
    ("board", Sentence("terminal.learn_board", "the board again")),
    ("q", Sentence("terminal.learn_quit", "leave")),
)

# Screens

MANY_LEGAL = Sentence(
    "terminal.many_legal",
    "{count} action is legal; help says how it is typed: {examples}",
    "{count} actions are legal; help says how they are typed. Some of them: {examples}",
)
NO_RULE_SPEAKS = Sentence("terminal.no_rule_speaks", "no rule mentions {word}")
STANDINGS = Sentence("terminal.standings", "Standings")
PLACE = Sentence("terminal.place", "place")
PLAYER = Sentence("terminal.player", "player")
HOW_IT_WENT = {
    "points": Sentence("terminal.how_it_went", "Points by number of actions"),
    "cards": Sentence("terminal.how_it_went_cards", "Cards by number of actions"),
}

# A race

RACE_GOES_ON = Sentence("terminal.race_goes_on", "Enter continues the race")
RACE_STARTS = Sentence("terminal.race_starts", "Enter starts the race (help lists the commands)")
NOT_IN_A_RACE = Sentence("terminal.not_in_a_race", "{command} does not work in a race; these do: {commands}")

# The daily

PLAYED = Sentence("terminal.played", "played")
DAILY_NEW = Sentence("terminal.daily_new", "not yet: {command}")
DAILY_GOES_ON = Sentence("terminal.daily_goes_on", "begun: {command} continues it")
DAILY_DONE = Sentence("terminal.daily_done", "done: {points}")
STREAK = Sentence("terminal.streak", "A daily on {count} day in a row.", "A daily on {count} days in a row.")
DAILY_DICE = Sentence(
    "terminal.daily_dice",
    "The match of {day}: everybody has these dice, and one try. Without a hall the date alone makes them, so anybody"
    " could have tried them before.",
)
DAILY_PAR_COMES = Sentence("terminal.daily_par_comes", "{bot} plays the same dice")
DAILY_PAR = Sentence("terminal.daily_par", "You have {points}; par, the result of {bot} with the same dice, is {par}.")
DAILY_LOSS = Sentence("terminal.daily_loss", "Your decisions cost {loss}.")
DAILY_SHARE = Sentence("terminal.daily_share", "To share, without spoilers (six pips: nothing lost):")
DAILY_HEAD = Sentence("terminal.daily_head", "Quincunx daily · {game} · {day}")
DAILY_LINE = Sentence("terminal.daily_line", "{points} (par {par}) {marks}")

# Checking a match

CHECKED = Sentence("terminal.checked", "ok: {what}")
MISSING = Sentence("terminal.missing", "missing: {what}")
FOUND = Sentence("terminal.found", "{outcome}: {problem}")

# Errors in files

AT_FILE = Sentence("terminal.at_file", "{path}: {reason}")
NO_TEXT_FILE = Sentence("terminal.no_text_file", "not a text file: byte {byte} is not valid UTF-8")

# Errors in commands

NO_VARIANT = Sentence("terminal.no_variant", "a variant is name=choice, not {text}")
NO_SEED = Sentence("terminal.no_seed", "a seed is one word of letters and digits, not {seed}")
NO_DICE = Sentence("terminal.no_dice", "dice are {seeded}, {named} or {typed}, not {dice}")
NO_BOT_SPEED = Sentence("terminal.no_bot_speed", "a bot's speed must be above 0; 1 is the usual speed of its level")
NO_NAME = Sentence("terminal.no_name", "{name} cannot be a name")
LONG_NAME = Sentence("terminal.long_name", "a name has at most {most} characters, not {length}")
SAME_NAME = Sentence("terminal.same_name", "two people have the same name")
ONE_RACES = Sentence(
    "terminal.one_races",
    "a race at one keyboard has one person: give the other seats to bots, or play in turns",
)
FILE_SAYS = Sentence(
    "terminal.file_says", "--resume takes seats, names, seed and variants from the file: omit those options"
)
PLAYERS_OF_HEADER = Sentence(
    "terminal.players_of_header", "the header's line 'players' must name {person} or a bot for each of {seats}"
)
ONLY_SOLVED = Sentence("terminal.only_solved", "{game} is not solved; the solved games are {solved}")
NO_WORKERS = Sentence("terminal.no_workers", "the number of workers must be at least 1, not {workers}")
WORKERS_OF_RAY = Sentence("terminal.workers_of_ray", "a Ray cluster sets the number of workers: omit --workers")

# People without a name

SOMEBODY = Sentence("terminal.somebody", "Player")
PLAYER_NUMBER = Sentence("terminal.player_number", "Player {number}")

# While waiting

MAKING_READY = Sentence("terminal.making_ready", "preparing")
MAKING_READY_FIRST = Sentence("terminal.making_ready_first", "preparing (compiles on the first run)")
MAKING_READY_FOR = Sentence("terminal.making_ready_for", "{game}: preparing (compiles on the first run)")
MAKING_READY_TO_CHECK = Sentence("terminal.making_ready_to_check", "preparing the check")
THINKING_OF = Sentence("terminal.thinking_of", "{game}: thinking (compiles on the first run)")

# Advice

CHOICE = Sentence("terminal.choice", "choice")
VALUES = {"wins": Sentence("terminal.value_wins", "wins"), "points": Sentence("terminal.value_points", "points")}
ERROR = Sentence("terminal.error", "± error")
LEAD = Sentence("terminal.lead", "lead")
TRIALS = Sentence("terminal.trials", "trials")
EXACT = Sentence("terminal.exact", "exact")

# The course of a match

MATCH_OF = Sentence("terminal.match_of", "{game}, {seats}")
STANDINGS_SO_FAR = Sentence("terminal.standings_so_far", "Standings so far: the match is not over")

# An arena that was stopped

INTERRUPTED = Sentence(
    "terminal.interrupted", "interrupted after {played} of {total} matches: these figures are not final"
)
STOPPED = Sentence("terminal.stopped", "stopped; the same command continues from {path}")

# Texts of the command line's framework

USAGE = Sentence("terminal.usage", "Usage:")
ARGUMENTS = Sentence("terminal.arguments", "Arguments")
OPTIONS = Sentence("terminal.options", "Options")
COMMANDS = Sentence("terminal.commands", "Commands")
REQUIRED = Sentence("terminal.required", "[required]")
DEFAULT = Sentence("terminal.default", "[default: {value}]")
THIS_HELP = Sentence("terminal.this_help", "Show this message and exit.")
INSTALL_COMPLETION = Sentence("terminal.install_completion", "Install Tab completion for this shell.")
SHOW_COMPLETION = Sentence("terminal.show_completion", "Print the completion script instead.")
EXAMPLE = Sentence("terminal.example", "Example: {command}")
NO_SUCH_COMMAND_BUT = Sentence("terminal.no_such_command_but", "No such command {command}. Did you mean {known}?")
NO_SUCH_COMMAND = Sentence("terminal.no_such_command", "No such command {command}.")
NO_SUCH_OPTION_BUT = Sentence("terminal.no_such_option_but", "No such option: {option} (Possible options: {known})")
NO_SUCH_OPTION = Sentence("terminal.no_such_option", "No such option: {option}")
MISSING_ARGUMENT = Sentence("terminal.missing_argument", "Missing argument {argument}.")
EXTRA_ARGUMENTS = Sentence("terminal.extra_arguments", "Too many arguments.")
NEEDS_VALUE = Sentence("terminal.needs_value", "Option {option} requires an argument.")
TAKES_NO_VALUE = Sentence("terminal.takes_no_value", "Option {option} does not take a value.")
NOT_WHOLE = Sentence("terminal.not_whole", "Invalid value for {option}: expected a whole number.")
NOT_WHOLE_FROM = Sentence(
    "terminal.not_whole_from", "Invalid value for {option}: expected a whole number, {least} or more."
)
NOT_WHOLE_BETWEEN = Sentence(
    "terminal.not_whole_between", "Invalid value for {option}: expected a whole number from {least} to {most}."
)
NO_NUMBER = Sentence("terminal.no_number", "Invalid value for {option}: expected a number.")
NO_NUMBER_FROM = Sentence("terminal.no_number_from", "Invalid value for {option}: expected a number, {least} or more.")
NO_NUMBER_BETWEEN = Sentence(
    "terminal.no_number_between", "Invalid value for {option}: expected a number from {least} to {most}."
)

# An analysis

ANALYSING = Sentence("terminal.analysing", "{game}: analysing (compiles on the first run)")
