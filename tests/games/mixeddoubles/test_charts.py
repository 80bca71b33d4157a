"""All 64 rolls against the chart, worked out anew from the paints that a colour is mixed of."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from quincunx import Match
from quincunx.games.mixeddoubles.charts import (
    SIDES_WITH,
    colours_pushed,
    colours_won,
    is_double_wild,
    is_swap,
)
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, FACE_NAMES
from tests.games.mixeddoubles.layouts import bank, begin, jackpot, palette, play, position

SIDES = ("blue", "blue", "yellow", "yellow", "red", "red", "wild", "push")
PAINTS = {
    "blue": {"blue"},
    "yellow": {"yellow"},
    "red": {"red"},
    "green": {"blue", "yellow"},
    "purple": {"blue", "red"},
    "orange": {"yellow", "red"},
}
ROLLS = list(product(SIDES, SIDES))


def won_by(first: str, second: str) -> set[str]:
    """A wild is any paint: every mixture that can come of the two dice."""
    if "push" in (first, second):
        return set()
    paints = [["blue", "yellow", "red"] if face == "wild" else [face] for face in (first, second)]
    mixed = [{one, other} for one, other in product(*paints)]
    return {colour for colour, border in PAINTS.items() if border in mixed}


def pushed_by(first: str, second: str) -> set[str]:
    faces = [first, second]
    if "push" not in faces or first == second:
        return set()
    faces.remove("push")
    return set(PAINTS) if faces == ["wild"] else set(faces)


def colours(bits: int) -> set[str]:
    return {name for colour, name in enumerate(COLOUR_NAMES) if bits >> colour & 1}


@pytest.mark.parametrize(("first", "second"), sorted(set(ROLLS)))
def test_every_roll_reads_as_the_chart_says(first: str, second: str) -> None:
    faces = FACE_NAMES.index(first), FACE_NAMES.index(second)
    assert colours(colours_won(*faces)) == won_by(first, second)
    assert colours(colours_pushed(*faces)) == pushed_by(first, second)
    assert is_swap(*faces) == (first == second == "push")
    assert is_double_wild(*faces) == (first == second == "wild")


def test_64_rolls_come_as_often_as_the_dice_say() -> None:
    sides = Counter(SIDES)
    assert [sides[name] for name in FACE_NAMES] == list(SIDES_WITH)
    chances = {colour: Fraction(sum(colour in won_by(*roll) for roll in ROLLS), 64) for colour in PAINTS}
    for colour, name in enumerate(COLOUR_NAMES):
        engine = sum(
            SIDES_WITH[first] * SIDES_WITH[second]
            for first in range(5)
            for second in range(5)
            if colours_won(first, second) >> colour & 1
        )
        assert Fraction(engine, 64) == chances[name] == Fraction(9 if colour < 3 else 17, 64)


def reached(first: str, second: str, wager: str) -> Match:
    state = position(
        "b1 b2 y1 r1 g1 p1 o1 extra minus",
        "b3 y3 r3 g3 p3 o3 steal",
        "b4 b4 y4",
        banks=["b7", "y7", "r7"],
        jackpot="b5 y5 r5 g5 p5 o5",
    )
    match = begin(state)
    if wager:
        play(match, f"wager {wager} 1")
    return play(match, "roll", f"* {first} {second}")


@pytest.mark.parametrize("wager", ["", *PAINTS])
@pytest.mark.parametrize(("first", "second"), sorted(set(ROLLS)))
def test_every_roll_moves_the_cards_that_the_chart_says(first: str, second: str, wager: str) -> None:
    """A twin with plain sets of words."""
    own = {*["b1", "b2", "y1", "r1", "g1", "p1", "o1"]}
    others = [{*["b3", "y3", "r3", "g3", "p3", "o3"]}, {"b4", "y4"}]
    middle = {*["b5", "y5", "r5", "g5", "p5", "o5"]}
    banked = {"b7"}
    if wager:
        own -= {f"{wager[0]}1"}
        middle |= {f"{wager[0]}1"}
    letters = {name[0] for name in won_by(first, second)}
    banked |= {card for card in own | middle if card[0] in letters}
    if wager in won_by(first, second):
        banked |= {card for cards in others for card in cards if card[0] == wager[0]}
    pushed = {card for card in own if card[0] in {name[0] for name in pushed_by(first, second)}}
    middle = (middle | pushed) - banked
    match = reached(first, second, wager)
    assert set(bank(match, 0).split()) == banked
    assert set(jackpot(match).split()) == middle
    assert set(palette(match, 0).split()) == own - banked - pushed | {"extra", "minus"}
    assert set(palette(match, 1).split()) == others[0] - banked | {"steal"}
    assert set(palette(match, 2).split()) == others[1] - banked
