"""Sentences about the solution of Battle of the Sixes."""

from quincunx.core.messages import Sentence

SUM = Sentence("solvers.sixes_sum", "totals with a sum of {total}")
OTHER_DICE = Sentence("solvers.sixes_dice", "the game can be solved with {dice} dice each, not with {given}")
OTHER_RULES = Sentence("solvers.sixes_rules", "the tables are for {count} dice each and the usual variants")
NOTHING_TO_DECIDE = Sentence("solvers.sixes_nothing", "there is nothing to decide in this position")

# The solution

FIRST_SEAT = Sentence(
    "solvers.sixes_first_seat", "{game} with {count} dice each: the first seat wins {percent} % under perfect play"
)
ABOUT_TABLE = Sentence(
    "solvers.sixes_about_table",
    "The chance to win when a round begins with these totals: rows are your own total, columns the opponent's.",
)
OWN_TOTAL = Sentence("solvers.sixes_own_total", "own total")
OTHER_TOTAL = Sentence("solvers.sixes_other_total", "the opponent's total")
CHANCE_BY_TOTALS = Sentence("solvers.sixes_by_totals", "{game}, {count} dice each: chance to win, exact")

# The certificate

CHECKING = Sentence("solvers.sixes_checking", "checking positions")
PLAYING = Sentence("solvers.sixes_playing", "playing through the rules engine")
RESIDUAL = Sentence(
    "solvers.sixes_residual",
    "Largest residual of Bellman's equations over {positions} positions before a roll, drawn at random: {residual}",
)
PLAYED = Sentence("solvers.sixes_played", "{matches} matches through the rules engine, seed {seed}: {percent} % won")
INTERVAL = Sentence("solvers.sixes_interval", "Their 99.9 % interval: {low} % to {high} %")
HOLDS = Sentence("solvers.sixes_holds", "The certificate holds: the first seat wins {percent} %.")
HOLDS_NOT = Sentence("solvers.sixes_holds_not", "The certificate DOES NOT HOLD: the first seat should win {percent} %.")

# The best response

RESPONDING = Sentence("solvers.sixes_responding", "best response to {bot}: totals with a sum of {total}")
NO_RESPONSE = Sentence("solvers.sixes_no_response", "the best response is known to {known}, not to {bot}")
RESPONSE_DICE = Sentence(
    "solvers.sixes_response_dice",
    "the best response is found for {dice} dice each in the usual variants: --variant dice={dice}",
)
