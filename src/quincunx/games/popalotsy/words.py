"""The sentences of PoPalotsy, in English."""

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

# Objections

NOT_NOW = Sentence("popalotsy.not_now", "rings are dropped when all dice have landed", rule="§17")
OUT_OF_TURN = Sentence("popalotsy.out_of_turn", "it is another player's turn", rule="§39, R2")
IS_DONE = Sentence("popalotsy.is_done", "a player who has said done takes no further part in the round", rule="R3, R21")
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

# Chance

CARD_IS_DEALT = Sentence("popalotsy.card_is_dealt", "a card is dealt to {name}")
DEALT_CARDS = Sentence("popalotsy.dealt_cards", "{name} is dealt {count} card", "{name} is dealt {count} cards")
DICE_POP = Sentence("popalotsy.dice_pop", "the five dice pop")
DIE_LANDS = Sentence("popalotsy.die_lands", "the {colour} die lands")

# Events

CARD = Sentence("popalotsy.card", "{colour} {number}")
DIE = Sentence("popalotsy.die", "{colour} {number}")
"""A ring; a die and its number have the same form."""
FIVE_CARDS = Sentence("popalotsy.five_cards", "Everybody has five cards.")
ONE_MORE = Sentence("popalotsy.one_more", "Everybody has one more card.")
IS_DEALT = Sentence("popalotsy.is_dealt", "{name} is dealt the {card}.")
POPS = Sentence("popalotsy.pops", "Round {round}: {name} pops {dice}.")
DROPS = Sentence("popalotsy.drops", "{name} drops the {card} on the {colour} die ({face}).")
DROPS_COLOUR = Sentence("popalotsy.drops_colour", "{name} drops the {card} on the {colour} die ({face}): colour.")
DROPS_NUMBER = Sentence("popalotsy.drops_number", "{name} drops the {card} on the {colour} die ({face}): number.")
DROPS_EXACT = Sentence("popalotsy.drops_exact", "{name} drops the {card} on the {colour} die ({face}): exact.")
WRONG_MATCH = Sentence("popalotsy.wrong_match", "Wrong: it does not match.")
WRONG_HEIGHT = Sentence("popalotsy.wrong_height", "Wrong: its number is not higher.")
WRONG_COLOUR = Sentence("popalotsy.wrong_colour", "Wrong: number beats colour.")
WRONG_NUMBER = Sentence("popalotsy.wrong_number", "Wrong: a number match lies there.")
WRONG_EXACT = Sentence("popalotsy.wrong_exact", "Wrong: an exact match lies there.")
TAKES_BACK = Sentence("popalotsy.takes_back", "{name} takes back {count} card.", "{name} takes back {count} cards.")
DONE = Sentence("popalotsy.done", "{name} is done for this round.")
TOO_MANY_WRONG = Sentence(
    "popalotsy.too_many_wrong",
    "{name} is done for this round after {count} wrong drop.",
    "{name} is done for this round after {count} wrong drops.",
)
WINS = Sentence("popalotsy.wins", "{name} has no cards left and wins!")
ROUND_IS_OVER = Sentence("popalotsy.round_is_over", "Round {round} is over.")
LAST_ROUND_IS_OVER = Sentence("popalotsy.last_round_is_over", "Round {round} is over: the fewest cards win.")
SHUFFLED = Sentence("popalotsy.shuffled", "The discards are shuffled into a new draw pile.")

# Notation

NO_ACTION = Sentence("popalotsy.no_action", "{text} is not an action of PoPalotsy: a card on a die (r4 on o), or done")
NO_CARD = Sentence("popalotsy.no_card", "{text} is not a card: a colour ({letters}) and 1 to 6, as r4")
CANNOT_SHOW = Sentence("popalotsy.cannot_show", "the {colour} die cannot show {text}: it has 1 to 6")

# The table in a terminal

PROMPT_OVER = Sentence("popalotsy.prompt_over", "The match is over.")
PROMPT_DEALING = Sentence("popalotsy.prompt_dealing", "The cards are being dealt.")
PROMPT_POPPER = Sentence("popalotsy.prompt_popper", "The dice are in the popper.")
PROMPT_TURN = Sentence("popalotsy.prompt_turn", "Your turn: drop a card (r4 on o).")
PROMPT_OTHER = Sentence("popalotsy.prompt_other", "Another player's turn.")
PROMPT_DONE = Sentence("popalotsy.prompt_done", "You are done for this round.")
PROMPT_RACE = Sentence("popalotsy.prompt_race", "Race! Drop a card (r4o), or say done.")
HEADLINE = Sentence(
    "popalotsy.headline", "Round {round} · {name} pops · {form} · draw pile {draw} · discards {discards}"
)
IN_RACE_LATER = Sentence("popalotsy.in_race_later", "race, piles checked later")
POPPER = Sentence("popalotsy.popper", "popper")
CLOSED = Sentence("popalotsy.closed", "closed")
YOU = Sentence("popalotsy.you", "{name} (you)")
IS_WINNER = Sentence("popalotsy.is_winner", "wins")
TO_DROP = Sentence("popalotsy.to_drop", "to drop")
IS_DONE_NOW = Sentence("popalotsy.is_done_now", "done")
RACING = Sentence("popalotsy.racing", "racing")
YOUR_HAND = Sentence("popalotsy.your_hand", "Your hand:")
HELP = (
    ("r4 on o", Sentence("popalotsy.help_drop", "drop the red 4 on the orange die (also: r4o); colours: r o y g b")),
    ("done", Sentence("popalotsy.help_done", "end your round")),
    (
        "",
        Sentence(
            "popalotsy.help_match",
            "A ring must match the die by colour or number. "
            "Higher colour beats lower, number beats colour, exact beats all.",
        ),
    ),
    ("", Sentence("popalotsy.help_wrong", "A wrong ring costs you the whole pile.")),
)

# Reasons of bots

WHY_CORRECT = Sentence(
    "popalotsy.why_correct",
    "it is correct, and one kind of its cards can still go after it",
    "it is correct, and {count} kinds of its cards can still go after it",
)
WHY_SLIP = Sentence("popalotsy.why_slip", "it did not look at the rings, as happens once in {number} drops")
WHY_DONE = Sentence("popalotsy.why_done", "no card of its hand can be dropped correctly")
CHANCE_TO_BE_BEATEN = Sentence("popalotsy.chance_to_be_beaten", "chance that another hand beats it")
STILL_GO = Sentence("popalotsy.still_go", "own kinds of cards that can still go")
COULD_GO = Sentence("popalotsy.could_go", "kinds of cards that could have gone")
CARDS_LEFT = Sentence("popalotsy.cards_left", "cards left in the hand")
CAN_BE_BEATEN = Sentence("popalotsy.can_be_beaten", "another hand can beat it")

# Flaws of a position

FLAW_DROPPED_TOO_EARLY = Sentence("popalotsy.flaw_dropped_too_early", "rings are dropped when all dice have landed")
FLAW_DIE_IN_POPPER = Sentence("popalotsy.flaw_die_in_popper", "a die must be in the popper while they are popped")
FLAW_TURN_AND_DONE = Sentence("popalotsy.flaw_turn_and_done", "turn and done name seats that play")
FLAW_EMPTY_SEAT = Sentence("popalotsy.flaw_empty_seat", "a seat that does not play has cards or wrong drops")
FLAW_NO_TWINS = Sentence("popalotsy.flaw_no_twins", "a set of cards holds kinds twice that do not exist twice")
FLAW_COUNT_OF_CARDS = Sentence("popalotsy.flaw_count_of_cards", "the number of cards and the cards disagree")
FLAW_CARD_IN_ONE_PLACE = Sentence(
    "popalotsy.flaw_card_in_one_place", "every card of the deck must be in exactly one place"
)
FLAW_SHOWN_ELSEWHERE = Sentence(
    "popalotsy.flaw_shown_elsewhere", "shown names cards that are not in the hand of seat {seat}"
)
FLAW_UNSEEN_CARDS = Sentence(
    "popalotsy.flaw_unseen_cards", "lacked and early count more unseen cards than seat {seat} holds"
)
FLAW_WON_ALREADY = Sentence("popalotsy.flaw_won_already", "a seat without cards has won")
FLAW_DEALT_IN_WRONG_STAGE = Sentence(
    "popalotsy.flaw_dealt_in_wrong_stage", "cards are left to be dealt in the wrong stage"
)
FLAW_ONE_CARD_MORE = Sentence(
    "popalotsy.flaw_one_card_more", "each gets one more card between two rounds, and none after the last"
)
FLAW_DEALT_IN_TURN = Sentence("popalotsy.flaw_dealt_in_turn", "before round 1 five cards each are dealt in turn")
FLAW_TOO_FEW_TO_DEAL = Sentence("popalotsy.flaw_too_few_to_deal", "there are too few cards to deal")
FLAW_ARROW = Sentence("popalotsy.flaw_arrow", "the arrow of a ring points to a seat that plays")
FLAW_RINGS_ARE_CLEARED = Sentence(
    "popalotsy.flaw_rings_are_cleared", "rings are cleared before cards are dealt and dice popped"
)
FLAW_BEST = Sentence("popalotsy.flaw_best", "best of the {colour} die must be {best}")
FLAW_DONE_AFTER_WRONG = Sentence(
    "popalotsy.flaw_done_after_wrong", "seat {seat} is done after {most} wrong drops", rule="R21"
)
FLAW_ROUND_IS_OVER = Sentence("popalotsy.flaw_round_is_over", "nobody can drop a card: the round is over")
FLAW_TURN_CAN_DROP = Sentence("popalotsy.flaw_turn_can_drop", "in turns turn is a seat that can drop a card")
FLAW_ENDED_TOO_EARLY = Sentence(
    "popalotsy.flaw_ended_too_early",
    "the match has ended although nobody is out of cards and round {round} is not over",
)

# An informal position

SAID_OTHERS_HAND = Sentence("popalotsy.said_others_hand", "the number of another player's cards")
SAID_NOT_ALL = Sentence(
    "popalotsy.said_not_all", "give a hand, five dice and up to {others} other players; example: {example}"
)
SAID_NO_CARD = Sentence(
    "popalotsy.said_no_card", "{word} is not a card: give its colour ({letters}) and number, such as r4"
)

# Figures of a simulation

FIGURE_WRONG = Sentence("popalotsy.figure_wrong", "wrong among all drops")
FIGURE_STOPPED = Sentence("popalotsy.figure_stopped", "matches stopped by the round limit")

FIGURES_A_MATCH = (
    Sentence("popalotsy.figure_rounds", "rounds per match"),
    Sentence("popalotsy.figure_colour_drops", "colour drops per match"),
    Sentence("popalotsy.figure_number_drops", "number drops per match"),
    Sentence("popalotsy.figure_exact_drops", "exact drops per match"),
    Sentence("popalotsy.figure_wrong_drops", "wrong drops per match"),
    Sentence("popalotsy.figure_taken_back", "cards taken back per match"),
    Sentence("popalotsy.figure_done", "said done per match"),
    Sentence("popalotsy.figure_reshuffles", "reshuffles per match"),
)
"""In the order of the counters."""

# The judge

JUDGE_PILE = Sentence("popalotsy.judge_pile", "Does this pile hold, whose card is wrong, and who takes what?")
JUDGE_NO_PILE = Sentence(
    "popalotsy.judge_no_pile", "{text} is not a pile: write the die and its rings from the lowest up, {example}"
)
JUDGE_HOLDS = Sentence("popalotsy.judge_holds", "The pile holds: every ring beats those under it.", rule="§12")
JUDGE_ITS_OWNER = Sentence("popalotsy.judge_its_owner", "its owner")
JUDGE_MATCHES_NOTHING = Sentence(
    "popalotsy.judge_matches_nothing",
    "Wrong, {card} of {whose}: it has neither the colour nor the number of the die.",
    rule="§18",
)
JUDGE_NOT_HIGHER = Sentence(
    "popalotsy.judge_not_higher",
    "Wrong, {card} of {whose}: the same or a higher number of the colour lies there.",
    rule="§22, R5",
)
JUDGE_NUMBER_IS_THERE = Sentence(
    "popalotsy.judge_number_is_there", "Wrong, {card} of {whose}: colour does not beat number.", rule="§21, R6"
)
JUDGE_SECOND_NUMBER = Sentence(
    "popalotsy.judge_second_number", "Wrong, {card} of {whose}: one match of number does not beat another.", rule="R4"
)
JUDGE_EXACT_IS_THERE = Sentence(
    "popalotsy.judge_exact_is_there", "Wrong, {card} of {whose}: nothing beats an exact match.", rule="§25, §30"
)
JUDGE_TAKES_PILE = Sentence("popalotsy.judge_takes_pile", "The pile goes to {whose}: {cards}.", rule="§31, §32, R8, R9")
JUDGE_TAKES_OWN = Sentence("popalotsy.judge_takes_own", "{card} goes back to {whose}.", rule="R9")

# On paper

SHEET_LIES = Sentence("popalotsy.sheet_lies", "on ↓ drop →")
SHEET_NOTHING = Sentence("popalotsy.sheet_nothing", "no ring")
SHEET_COLOUR = Sentence("popalotsy.sheet_colour", "colour")
SHEET_NUMBER = Sentence("popalotsy.sheet_number", "number")
SHEET_EXACT = Sentence("popalotsy.sheet_exact", "exact")
SHEET_HIGHER = Sentence("popalotsy.sheet_higher", "if higher")
