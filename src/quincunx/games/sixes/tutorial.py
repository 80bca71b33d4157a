"""The last round of a match of Battle of the Sixes, for somebody who has never played it."""

from quincunx.core.messages import Sentence
from quincunx.core.tutorial import Step, Tutorial
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    HARD,
    SIX,
    dice_shown,
    has_side,
    has_soft,
    is_soft,
    points_against,
    wins,
)
from quincunx.games.sixes.notation import SIDE_FACES, faces_text, side_text
from quincunx.games.sixes.state import ANSWERING, ENDED, HARD_SIXES, ROLLING, SEATS, SOFT_SIXES, State

YOU, ADA = 0, 1
WINNING = [total for total in range(61) if wins(total)]


def _dice(state: State, seat: int) -> str:
    """A seat's unplayed dice, from high to low."""
    return faces_text(state.shown.row(seat))


def _pairings(state: State) -> list[tuple[str, str]]:
    """The pairings on the table, yours first."""
    return [
        (side_text(state.laid[YOU, pairing]), side_text(state.laid[ADA, pairing])) for pairing in range(state.pairings)
    ]


def _points(state: State, seat: int) -> int:
    """The points of a seat for the pairings on the table."""
    return sum(points_against(state.laid[seat, n], state.laid[1 - seat, n]) for n in range(state.pairings))


def _side(text: str) -> int:
    return SIDE_FACES.index(tuple(map(int, text.split("+"))))


STEPS = (
    Step(
        Sentence(
            "sixes.learn_aim",
            "Two players, six dice each. Points move the scorers along the mat, and you win by landing on a score "
            "whose two digits make six: 15, 24, 33, 42 or 51. Or by reaching 60. "
            "You stand at 12, Ada at 9: three points would be enough!",
        ),
        claim=lambda state: (
            list(state.total) == [12, 9] and state.stage == ROLLING and WINNING == [15, 24, 33, 42, 51, 60]
        ),
        lit=("mat",),
    ),
    Step(
        Sentence(
            "sixes.learn_hard",
            "Both roll at the same time. A die that shows 6 is a hard six. Hard sixes come first, and one against one "
            "cancels out: nobody scores. You had two, Ada one, so one of yours is left.",
        ),
        events="* 6 6 4 2 5 3 6 5 5 4 2 3",
        claim=lambda state: (
            state.stage == HARD_SIXES
            and _pairings(state) == [("6", "6")]
            and _points(state, YOU) == _points(state, ADA) == 0
            and state.shown[YOU, SIX] == 1
        ),
        lit=("pairings", "mine"),
    ),
    Step(
        Sentence(
            "sixes.learn_take",
            "It must be set against dice of Ada's. Against a single die it brings 2 points; against a soft six, "
            "which is several dice that make six, like 4+2, only 1. Set it against one of her 5s.",
        ),
        claim=lambda state: (
            points_against(HARD, FIRST_SINGLE) == 2
            and points_against(HARD, _side("4+2")) == 1
            and has_side(state.shown, ADA, _side("4+2"))
            and state.shown[ADA, 5] == 2
        ),
        lit=("theirs",),
        act="take 5",
        wrong={
            "take 4+2": Sentence(
                "sixes.learn_take_soft",
                "That takes two dice from her, which can be clever, but it brings only 1 point. You need three: take "
                "a 5 for 2.",
            ),
        },
        otherwise=Sentence(
            "sixes.learn_take_other",
            "That brings 2 points, too. But later she may complete the die to a soft six and take one of them back: "
            "a 5 can be completed by nothing but a 1, and she has none.",
        ),
    ),
    Step(
        Sentence(
            "sixes.learn_answer",
            "Two points lie on the table; they count when the round ends. Now the soft sixes. The player behind "
            "begins: "
            "Ada plays 4+2, and you have to answer it. "
            "With a single die she gets 1 point, with a soft six of your own nobody gets any. Answer with 4+2.",
        ),
        events="1 play 4+2",
        claim=lambda state: (
            state.stage == ANSWERING
            and state.turn == YOU
            and _points(state, YOU) == 2
            and points_against(_side("4+2"), FIRST_SINGLE) == 1
            and points_against(_side("4+2"), _side("4+2")) == 0
            and has_side(state.shown, YOU, _side("4+2"))
        ),
        lit=("mine",),
        act="answer 4+2",
        otherwise=Sentence(
            "sixes.learn_answer_single",
            "Then Ada's soft six lies against a single die, and she scores. You have a 4 and a 2: together they "
            "cancel it out.",
        ),
    ),
    Step(
        Sentence(
            "sixes.learn_left",
            "4+2 against 4+2: no points. You both had a 5 and a 3 left, and these make no soft six. "
            "Dice that were not used are rolled again.",
        ),
        claim=lambda state: (
            state.stage == ROLLING
            and list(state.in_cup) == [2, 2]
            and _pairings(state) == [("6", "6"), ("6", "5"), ("4+2", "4+2")]
        ),
        lit=("pairings",),
    ),
    Step(
        Sentence(
            "sixes.learn_play",
            "5 and 1 for you: a soft six! Ada has two 4s, which make none. Play 5+1: "
            "she has to answer with a single die, and that brings you the third point.",
        ),
        events="* 5 1 4 4",
        claim=lambda state: (
            state.stage == SOFT_SIXES
            and (_dice(state, YOU), _dice(state, ADA)) == ("5 1", "4 4")
            and not has_soft(state.shown, ADA)
            and points_against(_side("5+1"), FIRST_SINGLE) == 1
        ),
        lit=("mine",),
        act="play 5+1",
        otherwise=Sentence(
            "sixes.learn_play_pass",
            "Soft sixes need not be played, and sometimes it is wise to wait. But here a point is certain: play 5+1.",
        ),
    ),
    Step(
        Sentence(
            "sixes.learn_last_roll",
            "She answered with a 4. That was the last of your dice, so Ada has one final roll, with the die that she "
            "has left. "
            "A 6 would bring her 2 points. A 2 would complete her 4 to a soft six, and a 1 her 5: either would cost "
            "you a point.",
        ),
        events="1 answer 4",
        claim=lambda state: (
            dice_shown(state.shown, YOU) == 0
            and dice_shown(state.shown, ADA) == 1
            and _points(state, YOU) == 3
            and state.turn == ADA
            and is_soft(_side("4+2"))
            and points_against(HARD, _side("5")) - points_against(HARD, _side("5+1")) == 1
            and ("6", "5") in _pairings(state)
        ),
        lit=("theirs", "pairings"),
    ),
    Step(
        Sentence(
            "sixes.learn_won",
            "A 3, nothing. The round is over and your three points are counted: 12 + 3 = 15, and 1 + 5 is six. You "
            "win!",
        ),
        events="""
            1 roll
            * 3
        """,
        claim=lambda state: (
            state.stage == ENDED and state.total[YOU] == 15 and state.last_points[YOU] == 3 and SEATS == 2
        ),
        lit=("mat",),
    ),
    Step(
        Sentence(
            "sixes.learn_exactly",
            "You have to land there exactly when the round is over: from 12, four points would have led to 16 and "
            "won nothing. "
            "So mind your own score and hers: sometimes one point fewer is the better move.",
        ),
        claim=lambda state: state.total[YOU] - state.last_points[YOU] == 12 and not wins(16),
        lit=("mat",),
    ),
    Step(
        Sentence(
            "sixes.learn_end",
            "In a match both begin at 0, and there are as many rounds as it takes. "
            "Hard sixes at once, soft sixes if you like, and every point with an eye on the next winning score. Good "
            "luck!",
        ),
        claim=lambda state: state.stage == ENDED and state.rounds >= 3,
    ),
)

TUTORIAL = Tutorial(STEPS, start="dice_each=6 in_cup=6,6 total=12,9 rounds=3")
