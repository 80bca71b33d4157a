"""Sentences that all games share: reasons of bots, and advice."""

from quincunx.core.messages import Sentence

# The value of a choice

WINS = Sentence("bots.wins", "wins {share} ± {error} %")
SCORES = Sentence("bots.scores", "{points} ± {error} points at the end")
SCORES_EXACTLY = Sentence("bots.scores_exactly", "exactly {points} points at the end on average")
ODDS = Sentence("bots.odds", "{what}: {share}")
WITH_ODDS = Sentence("bots.with_odds", "{worth} ({odds})")

# Why, in one sentence

BEST = Sentence("bots.best", "{action}: {worth}. Next best: {other}, {otherwise}.")
NOT_PROVED = Sentence(
    "bots.not_proved", "{action}: {worth}. {other}: {otherwise}, but the trials do not prove it better."
)
ONLY_ONE = Sentence("bots.only_one", "{action}: {worth}. No other choice is worth comparing.")
FORCED = Sentence("bots.forced", "{action}: the only legal choice.")
BY_LOT = Sentence(
    "bots.by_lot", "{action}: drawn by lot from {count} choice.", "{action}: drawn by lot from {count} choices."
)
BECAUSE = Sentence("bots.because", "{action}: {reason}.")
BY_ITSELF = Sentence("bots.by_itself", "{action}: {bot} gives no reason.")

# Advantages of a choice

INSTEAD = Sentence("bots.instead", "{what} {amount} instead of {other}")
BY_PARTS = Sentence("bots.by_parts", "Why: {gains}.")
BY_PARTS_BUT = Sentence("bots.by_parts_but", "Why: {gains}, but {losses}.")

# The cost of a decision

COSTS_WINS = Sentence(
    "bots.costs_wins", "That costs {share} % of the chance to win. {action} {worth}; {done} {otherwise}."
)
COSTS_POINTS = Sentence("bots.costs_points", "That costs {points} points. {action}: {worth}; {done}: {otherwise}.")

# Errors

NOBODY_CHOOSES = Sentence(
    "bots.nobody_chooses", "there is no choice here: dice or cards land next, or the match is over"
)
RAISES = Sentence("bots.raises", "the bot {bot} raises {error}")
NO_NUMBER = Sentence("bots.no_number", "{bot} answered {answer}, which is not a number of an action")
NOT_THE_SEATS_MOVE = Sentence("bots.not_the_seats_move", "it is not seat {seat}'s move")
