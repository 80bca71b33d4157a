"""Sentences about the solution of Phase 10 Dice."""

from quincunx.core.messages import Sentence

# Errors

NO_ROLLS_LEFT = Sentence("solvers.no_rolls_left", "a turn has 0 to {most} rolls left, not {rolls}")
NO_SUCH_STAND = Sentence("solvers.no_such_stand", "no match reaches phase {phase} with {total} points")
ALONE_ONLY = Sentence("solvers.alone_only", "the tables are for a player alone: a state of one seat")
NOTHING_TO_DECIDE = Sentence("solvers.nothing_to_decide", "there is nothing to decide in this position")
TEN_DICE = Sentence("solvers.ten_dice", "--dice is for Battle of the Sixes: this game always has ten dice")

# Progress

PHASE = Sentence("solvers.phase", "phase {number}")
PHASE_POINTS = Sentence("solvers.phase_points", "phase {number}, tables for points")
PHASE_CHANCES = Sentence("solvers.phase_chances", "phase {number}, chances")
PHASE_SCORES = Sentence("solvers.phase_scores", "phase {number}, tables for the score")
PLANS = Sentence("solvers.plans", "plans")
SCORES = Sentence("solvers.scores", "scores")
CHECKING_NUMBERS = Sentence("solvers.checking_numbers", "checking the phases of numbers")
CHECKING_COLOUR = Sentence("solvers.checking_colour", "checking phase {number}")
PLAYING = Sentence("solvers.playing", "playing through the rules engine")

# The solution

OPTIMUM = Sentence("solvers.optimum", "{game} alone, optimal play: {points} points per match")
BONUSES = Sentence(
    "solvers.bonuses",
    "Five phase bonus {five}, first finish bonus {first}. A value is the mean of what is still to come; of phase 10"
    " after a failure it is {value}.",
)
A_PHASE = Sentence("solvers.a_phase", "phase")
FIRST_TRY = Sentence("solvers.first_try", "first try")
TURNS = Sentence("solvers.turns", "turns")
POINTS = Sentence("solvers.points", "points")
VALUE = Sentence("solvers.value", "value")
VALUE_AT = Sentence("solvers.value_at", "value at a total of")
SCORE = Sentence("solvers.score", "score")
MEAN = Sentence("solvers.mean", "mean")
DEVIATION = Sentence("solvers.deviation", "± sd")
CHANCE = Sentence("solvers.chance", "chance")
MEAN_OF = Sentence("solvers.mean_of", "mean {points}")
FINAL_SCORE = Sentence("solvers.final_score", "{game} alone: final score under optimal play, exact")

# The certificate

NUMBER_RESIDUAL = Sentence(
    "solvers.number_residual", "Largest residual of Bellman's equations, nine phases of numbers: {points} points"
)
COLOUR_RESIDUAL = Sentence(
    "solvers.colour_residual", "Largest residual of Bellman's equations, phase 8, all 7^10 states: {points} points"
)
PLAYED = Sentence("solvers.played", "{matches} matches through the rules engine, seed {seed}: mean {mean}")
INTERVAL = Sentence("solvers.interval", "Their 99.9 % interval: {low} to {high}")
HOLDS = Sentence("solvers.holds", "The certificate holds: the optimum is {points}.")
HOLDS_NOT = Sentence("solvers.holds_not", "The certificate DOES NOT HOLD: the optimum is {points}.")
