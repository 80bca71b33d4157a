"""Text both ways, and what is said about events."""

from pathlib import Path

import pytest

from quincunx.core.errors import ChanceError, NotationError
from quincunx.core.match import Match
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.core.seats import CHANCE, HIDDEN
from quincunx.core.transcript import read_transcript
from quincunx.games.popalotsy import SPEC, notation
from quincunx.games.popalotsy.legality import DONE
from quincunx.games.popalotsy.state import MOST_ROUNDS, MOST_WRONG, POPPING, State
from tests.games.popalotsy.tables import down_to_two_cards, play, position, racing

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ["Ann", "Bob", "Cem"]
FACES = "3 1 1 1 1"


def said(match: Match, line: str, watcher: int = 0) -> str:
    """What a watcher reads when a seat acts."""
    seat = int(line[0])
    action = match.parse_action(line[2:], seat)
    before = match.view(watcher)
    match.push(action, seat)
    return english(notation.describe_event(before, match.view(watcher), seat, action, PLAYERS))


def landed(match: Match, word: str, watcher: int) -> str:
    """What a watcher reads when a card or die lands."""
    outcome = match.parse_outcome(word)
    before, seen = match.view(watcher), match.sees(watcher, CHANCE, outcome)
    match.land(outcome)
    said = notation.describe_event(before, match.view(watcher), CHANCE, outcome if seen else HIDDEN, PLAYERS)
    return english(said)


@pytest.mark.parametrize(
    "text",
    ["r4 on o", "R4 ON O", "r4o", "r4 o", "red 4 on orange", "drop r4 on o", "drop red 4 on the orange die", "r4>o"],
)
def test_a_drop_may_be_typed_in_many_ways(text: str) -> None:
    state = position(FACES, "r4", "o5")
    assert notation.format_action(state, 0, notation.parse_action(state, 0, text)) == "r4 on o"


@pytest.mark.parametrize("text", ["done", "Done", "stop", "pass"])
def test_done_may_be_typed_in_many_ways(text: str) -> None:
    assert notation.parse_action(position(FACES, "r4", "o5"), 0, text) == DONE


@pytest.mark.parametrize("text", ["r4", "r7 on o", "r0 on o", "p4 on o", "r4 on p", "on", "done r4", "r4 on o on y"])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match="r4 on o"):
        notation.parse_action(position(FACES, "r4", "o5"), 0, text)


def test_cards_and_dice_land_as_text() -> None:
    match = Match(SPEC, 2, settle=False)
    assert match.format_outcome(match.parse_outcome("RED4")) == "r4"
    assert str(notation.describe_chance(match.state, match.names)) == "a card is dealt to seat 0"
    for word in ("r7", "4", "x1", ""):
        with pytest.raises(NotationError):
            match.parse_outcome(word)
    for word in ["r1", "r1", "r2", "r2", "o1", "o2", "y1", "y2", "g1", "g2"]:
        match.land(match.parse_outcome(word))
    assert str(notation.describe_chance(match.state, match.names)) == "the red die lands"
    assert match.format_outcome(match.parse_outcome("6")) == "6"
    for word in ("0", "7", "r1", "", "12"):
        with pytest.raises(NotationError, match="red die"):
            match.parse_outcome(word)


def test_a_card_that_is_gone_cannot_be_dealt() -> None:
    match = Match(SPEC, 2, settle=False)
    match.land(match.parse_outcome("r3"))
    with pytest.raises(ChanceError):
        match.land(match.parse_outcome("r3"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0 r5 on r", "Ann drops the red 5 on the red die (3): colour."),
        ("0 y3 on r", "Ann drops the yellow 3 on the red die (3): number."),
        ("0 r3 on r", "Ann drops the red 3 on the red die (3): exact."),
        ("0 y3 on o", "Ann drops the yellow 3 on the orange die (1). Wrong: it does not match. Ann takes back 1 card."),
        ("1 done", "Bob is done for this round."),
    ],
)
def test_a_drop_is_told_in_words(line: str, sentence: str) -> None:
    assert said(racing(FACES, "r3 r5 y3 b4", "o5 b5"), line) == sentence


@pytest.mark.parametrize(
    ("lying", "card", "reason"),
    [
        ("r5", "r4", "its number is not higher"),
        ("y3", "r4", "number beats colour"),
        ("y3", "g3", "a number match lies there"),
        ("r3", "g3", "an exact match lies there"),
    ],
)
def test_a_wrong_drop_is_told_with_its_reason(lying: str, card: str, reason: str) -> None:
    match = play(racing(FACES, f"{lying} b4", f"{card} b5"), f"0 {lying} on r")
    assert said(match, f"1 {card} on r").endswith(f"Wrong: {reason}. Bob takes back 2 cards.")


def test_a_referee_after_the_round_says_nothing_before() -> None:
    match = racing(FACES, "b6 b4 o2", "r5 b5", referee="round")
    assert said(match, "0 b6 on r") == "Ann drops the blue 6 on the red die (3)."
    assert said(match, "1 r5 on r") == "Bob drops the red 5 on the red die (3)."
    play(match, "0 done")
    assert said(match, "1 done") == "Bob is done for this round. Ann takes back 2 cards. Round 17 is over."


def test_a_win_and_the_end_are_told() -> None:
    assert said(racing(FACES, "r5", "o5"), "0 r5 on r").endswith("Ann has no cards left and wins!")
    match = play(racing(FACES, "r5", "o5", rounds=MOST_ROUNDS), "0 done")
    assert said(match, "1 done").endswith("Round 100 is over: the fewest cards win.")


def test_a_deal_is_told_to_each_as_far_as_he_may_know() -> None:
    match = play(racing(FACES, "r5 b1", "o5 b2"), "0 done", "1 done")
    assert landed(match, "y1", 1) == ""
    assert landed(match, "y2", 1) == "Bob is dealt the yellow 2. Everybody has one more card."
    match = play(racing(FACES, "r5 b1", "o5 b2"), "0 done", "1 done")
    assert landed(match, "y1", 0) == "Ann is dealt the yellow 1."
    assert landed(match, "y2", 0) == "Everybody has one more card."
    assert [landed(match, word, 0) for word in "6511"] == [""] * 4
    assert landed(match, "2", 0) == "Round 18: Bob pops red 6, orange 5, yellow 1, green 1 and blue 2."


def test_the_first_hands_take_one_line() -> None:
    match = Match(SPEC, 2, settle=False)
    lines = [landed(match, word, 0) for word in ["r1", "r1", "r2", "r2", "o1", "o2", "y1", "y2", "g1", "g2"]]
    assert lines == [""] * 9 + ["Everybody has five cards."]


def test_a_reshuffle_is_told() -> None:
    match = play(racing(FACES, "r5 b1", "o5 b2", draw=""), "0 done")
    assert said(match, "1 done").endswith("The discards are shuffled into a new draw pile.")


def test_a_reshuffle_of_a_single_card_is_told() -> None:
    match = down_to_two_cards()
    assert landed(match, "r1", 0) == "Ann is dealt the red 1. The discards are shuffled into a new draw pile."
    assert landed(match, "b5", 0) == "Everybody has one more card."


def spoil(state: State, field: str, value: object) -> list[str]:
    setattr(state, field, value)
    return [*map(str, flaws(SPEC, state))]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 1),
        ("seats", 7),
        ("form", 2),
        ("referee", 2),
        ("stage", 4),
        ("stage", POPPING),
        ("rounds", MOST_ROUNDS + 1),
        ("rounds", 0),
        ("turn", 2),
        ("done", 4),
        ("face", [7, 1, 1, 1, 1]),
        ("face", [0, 1, 1, 1, 1]),
        ("dealing", 1),
        ("dealing", -1),
        ("done", 3),
        ("wrong", [MOST_WRONG, 0, 0, 0, 0, 0]),
        ("wrong", [-1, 0, 0, 0, 0, 0]),
        ("hand", [0] * 6),
        ("held", [1, 1, 1, 0, 0, 0]),
        ("draw", 0),
        ("draw_left", 37),
        ("draw_twin", 1 << 2),
        ("discard", 1),
        ("rings", 1),
        ("rings", 41),
        ("ring_card", [30] * 40),
        ("ring_die", [5] * 40),
        ("best", [1, 0, 0, 0, 0]),
    ],
)
def test_a_position_that_cannot_be_is_refused(field: str, value: object) -> None:
    state = position(FACES, "r4", "o5")
    assert not flaws(SPEC, state)
    assert spoil(state, field, value)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_replays_and_is_written_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = read_transcript(SPEC, text)
    kept = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    written = [line for line in match.transcript().splitlines() if line]
    assert [" ".join(line.split()) for line in kept if line] == written
    assert match.is_over


def test_a_round_that_is_over_is_no_position_of_one() -> None:
    match = play(racing(FACES, "r5 r2", "r4 b5"), "0 r5 on r")
    assert not flaws(SPEC, match.state)
    match.state.done = 0b10
    assert [*map(str, flaws(SPEC, match.state))] == ["nobody can drop a card: the round is over"]


def test_in_turns_whoever_has_the_turn_can_drop() -> None:
    match = play(racing(FACES, "r5 r2", "r4 b5", form="turns"), "0 r5 on r")
    assert (match.actors, flaws(SPEC, match.state)) == ([1], [])
    match.state.turn = 0
    assert [*map(str, flaws(SPEC, match.state))] == ["in turns turn is a seat that can drop a card"]


@pytest.mark.parametrize(
    ("rounds", "dealing", "possible"), [(17, 2, True), (17, 3, False), (0, 2, False), (100, 2, False)]
)
def test_between_rounds_each_is_dealt_one(rounds: int, dealing: int, possible: bool) -> None:
    match = play(racing(FACES, "r5 b1", "o5 b2"), "0 done", "1 done")
    match.state.rounds, match.state.dealing = rounds, dealing
    assert (not flaws(SPEC, match.state)) == possible
