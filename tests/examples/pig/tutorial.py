"""The first two turns of a match of Pig."""

from quincunx.core.messages import Sentence
from quincunx.core.tutorial import Step, Tutorial

ROLL = Step(
    Sentence("pig.learn_roll", "Nobody has a point yet. A turn begins with a roll: roll the die."),
    claim=lambda state: state.score[0] == state.score[1] == 0,
    act="roll",
)
HOLD = Step(
    Sentence("pig.learn_hold", "A 6! It is yours when you hold. Hold now, and the 6 is safe."),
    events="* 6",
    claim=lambda state: state.brought == 6,
    lit=("brought",),
    act="hold",
    wrong={"roll": Sentence("pig.learn_hold_roll", "A 1 would lose the 6. Hold this time.")},
)
LOST = Step(
    Sentence("pig.learn_lost", "You have 6. Ada rolled a 1 and lost her turn: it is yours again."),
    events="""
        1 roll
        * 1
    """,
    claim=lambda state: (state.turn, state.score[0], state.score[1]) == (0, 6, 0),
)

TUTORIAL = Tutorial((ROLL, HOLD, LOST))
