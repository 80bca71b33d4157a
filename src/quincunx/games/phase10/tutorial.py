"""The first turns of a match of Phase 10 Dice, for somebody who has never played it."""

from itertools import product

from quincunx.core.messages import Sentence
from quincunx.core.tutorial import Step, Tutorial
from quincunx.games.phase10.notation import format_face
from quincunx.games.phase10.phases import DICE, FACE_NUMBER, NOT_MADE, SIDES, WILD, best_phase, points_of
from quincunx.games.phase10.rules import (
    BONUS,
    BONUS_OVER,
    CHOOSING,
    NOBODY,
    ROLLS,
    State,
    grand_total,
)

COLOURS = 7
"""The phase of one colour, counted from 0."""


def _shows(state: State, number: int) -> int:
    """The number of dice that show a number."""
    return sum(FACE_NUMBER[die][state.face[die]] == number for die in range(DICE))


def _worth(state: State, phase: int) -> int | None:
    """The score of a phase now; None if it is not made."""
    found = best_phase(state.face, phase)
    return None if found == NOT_MADE else points_of(found)


def _best_with(state: State, rolled: tuple[int, ...], phase: int) -> int:
    """The most that a phase can score when these dice are rolled again."""
    faces = list(state.face[:DICE])
    most = 0
    for sides in product(range(SIDES), repeat=len(rolled)):
        for die, side in zip(rolled, sides, strict=True):
            faces[die] = side
        found = best_phase(faces, phase)
        most = most if found == NOT_MADE else max(most, points_of(found))
    return most


BREAKS = Sentence(
    "phase10.learn_made_break",
    "A die of a set would be rolled again, and the phase may be lost. Free are only 2, 4, 7 and 9.",
)
NEEDED = Sentence(
    "phase10.learn_run_high",
    "All six high dice are needed: 5, 5, 5 for the set and 7, 8, 9 for the run. Keep them.",
)
RISKS = Sentence(
    "phase10.learn_stop_other",
    "That would break what you have: if the roll goes wrong, the 39 points are gone. Stop.",
)

STEPS = (
    Step(
        Sentence(
            "phase10.learn_aim",
            "Ten phases stand on the pad, and everybody makes them in this order, from the first to the tenth. "
            "Each one asks for certain dice and brings the points that those dice show. "
            "In the end the highest total wins.",
        ),
        events="""
            * 9o 6o
            * 3o 1r Wg 2o 8g 8o 5o 8b 10g 6o
        """,
        claim=lambda state: state.stage == CHOOSING and state.phase[0] == state.phase[1] == 0,
        lit=("sheet",),
    ),
    Step(
        Sentence(
            "phase10.learn_start", "One die each has decided who begins: you had 9, Ada 6. The first turn is yours."
        ),
        claim=lambda state: state.order[0] == 0 and list(state.start_roll[:2]) == [9, 6],
        lit=("sheet",),
    ),
    Step(
        Sentence(
            "phase10.learn_first_roll",
            "A turn begins with all ten dice. Phase 1 asks for two sets of three: "
            "three dice of one number, and three of one number again. Three 8s make the first set already.",
        ),
        claim=lambda state: _shows(state, 8) == 3 and _worth(state, 0) is None,
        lit=("phase", "die-H1", "die-H2", "die-H4"),
    ),
    Step(
        Sentence(
            "phase10.learn_keep",
            "W is wild: it stands for any number. With the 10 it makes two thirds of a second set. "
            "You have two more rolls: keep 8, 8, 8, W and 10, and roll the five others.",
        ),
        claim=lambda state: (
            _shows(state, WILD) == 1 and _shows(state, 10) == 1 and state.stage == CHOOSING and state.rolls == 1
        ),
        lit=("die-H1", "die-H2", "die-H4", "die-L3", "die-H5"),
        act="reroll L1 L2 L4 H3 H6",
        wrong={
            "stop": Sentence(
                "phase10.learn_keep_stop",
                "Stopping ends the turn, and a phase that is not made scores nothing. You have two more rolls.",
            ),
            "reroll all": Sentence(
                "phase10.learn_keep_all", "That would throw three good 8s away. Choose the dice that you want to keep."
            ),
            "*L3*": Sentence(
                "phase10.learn_keep_wild", "Not the W! It fits into every set and every run: keep it aside."
            ),
            "*H[124]*": Sentence(
                "phase10.learn_keep_eights",
                "One of the 8s would be rolled again. The three of them are a set: keep them.",
            ),
            "*H5*": Sentence(
                "phase10.learn_keep_ten",
                "That can be done, too. But the 10 is the best partner for your W: no number scores more.",
            ),
        },
        otherwise=Sentence(
            "phase10.learn_keep_other",
            "Too many dice are kept. Only 8, 8, 8, W and 10 help phase 1: roll all the others, for more chances.",
        ),
    ),
    Step(
        Sentence(
            "phase10.learn_made",
            "A second W: 10, W, W is a set as well, and phase 1 is made! It is worth 34, for wilds count nothing. "
            "One roll is left. Roll the four dice that phase 1 does not need: there is nothing to lose, "
            "and a 10 would take the place of a W.",
        ),
        events="* 2g Wb 4r 7r 9g",
        claim=lambda state: _worth(state, 0) == 34 and _shows(state, WILD) == 2 and state.rolls == ROLLS - 1,
        lit=("die-L1", "die-L4", "die-H3", "die-H6", "verdict"),
        act="reroll L1 L4 H3 H6",
        wrong={
            "stop": Sentence(
                "phase10.learn_made_stop",
                "Safe, but a little timid: the four other dice can only make your score better. Roll them first.",
            ),
            "*L[23]*": Sentence(
                "phase10.learn_made_wild",
                "Without that W phase 1 would be broken, and you might end with nothing. Keep both.",
            ),
            "*H[1245]*": BREAKS,
            "reroll all": BREAKS,
        },
        otherwise=Sentence(
            "phase10.learn_made_other", "Roll all four that are free, not only some: each of them could be the 10."
        ),
    ),
    Step(
        Sentence(
            "phase10.learn_scored",
            "There is the 10, and it replaces a W: 8, 8, 8 and 10, 10, W are 44 points. "
            "After the third roll the turn is over, and the score is on the pad.",
        ),
        events="* 1b 3b 10o 6o",
        claim=lambda state: state.points[0, 0] == 44 and state.phase[0] == 1 and grand_total(state, 0) == 44,
        lit=("sheet",),
    ),
    Step(
        Sentence(
            "phase10.learn_fails",
            "Ada had bad luck: three rolls, and only one set. No points, and in her next turn "
            "she has to try phase 1 again. Nobody may skip a phase.",
        ),
        events="""
            * 4g 3g 1o 2o 6o 10r 6b 9r 7r 5b
            1 reroll L1 L2 L3 L4 H2 H4 H5 H6
            * 2g 4o 3r 1g 7g 6g 8o 9g
            1 reroll L1 L2 L3 L4 H2 H5 H6
            * 3o 1r 2r 4r 9b 5b 7g
        """,
        claim=lambda state: state.failures[1] == 1 and state.phase[1] == 0 and grand_total(state, 1) == 0,
        lit=("sheet",),
    ),
    Step(
        Sentence(
            "phase10.learn_run",
            "Phase 2: a set of three and a run of four. A run is numbers in a row, like 7, 8, 9, 10. "
            "You have 5, 5, 5 and 7, 8, 9: one die is missing, a 6, a 10 or a W. "
            "Keep all six high dice and roll the four low ones: two of the six sides of each show W.",
        ),
        events="* 3o 1r 3r 2o 7b 9b 8b 5r 5b 5b",
        claim=lambda state: (
            state.phase[0] == 1
            and _worth(state, 1) is None
            and _shows(state, 5) == 3
            and all(_shows(state, number) == 1 for number in (7, 8, 9))
            and all(sum(number == WILD for number in FACE_NUMBER[die]) == 2 for die in range(4))
        ),
        lit=("phase", "die-L1", "die-L2", "die-L3", "die-L4"),
        act="reroll L1 L2 L3 L4",
        wrong={
            "stop": Sentence("phase10.learn_run_stop", "Not yet: without the fourth die of the run you score nothing."),
            "*H*": NEEDED,
            "reroll all": NEEDED,
        },
        otherwise=Sentence(
            "phase10.learn_run_other", "Roll all four low dice: any one of them may bring the W that you need."
        ),
    ),
    Step(
        Sentence(
            "phase10.learn_stop",
            "The W is your 10: the phase is made, for 39 points. Is another roll worth it? "
            "The three free dice are low dice, they show 1 to 4 or W, and none of that adds a point. Stop and take "
            "the 39.",
        ),
        events="* Wo 3g 2r 4r",
        claim=lambda state: (
            _worth(state, 1) == 39 and format_face(0, state.face[0]) == "Wo" and _best_with(state, (1, 2, 3), 1) == 39
        ),
        lit=("verdict", "stop"),
        act="stop",
        wrong={"*L1*": RISKS, "*H*": RISKS, "reroll all": RISKS},
        otherwise=Sentence(
            "phase10.learn_stop_low",
            "That costs nothing and gains nothing: no side of a low die can raise the 39. Just stop.",
        ),
    ),
    Step(
        Sentence(
            "phase10.learn_bonus",
            "83 points after two phases, and Ada has made phase 1. Now look at the line under phase 5: "
            "with more than 220 points by then you get a bonus of 40. You need 138 more.",
        ),
        events="""
            * Wr 2b Wg 1g 9o 6r 9g 6g 9r 5b
            1 stop
        """,
        claim=lambda state: (
            grand_total(state, 0) == 83
            and state.phase[0] == 2
            and state.phase[1] == 1
            and BONUS_OVER + 1 - grand_total(state, 0) == 138
            and BONUS == 40
        ),
        lit=("bonus",),
    ),
    Step(
        Sentence(
            "phase10.learn_colour",
            "The phases get harder: longer runs, larger sets. Only phase 8 is about colours: seven dice of one colour, "
            "and there a W must have the colour, too. These ten dice would make it: seven are blue.",
        ),
        events="* 1b Wb 4b 3b 7b 9b 8b 5r 7r 6o",
        claim=lambda state: (
            _worth(state, COLOURS) is not None
            and state.phase[0] == 2
            and sum(format_face(die, state.face[die]).endswith("b") for die in range(DICE)) == 7
        ),
        lit=("tray",),
    ),
    Step(
        Sentence(
            "phase10.learn_end",
            "Whoever makes phase 10 first gets another 40 points. Then each of the others has one last try, "
            "and goes on as long as every turn makes a phase. That is all: three rolls, one phase a turn, ten "
            "phases. Good luck!",
        ),
        claim=lambda state: state.finisher == NOBODY and BONUS == 40 and ROLLS == 3,
    ),
)

TUTORIAL = Tutorial(STEPS)
