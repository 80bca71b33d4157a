"""Mixed Doubles as text."""

import pytest

from quincunx import Match, NotationError, parse_position
from quincunx.core.fields import Grid, format_fields
from quincunx.core.messages import english
from quincunx.core.position import flaws
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.cards import KINDS
from quincunx.games.mixeddoubles.charts import FACES
from quincunx.games.mixeddoubles.legality import ACTIONS
from quincunx.games.mixeddoubles.notation import (
    describe_chance,
    describe_event,
    format_action,
    format_outcome,
    parse_action,
    parse_outcome,
)
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAWING,
    ENDING,
    FINALE,
    NOBODY,
    PARTING,
    ROBBING,
    ROLLING,
    STARTING,
    SWAPPING,
    State,
)
from tests.games.mixeddoubles.layouts import begin, parting, play, position

NAMES = ["Ann", "Bob", "Cy"]
TABLE_OF_SIX = Match(SPEC, 6, seed=1).state
FINALE_BEGINS = "The draw pile is empty: all push their numbered cards, and each has one roll."


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Wager R3", "wager red 3"),
        ("wager r 3", "wager red 3"),
        ("ROLL", "roll"),
        ("roll dice", "roll"),
        ("extra", "extra roll"),
        ("end turn", "end"),
        ("swap with player 2", "swap 2"),
        ("part with minus five to 2", "part 2"),
        ("keep minus five", "keep"),
        ("steal r5 from seat 1", "steal red 5 from 1"),
        ("steal extra from 1", "steal extra roll from 1"),
        ("steal a steal from 1", "steal steal from 1"),
        ("steal from the bank of 1", "steal bank 1"),
        ("steal minus-five to 2", "steal minus five to 2"),
        ("steal minus 2", "steal minus five to 2"),
    ],
)
def test_what_people_type(text: str, same: str) -> None:
    assert parse_action(TABLE_OF_SIX, 0, text) == parse_action(TABLE_OF_SIX, 0, same)
    assert format_action(State(), 0, parse_action(TABLE_OF_SIX, 0, text)) == same


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not an action"),
        ("wager", "not an action"),
        ("wager red", "not a card"),
        ("wager red 8", "not a card"),
        ("wager red 0", "not a card"),
        ("wager pink 3", "not a colour"),
        ("wager red 3 5", "one at a time"),
        ("swap", "not an action"),
        ("swap 6", "not a seat"),
        ("swap \u0663", "not a seat"),
        ("steal bank \u00b2", "not a seat"),
        ("part " + "9" * 5000, "not a seat"),
        ("wager red \uff13", "not a card"),
        ("swap me", "not a seat"),
        ("steal", "not an action"),
        ("steal 1", "not an action"),
        ("steal free 3 from 1", "not a colour"),
        ("fold", "not an action"),
    ],
)
def test_what_is_no_action(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_action(TABLE_OF_SIX, 0, text)


def test_a_seat_that_is_none_is_told_the_seats_of_the_table() -> None:
    match = Match(SPEC, 3, seed=1)
    for action in ("swap {}", "part {}", "steal bank {}", "steal minus five to {}", "steal red 3 from {}"):
        assert match.parse_action(action.format(2), 0) < ACTIONS
        for seat in ("3", "5", "6", "7"):
            with pytest.raises(NotationError, match=f"'{seat}' is not a seat: they are 0 to 2"):
                match.parse_action(action.format(seat), 0)


def test_every_outcome_reads_back() -> None:
    for stage, outcomes in [(DRAWING, KINDS), (DEALING, KINDS), (ROBBING, KINDS), (ROLLING, FACES), (CASTING_LOTS, 6)]:
        state = State()
        state.stage, state.seats = stage, 6
        words = [format_outcome(state, outcome) for outcome in range(outcomes)]
        assert len(set(words)) == outcomes
        assert [parse_outcome(state, word) for word in words] == list(range(outcomes))
        with pytest.raises(NotationError):
            parse_outcome(state, "joker")


def test_short_outcomes() -> None:
    state = State()
    state.stage = DRAWING
    for short, word in [("B3", "blue3"), ("f2", "free2"), ("minus", "minus-five"), ("all-in-p", "all-in-purple")]:
        assert parse_outcome(state, short) == parse_outcome(state, word)
    state.stage = ROLLING
    assert [parse_outcome(state, letter) for letter in "byrwp"] == list(range(FACES))


def test_chance_in_words() -> None:
    match = Match(SPEC, 2, variants={"first": "lot"}, settle=False)
    said = [str(describe_chance(match.state, match.names))]
    play(match, "* 1")
    said.append(str(describe_chance(match.state, match.names)))
    play(match, "* b1 b2 b3 y1 y2 y5")
    assert str(describe_chance(match.state, match.names)) == "seat 1 draws a card"
    play(match, "* y3 y4 f1", "roll")
    said.append(str(describe_chance(match.state, match.names)))
    play(match, "* blue")
    said.append(str(describe_chance(match.state, match.names)))
    assert said == [
        "the seat that begins is drawn by lot",
        "seat 0 is dealt a card",
        "the first die of seat 1 lands",
        "the second die of seat 1 lands",
    ]
    robbing = play(begin(position("steal", "", banks=["", "b1"])), "steal bank 1")
    assert str(describe_chance(robbing.state, robbing.names)) == "a card from the bank of seat 1 is picked"


def told(match: Match, line: str) -> str:
    """What the last event of a line says."""
    *earlier, last = line.split() if line.startswith("* ") else [line]
    if line.startswith("* ") and earlier[1:]:
        play(match, " ".join(earlier))
    before = match.state.duplicate()
    play(match, f"* {last}" if line.startswith("* ") else line)
    event = match.event(len(match) - 1)
    return english(describe_event(before, match.state, event.who, event.what, NAMES))


@pytest.mark.parametrize(
    ("state", "setting", "line", "said"),
    [
        (position("r1", "r2"), [], "wager r1", "Ann wagers red 1."),
        (position("r1", "r2"), [], "roll", ""),
        (position("r1", "r2"), ["roll"], "* blue", ""),
        (position("r1", "r2"), ["wager r1", "roll"], "* red red", "Ann rolls red and red: red for 3 points."),
        (position("r1", "r2"), ["roll"], "* wild red", "Ann rolls wild and red: red, purple and orange for 1 point."),
        (position("r1", "r2"), ["roll"], "* wild push", "Ann rolls wild and push and pushes all colours."),
        (position("r1", "r2"), ["roll"], "* push push", "Ann rolls push and push and swaps palettes with Bob."),
        (position("r1", "r2", ""), ["roll"], "* push push", "Ann rolls push and push: SWAP!"),
        (position("r1", "r2", ""), ["roll", "* push push"], "swap 2", "Ann swaps palettes with Cy."),
        (position("steal", "r2"), [], "steal r2 from 1", "Ann plays a STEAL and takes red 2 from Bob."),
        (position("steal", "extra"), [], "steal extra from 1", "Ann plays a STEAL and takes an EXTRA ROLL from Bob."),
        (position("steal", "", banks=["", "b1"]), [], "steal bank 1", "Ann plays a STEAL on the bank of Bob."),
        (position("steal", "", banks=["", "b1"]), ["steal bank 1"], "* b1", "Ann gets blue 1 from Bob's bank."),
        (position("steal", "minus", ""), [], "steal minus 2", "Ann plays a STEAL and moves MINUS FIVE to Cy."),
        (position("extra", "", stage=STARTING), [], "extra", "Ann plays an EXTRA ROLL."),
        (position("extra", "", stage=STARTING), [], "draw", ""),
        (position("r1", "r2", stage=DRAWING), [], "* all-in-r", "Ann draws ALL IN red."),
        (
            position("r1", "r2", stage=DRAWING),
            [],
            "* b1 all-in-r free1",
            "Ann draws FREE 1. ALL IN: every red card in a palette goes to the jackpot.",
        ),
        (
            position("r1", "r2", stage=DRAWING, all_in_binds=1),
            [],
            "* all-in-b all-in-r all-in-g",
            "Ann draws ALL IN green. ALL IN: every blue, red and green card in Ann's palette goes to the jackpot.",
        ),
        (position("steal", "r2", stage=ENDING, rolls=0), [], "end", "Ann ends the turn."),
        (parting("minus", ""), [], "keep", "Ann keeps MINUS FIVE."),
        (parting("minus", ""), [], "part 1", "Ann parts with MINUS FIVE: Bob has it now."),
        (
            position("", "", pile=""),
            ["roll"],
            "* red blue",
            "Ann rolls red and blue: purple for 0 points. " + FINALE_BEGINS,
        ),
        (
            position("", "", pile="", stage=FINALE, finale=1),
            ["roll"],
            "* red blue",
            "Ann rolls red and blue: purple for 0 points. The match is over.",
        ),
    ],
)
def test_events_in_words(state: State, setting: list[str], line: str, said: str) -> None:
    match = play(begin(state), *setting)
    assert told(match, line) == said


def test_lots_and_deals_in_words() -> None:
    match = Match(SPEC, 2, variants={"first": "lot"}, settle=False)
    assert told(match, "* 1") == "Bob begins."
    assert told(match, "* minus-five") == "Ann draws MINUS FIVE."
    assert told(match, "* b1 b2 extra-roll") == "Bob draws an EXTRA ROLL."


def test_a_lot_names_a_seat_of_the_table() -> None:
    match = Match(SPEC, 3, variants={"first": "lot"}, settle=False)
    assert match.parse_outcome("2") == 2
    for word in ("3", "5", "6"):
        with pytest.raises(NotationError, match=f"'{word}' is not a seat: they are 0 to 2"):
            match.parse_outcome(word)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 1),
        ("seats", 7),
        ("stage", 13),
        ("turn", 3),
        ("to_draw", 10),
        ("extras", 1),
        ("wagered", -1),
        ("wager_colour", 6),
        ("rolls", 30),
        ("landed", 2),
        ("die", [5, 0]),
        ("robbed", 1),
        ("robbed", 5),
        ("champion", 4),
        ("minus_five", 7),
        ("minus_five", 3),
        ("double_wild", 2),
        ("finale", 4),
        ("pile_cards", 100),
        ("pile_extra", 4),
        ("pile_steal", 7),
        ("pile_all_in", 0),
        ("pile_free", 30),
        ("discard_all_in", 1),
        ("palette_all_in", [1, 0, 0, 0, 0, 0]),
        ("palette_extra", [0, 0, 0, -1, 0, 0]),
        ("bank_free", [1, 0, 0, 0, 0, 0]),
        ("jackpot", [1 << 14, 0, 0, 0, 0, 0]),
        ("jackpot", [-1, 0, 0, 0, 0, 0]),
        ("bank", Grid(6, 6)),
    ],
)
def test_no_position(field: str, value: int | list[int] | Grid) -> None:
    state = position("r1", "r2 extra", "", banks=["b1"])
    assert not flaws(SPEC, state)
    setattr(state, field, value)
    assert flaws(SPEC, state)
    with pytest.raises(NotationError, match="no position of Mixed Doubles"):
        parse_position(SPEC, format_fields(state))


@pytest.mark.parametrize(
    "state",
    [
        position("", "", pile="", stage=DRAWING),
        position("", "", stage=ROLLING, rolls=0),
        position("steal", "", stage=ROBBING, robbed=1, resume=STARTING),
        position("steal", "", banks=["", "b1"], stage=ROBBING, robbed=1, resume=ROLLING),
        position("steal", "", banks=["", "b1"], stage=ROBBING, robbed=NOBODY, resume=STARTING),
        position("", "minus", stage=PARTING),
        position("minus", "", stage=PARTING, rolls=0, wagered=1, wager_value=1),
        position("r1", "", rolls=0),
        position("r1", "", landed=1),
        position("r1", "", champion=1),
        position("r1", "", wagered=1),
        position("r1", "", wager_value=1),
        position("r1", "", finale=1),
        position("", "", "", stage=SWAPPING, finale=1),
        position("", "", stage=FINALE, finale=2),
        position("", "", pile="", stage=FINALE),
    ],
    ids=[
        "nothing to draw",
        "no roll",
        "empty bank",
        "no return",
        "nobody robbed",
        "no owner",
        "no such option",
        "no roll to wager for",
        "a die out of time",
        "an early champion",
        "a wager without value",
        "a value without wager",
        "an early finale",
        "an early finale's swap",
        "full pile",
        "no roller",
    ],
)
def test_no_such_stage(state: State) -> None:
    assert flaws(SPEC, state)


def test_a_seat_that_does_not_play_has_nothing() -> None:
    state = position("r1", "")
    state.palette[3, 2], state.palette[0, 2] = state.palette[0, 2], 0
    assert english(flaws(SPEC, state)) == "a seat that does not play has cards"
