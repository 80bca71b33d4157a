"""Where dice come from."""

import hashlib
from collections import Counter
from random import Random

import pytest

from quincunx import GAMES, ChanceError, Match, Recorded, Scripted, Seeded, Typed, game
from quincunx.core.chance import Named
from quincunx.core.messages import Message
from quincunx.core.spec import GameSpec
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL

POPALOTSY = game("popalotsy")


def faces(match: Match) -> list[int]:
    return [event.what for event in match.events if event.by_chance]


def rolls(seed: int | str | bytes | None, count: int = 20) -> list[int]:
    match = Match(pig.SPEC, 2, chance=Seeded(seed))
    for _ in range(count):
        match.push(ROLL)
    return faces(match)


def test_the_dice_of_a_seed_are_sha_256_of_it_and_their_number() -> None:
    expected = [int(hashlib.sha256(f"Ann:{number}".encode()).hexdigest(), 16) % 6 for number in range(20)]
    assert rolls("Ann") == rolls(b"Ann") == expected


def test_a_seed_gives_the_same_dice_and_no_seed_others() -> None:
    assert rolls(7) == rolls(7) == rolls("7")
    assert rolls(7) != rolls(8)
    assert rolls(None) != rolls(None)
    chance = Seeded()
    assert rolls(chance.seed) == rolls(chance.seed)


def test_seeded_outcomes_keep_to_the_weights() -> None:
    """The first card of the deck: ten kinds are there twice, twenty once."""
    match = Match(POPALOTSY, 2, settle=False)
    weights = match.odds()
    dealt = Counter(Seeded(seed).outcome(match) for seed in range(8000))
    for card, weight in enumerate(weights):
        assert abs(dealt[card] - 200 * weight) < 5 * (200 * weight) ** 0.5
    assert set(dealt) == set(range(30))


def test_an_outcome_without_weight_never_comes() -> None:
    match = Match(POPALOTSY, 2, settle=False)
    gone = match.parse_outcome("r3")
    match.land(gone)
    assert match.odds()[gone] == 0
    assert gone not in {Seeded(seed).outcome(match) for seed in range(500)}
    with pytest.raises(ChanceError, match="cannot land now"):
        match.land(gone)
    assert len(match) == 1


def test_a_die_that_is_rolled_again_lands_the_same() -> None:
    match = Match(pig.SPEC, 2, chance=Seeded(3))
    for _ in range(5):
        match.push(ROLL)
    landed = faces(match)
    for _ in range(3):
        match.pop()
    assert faces(match) == landed[:2]
    for _ in range(3):
        match.push(ROLL)
    assert faces(match) == landed


def test_a_script_is_read_word_by_word_and_may_grow() -> None:
    chance = Scripted("4 5")
    match = Match(pig.SPEC, 2, chance=chance)
    match.push(ROLL)
    match.push(ROLL)
    with pytest.raises(ChanceError, match="ends after 2 landings"):
        match.push(ROLL)
    chance.extend("6 2")
    match.settle()
    match.push(ROLL)
    assert faces(match) == [3, 4, 5, 1]


def test_a_script_may_be_a_list() -> None:
    assert Scripted(["4", "5"]).words == Scripted(" 4\n5 ").words


def test_typed_dice_are_asked_for_until_they_make_sense() -> None:
    answers = iter(["seven", "", "0", "4"])
    asked: list[str] = []
    told: list[Message] = []

    def ask(question: Message) -> str:
        asked.append(str(question))
        return next(answers)

    match = Match(pig.SPEC, 2, chance=Typed(ask, told.append))
    match.push(ROLL)
    assert faces(match) == [3]
    assert asked == ["the die lands"] * 4
    assert len(told) == 3
    assert "'seven'" in str(told[0])


def test_a_person_who_leaves_leaves_the_match_as_it_is() -> None:
    def leave(question: Message) -> str:
        raise KeyboardInterrupt

    match = Match(pig.SPEC, 2, chance=Typed(leave, print))
    with pytest.raises(KeyboardInterrupt):
        match.push(ROLL)
    assert (len(match), match.awaits_chance) == (1, True)


def test_recorded_dice_are_those_of_another_match() -> None:
    match = Match(pig.SPEC, 2, seed=4)
    for _ in range(6):
        match.push(ROLL)
    again = Match(pig.SPEC, 2, chance=Recorded(event.what for event in match.events if event.by_chance))
    for _ in range(6):
        again.push(ROLL)
    assert again.state == match.state
    if again.objection(HOLD) is None:
        again.push(HOLD)
    with pytest.raises(ChanceError, match="holds 6 landings"):
        again.push(ROLL)
    assert Recorded(iter([1, 2])).outcomes == [1, 2]


def test_a_source_that_counts_as_nothing_is_still_the_source() -> None:
    class Empty(list[int]):
        def outcome(self, match: Match) -> int:
            return 2

    match = Match(pig.SPEC, 2, chance=Empty())
    match.push(ROLL)
    assert faces(match) == [2]


def test_a_card_that_cannot_land_is_named() -> None:
    dice = Scripted("r3 r3")
    with pytest.raises(ChanceError, match=r"^r3 cannot land now$"):
        Match(game("popalotsy"), 2, chance=dice)
    with pytest.raises(ChanceError, match=r"^outcome 99 cannot land now$"):
        Match(game("popalotsy"), 2, settle=False).land(99)


def test_a_source_says_what_it_is() -> None:
    script = Scripted("4 5 6")
    match = Match(pig.SPEC, 2, chance=script)
    match.push(ROLL)
    assert repr(script) == "<Scripted, 1 of 3 landed, next: 5 6>"
    assert repr(Recorded([3, 4])) == "Recorded([3, 4])"
    assert repr(Seeded("Ann")) == "Seeded('Ann')"


@pytest.mark.parametrize("spec", [spec for spec in GAMES if spec.landing_name is not None], ids=lambda spec: spec.slug)
def test_named_dice_land_the_same_whatever_is_decided(spec: GameSpec) -> None:
    """Cards too, as far as the pile is the same."""

    def landed(order: int) -> dict[int, tuple[list[int], int]]:
        assert spec.landing_name is not None
        match, found = Match(spec, 2, chance=Named("Ann"), settle=False), {}
        rng = Random(order)
        while not match.is_over and len(match) < 400:
            if match.awaits_chance:
                name, odds = spec.landing_name(match.state), match.odds()
                match.roll()
                found[name] = (odds, match.event(len(match) - 1).what)
            else:
                seat = match.actors[0]
                match.push(rng.choice(match.legal_actions(seat)), seat)
        return found

    one, other = landed(1), landed(2)
    shared = [name for name in one.keys() & other.keys() if one[name][0] == other[name][0]]
    assert len(shared) > 5
    assert all(one[name] == other[name] for name in shared)
    assert len({outcome for _, outcome in one.values()}) > 3


def test_named_dice_of_a_game_without_names_are_numbered() -> None:
    match, other = (Match(pig.SPEC, 2, chance=chance) for chance in (Named("Ann"), Seeded("Ann")))
    for _ in range(9):
        match.push(ROLL)
        other.push(ROLL)
    assert faces(match) == faces(other)
