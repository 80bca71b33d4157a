"""The sentences of Phase 10 Dice, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence("phase10.tagline", "Ten phases, ten dice, three rolls: make them in order before the others do.")

# The phases

PHASES = (
    Sentence("phase10.phase_1", "2 sets of 3"),
    Sentence("phase10.phase_2", "1 set of 3 + 1 run of 4"),
    Sentence("phase10.phase_3", "1 set of 4 + 1 run of 4"),
    Sentence("phase10.phase_4", "1 run of 7"),
    Sentence("phase10.phase_5", "1 run of 8"),
    Sentence("phase10.phase_6", "1 run of 9"),
    Sentence("phase10.phase_7", "2 sets of 4"),
    Sentence("phase10.phase_8", "7 of one colour"),
    Sentence("phase10.phase_9", "1 set of 5 + 1 set of 2"),
    Sentence("phase10.phase_10", "1 set of 5 + 1 set of 3"),
)

# Objections

OUT_OF_TURN = Sentence("phase10.out_of_turn", "it is another player's turn", rule="§11")
NOT_AN_ACTION = Sentence("phase10.not_an_action", "a roll takes any of the ten dice, or none to stop", rule="R2")

# Events

DICE = Sentence("phase10.dice", "{codes}")
"""Dice in a row, as notation writes them: `5r Wb`."""
STARTING_ROLL = Sentence("phase10.starting_roll", "{name} rolls {number} for the starting order.")
TIED = Sentence("phase10.tied", "{names} are tied and roll again.")
BEGINS = Sentence("phase10.begins", "{name} begins.")
HAS = Sentence("phase10.has", "{name} has {dice}.")
ROLLS_AGAIN = Sentence("phase10.rolls_again", "{name} rolls one die again.", "{name} rolls {count} dice again.")
ROLLS_ALL_AGAIN = Sentence("phase10.rolls_all_again", "{name} rolls all ten dice again.")
STOPS = Sentence("phase10.stops", "{name} stops.")
MAKES = Sentence(
    "phase10.makes", "{name} makes phase {phase} for {count} point.", "{name} makes phase {phase} for {count} points."
)
FAILS = Sentence("phase10.fails", "{name} does not make phase {phase}.")
FIVE_PHASE_BONUS = Sentence("phase10.five_phase_bonus", "Five phase bonus: 40 points.")
FIRST_FINISH_BONUS = Sentence("phase10.first_finish_bonus", "First finish bonus: 40 points.")
LAST_TRIES = Sentence("phase10.last_tries", "The others have one last try.")

# Chance

STARTING_DIE_LANDS = Sentence("phase10.starting_die_lands", "{name} rolls for the starting order")
DIE_LANDS = Sentence("phase10.die_lands", "{name}: die {die} lands")

ROLLS_ALL_TEN = Sentence("phase10.rolls_all_ten", "{name} rolls all ten dice")
KEEPS_AND_ROLLS = Sentence(
    "phase10.keeps_and_rolls",
    "{name} keeps {dice} and rolls the other die",
    "{name} keeps {dice} and rolls the other {count}",
)

# Notation

NO_ACTION = Sentence(
    "phase10.no_action", "{text} is not an action of Phase 10 Dice: stop, reroll L1 H2 …, reroll all, or keep H3 …"
)
NO_DIE = Sentence("phase10.no_die", "{text} is not a die, and no die shows it: they are {dice}")
NAMED_TWICE = Sentence("phase10.named_twice", "die {die} is named twice")
CANNOT_SHOW = Sentence("phase10.cannot_show", "die {die} cannot show {text}: it has {sides}")

# The board in a terminal

PROMPT = Sentence("phase10.prompt", "phase {phase}: {asked} · roll {roll} of {rolls} · keep, reroll or stop")
STARTING_ORDER = Sentence("phase10.starting_order", "Rolling for the starting order: {rolls}")
PHASE = Sentence("phase10.phase", "phase")
FIVE_PHASE_ROW = Sentence("phase10.five_phase_row", "five phase bonus")
FIRST_FINISH_ROW = Sentence("phase10.first_finish_row", "first finish bonus")
FAILURES = Sentence("phase10.failures", "failures")
TOTAL = Sentence("phase10.total", "total")
AT_PHASE = Sentence("phase10.at_phase", "{name}, phase {phase}, {asked}:")
MADE_SO_FAR = Sentence("phase10.made_so_far", "made (*), worth {points}")
NOT_MADE_YET = Sentence("phase10.not_made_yet", "not made yet")
LAST_TRY = Sentence("phase10.last_try", "last try")
HELP = (
    ("keep H1 H2 L3", Sentence("phase10.help_keep", "set these dice aside and roll all the others")),
    ("reroll L1 H4", Sentence("phase10.help_reroll", "roll these dice again and keep the others")),
    ("reroll all", Sentence("phase10.help_reroll_all", "roll all ten again")),
    ("stop", Sentence("phase10.help_stop", "end the turn with the dice as they lie")),
    (
        "",
        Sentence(
            "phase10.help_names",
            "Dice are named under their faces: L1 to L4 show 1-4 and W (wild), H1 to H6 show 5-10.",
        ),
    ),
    (
        "",
        Sentence(
            "phase10.help_letters",
            "Letters are colours: b blue, r red, o orange, g green. A * marks the dice that make the phase.",
        ),
    ),
)

# Reasons of bots

WHY_NEAREST = Sentence(
    "phase10.why_nearest",
    "it keeps the dice nearest to the phase; one die is then missing",
    "it keeps the dice nearest to the phase; {count} dice are then missing",
)
WHY_TURN = Sentence("phase10.why_turn", "no other keep has a better expectation; it makes the phase with {share} %")
WHY_WIN = Sentence("phase10.why_win", "no other keep wins the match more often; it does with {share} %")
CHANCE_OF_PHASE = Sentence("phase10.chance_of_phase", "chance to make the phase")
TURN_POINTS = Sentence("phase10.turn_points", "expected points of the turn")
WILDS_KEPT = Sentence("phase10.wilds_kept", "wilds kept")
MAKES_THE_PHASE = Sentence("phase10.makes_the_phase", "makes the phase")

# Flaws of a position

FLAW_ORDER = Sentence("phase10.flaw_order", "order must name every seat once, and turn one of its columns")
FLAW_DICE_IN_WRONG_STAGE = Sentence("phase10.flaw_dice_in_wrong_stage", "dice are rolling in the wrong stage")
FLAW_ORDER_ALONE = Sentence("phase10.flaw_order_alone", "nobody rolls for the starting order alone", rule="R25")
FLAW_START_RANK = Sentence(
    "phase10.flaw_start_rank", "start_rank must be the number of seats sure to play before each seat"
)
FLAW_ROLLING = Sentence("phase10.flaw_rolling", "rolling must name seats that play, in the roll for the starting order")
FLAW_PLAYED_BEFORE_ORDER = Sentence(
    "phase10.flaw_played_before_order", "nobody plays before the starting order is known"
)
FLAW_ROLLS = Sentence("phase10.flaw_rolls", "a turn has one to three rolls, and no choice after the last")
FLAW_FIRST_TO_FINISH = Sentence("phase10.flaw_first_to_finish", "finisher must be the column that finished first")
FLAW_ENDS_AT_FINISHER = Sentence(
    "phase10.flaw_ends_at_finisher", "the match ends when the turn comes back to the finisher"
)
FLAW_TURN_AFTER_FINISH = Sentence("phase10.flaw_turn_after_finish", "a seat that has finished takes no turn")
FLAW_PHASE_SCORES = Sentence(
    "phase10.flaw_phase_scores", "phase {phase} scores {least} to {most} points when it is made"
)
FLAW_BONUS = Sentence("phase10.flaw_bonus", "a bonus is {bonus} or 0")

# An informal position

SAID_PHASE = Sentence("phase10.said_phase", "a phase")
SAID_ROLLS_LEFT = Sentence("phase10.said_rolls_left", "rolls left")
SAID_NO_COLOURS = Sentence(
    "phase10.said_no_colours", "phase 8 needs the colours of the dice: give the position in notation"
)
SAID_OTHER_TOTAL = Sentence(
    "phase10.said_other_total",
    "{count} phase brings {least} to {most} points, not {total}",
    "{count} phases bring {least} to {most} points, not {total}",
)
SAID_TEN_DICE = Sentence("phase10.said_ten_dice", "ten dice lie on the table, not {number}: {dice}")
SAID_NO_DICE = Sentence("phase10.said_no_dice", "ten dice lie on the table, not 0: none")
SAID_LOW_DICE = Sentence(
    "phase10.said_low_dice",
    "{count} die shows W or 1 to 4, but {most} dice have these numbers",
    "{count} dice show W or 1 to 4, but {most} dice have these numbers",
)

# Figures of a simulation

FIGURE_TURNS = Sentence("phase10.figure_turns", "turns per match")
FIGURE_PHASE = Sentence("phase10.figure_phase", "phase {number}, {name}")
FIGURE_OF_TRIES = Sentence("phase10.figure_of_tries", "{share} of {count} try", "{share} of {count} tries")
FIGURE_NEVER = Sentence("phase10.figure_never", "never tried")
FIGURE_FIVE_PHASE = Sentence("phase10.figure_five_phase", "five phase bonuses per match")
FIGURE_FIRST_FINISH = Sentence("phase10.figure_first_finish", "first finish bonuses per match")

# The judge

JUDGE_SCORE = Sentence("phase10.judge_score", "What do these dice score for this phase, and for which most?")
JUDGE_MADE = Sentence(
    "phase10.judge_made",
    "Phase {phase}, {name}: made, {count} point.",
    "Phase {phase}, {name}: made, {count} points.",
    rule="§27, §28, R4",
)
JUDGE_NOT_MADE = Sentence("phase10.judge_not_made", "Phase {phase}, {name}: not made.", rule="§26")
JUDGE_BEST = Sentence(
    "phase10.judge_best",
    "They score most in phase {phase}: {count} point.",
    "They score most in phase {phase}: {count} points.",
    rule="R4",
)
JUDGE_NO_PHASE = Sentence("phase10.judge_no_phase", "They make no phase that can be judged.", rule="§26")
JUDGE_NO_COLOURS = Sentence(
    "phase10.judge_no_colours", "Phase 8 is not judged: it needs the colours of the dice.", rule="§22"
)
JUDGE_NO_DIE = Sentence(
    "phase10.judge_no_die", "{text} is not a die: 1 to 10 or W, all with their colour or all without"
)

# On paper

SHEET_PHASE = Sentence("phase10.sheet_phase", "{number}. {name}")
