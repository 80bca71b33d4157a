"""The first turns of a match of Mixed Doubles, for somebody who has never played it."""

from quincunx.core.messages import Sentence
from quincunx.core.tutorial import Step, Tutorial
from quincunx.games.mixeddoubles.cards import COLOURS, VALUES, count_of, points_in
from quincunx.games.mixeddoubles.charts import DICE, FACES, SIDES_WITH, colours_won
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import DEALING, WAGERING, State

YOU, ADA = 0, 1


def _cards(lanes: list[int]) -> set[str]:
    """Numbered cards in six lanes: `green 4`."""
    return {
        f"{COLOUR_NAMES[colour]} {value}"
        for colour in range(COLOURS)
        for value in range(1, VALUES + 1)
        if count_of(lanes[colour], value)
    }


def _palette(state: State, seat: int) -> set[str]:
    return _cards([state.palette[seat, colour] for colour in range(COLOURS)])


def _jackpot(state: State) -> set[str]:
    return _cards(list(state.jackpot))


def _rolled(state: State, *faces: str) -> bool:
    """Whether the dice show this, or showed it last."""
    return [FACE_NAMES[state.die[die]] for die in range(DICE)] == list(faces)


def _chance(colour: str) -> int:
    """In how many of 64 rolls a colour is won."""
    return sum(
        SIDES_WITH[first] * SIDES_WITH[second]
        for first in range(FACES)
        for second in range(FACES)
        if colours_won(first, second) >> COLOUR_NAMES.index(colour) & 1
    )


def _mixes(first: str, second: str) -> set[str]:
    """The colours that two faces win."""
    won = colours_won(FACE_NAMES.index(first), FACE_NAMES.index(second))
    return {name for colour, name in enumerate(COLOUR_NAMES) if won >> colour & 1}


ROLL_FIRST = Sentence(
    "mixeddoubles.learn_roll_more",
    "A second card would buy a second roll, but it lies in the jackpot if you miss. One is enough for now: roll.",
)

STEPS = (
    Step(
        Sentence(
            "mixeddoubles.learn_aim",
            "Cards have six colours and count 1 to 7. Those in front of you are your palette; they score nothing yet. "
            "Dice decide what goes from there to your bank, and only the bank counts. The most points win.",
        ),
        claim=lambda state: state.stage == DEALING and total(state, YOU) == total(state, ADA) == 0,
        lit=("palette", "bank"),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_draw",
            "Everybody starts with three open cards, and each turn begins by drawing three more. "
            "You have two blue cards, two green ones, a yellow and a red one; Ada has a green 5, a purple 1 and a "
            "red 6.",
        ),
        events="* yellow3 green4 blue2 green5 red6 purple1 blue5 green7 red1",
        claim=lambda state: (
            _palette(state, YOU) == {"blue 2", "blue 5", "yellow 3", "green 4", "green 7", "red 1"}
            and _palette(state, ADA) == {"green 5", "purple 1", "red 6"}
            and state.stage == WAGERING
        ),
        lit=("palette", "others"),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_mix",
            "Two dice show blue, yellow or red, and their colours mix: blue and yellow make green, blue and red "
            "purple, "
            "yellow and red orange. So mixed colours come up almost twice as often: 17 rolls in 64, blue, yellow and "
            "red 9.",
        ),
        claim=lambda state: (
            (_mixes("blue", "yellow"), _mixes("blue", "red"), _mixes("yellow", "red"))
            == ({"green"}, {"purple"}, {"orange"})
            and {_chance(colour) for colour in ("green", "purple", "orange")} == {17}
            and {_chance(colour) for colour in ("blue", "yellow", "red")} == {9}
            and total(state, YOU) == 0
        ),
        lit=("dice", "odds"),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_wager",
            "Before you roll you may wager: a card of one colour goes to the jackpot in the middle. If that colour "
            "comes, you "
            "win it from everywhere, from Ada's palette as well! Green is your best colour. Wager the green 4.",
        ),
        claim=lambda state: (
            state.stage == WAGERING
            and state.wagered == 0
            and {"green 4", "green 7"} <= _palette(state, YOU)
            and "green 5" in _palette(state, ADA)
        ),
        lit=("card-green-4",),
        act="wager green 4",
        wrong={
            "wager green 7": Sentence(
                "mixeddoubles.learn_wager_seven",
                "Green is right. But what you wager stays in the jackpot if you miss: risk the 4, not the 7.",
            ),
            "roll": Sentence(
                "mixeddoubles.learn_wager_roll",
                "Without a wager you still have one roll, but then nothing is won from Ada. Wager the green 4 first.",
            ),
        },
        otherwise=Sentence(
            "mixeddoubles.learn_wager_other",
            "That can be wagered. But green comes up almost twice as often as blue, yellow or red, and Ada has a "
            "green card, too.",
        ),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_roll",
            "Each card wagered is worth one roll. You have staked one: now roll, and hope for blue and yellow.",
        ),
        claim=lambda state: state.wagered == 1 and state.rolls == 1 and _jackpot(state) == {"green 4"},
        lit=("dice", "jackpot", "roll"),
        act="roll",
        otherwise=ROLL_FIRST,
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_won",
            "Blue and yellow: green! Your green 7, the 4 from the jackpot and, thanks to the wager, Ada's green 5 "
            "are in your bank: 16 points.",
        ),
        events="* blue yellow",
        claim=lambda state: (
            _rolled(state, "blue", "yellow")
            and total(state, YOU) == 16
            and "green 5" not in _palette(state, ADA)
            and not _jackpot(state)
        ),
        lit=("bank",),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_push",
            "Ada wagered a red 2 and rolled blue and push. Nothing won: her 2 stays in the jackpot, "
            "and push with blue sends her blue card there, too. What lies in the jackpot is anybody's.",
        ),
        events="""
            * red2 orange6 blue7
            1 wager red 2
            1 roll
            * blue push
        """,
        claim=lambda state: (
            _rolled(state, "blue", "push") and _jackpot(state) == {"red 2", "blue 7"} and total(state, ADA) == 0
        ),
        lit=("dice", "jackpot"),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_steal",
            "Your turn, and you have drawn a STEAL. It takes a card of your choice from another palette, or a random "
            "one from "
            "a bank. Ada's bank is empty. Steal her red 6.",
        ),
        events="* orange4 steal purple6",
        claim=lambda state: (
            state.palette_steal[YOU] == 1
            and "red 6" in _palette(state, ADA)
            and all(points_in(state.bank[ADA, colour]) == 0 for colour in range(COLOURS))
        ),
        lit=("special", "others"),
        act="steal red 6 from 1",
        wrong={
            "steal orange 6 from 1": Sentence(
                "mixeddoubles.learn_steal_orange",
                "A 6 as well! But leave it there: with a wager on orange you can win it by the dice.",
            ),
            "steal purple 1 from 1": Sentence(
                "mixeddoubles.learn_steal_one", "Only one point? Take the most you can: the red 6."
            ),
            "roll": Sentence(
                "mixeddoubles.learn_steal_roll",
                "The STEAL could be kept, but use it now: before the roll, so that the card can score.",
            ),
        },
        otherwise=Sentence(
            "mixeddoubles.learn_steal_other",
            "One thing after the other: first the STEAL, then the wager. Take the red 6.",
        ),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_second_wager",
            "The red 6 is in your palette. Now look for a colour with a good chance that Ada has, too: "
            "you hold an orange 4, she an orange 6. Wager the orange 4.",
        ),
        claim=lambda state: (
            "red 6" in _palette(state, YOU)
            and "orange 4" in _palette(state, YOU)
            and "orange 6" in _palette(state, ADA)
            and _chance("orange") == 17
            and state.palette_steal[YOU] == 0
        ),
        lit=("card-orange-4",),
        act="wager orange 4",
        wrong={
            "roll": Sentence(
                "mixeddoubles.learn_second_roll",
                "Without a wager Ada's orange 6 is out of reach. Stake your orange 4 first.",
            ),
            "wager purple 6": Sentence(
                "mixeddoubles.learn_second_purple",
                "Purple comes as often as orange. But it would risk a 6, and Ada has only a purple 1 to win.",
            ),
        },
        otherwise=Sentence(
            "mixeddoubles.learn_second_other",
            "A plain colour comes up in 9 rolls of 64, orange in 17. Wager the orange 4.",
        ),
    ),
    Step(
        Sentence("mixeddoubles.learn_second", "And roll!"),
        claim=lambda state: state.wagered == 1 and _jackpot(state) == {"red 2", "blue 7", "orange 4"},
        lit=("dice", "roll"),
        act="roll",
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_wild",
            "Wild and red: that wins red and everything that is mixed from it, purple and orange. Red 1 and 6, "
            "purple 6, from the "
            "jackpot red 2 and orange 4, and Ada's orange 6: 25 points! Her purple 1 stays: "
            "from others you win only the colour you wagered.",
        ),
        events="* wild red",
        claim=lambda state: (
            _rolled(state, "wild", "red")
            and _mixes("wild", "red") == {"red", "purple", "orange"}
            and total(state, YOU) == 16 + 25
            and _palette(state, ADA) == {"purple 1"}
            and _jackpot(state) == {"blue 7"}
        ),
        lit=("bank", "jackpot"),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_specials",
            "Other special cards: ALL IN sends a whole colour from all palettes to the jackpot, EXTRA ROLL gives one "
            "roll more, "
            "FREE is worth points at once, MINUS FIVE costs five. And push twice swaps your palette with somebody "
            "else's.",
        ),
        claim=lambda state: state.pile_free != 0 and state.pile_all_in != 0 and state.pile_extra > 0,
        lit=("pile",),
    ),
    Step(
        Sentence(
            "mixeddoubles.learn_end",
            "When the draw pile is empty, the numbered cards of all palettes go to the jackpot, and everybody has one "
            "last roll at it. Then the banks are counted. You lead with 41 to 0. Good luck!",
        ),
        claim=lambda state: state.pile_cards > 0 and (total(state, YOU), total(state, ADA)) == (41, 0),
        lit=("pile", "jackpot"),
    ),
)

TUTORIAL = Tutorial(STEPS)
