"""The sentences of an analysis."""

from quincunx.core.messages import Sentence

NOT_OVER = Sentence("analysis.not_over", "only a finished match can be analysed; this one is not over")

# Mistakes

MISTAKE = Sentence("analysis.mistake", "{name} chose {choice} instead of {best}, which costs {loss}.")
MISTAKE_BECAUSE = Sentence(
    "analysis.mistake_because", "{name} chose {choice} instead of {best}, which costs {loss}: {reasons}."
)
MISTAKE_BECAUSE_BUT = Sentence(
    "analysis.mistake_because_but",
    "{name} chose {choice} instead of {best}, which costs {loss}: {reasons}, but {gains}.",
)

# Rolls

ROLL = Sentence("analysis.roll", "{dice}: {luck} for {name}.")
ROLL_BECAUSE = Sentence("analysis.roll_because", "{dice}: {luck} for {name}: {reasons}.")
ROLL_AND = Sentence("analysis.roll_and", "{dice}: {luck} for {name}. {happened}")
CHANGES = Sentence("analysis.changes", "{what} {amount} (before {other})")
WINS = Sentence("analysis.wins", "{share} of the win chance")
POINTS = Sentence("analysis.points", "{points} points")

# Grades

GRADES = {
    "flawless": Sentence("analysis.flawless", "no mistakes"),
    "master": Sentence("analysis.like_master", "master"),
    "expert": Sentence("analysis.like_expert", "expert"),
    "greedy": Sentence("analysis.like_greedy", "greedy"),
    "random": Sentence("analysis.like_random", "random"),
}
"""By level."""

# The account, the curve, the page

MATCH_OF = Sentence("analysis.match_of", "{game}: luck and decisions")
EVENTS = Sentence("analysis.events", "events")
WIN_CHANCE = Sentence("analysis.win_chance", "win chance")
PLAYER = Sentence("analysis.player", "player")
START = Sentence("analysis.start", "start")
LUCK = Sentence("analysis.luck", "luck")
OWN_DECISIONS = Sentence("analysis.own_decisions", "own decisions")
OTHERS_DECISIONS = Sentence("analysis.others_decisions", "others' decisions")
CORRECTION = Sentence("analysis.correction", "correction")
RESULT = Sentence("analysis.result", "result")
ADJUSTED = Sentence("analysis.adjusted", "without luck")
ERROR_RATE = Sentence("analysis.error_rate", "loss per decision")
GRADE = Sentence("analysis.grade", "decided like")
MISTAKES = Sentence("analysis.mistakes", "Costliest mistakes")
ROLLS = Sentence("analysis.rolls", "Luckiest rolls")
NONE_FOUND = Sentence("analysis.none_found", "none")
COURSE = Sentence("analysis.course", "Every event")
EVENT = Sentence("analysis.event", "event")
ERROR = Sentence("analysis.error", "± error")
LOSS = Sentence("analysis.loss", "loss")
BETTER = Sentence("analysis.better", "better")
EXACT_VALUES = Sentence("analysis.exact_values", "The values are exact.")
BY_TRIALS = Sentence(
    "analysis.by_trials",
    "The values come from {count} trial. One replaces {factor} plain playouts.",
    "The values come from {count} trials. Each replaces {factor} plain playouts.",
)
IN_POINTS = Sentence("analysis.in_points", "Values are points.")
IN_PERCENT = Sentence("analysis.in_percent", "Values are win chances in percent.")
