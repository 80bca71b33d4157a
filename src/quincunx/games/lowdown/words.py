"""The sentences of Lowdown, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence(
    "lowdown.tagline", "Fill three grids, strike out triples and tens, dare the secret dice: the lowest score wins."
)

# Variants

FIRST = Sentence("lowdown.first", "Who has the first turn?", rule="R25")
FIRST_SEAT0 = Sentence("lowdown.first_seat0", "the first seat")
FIRST_DRAWN = Sentence("lowdown.first_drawn", "by lot")

# Objections

OUT_OF_TURN = Sentence("lowdown.out_of_turn", "it is not this seat's move", rule="§12, §28")
PICK_FIRST = Sentence("lowdown.pick_first", "first pick a pair of open dice or take the secret pair", rule="§16, §17")
WRITE_FIRST = Sentence("lowdown.write_first", "first write a number; rows are crossed out after that", rule="R16")
ALREADY_PICKED = Sentence("lowdown.already_picked", "the dice of this turn are picked and cannot be changed", rule="R2")
ALREADY_WRITTEN = Sentence(
    "lowdown.already_written", "this turn's number is written; cross out a row or be done", rule="§34"
)
NOT_AMONG_OPEN_DICE = Sentence(
    "lowdown.not_among_open_dice", "the open dice do not show that number and that colour", rule="§16, R1"
)
PAIR_FITS_NOWHERE = Sentence(
    "lowdown.pair_fits_nowhere", "that colour fits no empty box, no wild is left, and the other colour fits", rule="R28"
)
NUMBER_NOT_YOURS = Sentence(
    "lowdown.number_not_yours", "none of the dice that this seat may use shows that number", rule="§18, §27"
)
BOX_FILLED = Sentence("lowdown.box_filled", "that box is filled already", rule="R14, R20")
COLOUR_NOT_YOURS = Sentence(
    "lowdown.colour_not_yours", "that box takes none of the colours that this seat may use", rule="§20, §21"
)
NO_WILD_LEFT = Sentence("lowdown.no_wild_left", "all four wild boxes are marked", rule="§22")
CAN_STILL_WRITE = Sentence(
    "lowdown.can_still_write", "a box is blacked out only when no colour fits and no wild is left", rule="§32, R11"
)
ROW_MAKES_NOTHING = Sentence(
    "lowdown.row_makes_nothing", "the three boxes are neither equal numbers nor ten together", rule="§35, §36, R15"
)
ROWS_CROSS = Sentence("lowdown.rows_cross", "the row shares a box with a row that is crossed out", rule="§38, R18")

# Chance

LOT_LANDS = Sentence("lowdown.lot_lands", "a lot decides who has the first turn")
ROLLS_OPEN = Sentence("lowdown.rolls_open", "{name} rolls two numbers and two colours in the open")
ROLLS_SECRET = Sentence("lowdown.rolls_secret", "{name} rolls a number and a colour in secret")
FIRST_NUMBER_LANDS = Sentence("lowdown.first_number_lands", "first open number die of {name} lands")
SECOND_NUMBER_LANDS = Sentence("lowdown.second_number_lands", "second open number die of {name} lands")
FIRST_COLOUR_LANDS = Sentence("lowdown.first_colour_lands", "first open colour die of {name} lands")
SECOND_COLOUR_LANDS = Sentence("lowdown.second_colour_lands", "second open colour die of {name} lands")
SECRET_NUMBER_LANDS = Sentence("lowdown.secret_number_lands", "the secret number die of {name} lands")
SECRET_COLOUR_LANDS = Sentence("lowdown.secret_colour_lands", "the secret colour die of {name} lands")

# Notation

CANNOT_SHOW = Sentence("lowdown.cannot_show", "this die or lot cannot show {text}, but one of {known}")
NO_ACTION = Sentence("lowdown.no_action", "{text} is not an action of Lowdown: {expected}")
NO_ROW = Sentence("lowdown.no_row", "{text} is not a row: they are {rows}")

# Events

PAIR = Sentence("lowdown.pair", "{number} {colour}")
"""A number die and a colour die."""
UNKNOWN = Sentence("lowdown.unknown", "?")
HAS_FIRST_TURN = Sentence("lowdown.has_first_turn", "{name} has the first turn.")
ROLLS = Sentence("lowdown.rolls", "{name} rolls {numbers} {first} {second}.")
ROLLS_UNSEEN = Sentence("lowdown.rolls_unseen", "{name} rolls two dice in secret.")
ROLLS_SECRETLY = Sentence("lowdown.rolls_secretly", "{name} rolls {pair} in secret.")
TAKES_SECRET = Sentence("lowdown.takes_secret", "{name} takes the secret pair: {pair}.")
PICKS = Sentence("lowdown.picks", "{name} picks {pair}.")
SECRET_WAS = Sentence("lowdown.secret_was", "The secret pair was {pair}.")
WRITES = Sentence("lowdown.writes", "{name} writes {number} in {box}.")
WRITES_WILD = Sentence("lowdown.writes_wild", "{name} writes {number} in {box} with a wild colour.")
BLACKS_OUT = Sentence("lowdown.blacks_out", "{name} has to black out {box}.")
CROSSES_TEN = Sentence("lowdown.crosses_ten", "{name} crosses out {row}: ten.")
CROSSES_THREE = Sentence("lowdown.crosses_three", "{name} crosses out {row}: three of a kind.")

# The board in a terminal

PROMPT_PICK = Sentence("lowdown.prompt_pick", "pick a number and a colour, or take the secret pair")
PROMPT_BLACK = Sentence("lowdown.prompt_black", "no colour fits and no wild is left: black out a box")
PROMPT_WRITE = Sentence(
    "lowdown.prompt_write",
    "write {numbers} in {colours} ({count} wild left)",
    "write {numbers} in {colours} ({count} wilds left)",
)
PROMPT_WILD = Sentence(
    "lowdown.prompt_wild",
    "write {numbers} with a wild: no colour fits, {count} wild left",
    "write {numbers} with a wild: no colour fits, {count} wilds left",
)
PROMPT_CROSS = Sentence("lowdown.prompt_cross", "cross out {rows}, or done")
EITHER = Sentence("lowdown.either", "{first} or {last}")
MARKS = Sentence("lowdown.marks", "wild {marks}  score")
LOT = Sentence("lowdown.lot", "A lot decides who has the first turn.")
TURN = Sentence("lowdown.turn", "turn {turn} · {name} rolled")
SECRET_OF = Sentence("lowdown.secret_of", "{name}'s secret pair")
PICKED = Sentence("lowdown.picked", "[picked]")
HELP = (
    ("pick 3 red", Sentence("lowdown.help_pick", "pick an open number die and an open colour die (also: 3r)")),
    ("secret", Sentence("lowdown.help_secret", "take the secret pair unseen")),
    ("write 3 R5", Sentence("lowdown.help_write", "write a number in a box (also: 3 R5)")),
    ("wild 3 R5", Sentence("lowdown.help_wild", "the same with a wild colour: any empty box")),
    ("black R5", Sentence("lowdown.help_black", "black out a box, when nothing else is possible")),
    ("cross R123", Sentence("lowdown.help_cross", "cross out a row: three equal numbers, or ten")),
    ("done", Sentence("lowdown.help_done", "cross out no more rows this turn")),
    (
        "",
        Sentence(
            "lowdown.help_grids",
            "Grids: R red/orange, G green/yellow, P purple/blue; boxes 1 to 9 from top left to bottom right.",
        ),
    ),
    (
        "",
        Sentence(
            "lowdown.help_letters",
            "Letters are colours: r red, o orange, y yellow, g green, b blue, p purple; r/o takes either.",
        ),
    ),
    ("", Sentence("lowdown.help_marks", "-3- is crossed out, ### is blacked out (6 points), X marks a used wild.")),
)

# Reasons of bots

WHY_PROMISE = Sentence(
    "lowdown.why_promise", "board, wilds and half boxes lead to {points} points in the end, the fewest"
)
WHY_SECRET = Sentence("lowdown.why_secret", "the secret pair promises more on average than any open one")
WHY_LEAD = Sentence(
    "lowdown.why_lead",
    "the expected final lead over the best rival is {points} points, the best relative to its usual error",
)
WHY_ROWS_WAIT = Sentence("lowdown.why_rows_wait", "rows may wait: nobody can end the match with this turn")
WHY_ROWS_NOW = Sentence("lowdown.why_rows_now", "the match may end with this turn, and the board counts {points} then")
AHEAD_IN_THE_END = Sentence("lowdown.ahead_in_the_end", "points ahead in the end")
WILDS_LEFT = Sentence("lowdown.wilds_left", "wilds left")
SECRET_IS_BETTER = Sentence("lowdown.secret_is_better", "the secret pair is better than any open one")

# Flaws of a position

FLAW_NOTHING_BEFORE_LOT = Sentence("lowdown.flaw_nothing_before_lot", "nothing has happened before the lot decides")
FLAW_ACTIVE_PLAYS = Sentence("lowdown.flaw_active_plays", "active must be a seat that plays")
FLAW_DICE_IN_WRONG_STAGE = Sentence("lowdown.flaw_dice_in_wrong_stage", "the dice are rolling in the wrong stage")
FLAW_DIE_SHOWS = Sentence("lowdown.flaw_die_shows", "a die that has landed shows 1 to 6, a die that has not shows 0")
FLAW_PICKED_TOO_EARLY = Sentence("lowdown.flaw_picked_too_early", "dice are picked too early")
FLAW_PICKED_PAIR = Sentence("lowdown.flaw_picked_pair", "an open pair is picked, or the secret pair", rule="R1")
FLAW_EMPTY_SEAT = Sentence("lowdown.flaw_empty_seat", "seat {seat} does not play, its board is empty")
FLAW_ROW_MAKES_NOTHING = Sentence("lowdown.flaw_row_makes_nothing", "the crossed row {row} is neither a triple nor ten")
FLAW_ROW_CROSSES = Sentence("lowdown.flaw_row_crosses", "the crossed row {row} crosses another")
FLAW_WRITING_AND_CROSSING = Sentence(
    "lowdown.flaw_writing_and_crossing", "writing and crossing name different seats that play"
)
FLAW_NOBODY_WRITES = Sentence(
    "lowdown.flaw_nobody_writes", "nobody writes or crosses out in this stage, or somebody has to"
)
FLAW_ACTIVE_PLACES = Sentence("lowdown.flaw_active_places", "only the active seat places")
FLAW_ACTIVE_HAS_WRITTEN = Sentence("lowdown.flaw_active_has_written", "the active seat has written")
FLAW_BOX_A_TURN = Sentence(
    "lowdown.flaw_box_a_turn",
    "seat {seat} has {count} box filled in turn {turn}: one per turn",
    "seat {seat} has {count} boxes filled in turn {turn}: one per turn",
)
FLAW_ENDED_TOO_EARLY = Sentence(
    "lowdown.flaw_ended_too_early", "the match has ended although nobody has filled two grids"
)
FLAW_ENDED_TOO_LATE = Sentence("lowdown.flaw_ended_too_late", "somebody has filled two grids, the match has ended")

# An informal position

SAID_OPEN_DICE = Sentence(
    "lowdown.said_open_dice", "give the two numbers and two colours that lie open; example: {example}"
)
SAID_BOARDS = Sentence(
    "lowdown.said_boards", "everybody writes once per turn, so both boards hold as much, not {mine} and {theirs}"
)
SAID_BOX_BY_BOX = Sentence("lowdown.said_box_by_box", "give a board box by box with its contents, as {example} does")
SAID_NO_BOX = Sentence("lowdown.said_no_box", "{box} is not a box: there are {first} to {last}")
SAID_WILDS_USED = Sentence("lowdown.said_wilds_used", "wild boxes used")
SAID_WILDS = Sentence("lowdown.said_wilds", "give the wild boxes used as 'wilds 1 to 0', not {text}")

# Figures of a simulation

FIGURE_TURNS = Sentence("lowdown.figure_turns", "turns per match")
FIGURE_SECRET = Sentence("lowdown.figure_secret", "secret pair taken")
FIGURE_OF_PICKS = Sentence("lowdown.figure_of_picks", "{share} of {count} pick", "{share} of {count} picks")
FIGURE_WILDS = Sentence("lowdown.figure_wilds", "wild colours used per board")
FIGURE_BLACKOUTS = Sentence("lowdown.figure_blackouts", "boxes blacked out per board")
FIGURE_TENS = Sentence("lowdown.figure_tens", "rows of ten per board")
FIGURE_TRIPLES = Sentence("lowdown.figure_triples", "rows of three of a kind per board")
FIGURE_DIAGONALS = Sentence("lowdown.figure_diagonals", "diagonals per board")

# The judge

JUDGE_ROW = Sentence("lowdown.judge_row", "May this row be crossed out?")
JUDGE_ROW_AFTER = Sentence("lowdown.judge_row_after", "May it be crossed out beside these rows?")
JUDGE_LINES = Sentence("lowdown.judge_lines", "Do these rows cross?")
JUDGE_NO_QUESTION = Sentence(
    "lowdown.judge_no_question",
    "{text} is not a question: write a row and its numbers, x for a black box (R123 5 2 3), or several rows"
    " (R123 R159)",
)
JUDGE_NO_ROW = Sentence("lowdown.judge_no_row", "{text} is not a row of a grid, such as {rows}", rule="§37, R19")
JUDGE_BLACK = Sentence("lowdown.judge_black", "No: {row} has a black box, which is not a number.", rule="R15")
JUDGE_MAKES_NOTHING = Sentence(
    "lowdown.judge_makes_nothing", "No: {row} has neither three equal numbers nor ten, but {sum}.", rule="§35, §36"
)
JUDGE_CROSSES = Sentence("lowdown.judge_crosses", "No: {row} shares a box with {others}.", rule="§38, R18")
JUDGE_TEN = Sentence("lowdown.judge_ten", "Yes: {row} makes {count}.", rule="§36")
JUDGE_THREE = Sentence(
    "lowdown.judge_three",
    "Yes: {row} has three equal numbers and saves {count} point.",
    "Yes: {row} has three equal numbers and saves {count} points.",
    rule="§35",
)
JUDGE_DO_CROSS = Sentence(
    "lowdown.judge_do_cross", "{first} and {second} share a box: only one of them may be crossed out.", rule="§38, R18"
)
JUDGE_DO_NOT_CROSS = Sentence("lowdown.judge_do_not_cross", "{first} and {second} do not cross.", rule="§38")
