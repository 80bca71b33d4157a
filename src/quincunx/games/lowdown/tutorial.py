"""The first three turns of a match of Lowdown, for somebody who has never played it."""

from quincunx.core.messages import Sentence
from quincunx.core.seats import holds
from quincunx.core.tutorial import Step, Tutorial
from quincunx.games.lowdown.board import BLACKED_OUT, BOX_COLOURS, EMPTY, MAKES_TEN, full_grids, row_makes, score
from quincunx.games.lowdown.notation import BOX_NAMES, COLOUR_NAMES, ROW_NAMES
from quincunx.games.lowdown.state import (
    DICE_OF_A_KIND,
    ENDING_GRIDS,
    PICKING,
    PLACING,
    SECRET,
    WILD_BOXES,
    WRITING,
    State,
)

YOU, ADA = 0, 1


def _in(state: State, seat: int, box: str) -> int:
    """The contents of a box."""
    held: int = state.box[seat, BOX_NAMES.index(box)]
    return held


def _score(state: State, seat: int) -> int:
    """The score of a board now."""
    return score(state.box, seat, state.crossed[seat])


def _shows(state: State, *numbers_and_colours: str) -> bool:
    """The faces of the open dice, numbers first."""
    shown = [str(number) for number in state.number[:SECRET]]
    return [*shown, *(_colour(colour) for colour in state.colour[:SECRET])] == list(numbers_and_colours)


def _colour(colour: int) -> str:
    """The name of a colour die's face; empty while it is in the cup or hidden."""
    return COLOUR_NAMES[colour - 1] if 1 <= colour <= len(COLOUR_NAMES) else ""


def _takes(box: str) -> set[str]:
    """The colours that a box takes."""
    taken = BOX_COLOURS[BOX_NAMES.index(box)]
    return {name for colour, name in enumerate(COLOUR_NAMES, 1) if taken >> colour & 1}


STEPS = (
    Step(
        Sentence(
            "lowdown.learn_aim",
            "This is your board: three grids of nine boxes. Turn by turn a number goes into a box. "
            "At the end every number still standing counts against you, and the lowest score wins. "
            "But rows that you cross out count nothing.",
        ),
        claim=lambda state: _score(state, YOU) == 0 and _in(state, YOU, "R1") == EMPTY,
        lit=("own",),
    ),
    Step(
        Sentence(
            "lowdown.learn_roll",
            "It is your turn. You roll two numbers and two colours in the open: 2 and 5, red and green. "
            "Ada has rolled one more number and one more colour, under the cup: that pair is secret.",
        ),
        events="* 2 5 red green 6 blue",
        claim=lambda state: state.stage == PICKING and state.active == YOU and _shows(state, "2", "5", "red", "green"),
        lit=("dice", "secret"),
    ),
    Step(
        Sentence(
            "lowdown.learn_pick",
            "Pick one number and one colour. (You could also dare the secret pair, but then you must use it.) "
            "Low numbers are good to begin with: pick 2 and red.",
        ),
        claim=lambda state: state.stage == PICKING and _shows(state, "2", "5", "red", "green"),
        lit=("dice",),
        act="pick 2 red",
        wrong={
            "secret": Sentence(
                "lowdown.learn_pick_secret",
                "A dare! Nobody knows what is under the cup, and once seen it must be used. "
                "Keep that for a turn in which the open dice are bad.",
            ),
            "pick 5*": Sentence(
                "lowdown.learn_pick_five",
                "5 is a lot to have standing on an empty board. The 2 is safer: pick 2 and red.",
            ),
        },
        otherwise=Sentence(
            "lowdown.learn_pick_green",
            "That is a fine start, too. For this lesson begin in the red grid: pick 2 and red.",
        ),
    ),
    Step(
        Sentence(
            "lowdown.learn_write",
            "A red number goes into a red box, or into one that is half red. "
            "Write the 2 into R1, at the top left of the red and orange grid.",
        ),
        claim=lambda state: state.stage == PLACING and _takes("R1") == {"red"} and _takes("R3") == {"red", "orange"},
        lit=("box-R1",),
        act="write 2 R1",
        wrong={
            "wild *": Sentence(
                "lowdown.learn_write_wild",
                "That would use up a wild colour, of which you have four in the whole match. Red fits without one: R1.",
            ),
        },
        otherwise=Sentence(
            "lowdown.learn_write_other", "That box would take it. But let us fill the top row from the left: R1."
        ),
    ),
    Step(
        Sentence(
            "lowdown.learn_others",
            "Your two dice are set aside. With the other four, the secret pair among them, everyone else has to "
            "write, too: "
            "Ada put the 5 into a green box. That stands for 5 points now, your 2 for 2.",
        ),
        events="1 write 5 G1",
        claim=lambda state: _in(state, ADA, "G1") == 5 and _score(state, ADA) == 5 and _score(state, YOU) == 2,
        lit=("other",),
    ),
    Step(
        Sentence(
            "lowdown.learn_their_turn",
            "Now it is Ada's turn, and you rolled the secret pair: 6 and blue. "
            "She has picked 4 and purple. Left for you are the numbers 5 and 6, and the colours yellow and blue.",
        ),
        events="""
            * 4 5 purple yellow 6 blue
            1 pick 4 purple
            1 write 4 P1
        """,
        claim=lambda state: (
            state.stage == WRITING
            and holds(state.writing, YOU)
            and _shows(state, "4", "5", "purple", "yellow")
            and (state.number[SECRET], _colour(state.colour[SECRET])) == (6, "blue")
            and _in(state, ADA, "P1") == 4
        ),
        lit=("dice",),
    ),
    Step(
        Sentence(
            "lowdown.learn_ten",
            "Think ahead: three boxes in a row may be crossed out if they add up to ten, or are all the same. "
            "2 + 5 + 3 would be ten. No red or orange was rolled, but you have four wild colours for such moments: "
            "choose the 5 and a wild colour, and write it into R2.",
        ),
        claim=lambda state: (
            state.wilds[YOU] == 0
            and WILD_BOXES == 4
            and _in(state, YOU, "R1") == 2
            and not {"red", "orange"} & {_colour(colour) for colour in state.colour[:DICE_OF_A_KIND]}
        ),
        lit=("dice", "wild", "box-R2"),
        act="wild 5 R2",
        wrong={
            "wild 6 *": Sentence(
                "lowdown.learn_ten_six",
                "With a 6 the row would need another 2 to make ten. Take the 5: a 3 will do then.",
            ),
            "wild 5 R3": Sentence(
                "lowdown.learn_ten_half",
                "R3 takes red and orange, so it is the easier one to fill later. Use the wild for R2, which takes "
                "red alone.",
            ),
            "write *": Sentence(
                "lowdown.learn_ten_write",
                "That is allowed and saves a wild. But the number would stand alone in another grid; "
                "beside the 2 it is half of a row of ten. Use a wild colour for R2.",
            ),
        },
        otherwise=Sentence(
            "lowdown.learn_ten_other",
            "A wild may go into any empty box, but only R2 is in a row with your 2 as we want it.",
        ),
    ),
    Step(
        Sentence(
            "lowdown.learn_third",
            "One wild is used, three are left. Your turn again: 3 and 6, orange and blue. "
            "R3 is half red and half orange, so it takes either. Pick 3 and orange.",
        ),
        events="* 3 6 orange blue 1 green",
        claim=lambda state: (
            state.wilds[YOU] == 1
            and state.active == YOU
            and _shows(state, "3", "6", "orange", "blue")
            and _takes("R3") == {"red", "orange"}
        ),
        lit=("dice", "box-R3"),
        act="pick 3 orange",
        wrong={
            "secret": Sentence(
                "lowdown.learn_third_secret", "No need to dare anything: the 3 that you want lies open on the table."
            ),
            "pick 3 blue": Sentence(
                "lowdown.learn_third_blue", "The 3 is right, but blue does not fit into R3: it is red and orange."
            ),
        },
        otherwise=Sentence("lowdown.learn_third_other", "2 + 5 lack a 3 to make ten: pick 3 and orange."),
    ),
    Step(
        Sentence("lowdown.learn_complete", "Now write the 3 into R3, and the top row is full."),
        claim=lambda state: state.stage == PLACING and _in(state, YOU, "R3") == EMPTY,
        lit=("box-R3",),
        act="write 3 R3",
        wrong={
            "wild *": Sentence("lowdown.learn_complete_wild", "Orange fits into R3 by itself: save your wilds."),
        },
        otherwise=Sentence(
            "lowdown.learn_complete_other", "That box would take it, but the row of ten needs it in R3."
        ),
    ),
    Step(
        Sentence("lowdown.learn_cross", "2 + 5 + 3 = 10. Cross the row out!"),
        claim=lambda state: row_makes(state.box, YOU, ROW_NAMES.index("R123")) == MAKES_TEN,
        lit=("box-R1", "box-R2", "box-R3"),
        act="cross R123",
        otherwise=Sentence(
            "lowdown.learn_cross_done",
            "That is allowed: a row may wait for a later turn, and waiting costs nothing. "
            "But see what crossing out does: cross out R123.",
        ),
    ),
    Step(
        Sentence(
            "lowdown.learn_score",
            "Your score is 0 again, and Ada stands at 10. Rows run across, down and along the diagonals, "
            "but crossed-out rows may never share a box: the columns through your row are lost, "
            "and a diagonal costs the whole rest of its grid.",
        ),
        events="1 write 1 G2",
        claim=lambda state: _score(state, YOU) == 0 and _score(state, ADA) == 5 + 4 + 1,
        lit=("own", "other"),
    ),
    Step(
        Sentence(
            "lowdown.learn_black",
            "If no colour fits and no wild is left, a box is blacked out and stands for six points. "
            "So do not spend your wilds too early: three are left.",
        ),
        claim=lambda state: (
            WILD_BOXES - state.wilds[YOU] == 3 and all(_in(state, YOU, box) != BLACKED_OUT for box in BOX_NAMES)
        ),
        lit=("wild",),
    ),
    Step(
        Sentence(
            "lowdown.learn_end",
            "The match ends when somebody has filled two of their three grids; the others finish that turn. "
            "Then all that is not crossed out is added up. The lowest score wins. Good luck!",
        ),
        claim=lambda state: ENDING_GRIDS == 2 and full_grids(state.box, YOU) == full_grids(state.box, ADA) == 0,
    ),
)

TUTORIAL = Tutorial(STEPS)
