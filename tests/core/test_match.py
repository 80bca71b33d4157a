"""One playing of a game: what changes it, what does not, and the way back."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from quincunx import (
    ChanceError,
    IllegalAction,
    Match,
    NotationError,
    Scripted,
    SetupError,
    TranscriptError,
    game,
    read_transcript,
)
from quincunx.core.fields import Grid
from quincunx.core.seats import CHANCE, OVER, SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.core.timeline import LATEST, STRETCH, Event, Moment
from quincunx.games import GAMES, sixes
from tests.examples import pig
from tests.examples.pig.rules import HOLD, ROLL, State

PHASE10 = game("phase10")


class Failing:
    """Dice that fall off the table after so many landings."""

    def __init__(self, landings: int) -> None:
        self.left = landings

    def outcome(self, match: Match) -> int:
        if self.left == 0:
            raise OSError("the dice are gone")
        self.left -= 1
        return 3


def pig_match(script: str = "", **settings: Any) -> Match:
    return Match(pig.SPEC, 2, chance=Scripted(script), **settings)


def snapshot(match: Match) -> tuple[bytes, list[Event], int]:
    return match.state.to_bytes(), list(match.events), match.landings


def random_match(length: int, seed: int = 0) -> tuple[Match, list[tuple[bytes, int]]]:
    """A match of single events, with its state and landings after each number of them."""
    rng = random.Random(seed)
    match = Match(pig.SPEC, 3, seed=seed, settle=False)
    history = [(match.state.to_bytes(), 0)]
    while len(match) < length:
        if match.awaits_chance:
            match.land(rng.randrange(6))
        else:
            match.push(rng.choice(match.legal_actions()) if match.state.brought > 60 else ROLL)
        history.append((match.state.to_bytes(), match.landings))
    return match, history


def test_a_push_lets_the_dice_land_that_it_asks_for() -> None:
    match = pig_match("4 1")
    match.push(ROLL)
    assert list(match.events) == [Event(0, ROLL), Event(CHANCE, 3)]
    assert (match.state.brought, match.landings, len(match)) == (4, 1, 2)
    match.push(ROLL)
    assert match.actor == 1


def test_without_settling_dice_land_one_by_one() -> None:
    match = Match(PHASE10, 1, chance=Failing(10), settle=False)
    assert len(match) == 0
    match.land(2)
    assert match.settle() == 9
    assert (match.landings, match.actor) == (10, 0)
    assert match.settle() == 0


@pytest.mark.parametrize(
    ("action", "seat", "at", "said"),
    [
        (HOLD, 0, None, "hold: a turn has at least one roll"),
        (ROLL, 1, None, "roll: it is not seat 1's move"),
        (ROLL, 2, None, "there is no seat 2"),
        (ROLL, -1, None, "there is no seat -1"),
        (2, 0, None, "action 2: 2 is not an action of Pig"),
        (-1, 0, None, "action -1: -1 is not an action of Pig"),
        (10**30, 0, None, "is not an action of Pig"),
        (ROLL, 0, -1, "no match has a millisecond -1"),
        (ROLL, 0, LATEST + 1, "no match has a millisecond"),
    ],
)
def test_an_illegal_push_changes_nothing(action: int, seat: int, at: int | None, said: str) -> None:
    match = pig_match("4")
    before = snapshot(match)
    with pytest.raises(IllegalAction, match=said):
        match.push(action, seat, at=at)
    assert snapshot(match) == before
    match.push(ROLL)
    assert match.state.brought == 4, "and no die of the script was used"


def test_what_is_no_number_changes_nothing() -> None:
    match = pig_match("4")
    before = snapshot(match)
    with pytest.raises(TypeError):
        match.push(0.5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError):
        match.push(ROLL, at=12.5)  # type: ignore[arg-type]  # on purpose
    assert snapshot(match) == before
    match.push(np.int64(ROLL))  # type: ignore[arg-type]  # an int in all but name
    assert match.event(0) == Event(0, ROLL)


def test_what_is_no_text_is_named() -> None:
    match: Any = pig_match("4")
    for ask in (match.push_text, match.parse_action):
        with pytest.raises(NotationError, match="expected a text, not None"):
            ask(None)


def test_nobody_sees_what_a_seat_sees_that_there_is_not() -> None:
    match = Match(game("lowdown"), 3, seed=1)
    for seat in (-5, -1, 3, 99):
        with pytest.raises(IllegalAction, match=f"there is no seat {seat}"):
            match.view(seat)
        with pytest.raises(IllegalAction, match=f"there is no seat {seat}"):
            match.sees(seat, 0, 0)
    assert match.view() == match.view(SPECTATOR)
    assert match.sees(SPECTATOR, match.actor, match.legal_actions()[0])


def test_an_event_that_there_is_not() -> None:
    match = pig_match("4")
    with pytest.raises(IndexError, match="there is no event 0: so far there have been 0"):
        match.event(0)
    match.push(ROLL)
    assert match.event(-1) == match.event(1)
    for number in (2, -3, 10**6):
        with pytest.raises(IndexError, match=f"there is no event {number}: so far there have been 2"):
            match.event(number)


def test_nothing_is_pushed_while_a_die_is_in_the_air() -> None:
    match = pig_match(settle=False)
    match.push(ROLL)
    before = snapshot(match)
    said = "a die or card has still to land"
    assert str(match.objection(ROLL)) == str(match.objection(ROLL, 0)) == said
    with pytest.raises(IllegalAction, match=said):
        match.push(ROLL)
    with pytest.raises(IllegalAction, match=said):
        match.push(ROLL, 0)
    with pytest.raises(IllegalAction, match=said):
        match.push_text("roll", 0)
    assert match.legal_actions(0) == []
    assert snapshot(match) == before


@pytest.mark.parametrize("outcome", [-1, 6, 10**9])
def test_an_outcome_that_cannot_be_changes_nothing(outcome: int) -> None:
    match = pig_match(settle=False)
    match.push(ROLL)
    before = snapshot(match)
    with pytest.raises(ChanceError, match="cannot land"):
        match.land(outcome)
    assert snapshot(match) == before


def test_no_die_lands_and_none_is_read_when_none_is_due() -> None:
    match = Match(PHASE10, 1, seed=1)
    for question in (
        lambda: match.land(0),
        lambda: match.odds(),
        lambda: match.parse_outcome("4g"),
        lambda: match.format_outcome(0),
    ):
        with pytest.raises(ChanceError, match="no die or card is due"):
            question()
    assert len(match) == 10


@pytest.mark.parametrize("spec", [*GAMES, pig.SPEC], ids=lambda spec: spec.slug)
def test_only_what_there_is_has_a_text(spec: GameSpec) -> None:
    match = Match(spec, max(2, spec.seats[0]), seed=1)
    seat = match.actors[0]
    for action in (-1, spec.actions, 10**6):
        with pytest.raises(IllegalAction, match=f"{action:,} is not an action of {spec.title}"):
            match.format_action(action, seat)
    for nobody in (-1, match.seats):
        with pytest.raises(IllegalAction, match=f"there is no seat {nobody}"):
            match.format_action(0, nobody)
    match.settles = False
    while not match.awaits_chance:
        seat = match.actors[0]
        match.push(match.legal_actions(seat)[-1], seat)
    for outcome in (-1, len(match.odds()), 10**6):
        with pytest.raises(ChanceError, match=f"outcome {outcome:,} cannot land now"):
            match.format_outcome(outcome)


def test_an_end_is_the_end() -> None:
    match = pig_match("6 " * 17)
    for _ in range(17):
        match.push(ROLL)
    match.push(HOLD)
    assert match.is_over
    assert (match.to_act, match.actors, match.legal_actions(0)) == (OVER, [], [])
    before = snapshot(match)
    for refused in (lambda: match.push(ROLL), lambda: match.push_text("roll", 1), lambda: match.actor):
        with pytest.raises(IllegalAction, match="the match is over"):
            refused()
    assert str(match.objection(ROLL)) == "the match is over"
    assert snapshot(match) == before
    assert [(row.seat, row.place, row.points) for row in match.standings()] == [(0, 1, 102), (1, 2, 0)]


@pytest.mark.parametrize("landings", range(10))
def test_a_source_that_fails_leaves_what_has_landed(landings: int) -> None:
    match = Match(PHASE10, 1, seed=1)
    match.chance = Failing(landings)
    with pytest.raises(OSError, match="gone"):
        match.push_text("reroll all")
    assert len(match) == 11 + landings
    assert match.landings == 10 + landings
    assert match.awaits_chance
    assert match.state.face[:landings] == [3] * landings
    replayed = Match(PHASE10, 1, settle=False)
    for event in match.events:
        if event.by_chance:
            replayed.land(event.what)
        else:
            replayed.push(event.what, event.who)
    assert replayed.state == match.state
    match.chance = Failing(99)
    assert match.settle() == 10 - landings
    assert match.actor == 0


def test_a_source_that_says_nonsense_leaves_what_has_landed() -> None:
    match = pig_match("4 7 5")
    match.push(ROLL)
    for _ in range(2):
        with pytest.raises(NotationError, match="'7'"):
            match.settle() if match.awaits_chance else match.push(ROLL)
    assert [event.what for event in match.events] == [ROLL, 3, ROLL]
    match.land(0)
    assert match.actor == 1


def test_pop_takes_back_the_action_with_its_dice() -> None:
    match = Match(PHASE10, 1, seed=1)
    before = snapshot(match)
    match.push_text("reroll L1 H2")
    after = snapshot(match)
    assert match.pop() == Event(0, 0b100001)
    assert snapshot(match) == before
    match.push_text("reroll L1 H2")
    assert snapshot(match) == after, "the same dice land again"


def test_pop_stops_before_the_first_action() -> None:
    match = Match(PHASE10, 1, seed=1)
    before = snapshot(match)
    with pytest.raises(IllegalAction, match="there is nothing to take back yet"):
        match.pop()
    assert snapshot(match) == before


def test_pop_takes_back_a_roll_that_was_cut_short() -> None:
    match = Match(PHASE10, 1, seed=1)
    before = snapshot(match)
    match.chance = Failing(4)
    with pytest.raises(OSError, match="gone"):
        match.push_text("reroll all")
    assert match.pop().who == 0
    assert snapshot(match) == before


def test_without_settling_pop_takes_back_one_event() -> None:
    match = pig_match(settle=False)
    match.push(ROLL)
    match.land(4)
    assert match.pop() == Event(CHANCE, 4)
    assert match.awaits_chance
    assert match.pop() == Event(0, ROLL)
    with pytest.raises(IllegalAction, match="there is nothing to take back yet"):
        match.pop()


@pytest.mark.parametrize("length", [1, STRETCH - 1, STRETCH, STRETCH + 1, 200])
def test_rewinding_leads_to_every_moment(length: int) -> None:
    match, history = random_match(length)
    for target in range(length, -1, -1):
        match.rewind(target)
        assert len(match) == target
        assert (match.state.to_bytes(), match.landings) == history[target]


def test_taking_back_replays_only_from_the_last_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    match, history = random_match(3 * STRETCH)
    replayed = []

    def counted(function: Callable[..., None]) -> Callable[..., None]:
        def do(*args: Any) -> None:
            replayed.append(args)
            function(*args)

        return do

    for name in ("apply", "land"):
        monkeypatch.setattr(pig.SPEC.rules, name, counted(getattr(pig.SPEC.rules, name)))
    match.rewind(len(match) - 1)
    assert match.state.to_bytes() == history[-2][0]
    assert len(replayed) == STRETCH - 1


def test_rewinding_and_playing_on_by_turns() -> None:
    """Back and forth across checkpoints, along other events each time."""
    match, _ = random_match(150)
    rng = random.Random(5)
    for _ in range(60):
        match.rewind(rng.randrange(len(match) + 1))
        for _ in range(rng.randrange(1, 90)):
            if match.is_over:
                break
            if match.awaits_chance:
                match.land(rng.randrange(6))
            else:
                match.push(rng.choice(match.legal_actions()))
        again = Match(pig.SPEC, 3, settle=False)
        for event in match.events:
            if event.by_chance:
                again.land(event.what)
            else:
                again.push(event.what, event.who)
        assert snapshot(again) == snapshot(match)


@pytest.mark.parametrize("length", [-1, 11])
def test_no_rewinding_to_what_never_was(length: int) -> None:
    match, _ = random_match(10)
    before = snapshot(match)
    with pytest.raises(IllegalAction, match="has 10 events"):
        match.rewind(length)
    assert snapshot(match) == before


def test_a_match_may_begin_at_a_position_and_be_taken_back_to_it() -> None:
    start = State()
    start.seats, start.score[1], start.turn = 2, 95, 1
    match = pig_match("6 2", start=start)
    start.score[1] = 0
    match.push(ROLL)
    match.push(HOLD)
    assert match.is_over
    match.rewind(0)
    assert (match.state.score[1], match.actor) == (95, 1)
    assert match.start == "seats=2 turn=1 score=0,95,0,0"


def test_a_position_of_other_seats_or_another_game_starts_no_match() -> None:
    start = State()
    start.seats = 3
    with pytest.raises(SetupError, match="has 3 seats, the match 2"):
        pig_match(start=start)
    with pytest.raises(SetupError, match="not of Pig"):
        pig_match(start=PHASE10.state())


def test_a_position_names_all_that_contradicts_the_match() -> None:
    """Seats and every variant, in one line."""
    start = Match(game("mixeddoubles"), 3, variants={"double_wild": "on", "all_in": "drawer"}, seed=1).state
    with pytest.raises(SetupError) as refused:
        Match(game("mixeddoubles"), 2, start=start)
    for said in ("has 3 seats, the match 2", "all_in=drawer, the match with everybody", "double_wild=on, the match"):
        assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("stage", 1.0, "field 'stage' of the position holds 1.0: expected whole numbers"),
        ("stage", None, "field 'stage' of the position holds None: expected whole numbers"),
        ("stage", [1], r"field 'stage' of the position holds \[1\]: expected whole numbers"),
        ("stage", 2**40, "stage must be 0 to 3, not 1099511627776"),
        ("face", [0] * 9, "field 'face' of the position needs 10 numbers"),
        ("face", [0] * 9 + [None], "field 'face' of the position holds .*None"),
        ("face", 3, "field 'face' of the position holds 3: expected whole numbers"),
        ("points", [0] * 80, "field 'points' of the position holds"),
        ("points", Grid(10, 8), "field 'points' of the position needs 80 numbers"),
    ],
)
def test_a_position_with_anything_but_its_numbers_is_refused_by_name(field: str, value: Any, said: str) -> None:
    start = Match(PHASE10, 2, seed=1).state.duplicate()
    setattr(start, field, value)
    with pytest.raises(NotationError, match=f"^no position of Phase 10 Dice: .*{said}"):
        Match(PHASE10, 2, start=start)


def test_all_fields_that_hold_no_numbers_are_named() -> None:
    start = Match(PHASE10, 2, seed=1).state.duplicate()
    start.stage, start.face = None, []
    with pytest.raises(NotationError, match=r"'stage' .*; field 'face'"):
        Match(PHASE10, 2, start=start)


def test_whole_numbers_of_other_kinds_are_numbers() -> None:
    start = State()
    start.seats, start.turn, start.score = 2, True, list(np.array([5, 0, 0, 0], np.int32))
    match = pig_match(start=start)
    assert match.start == match.position() == "seats=2 turn=1 score=5,0,0,0"
    assert {type(number) for number in match.state.ints()} == {int}


def test_all_that_goes_back_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """One loop lets events happen again, and fewer than a stretch of them."""
    match, _ = random_match(3 * STRETCH)
    walked: list[int] = []
    walk = Match._walk

    def counted(self: Match, *args: Any, **named: Any) -> Iterator[Moment]:
        for moment in walk(self, *args, **named):
            walked.append(moment.number)
            yield moment

    monkeypatch.setattr(Match, "_walk", counted)
    moments = list(match.walk())
    for at in (0, 1, STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH + 7):
        walked.clear()
        assert match.fork(at).state == moments[at].before
        assert walked == list(range(at - at % STRETCH, at))


def test_events_that_were_kept_elsewhere_happen_again_and_are_checked() -> None:
    match, _ = random_match(40)
    again = Match(pig.SPEC, 3, settle=False)
    again.follow((event.who, event.what) for event in match.events)
    assert (again.state, list(again.events), again.landings) == (match.state, list(match.events), match.landings)
    with pytest.raises(IllegalAction):
        again.follow([(0, 99)])
    with pytest.raises(ChanceError):
        pig_match(settle=False).follow([(CHANCE, 3)])
    assert again.state == match.state


def test_names_are_one_for_each_seat() -> None:
    assert pig_match(names=("Ann", "Bob")).names == ["Ann", "Bob"]
    assert pig_match().names == ["seat 0", "seat 1"]
    for names, said in ((["Ann"], "1 name for 2 seats"), (["Ann", "Bob", "Cleo"], "3 names for 2 seats")):
        with pytest.raises(SetupError, match=said):
            pig_match(names=names)


def test_a_game_without_variants_has_one_option() -> None:
    assert (pig_match().options, pig_match().variants) == ([0], {})


def test_a_match_is_of_a_game_and_a_whole_number_of_seats() -> None:
    with pytest.raises(TypeError, match=r"a match is of a game, as the function game finds it, not of 'pig'"):
        Match("pig")  # type: ignore[arg-type]  # as people try it
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        Match(pig.SPEC, "2")  # type: ignore[arg-type]  # as people try it


def test_what_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(SetupError, match="Pig is for 2 to 4 seats, not 5"):
        Match(pig.SPEC, 5)
    with pytest.raises(SetupError, match="Battle of the Sixes is for 2 seats, not 3"):
        Match(sixes.SPEC, 3)
    with pytest.raises(SetupError, match="Pig has no variant 'house'; it has none"):
        Match(pig.SPEC, 2, variants={"house": "yes"})


def test_text_is_refused_before_it_is_read_when_the_seat_cannot_act() -> None:
    match = pig_match("4")
    with pytest.raises(IllegalAction, match="not seat 1's move"):
        match.push_text("gibberish", 1)
    with pytest.raises(NotationError, match="'gibberish' is not an action of Pig"):
        match.push_text("gibberish")
    for seat in (-1, 2, 9):
        with pytest.raises(IllegalAction, match=f"there is no seat {seat}"):
            match.parse_action("roll", seat)
        assert match.legal_actions(seat) == []
    assert len(match) == 0


def test_where_several_may_act_one_must_be_named() -> None:
    match = Match(game("popalotsy"), 3, seed=1)
    for ask in (lambda: match.actor, lambda: match.push_text("done"), lambda: match.legal_actions()):
        with pytest.raises(IllegalAction, match="3 seats may act now: name one"):
            ask()
    match.push_text("done", 2)
    assert match.actors == [0, 1]


def test_a_view_is_a_copy() -> None:
    match = Match(PHASE10, 2, seed=3)
    before = match.state.to_bytes()
    view = match.view(0)
    view.points[0, 0] = 99
    view.face[0] = 5
    assert match.state.to_bytes() == before


def test_times_are_kept_with_their_actions() -> None:
    match = pig_match("4 5")
    match.push(ROLL, at=0)
    match.push(ROLL, at=LATEST)
    assert [event.at for event in match.events] == [0, None, LATEST, None]
    match.pop()
    assert [event.at for event in match.events] == [0, None]


def test_a_match_says_where_it_stands() -> None:
    match = pig_match("4", names=["Ann", "Bob"])
    assert repr(match) == "<Pig, 2 seats, 0 events, to act: Ann>"
    match.push(ROLL)
    with pytest.raises(ChanceError, match="script ends"):
        match.push(ROLL)
    assert repr(match) == "<Pig, 2 seats, 3 events, the die lands>"
    assert repr(Match(game("phase10"), 1, settle=False)) == "<Phase 10 Dice, 1 seat, 0 events, seat 0: die L1 lands>"
    assert repr(pig.SPEC) == "<GameSpec pig: Pig>"


@pytest.mark.parametrize(
    ("slug", "variants", "said"),
    [
        ("sixes", {"dice": "8"}, "dice=8, the match with 6"),
        ("sixes", {"ties": "shared"}, "ties=shared, the match with higher"),
        ("popalotsy", {"form": "turns"}, "form=turns, the match with race"),
        ("mixeddoubles", {"double_wild": "on"}, "double_wild=on, the match with off"),
    ],
)
def test_a_position_that_contradicts_the_variants_is_refused(slug: str, variants: dict[str, str], said: str) -> None:
    start = Match(game(slug), variants=variants, seed=1).state
    with pytest.raises(SetupError, match=f"the position to start from is played with {said}"):
        Match(game(slug), start=start)
    assert Match(game(slug), variants=variants, start=start, settle=False).state == start
    text = Match(game(slug), variants=variants, start=start, settle=False).transcript()
    name = next(iter(variants))
    contradicting = text.replace(f"{name}={variants[name]}", f"{name}={Match(game(slug)).variants[name]}")
    with pytest.raises(TranscriptError, match=f"the header does not start a match: the position .* {said}"):
        read_transcript(game(slug), contradicting)
