"""What Pig says, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence("pig.tagline", "Roll on, or hold before the 1 comes.")

# Objections

OUT_OF_TURN = Sentence("pig.out_of_turn", "it is another player's turn", rule="§1")
NOTHING_ROLLED = Sentence("pig.nothing_rolled", "a turn has at least one roll", rule="R1")

# Events

DIE = Sentence("pig.die", "{codes}")
ROLLS = Sentence("pig.rolls", "{name} rolls {die}.")
TURN_IS_LOST = Sentence("pig.turn_is_lost", "The turn is lost.")
HOLDS = Sentence("pig.holds", "{name} holds and has {count} point.", "{name} holds and has {count} points.")

# Why its bot acts so

SAFE = Sentence("pig.safe", "safe points")
WHY = Sentence("pig.why", "the turn has brought {brought}")

# Chance

DIE_LANDS = Sentence("pig.die_lands", "the die lands")

# Notation

NO_ACTION = Sentence("pig.no_action", "{text} is not an action of Pig: roll or hold")
CANNOT_SHOW = Sentence("pig.cannot_show", "the die cannot show {text}: it has 1 to 6")

# An informal position

A_TURN = Sentence("pig.a_turn", "a turn")
SAID_SCORES = Sentence("pig.said_scores", "give two to four scores and a turn; example: {example}")

# Flaws of a position

FLAW_TURN = Sentence("pig.flaw_turn", "turn is a seat that plays, and no other seat has points")
FLAW_END = Sentence("pig.flaw_end", "the match ends as soon as one seat has {target}")

# Figures of a simulation

FIGURE_ROLLS = Sentence("pig.figure_rolls", "rolls per match")
FIGURE_ONES = Sentence("pig.figure_ones", "ones")

# The board in a terminal

PROMPT = Sentence("pig.prompt", "{brought} so far: roll or hold")
THIS_TURN = Sentence("pig.this_turn", "{scores}; this turn {brought}")
HELP = (
    ("roll", Sentence("pig.help_roll", "add what the die shows; a 1 loses the turn")),
    ("hold", Sentence("pig.help_hold", "keep what the turn has brought")),
)
