"""What Mixed Doubles says, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence(
    "mixeddoubles.tagline", "Stake a colour, roll two dice, mix what they show: the jackpot waits for whoever dares."
)

# Variants

ALL_IN = Sentence("mixeddoubles.all_in", "Whom does an ALL IN bind?", rule="R2")
ALL_IN_EVERYBODY = Sentence("mixeddoubles.all_in_everybody", "everybody")
ALL_IN_DRAWER = Sentence("mixeddoubles.all_in_drawer", "only who draws it")
DOUBLE_WILD = Sentence("mixeddoubles.double_wild", "Does a double wild in the finale win at once?", rule="§52")
PART_MINUS_FIVE = Sentence("mixeddoubles.part_minus_five", "May a won wager part with MINUS FIVE?", rule="§53")
NO = Sentence("mixeddoubles.no", "no")
YES = Sentence("mixeddoubles.yes", "yes")
FIRST = Sentence("mixeddoubles.first", "Who begins?", rule="R27")
FIRST_SEAT0 = Sentence("mixeddoubles.first_seat0", "the first seat")
FIRST_LOT = Sentence("mixeddoubles.first_lot", "by lot")

# Why something may not be done

OUT_OF_TURN = Sentence("mixeddoubles.out_of_turn", "it is another player's turn", rule="§8")
NOT_AN_ACTION = Sentence("mixeddoubles.not_an_action", "that is nothing a player can do in a turn", rule="§8")
NO_WAGER_NOW = Sentence(
    "mixeddoubles.no_wager_now", "cards are wagered after the draw and before the first roll", rule="§12, R5"
)
NOT_IN_PALETTE = Sentence("mixeddoubles.not_in_palette", "that card is not in your palette", rule="§12")
OTHER_COLOUR = Sentence("mixeddoubles.other_colour", "a wager is of one colour", rule="§12")
NOT_ASCENDING = Sentence("mixeddoubles.not_ascending", "the cards of a wager are laid down from low to high", rule="R5")
NO_ROLL_NOW = Sentence("mixeddoubles.no_roll_now", "the dice are rolled after the draw and the wager", rule="§15")
NO_DRAW_NOW = Sentence("mixeddoubles.no_draw_now", "cards are drawn at the start of a turn", rule="§11")
NO_END_NOW = Sentence("mixeddoubles.no_end_now", "a turn ends when all its rolls are made", rule="R7")
NO_EXTRA_NOW = Sentence(
    "mixeddoubles.no_extra_now", "an EXTRA ROLL is played at the start of a turn, before the draw", rule="§39, R16"
)
NO_EXTRA_HELD = Sentence(
    "mixeddoubles.no_extra_held", "you held no such EXTRA ROLL when the turn began", rule="R16, R34"
)
NO_SWAP_NOW = Sentence("mixeddoubles.no_swap_now", "palettes are swapped when both dice show push", rule="§34")
NOT_ANOTHER = Sentence("mixeddoubles.not_another", "it must be another player at this table", rule="§34, §40")
NO_PARTING_NOW = Sentence(
    "mixeddoubles.no_parting_now",
    "MINUS FIVE is parted with right after a won wager, under that option",
    rule="§53, R35",
)
NO_STEAL_NOW = Sentence(
    "mixeddoubles.no_steal_now", "a STEAL is played between the steps and rolls of your own turn", rule="R17, R24, R34"
)
NO_STEAL_HELD = Sentence("mixeddoubles.no_steal_held", "you have no STEAL", rule="§40")
NOTHING_THERE = Sentence("mixeddoubles.nothing_there", "that bank is empty", rule="R19")
NOT_THERE = Sentence("mixeddoubles.not_there", "that card is not in that palette", rule="§40, R19")
NO_MINUS_FIVE = Sentence("mixeddoubles.no_minus_five", "no other player has MINUS FIVE", rule="§47")
NO_THIRD = Sentence(
    "mixeddoubles.no_third", "MINUS FIVE moves from another player to a third one, never to yourself", rule="R20, R37"
)

# What lands next

LOT_LANDS = Sentence("mixeddoubles.lot_lands", "the seat that begins is drawn by lot")
CARD_IS_DEALT = Sentence("mixeddoubles.card_is_dealt", "{name} is dealt a card")
BANK_CARD_IS_PICKED = Sentence("mixeddoubles.bank_card_is_picked", "a card from the bank of {name} is picked")
FIRST_DIE_LANDS = Sentence("mixeddoubles.first_die_lands", "the first die lands")
SECOND_DIE_LANDS = Sentence("mixeddoubles.second_die_lands", "the second die lands")
CARD_IS_DRAWN = Sentence("mixeddoubles.card_is_drawn", "{name} draws a card")
