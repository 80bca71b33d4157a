"""What an analysis says."""

from quincunx.core.messages import Sentence

NOT_OVER = Sentence("analysis.not_over", "only a finished match can be analysed; this one is not over")

# Why a mistake is one

MISTAKE = Sentence("analysis.mistake", "{name} chose {choice} instead of {best}, which costs {loss}.")
MISTAKE_BECAUSE = Sentence(
    "analysis.mistake_because", "{name} chose {choice} instead of {best}, which costs {loss}: {reasons}."
)
ODDS = Sentence("analysis.odds", "{what} with {share} instead of {other}")

# What a roll brought

ROLL = Sentence("analysis.roll", "{dice}: {luck} for {name}.")
WINS = Sentence("analysis.wins", "{share} of the win chance")
POINTS = Sentence("analysis.points", "{points} points")

# How well a seat decided

GRADES = {
    "flawless": Sentence("analysis.flawless", "no mistakes"),
    "master": Sentence("analysis.like_master", "master"),
    "expert": Sentence("analysis.like_expert", "expert"),
    "greedy": Sentence("analysis.like_greedy", "greedy"),
    "random": Sentence("analysis.like_random", "random"),
}
"""By level."""
