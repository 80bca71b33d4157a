"""A whole short match of PoPalotsy in turns, for somebody who has never played it."""

from quincunx.core.messages import Sentence
from quincunx.core.tutorial import Step, Tutorial
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, cards_in, format_card, pile_of
from quincunx.games.popalotsy.rings import EXACT, NUMBER_MATCH, card_of, copies_of, strength
from quincunx.games.popalotsy.state import DEALING, DROPPING, ENDED, IN_POPPER, TURNS, State

YOU, ADA = 0, 1


def _hand(state: State, seat: int) -> set[str]:
    """A seat's cards."""
    return {format_card(card) for card in cards_in(state.hand[seat], state.twin[seat])}


def _faces(state: State) -> str:
    """The faces of the dice."""
    return " ".join(f"{letter}{state.face[die]}" for die, letter in enumerate(COLOUR_LETTERS))


def _pile(state: State, die: str) -> str:
    """The rings around a die, lowest first."""
    return " ".join(format_card(card) for card, _ in pile_of(state, COLOUR_LETTERS.index(die)))


def _worth(state: State, card: str, die: str) -> int:
    """The strength of a card on a die."""
    place = COLOUR_LETTERS.index(die)
    return strength(card_of(COLOUR_LETTERS.index(card[0]), int(card[1])), place, state.face[place])


STEPS = (
    Step(
        Sentence(
            "popalotsy.learn_aim",
            "Get rid of your ring cards: whoever is first without any wins. "
            "The real game is a race in which all hands fly at once. To learn it, we drop our cards in turn.",
        ),
        claim=lambda state: state.form == TURNS and state.stage == DEALING,
        lit=("table",),
    ),
    Step(
        Sentence(
            "popalotsy.learn_hand",
            "Each of us has five cards. Every card is a ring with a colour and a number. "
            "Yours are red 3, red 4, red 6, orange 3 and yellow 4; Ada's are hidden from you.",
        ),
        events="* r4 r5 o3 y3 r3 g6 y4 g4 r6 g3",
        claim=lambda state: (
            _hand(state, YOU) == {"r3", "r4", "r6", "o3", "y4"}
            and state.held[ADA] == 5
            and all(face == IN_POPPER for face in state.face)
        ),
        lit=("hand",),
    ),
    Step(
        Sentence(
            "popalotsy.learn_pop",
            "Pop! The five dice have five colours, and now each shows a number. "
            "A ring may go over a die that has its colour or shows its number.",
        ),
        events="* 3 5 2 6 1",
        claim=lambda state: _faces(state) == "r3 o5 y2 g6 b1" and state.stage == DROPPING and state.turn == YOU,
        lit=("die-r", "die-o", "die-y", "die-g", "die-b"),
    ),
    Step(
        Sentence(
            "popalotsy.learn_colour",
            "Begin with the colour: drop your red 4 on the red die. The numbers differ, and that does not matter.",
        ),
        claim=lambda state: _worth(state, "r4", "r") == 4 and _pile(state, "r") == "",
        lit=("card-r4", "die-r"),
        act="r4 on r",
        wrong={
            "r6 on r": Sentence(
                "popalotsy.learn_colour_six",
                "It fits. But your red 4 could not be dropped on a red 6 any more: begin with the low one.",
            ),
            "r3 on r": Sentence(
                "popalotsy.learn_colour_exact",
                "Colour and number fit, the strongest match of all! Too strong for now: "
                "after it nothing more can be dropped there, not even by you. Start with the red 4.",
            ),
        },
        otherwise=Sentence(
            "popalotsy.learn_colour_other",
            "That fits, too. For this lesson try the plainest case: red 4 on the red die.",
        ),
    ),
    Step(
        Sentence(
            "popalotsy.learn_number",
            "Ada dropped a red 5 on top: in the die's colour a higher number beats a lower one. "
            "But a match of number beats every match of colour. The red die shows 3: drop your orange 3 on it.",
        ),
        events="1 r5 on r",
        claim=lambda state: _pile(state, "r") == "r4 r5" and _worth(state, "o3", "r") == NUMBER_MATCH,
        lit=("card-o3", "die-r"),
        act="o3 on r",
        wrong={
            "o3 on o": Sentence(
                "popalotsy.learn_number_orange",
                "By colour it fits there as well. But see what it can do on the red die: a 3!",
            ),
            "r3 on r": Sentence(
                "popalotsy.learn_number_exact",
                "That would be exact and close the die. First use your orange 3 there, and you shed two cards, not "
                "one.",
            ),
            "r6 on r": Sentence(
                "popalotsy.learn_number_six",
                "Higher than the 5, so it fits. But try the other way to beat it: by number.",
            ),
        },
        otherwise=Sentence(
            "popalotsy.learn_number_other", "It fits. But the lesson is at the red die: orange 3 on it."
        ),
    ),
    Step(
        Sentence(
            "popalotsy.learn_exact",
            "Ada has dropped a yellow 3. Best of all is an exact match, colour and number. It beats everything, "
            "and nothing beats it: drop your red 3 on the red die, which shows 3.",
        ),
        events="1 y3 on y",
        claim=lambda state: _worth(state, "r3", "r") == EXACT and _pile(state, "y") == "y3",
        lit=("card-r3", "die-r"),
        act="r3 on r",
        otherwise=Sentence(
            "popalotsy.learn_exact_other", "Good eyes, but use the chance for an exact match first: red 3 on the red 3."
        ),
    ),
    Step(
        Sentence(
            "popalotsy.learn_closed",
            "The red die is closed, and Ada has closed the green one in the same way. Your red 6 fits nowhere now. "
            "But your yellow 4 is higher than the yellow 3: drop it on the yellow die.",
        ),
        events="1 g6 on g",
        claim=lambda state: (
            _pile(state, "r").endswith("r3") and _pile(state, "g") == "g6" and _hand(state, YOU) == {"r6", "y4"}
        ),
        lit=("card-y4", "die-y"),
        act="y4 on y",
    ),
    Step(
        Sentence(
            "popalotsy.learn_round",
            "Neither of us can drop anything more, and the round is over. Nobody is out of cards yet, so "
            "everybody is dealt one more: you hold two, Ada three. Then all the dice are popped again.",
        ),
        events="* b5 o1",
        claim=lambda state: (
            state.rounds == 2 and _hand(state, YOU) == {"r6", "b5"} and (state.held[YOU], state.held[ADA]) == (2, 3)
        ),
        lit=("hand", "rivals"),
    ),
    Step(
        Sentence(
            "popalotsy.learn_threat",
            "This time Ada began, with a green 4. Your blue 5 is exact on the blue die: nothing can block it, so it "
            "can wait. "
            "The red 6 matches by colour alone, and a number would block it. Drop the red 6 first.",
        ),
        events="""
            * 2 4 1 3 5
            1 g4 on g
        """,
        claim=lambda state: (
            _faces(state) == "r2 o4 y1 g3 b5"
            and _pile(state, "g") == "g4"
            and _worth(state, "b5", "b") == EXACT
            and copies_of(card_of(COLOUR_LETTERS.index("b"), 5)) == 1
            and _worth(state, "r6", "r") == 6
        ),
        lit=("card-r6", "die-r"),
        act="r6 on r",
        wrong={
            "b5 on b": Sentence(
                "popalotsy.learn_threat_blue",
                "Your exact match is safe, nothing on the blue die can stop it. "
                "If Ada puts a 2 on the red die, your red 6 is stuck. Red first!",
            ),
        },
    ),
    Step(
        Sentence(
            "popalotsy.learn_last", "Ada closes the green die. One card left: blue 5 on the blue 5, and you have won!"
        ),
        events="1 g3 on g",
        claim=lambda state: _hand(state, YOU) == {"b5"} and _pile(state, "g") == "g4 g3",
        lit=("card-b5", "die-b"),
        act="b5 on b",
    ),
    Step(
        Sentence(
            "popalotsy.learn_won",
            "No cards left: you win at once. Remember: colour, and in it the higher number; number beats colour; "
            "exact beats all.",
        ),
        claim=lambda state: state.stage == ENDED and state.held[YOU] == 0,
        lit=("rivals",),
    ),
    Step(
        Sentence(
            "popalotsy.learn_race",
            "In the race nobody waits: everybody drops as fast as they can, and nobody stops you from a wrong drop. "
            "But it costs: you take back all the cards of that pile. Try a match in turns first, then the race!",
        ),
        claim=lambda state: state.stage == ENDED and state.form == TURNS,
    ),
)

TUTORIAL = Tutorial(STEPS, variants={"form": "turns"})
