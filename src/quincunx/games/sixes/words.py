"""What Battle of the Sixes says, in English."""

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

# Why something may not be done

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

# What lands next

DIE_LANDS = Sentence("sixes.die_lands", "a die of {name} lands ({count} in the cup)")
