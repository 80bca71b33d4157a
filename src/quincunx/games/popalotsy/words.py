"""What PoPalotsy says, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence(
    "popalotsy.tagline", "Five dice jump, all hands fly: ring them by colour or number before the others do."
)

# Variants

FORM = Sentence("popalotsy.form", "Do all race at once, or drop in turn?")
FORM_RACE = Sentence("popalotsy.form_race", "race")
FORM_TURNS = Sentence("popalotsy.form_turns", "in turns")
REFEREE = Sentence("popalotsy.referee", "Are wrong drops seen at once, or when the round is over?")
REFEREE_INSTANT = Sentence("popalotsy.referee_instant", "at once")
REFEREE_ROUND = Sentence("popalotsy.referee_round", "after the round")

# Why something may not be done

NOT_NOW = Sentence("popalotsy.not_now", "rings are dropped when all dice have landed", rule="§17")
OUT_OF_TURN = Sentence("popalotsy.out_of_turn", "it is another player's turn", rule="§39, R2")
IS_DONE = Sentence("popalotsy.is_done", "whoever has said done takes no further part in the round", rule="R3, R21")
NOT_HELD = Sentence("popalotsy.not_held", "that card is not in your hand", rule="§4")
HOLDING_BACK = Sentence("popalotsy.holding_back", "in turns a card that can be dropped may not be held back", rule="R3")
MATCHES_NOTHING = Sentence(
    "popalotsy.matches_nothing", "the card has neither the colour nor the number of that die", rule="§18"
)
NOT_HIGHER = Sentence(
    "popalotsy.not_higher", "a ring of the same or a higher number in that colour lies there", rule="§22, R5"
)
NUMBER_IS_THERE = Sentence(
    "popalotsy.number_is_there",
    "a ring that matches the number lies there, and colour does not beat it",
    rule="§21, R6",
)
SECOND_NUMBER = Sentence("popalotsy.second_number", "one match of number does not beat another", rule="R4")
EXACT_IS_THERE = Sentence(
    "popalotsy.exact_is_there", "an exact match lies there, and nothing beats it", rule="§25, §30"
)
NOT_AN_ACTION = Sentence("popalotsy.not_an_action", "an action drops a card on a die, or says done", rule="§11, R3")

# What lands next

CARD_IS_DEALT = Sentence("popalotsy.card_is_dealt", "a card is dealt to {name}")
DIE_LANDS = Sentence("popalotsy.die_lands", "the {colour} die lands")
