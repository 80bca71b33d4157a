"""The beating order against a twin that reads the printed table literally."""

import pytest

from quincunx.games.popalotsy.rings import (
    CARDS,
    COLOURS,
    DECK,
    DICE,
    EMPTY,
    EXACT,
    KINDS,
    NUMBER_MATCH,
    SIDES,
    all_twins,
    card_of,
    colour_of,
    copies_of,
    correct_cards,
    is_correct,
    number_of,
    strength,
)

FACES = range(1, SIDES + 1)


def kind_of_match(card: int, die: int, face: int) -> str:
    colour, number = colour_of(card) == die, number_of(card) == face
    return {(True, True): "exact", (False, True): "number", (True, False): "colour"}.get((colour, number), "none")


def may_follow(card: int, top: int | None, die: int, face: int) -> bool:
    """What may be dropped next, row by row."""
    match = kind_of_match(card, die, face)
    if match == "none":
        return False
    if top is None:
        return True
    lying = kind_of_match(top, die, face)
    if lying == "colour":
        return match in ("number", "exact") or number_of(card) > number_of(top)
    if lying == "number":
        return match == "exact"
    return False


def possible_tops(die: int, face: int) -> list[int | None]:
    return [None, *(card for card in range(KINDS) if kind_of_match(card, die, face) != "none")]


def test_the_deck_has_forty_cards_eight_of_each_colour() -> None:
    assert sum(map(sum, DECK)) == CARDS == 40
    assert all(sum(colour) == 8 and set(colour) == {1, 2} for colour in DECK)
    assert [sum(colour[number] for colour in DECK) for number in range(SIDES)] == [7, 7, 7, 7, 6, 6]


def test_a_card_is_its_colour_and_number() -> None:
    assert [card_of(colour, number) for colour in range(COLOURS) for number in FACES] == list(range(KINDS))
    assert all(card_of(colour_of(card), number_of(card)) == card for card in range(KINDS))
    assert all((copies_of(card) == 2) == bool(all_twins() >> card & 1) for card in range(KINDS))


@pytest.mark.parametrize("die", range(DICE))
@pytest.mark.parametrize("face", FACES)
def test_a_drop_is_correct_where_the_table_says_so(die: int, face: int) -> None:
    for top in possible_tops(die, face):
        best = EMPTY if top is None else strength(top, die, face)
        for card in range(KINDS):
            expected = may_follow(card, top, die, face)
            assert is_correct(card, die, face, best) == expected
            assert bool(correct_cards(die, face, best) >> card & 1) == expected


@pytest.mark.parametrize("face", FACES)
def test_strengths_are_ordered_colour_number_exact(face: int) -> None:
    of_colour = [strength(card_of(0, number), 0, face) for number in FACES if number != face]
    assert of_colour == [number for number in FACES if number != face]
    assert max(of_colour) < NUMBER_MATCH < EXACT
    assert strength(card_of(1, face), 0, face) == NUMBER_MATCH
    assert strength(card_of(0, face), 0, face) == EXACT


def test_every_card_matches_one_die_by_colour() -> None:
    for card in range(KINDS):
        by_colour = [die for die in range(DICE) if kind_of_match(card, die, 1) in ("colour", "exact")]
        assert by_colour == [colour_of(card)]
