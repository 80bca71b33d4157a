"""The sentences of Battle of the Sixes, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence(
    "sixes.tagline", "Hard sixes strike, soft sixes answer: take the right dice and land on the right score."
)

# Variants

DICE = Sentence("sixes.dice", "How many dice has each player?")
STARTER = Sentence("sixes.starter", "Who begins with soft sixes: the player behind, or both by turns?", rule="R11")
STARTER_BEHIND = Sentence("sixes.starter_behind", "the player behind")
STARTER_TURNS = Sentence("sixes.starter_turns", "in turns")
TIES = Sentence("sixes.ties", "Both have a winning score: does the higher total win, or both?", rule="R4")
TIES_HIGHER = Sentence("sixes.ties_higher", "the higher total")
TIES_SHARED = Sentence("sixes.ties_shared", "both")

# Objections

OUT_OF_TURN = Sentence("sixes.out_of_turn", "it is the other player's move", rule="R11")
NOT_AN_ACTION = Sentence("sixes.not_an_action", "no such play is known", rule="§16")
HARD_FIRST = Sentence("sixes.hard_first", "a hard six must first be set against dice of the opponent", rule="§9, R5")
ANSWER_FIRST = Sentence(
    "sixes.answer_first", "a soft six must be answered while you have an unplayed die", rule="§17, R12"
)
FINAL_FIRST = Sentence(
    "sixes.final_first", "only the final roll is left: roll, or stop and let the round be tallied", rule="§25, R19"
)
NO_HARD = Sentence("sixes.no_hard", "you have no unmatched hard six", rule="§13")
NO_SOFT = Sentence("sixes.no_soft", "there is no soft six to answer", rule="§17")
NO_FINAL = Sentence(
    "sixes.no_final", "the final roll comes when the opponent's dice have all been played", rule="§25, R18"
)
NOT_THEIRS = Sentence("sixes.not_theirs", "the opponent has no such unplayed dice in this roll", rule="R8")
NOT_YOURS = Sentence("sixes.not_yours", "you have no such unplayed dice in this roll", rule="§16, R15")
NO_PARTIAL = Sentence("sixes.no_partial", "no single die of yours with that number lies against such a six", rule="R14")

# Chance

ROLLS_DICE = Sentence("sixes.rolls_dice", "{name} rolls {count} die", "{name} rolls {count} dice")
DIE_LANDS = Sentence("sixes.die_lands", "a die of {name} lands ({count} in the cup)")

# Events

FACES = Sentence("sixes.faces", "{codes}")
"""Dice in a row, as notation writes them: `6 5 5 2`, or `4+2` for dice that make six."""
ROLLS = Sentence("sixes.rolls", "{name} rolls {dice}.")
THEY_MATCH = Sentence("sixes.they_match", "They match a hard six each.", "They match {count} hard sixes each.")
AGAINST_NONE = Sentence(
    "sixes.against_none", "{name} has a hard six against no dice.", "{name} has {count} hard sixes against no dice."
)
PASSES = Sentence("sixes.passes", "{name} passes.")
FINAL_ROLL = Sentence("sixes.final_roll", "{name} makes the final roll.")
NO_FINAL_ROLL = Sentence("sixes.no_final_roll", "{name} declines the final roll.")
TAKES = Sentence("sixes.takes", "{name} sets a hard six against {other}'s {dice}.")
PLAYS = Sentence("sixes.plays", "{name} plays the soft six {dice}.")
PLAYS_UNANSWERED = Sentence(
    "sixes.plays_unanswered", "{name} plays the soft six {dice}; {other} has no dice to answer with."
)
ANSWERS = Sentence("sixes.answers", "{name} answers {dice} with {answer}.")
ADDS_HARD = Sentence("sixes.adds_hard", "{name} adds {dice} to {single} against a hard six.")
ADDS_SOFT = Sentence("sixes.adds_soft", "{name} adds {dice} to {single} against a soft six.")
ROUND_ENDS = Sentence("sixes.round_ends", "End of round {round}: {first}, {second}.")
SCORES = Sentence("sixes.scores", "{name} scores {points} and has {total}")

# Notation

NO_ACTION = Sentence("sixes.no_action", "{text} is not an action of Battle of the Sixes: {expected}")
NO_FACES = Sentence("sixes.no_faces", "{text} are not dice to match with: name faces from 1 to 5, like 4+2")
NO_SIDE = Sentence("sixes.no_side", "{text} is neither a single die nor a soft six: its dice add up to {sum}")
NO_SOFT_SIX = Sentence("sixes.no_soft_six", "{text} is not a soft six: name two dice or more that add up to six")
NO_ADDING = Sentence("sixes.no_adding", "{text} does not say what completes what: add 3+1 to 2 vs hard")
NOT_SIX = Sentence("sixes.not_six", "{text} makes {sum}, not six")
SAY_AGAINST = Sentence(
    "sixes.say_against", "a {single} lies against a hard and against a soft six: add vs hard or vs soft"
)
CANNOT_SHOW = Sentence("sixes.cannot_show", "a die cannot show {text}: it has 1 2 3 4 5 6")

# The scoring table

HARD_SINGLE = Sentence("sixes.hard_single", "hard six – single die")
HARD_NONE = Sentence("sixes.hard_none", "hard six – no dice")
HARD_SOFT = Sentence("sixes.hard_soft", "hard six – soft six")
HARD_HARD = Sentence("sixes.hard_hard", "hard six – hard six")
SOFT_SINGLE = Sentence("sixes.soft_single", "soft six – single die")
SOFT_NONE = Sentence("sixes.soft_none", "soft six – no dice")
SOFT_SOFT = Sentence("sixes.soft_soft", "soft six – soft six")

# The board in a terminal

PROMPT_HARD = Sentence(
    "sixes.prompt_hard",
    "{count} hard six to match · take a die or a soft six of the opponent",
    "{count} hard sixes to match · take a die or a soft six of the opponent",
)
PROMPT_ANSWER = Sentence("sixes.prompt_answer", "soft six {dice} · answer with a soft six or a single die")
PROMPT_FINAL = Sentence(
    "sixes.prompt_final", "the final roll, {count} die · roll or stop", "the final roll, {count} dice · roll or stop"
)
PROMPT_PLAY = Sentence("sixes.prompt_play", "soft sixes · play one or pass")
PROMPT_COMPLETE = Sentence("sixes.prompt_complete", "soft sixes · complete a single die (add … to …) or pass")
PROMPT_BOTH = Sentence("sixes.prompt_both", "soft sixes · play one, complete a single die (add … to …) or pass")
PROMPT_PASS = Sentence("sixes.prompt_pass", "soft sixes · pass")
ROUND_AND_ROLL = Sentence("sixes.round_and_roll", "round {round}, roll {roll}")
SCORE = Sentence("sixes.score", "score")
THIS_ROUND = Sentence("sixes.this_round", "this round")
UNPLAYED = Sentence("sixes.unplayed", "unplayed dice")
WINNING_SCORES = Sentence("sixes.winning_scores", "winning scores: {scores}")
NONE = Sentence("sixes.none", "none")
IS_OVER = Sentence("sixes.is_over", "The match is over.")
FINAL = Sentence("sixes.final", "final roll")
LAST_ROUND = Sentence("sixes.last_round", "last round: {points}")
HELP = (
    ("take 5", Sentence("sixes.help_take", "set your hard six against a single 5 of the opponent: 2 points")),
    (
        "take 5+1",
        Sentence("sixes.help_take_soft", "set it against a soft six of the opponent: 1 point, and both dice are gone"),
    ),
    ("play 4+2", Sentence("sixes.help_play", "play a soft six; the opponent must answer")),
    ("answer 2", Sentence("sixes.help_answer", "answer with a single die: the soft six scores 1")),
    ("answer 5+1", Sentence("sixes.help_answer_soft", "answer with a soft six: nobody scores")),
    (
        "add 3+1 to 2 vs hard",
        Sentence("sixes.help_add", "complete a single die of yours that lies against a hard (or soft) six"),
    ),
    ("pass", Sentence("sixes.help_pass", "play nothing now; two passes in a row end this roll")),
    ("roll, stop", Sentence("sixes.help_final", "make the final roll, or decline it")),
    (
        "",
        Sentence(
            "sixes.help_marks",
            "Dice are told apart by their numbers only. A * marks a single die that may still be completed.",
        ),
    ),
)

# Reasons of bots

WHY_WORTH = Sentence(
    "sixes.why_worth",
    "points, dice and winning scores are then worth {points} points together, more than after any other choice",
)
WHY_CHANCE = Sentence("sixes.why_chance", "the chance to win is then {share} %, more than after any other choice")
ROUND_LEAD = Sentence("sixes.round_lead", "points ahead in the round")
OWN_DICE = Sentence("sixes.own_dice", "own dice left")
THEIR_DICE = Sentence("sixes.their_dice", "dice that the other has left")
WINS_THE_MATCH = Sentence("sixes.wins_the_match", "expert's estimate")

# Flaws of a position

FLAW_DICE_EACH = Sentence("sixes.flaw_dice_each", "dice_each must be one of {known}")
FLAW_SOFT_SIX = Sentence("sixes.flaw_soft_six", "soft_six must be the number of a soft six, 6 to 15")
FLAW_PAIRING_NEEDS_SIX = Sentence("sixes.flaw_pairing_needs_six", "every pairing needs a six, hard or soft")
FLAW_NO_ZERO = Sentence("sixes.flaw_no_zero", "no die shows 0")
FLAW_DICE_OF_SEAT = Sentence(
    "sixes.flaw_dice_of_seat", "seat {seat} has {count} die of {each}", "seat {seat} has {count} dice of {each}"
)
FLAW_DICE_IN_CUP = Sentence("sixes.flaw_dice_in_cup", "dice are in the cup while they are rolled, and only then")
FLAW_SOFT_SIX_WAITS = Sentence("sixes.flaw_soft_six_waits", "a soft six waits while it is answered, and only then")
FLAW_UNMATCHED_HARD_SIXES = Sentence(
    "sixes.flaw_unmatched_hard_sixes", "one player alone has unmatched hard sixes, and acts"
)
FLAW_HARD_SIXES_FIRST = Sentence("sixes.flaw_hard_sixes_first", "hard sixes are matched before anything else")
FLAW_NOTHING_TO_CHOOSE = Sentence("sixes.flaw_nothing_to_choose", "the seat whose turn it is has nothing to choose")
FLAW_OVER = Sentence("sixes.flaw_over", "a match is over when a total wins, and only then")
FLAW_FINAL_ROLL = Sentence("sixes.flaw_final_roll", "the final roll belongs to the one player who has dice left")

# An informal position

SAID_OTHER_DICE = Sentence(
    "sixes.said_other_dice",
    "both players roll the same number of dice, usually six, not {mine} and {theirs}; example: {example}",
)
SAID_TWO_TOTALS = Sentence("sixes.said_two_totals", "give two totals as 'total 12 to 9', not {text}")
SAID_MATCH_IS_OVER = Sentence("sixes.said_match_is_over", "with {mine} to {theirs} the match is over")

# Figures of a simulation

FIGURE_ROUNDS = Sentence("sixes.figure_rounds", "rounds per match")
FIGURE_ROLLS = Sentence("sixes.figure_rolls", "rolls per round")
FIGURE_POINTS = Sentence("sixes.figure_points", "points per player and round")
FIGURE_BY_60 = Sentence("sixes.figure_by_60", "wins with 60 or more")
FIGURE_BOTH_WIN = Sentence("sixes.figure_both_win", "matches with two winning scores")

FIGURES_A_ROUND = (
    Sentence("sixes.figure_hard_single", "hard sixes against a single die, per round"),
    Sentence("sixes.figure_hard_soft", "hard sixes against a soft six, per round"),
    Sentence("sixes.figure_soft_played", "soft sixes played per round"),
    Sentence("sixes.figure_soft_answered", "soft sixes answered by a soft six, per round"),
    Sentence("sixes.figure_completed", "partials completed per round"),
    Sentence("sixes.figure_final_made", "final rolls made per round"),
    Sentence("sixes.figure_final_declined", "final rolls declined per round"),
)
"""In the order of the counters, from the first kind of play on."""

# The judge

JUDGE_PAIRING = Sentence("sixes.judge_pairing", "What does this pairing score?")
JUDGE_TOTAL = Sentence("sixes.judge_total", "Does this total win?")
JUDGE_NO_QUESTION = Sentence(
    "sixes.judge_no_question", "{text} is not a question: write a pairing (hard vs 4+2) or totals (total 24 60)"
)
JUDGE_NO_SIDE = Sentence(
    "sixes.judge_no_side", "{text} is not a side of a pairing: hard, 4+2, a single die, or nothing"
)
JUDGE_NOBODY_PLAYS = Sentence(
    "sixes.judge_nobody_plays", "one of the sides must be a hard or a soft six", rule="§13, §16"
)
JUDGE_NO_DICE = Sentence("sixes.judge_no_dice", "no dice")
JUDGE_HARD_HARD = Sentence("sixes.judge_hard_hard", "{first} against {second}: {mine} to {theirs}.", rule="§31")
JUDGE_HARD_SOFT = Sentence("sixes.judge_hard_soft", "{first} against {second}: {mine} to {theirs}.", rule="§30")
JUDGE_HARD_SINGLE = Sentence("sixes.judge_hard_single", "{first} against {second}: {mine} to {theirs}.", rule="§28")
JUDGE_HARD_NONE = Sentence("sixes.judge_hard_none", "{first} against {second}: {mine} to {theirs}.", rule="§29, R9")
JUDGE_SOFT_HARD = Sentence("sixes.judge_soft_hard", "{first} against {second}: {mine} to {theirs}.", rule="§30")
JUDGE_SOFT_SOFT = Sentence("sixes.judge_soft_soft", "{first} against {second}: {mine} to {theirs}.", rule="§34")
JUDGE_SOFT_SINGLE = Sentence("sixes.judge_soft_single", "{first} against {second}: {mine} to {theirs}.", rule="§32")
JUDGE_SOFT_NONE = Sentence("sixes.judge_soft_none", "{first} against {second}: {mine} to {theirs}.", rule="§33, R13")
JUDGE_OVER = Sentence("sixes.judge_over", "{total} wins: it is 60 or more.", rule="§3, R3")
JUDGE_DIGITS = Sentence("sixes.judge_digits", "{total} wins: its two digits add up to six.", rule="§4")
JUDGE_NOT_WON = Sentence("sixes.judge_not_won", "{total} does not win.", rule="§3, §4, R1, R2")
