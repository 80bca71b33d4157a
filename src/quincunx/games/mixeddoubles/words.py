"""The sentences of Mixed Doubles, in English."""

from quincunx.core.messages import Sentence

TAGLINE = Sentence(
    "mixeddoubles.tagline", "Stake a colour, roll two dice, mix what they show: the jackpot waits for whoever dares."
)

# Variants

ALL_IN = Sentence("mixeddoubles.all_in", "Whom does an ALL IN bind?", rule="R2")
ALL_IN_EVERYBODY = Sentence("mixeddoubles.all_in_everybody", "everybody")
ALL_IN_DRAWER = Sentence("mixeddoubles.all_in_drawer", "only the player who draws it")
DOUBLE_WILD = Sentence("mixeddoubles.double_wild", "Does a double wild in the finale win at once?", rule="§52")
PART_MINUS_FIVE = Sentence("mixeddoubles.part_minus_five", "May a won wager part with MINUS FIVE?", rule="§53")
NO = Sentence("mixeddoubles.no", "no")
YES = Sentence("mixeddoubles.yes", "yes")
FIRST = Sentence("mixeddoubles.first", "Who begins?", rule="R27")
FIRST_SEAT0 = Sentence("mixeddoubles.first_seat0", "the first seat")
FIRST_LOT = Sentence("mixeddoubles.first_lot", "by lot")

# Objections

OUT_OF_TURN = Sentence("mixeddoubles.out_of_turn", "it is another player's turn", rule="§8")
NOT_AN_ACTION = Sentence("mixeddoubles.not_an_action", "that is not an action of a turn", rule="§8")
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

# Chance

LOT_LANDS = Sentence("mixeddoubles.lot_lands", "the seat that begins is drawn by lot")
CARD_IS_DEALT = Sentence("mixeddoubles.card_is_dealt", "{name} is dealt a card")
BANK_CARD_IS_PICKED = Sentence("mixeddoubles.bank_card_is_picked", "a card from the bank of {name} is picked")
DEALT_CARDS = Sentence("mixeddoubles.dealt_cards", "{name} is dealt {count} card", "{name} is dealt {count} cards")
DRAWS_CARDS = Sentence("mixeddoubles.draws_cards", "{name} draws {count} card", "{name} draws {count} cards")
ROLLS_BOTH = Sentence("mixeddoubles.rolls_both", "{name} rolls both dice")
FIRST_DIE_LANDS = Sentence("mixeddoubles.first_die_lands", "the first die of {name} lands")
SECOND_DIE_LANDS = Sentence("mixeddoubles.second_die_lands", "the second die of {name} lands")
CARD_IS_DRAWN = Sentence("mixeddoubles.card_is_drawn", "{name} draws a card")

# Cards, colours and faces

CARD = Sentence("mixeddoubles.card", "{colour} {value}")
"""A numbered card."""
ALL_IN_CARD = Sentence("mixeddoubles.all_in_card", "ALL IN {colour}")
EXTRA_ROLL = Sentence("mixeddoubles.extra_roll", "EXTRA ROLL")
STEAL = Sentence("mixeddoubles.steal", "STEAL")
FREE = Sentence("mixeddoubles.free", "FREE {number}")
MINUS_FIVE = Sentence("mixeddoubles.minus_five", "MINUS FIVE")
AN_EXTRA_ROLL = Sentence("mixeddoubles.an_extra_roll", "an EXTRA ROLL")
A_STEAL = Sentence("mixeddoubles.a_steal", "a STEAL")
WILD = Sentence("mixeddoubles.wild", "wild")
PUSH = Sentence("mixeddoubles.push", "push")
ALL_COLOURS = Sentence("mixeddoubles.all_colours", "all colours")

# Events

BEGINS = Sentence("mixeddoubles.begins", "{name} begins.")
DRAWS = Sentence("mixeddoubles.draws", "{name} draws {card}.")
ALL_IN_EVERYWHERE = Sentence(
    "mixeddoubles.all_in_everywhere", "ALL IN: every {colours} card in a palette goes to the jackpot."
)
ALL_IN_OF = Sentence("mixeddoubles.all_in_of", "ALL IN: every {colours} card in {name}'s palette goes to the jackpot.")
WAGERS = Sentence("mixeddoubles.wagers", "{name} wagers {card}.")
PLAYS_EXTRA = Sentence("mixeddoubles.plays_extra", "{name} plays an EXTRA ROLL.")
KEEPS = Sentence("mixeddoubles.keeps", "{name} keeps MINUS FIVE.")
ENDS_TURN = Sentence("mixeddoubles.ends_turn", "{name} ends the turn.")
SWAPS = Sentence("mixeddoubles.swaps", "{name} swaps palettes with {other}.")
PARTS = Sentence("mixeddoubles.parts", "{name} parts with MINUS FIVE: {other} has it now.")
MOVES = Sentence("mixeddoubles.moves", "{name} plays a STEAL and moves MINUS FIVE to {other}.")
ROBS = Sentence("mixeddoubles.robs", "{name} plays a STEAL on the bank of {other}.")
TAKES = Sentence("mixeddoubles.takes", "{name} plays a STEAL and takes {card} from {other}.")
GETS = Sentence("mixeddoubles.gets", "{name} gets {card} from {other}'s bank.")
ROLLS_SWAP = Sentence("mixeddoubles.rolls_swap", "{name} rolls {first} and {second}: SWAP!")
ROLLS_AND_SWAPS = Sentence(
    "mixeddoubles.rolls_and_swaps", "{name} rolls {first} and {second} and swaps palettes with {other}."
)
ROLLS_AND_PUSHES = Sentence("mixeddoubles.rolls_and_pushes", "{name} rolls {first} and {second} and pushes {colours}.")
ROLLS_AND_WINS = Sentence(
    "mixeddoubles.rolls_and_wins",
    "{name} rolls {first} and {second}: {colours} for {count} point.",
    "{name} rolls {first} and {second}: {colours} for {count} points.",
)
FINALE_COMES = Sentence(
    "mixeddoubles.finale_comes",
    "The draw pile is empty: all push their numbered cards, and each has one roll.",
)
IS_OVER = Sentence("mixeddoubles.is_over", "The match is over.")

# Notation

NO_ACTION = Sentence("mixeddoubles.no_action", "{text} is not an action of Mixed Doubles: {forms}")
NO_SEAT = Sentence("mixeddoubles.no_seat", "{text} is not a seat: they are 0 to {last}")
ONE_AT_A_TIME = Sentence(
    "mixeddoubles.one_at_a_time",
    "cards go one at a time, from low to high: wager red 3, then wager red 5, then roll",
)
NO_NUMBERED_CARD = Sentence(
    "mixeddoubles.no_numbered_card", "{text} is not a card: a colour and a number from 1 to {most}, red 3 or r3"
)
NO_COLOUR = Sentence("mixeddoubles.no_colour", "{text} is not a colour: they are {colours}, or their first letters")
NO_CARD = Sentence(
    "mixeddoubles.no_card", "{text} is not a card: blue3, all-in-blue, extra-roll, steal, free3 or minus-five"
)
CANNOT_SHOW = Sentence("mixeddoubles.cannot_show", "a die cannot show {text}: it has {faces}")

# The board in a terminal

PROMPT_START = Sentence("mixeddoubles.prompt_start", "before the draw: draw")
PROMPT_START_EXTRA = Sentence("mixeddoubles.prompt_start_extra", "before the draw: extra roll, or draw")
PROMPT_START_STEAL = Sentence("mixeddoubles.prompt_start_steal", "before the draw: steal, or draw")
PROMPT_START_BOTH = Sentence("mixeddoubles.prompt_start_both", "before the draw: extra roll, steal, or draw")
PROMPT_WAGER = Sentence(
    "mixeddoubles.prompt_wager", "{count} roll · {choices}, or roll", "{count} rolls · {choices}, or roll"
)
PROMPT_ROLL = Sentence("mixeddoubles.prompt_roll", "{count} roll · roll", "{count} rolls · roll")
PROMPT_WAGERED = Sentence("mixeddoubles.prompt_wagered", "wagered: {cards} {colour} · {asked}")
WAGER_CARDS = Sentence("mixeddoubles.wager_cards", "wager cards of one colour")
WAGER_MORE = Sentence("mixeddoubles.wager_more", "wager more")
CARDS_OR_STEAL = Sentence("mixeddoubles.cards_or_steal", "{wager}, steal")
DO_STEAL = Sentence("mixeddoubles.do_steal", "steal")
PROMPT_PAUSE = Sentence("mixeddoubles.prompt_pause", "before the next roll: steal or roll")
PROMPT_END = Sentence("mixeddoubles.prompt_end", "after the last roll: steal or end")
PROMPT_SWAP = Sentence("mixeddoubles.prompt_swap", "two pushes: swap palettes with which seat? (swap {other})")
PROMPT_PART = Sentence("mixeddoubles.prompt_part", "the wager is won: part with MINUS FIVE (part {other}), or keep it?")
PROMPT_FINALE = Sentence("mixeddoubles.prompt_finale", "the finale: roll once for what lies in the jackpot")
PROMPT_NONE = Sentence("mixeddoubles.prompt_none", "there is no choice now")
SPECIAL = Sentence("mixeddoubles.special", "special")
POINTS = Sentence("mixeddoubles.points", "points")
PTS = Sentence("mixeddoubles.pts", "pts")
CARDS = Sentence("mixeddoubles.cards", "cards")
JACKPOT = Sentence("mixeddoubles.jackpot", "jackpot")
SEVERAL = Sentence("mixeddoubles.several", "{number} {card}")
WINS_BY_WILD = Sentence("mixeddoubles.wins_by_wild", "{name} wins by double wild.")
PILE = Sentence("mixeddoubles.pile", "pile {cards}")
DICE = Sentence("mixeddoubles.dice", "dice")
HAS_WAGERED = Sentence("mixeddoubles.has_wagered", "{name} has wagered {cards} {colour}")
FINALE_ROLLS = Sentence("mixeddoubles.finale_rolls", "finale, {rolls} to roll")
ROLLS_TO_MAKE = Sentence("mixeddoubles.rolls_to_make", "{count} roll to make", "{count} rolls to make")
HELP = (
    (
        "wager red 3",
        Sentence(
            "mixeddoubles.help_wager",
            "stake a card (or: wager r3); then more of its colour, from low to high, until you roll or steal",
        ),
    ),
    ("roll", Sentence("mixeddoubles.help_roll", "roll once, and once more for each further card wagered")),
    ("draw", Sentence("mixeddoubles.help_draw", "draw three cards, when something can be played before")),
    ("extra roll", Sentence("mixeddoubles.help_extra", "play an EXTRA ROLL before the draw")),
    (
        "steal red 5 from 1",
        Sentence(
            "mixeddoubles.help_steal",
            "play a STEAL on the palette of seat 1; also: steal extra roll from 1, steal steal from 1",
        ),
    ),
    ("steal bank 1", Sentence("mixeddoubles.help_rob", "play a STEAL on a bank: chance picks the card")),
    (
        "steal minus five to 2",
        Sentence("mixeddoubles.help_move", "play a STEAL to move MINUS FIVE between two others"),
    ),
    ("swap 1", Sentence("mixeddoubles.help_swap", "after two pushes: exchange palettes with seat 1")),
    (
        "part 1, keep",
        Sentence("mixeddoubles.help_part", "after a won wager, under that option: hand MINUS FIVE on, or not"),
    ),
    ("end", Sentence("mixeddoubles.help_end", "end the turn, when a STEAL could still be played")),
    (
        "",
        Sentence(
            "mixeddoubles.help_colours", "Blue and yellow make green, blue and red purple, yellow and red orange."
        ),
    ),
    ("", Sentence("mixeddoubles.help_seats", "Players are named by the number of their seat.")),
)

# Reasons of bots

WHY_PROMISE = Sentence("mixeddoubles.why_promise", "this should bring the most points this turn: {points}")
WHY_WEIGHED = Sentence(
    "mixeddoubles.why_weighed",
    "by its weights it is the best of {count} choice",
    "by its weights it is the best of {count} choices",
)
TURN_POINTS = Sentence("mixeddoubles.turn_points", "expected points of the turn")
CHANCE_OF_WAGER = Sentence("mixeddoubles.chance_of_wager", "chance to win the wager's colour")
IN_PALETTE = Sentence("mixeddoubles.in_palette", "points in the own palette")
AHEAD = Sentence("mixeddoubles.ahead", "points ahead of the best rival")
WINS_THE_WAGER = Sentence(
    "mixeddoubles.wins_the_wager",
    "a roll wins the colour, with {count} more card wagered",
    "a roll wins the colour, with {count} more cards wagered",
)

# Flaws of a position

FLAW_NOTHING_BEFORE_LOT = Sentence(
    "mixeddoubles.flaw_nothing_before_lot", "nothing has happened before the lot is cast"
)
FLAW_TURN_PLAYS = Sentence("mixeddoubles.flaw_turn_plays", "turn must be a seat that plays")
FLAW_NAMES_NO_PLAYER = Sentence("mixeddoubles.flaw_names_no_player", "{field} names a seat that does not play")
FLAW_EMPTY_SEAT = Sentence("mixeddoubles.flaw_empty_seat", "a seat that does not play has cards")
FLAW_LONE_DIE = Sentence("mixeddoubles.flaw_lone_die", "a die lies still only while the other rolls")
FLAW_COPIES = Sentence("mixeddoubles.flaw_copies", "there must be {copies} cards {colour} {value}")
FLAW_ALL_INS = Sentence("mixeddoubles.flaw_all_ins", "there must be one ALL IN of each colour")
FLAW_FREES = Sentence("mixeddoubles.flaw_frees", "there must be one FREE card of each value up to {most}")
FLAW_EXTRA_ROLLS = Sentence("mixeddoubles.flaw_extra_rolls", "there must be {number} EXTRA ROLLs")
FLAW_STEALS = Sentence("mixeddoubles.flaw_steals", "there must be {number} STEALs")
FLAW_PILE_CARDS = Sentence("mixeddoubles.flaw_pile_cards", "pile_cards must be {number}")
FLAW_DEALT = Sentence("mixeddoubles.flaw_dealt", "each seat is dealt {number} cards from the pile")
FLAW_TO_DRAW = Sentence("mixeddoubles.flaw_to_draw", "to_draw must be 1 to {number} of the cards in the pile")
FLAW_DRAWN_IN_WRONG_STAGE = Sentence(
    "mixeddoubles.flaw_drawn_in_wrong_stage", "cards are to be drawn in the wrong stage"
)
FLAW_EXTRAS = Sentence(
    "mixeddoubles.flaw_extras", "extras are EXTRA ROLLs in the palette of the player to move, before the draw"
)
FLAW_NO_ROLL_LEFT = Sentence("mixeddoubles.flaw_no_roll_left", "no roll is left")
FLAW_TOO_MANY_ROLLS = Sentence(
    "mixeddoubles.flaw_too_many_rolls", "a turn has at most {most} rolls, by its wager and the EXTRA ROLLs played"
)
FLAW_HALF_A_WAGER = Sentence(
    "mixeddoubles.flaw_half_a_wager", "a wager has cards, a colour and the value of its last card, or neither"
)
FLAW_WAGER_IN_WRONG_STAGE = Sentence(
    "mixeddoubles.flaw_wager_in_wrong_stage", "cards are wagered after the draw, and never in the finale"
)
FLAW_WAGER_IN_JACKPOT = Sentence("mixeddoubles.flaw_wager_in_jackpot", "a wagered card must be in the jackpot")
FLAW_ROBBED = Sentence("mixeddoubles.flaw_robbed", "robbed must be another seat while a bank is robbed, else 6")
FLAW_NOTHING_TO_ROB = Sentence(
    "mixeddoubles.flaw_nothing_to_rob", "a bank without cards cannot be robbed, nor outside the steps of a turn"
)
FLAW_PARTS_WITH_MINUS_FIVE = Sentence(
    "mixeddoubles.flaw_parts_with_minus_five",
    "MINUS FIVE can only be parted with by its owner, under that option and after a wager",
)
FLAW_FINALE = Sentence("mixeddoubles.flaw_finale", "finale must be the number of seats that have still to roll")
FLAW_ONLY_ROLLS_IN_FINALE = Sentence("mixeddoubles.flaw_only_rolls_in_finale", "in the finale there are only rolls")
FLAW_FINALE_WITH_CARDS = Sentence(
    "mixeddoubles.flaw_finale_with_cards", "the finale is played with an empty pile and empty lanes", rule="§48"
)
FLAW_ENDED_TOO_EARLY = Sentence("mixeddoubles.flaw_ended_too_early", "the match ends when all have rolled")
FLAW_CHAMPION = Sentence(
    "mixeddoubles.flaw_champion", "a double wild in the finale wins, under that option", rule="§52"
)

# An informal position

SAID_NO_CARD = Sentence(
    "mixeddoubles.said_no_card", "{word} is not a card: give its colour ({letters}) and number, as {example} does"
)

# Figures of a simulation

FIGURE_TURNS = Sentence("mixeddoubles.figure_turns", "turns per match")
FIGURE_ROLLS = Sentence("mixeddoubles.figure_rolls", "rolls per match")
FIGURE_WAGERS = Sentence("mixeddoubles.figure_wagers", "turns with a wager")
FIGURE_CARDS = Sentence("mixeddoubles.figure_cards", "cards in a wager")
FIGURE_SUCCESSES = Sentence("mixeddoubles.figure_successes", "successes a wager")
FIGURE_OF_ROLLS = Sentence("mixeddoubles.figure_of_rolls", "{share} of rolls")
FIGURE_MIXTURES = Sentence("mixeddoubles.figure_mixtures", "mixtures")
FIGURE_PUSHES = Sentence("mixeddoubles.figure_pushes", "pushes")
FIGURE_SWAPS = Sentence("mixeddoubles.figure_swaps", "swaps")
FIGURE_DOUBLE_WILDS = Sentence("mixeddoubles.figure_double_wilds", "double wilds")
FIGURE_EXTRA_ROLLS = Sentence("mixeddoubles.figure_extra_rolls", "EXTRA ROLLs played per match")
FIGURE_STEALS = Sentence("mixeddoubles.figure_steals", "STEALs played per match")
FIGURE_FINALE = Sentence("mixeddoubles.figure_finale", "points won in the finale")
FIGURE_JACKPOT = Sentence("mixeddoubles.figure_jackpot", "points left in the jackpot")

# The judge

JUDGE_ROLL = Sentence("mixeddoubles.judge_roll", "What do these two dice win or push?")
JUDGE_WAGER = Sentence("mixeddoubles.judge_wager", "And from whom, with this colour wagered?")
JUDGE_TWO_DICE = Sentence("mixeddoubles.judge_two_dice", "a roll is two dice, not {count}")
JUDGE_SAME = Sentence("mixeddoubles.judge_same", "Won from palette and jackpot: {colours}.", rule="§17, §22, §23")
JUDGE_MIXED = Sentence("mixeddoubles.judge_mixed", "Won from palette and jackpot: {colours}.", rule="§18, §22, §23")
JUDGE_WILD = Sentence("mixeddoubles.judge_wild", "Won from palette and jackpot: {colours}.", rule="§19, §22, §23")
JUDGE_DOUBLE_WILD = Sentence(
    "mixeddoubles.judge_double_wild", "Won from palette and jackpot: {colours}.", rule="§20, §22, §23"
)
JUDGE_PUSHES = Sentence(
    "mixeddoubles.judge_pushes", "Pushed from the roller's palette into the jackpot: {colours}.", rule="§32, R14"
)
JUDGE_PUSHES_ALL = Sentence(
    "mixeddoubles.judge_pushes_all",
    "Pushed from the roller's palette into the jackpot: all numbered cards, not MINUS FIVE.",
    rule="§33",
)
JUDGE_SWAPS = Sentence(
    "mixeddoubles.judge_swaps", "The roller must swap whole palettes with a player of their choice.", rule="§34, R15"
)
JUDGE_NO_WAGER = Sentence("mixeddoubles.judge_no_wager", "Without a wager nothing from other palettes.", rule="§31")
JUDGE_WAGER_WINS = Sentence(
    "mixeddoubles.judge_wager_wins", "The wager succeeds: also all {colour} of all other palettes.", rule="§26, §27, R8"
)
JUDGE_WAGER_FAILS = Sentence(
    "mixeddoubles.judge_wager_fails", "{colour} is not won: nothing from other palettes by this roll.", rule="§26, §30"
)

# On paper

SHEET_SWAP = Sentence("mixeddoubles.sheet_swap", "SWAP")
SHEET_COLOURS = Sentence("mixeddoubles.sheet_colours", "{colours}")
SHEET_PUSHES = Sentence("mixeddoubles.sheet_pushes", "push: {colours}")
