"""Bots from outside, `module:name`: compiled where that is possible, asked in Python where it is not."""

import pytest

from quincunx import Match, SetupError
from quincunx.bots import bot_key, check_bot, choose
from quincunx.core.bots import BotName, Budget, read_bot
from quincunx.sim.batch import Batch
from quincunx.sim.simulate import Plan, simulate
from tests.examples import pig

OWN = ("careful", "wordy", "Counting", "Pondering")


def events(bot: str, mode: str = "compiled") -> list[tuple[int, int]]:
    return Batch(pig.SPEC, 2, ("greedy", f"tests.bots.own:{bot}"), mode=mode).record(3, 0)


def test_a_function_that_compiles_is_linked_and_others_are_asked() -> None:
    asked = {bot: bool(Batch(pig.SPEC, 2, (f"tests.bots.own:{bot}",)).roster.thinkers) for bot in OWN}
    assert asked == {"careful": False, "wordy": True, "Counting": True, "Pondering": True}


@pytest.mark.parametrize("bot", OWN)
def test_however_it_is_called_a_bot_plays_the_same(bot: str) -> None:
    assert events(bot) == events("careful", "plain") == events("careful")


def test_a_bot_of_one_s_own_sits_beside_the_game_s_in_a_simulation() -> None:
    plan = Plan.of(pig.SPEC, bots=("tests.bots.own:wordy", "random"), matches=30, seed=7)
    compiled = Plan.of(pig.SPEC, bots=("tests.bots.own:careful", "random"), matches=30, seed=7)
    played = simulate(plan)
    assert played.tally == simulate(compiled).tally
    assert played.wins(0).low > 0.5
    assert simulate(plan, workers=2).tally == played.tally


def test_the_same_bot_twice_is_compiled_once() -> None:
    batch = Batch(pig.SPEC, 3, ("tests.bots.own:careful", "greedy", "tests.bots.own:careful"))
    assert len(batch.roster.outside) == 1
    assert batch.record(1, 0)


def test_a_bot_of_one_s_own_answers_at_a_table() -> None:
    match = Match(pig.SPEC, 2, seed=1)
    for bot in OWN:
        assert choose(pig.SPEC, f"tests.bots.own:{bot}", match.view(0), 0, [0], bot_key("1", 0, 0)) == 0


def test_an_illegal_action_is_never_done() -> None:
    with pytest.raises(SetupError, match="own:illegal chose 7, which is not a legal action of Pig"):
        events("illegal")


def test_an_illegal_action_of_a_compiled_bot_is_never_done() -> None:
    batch = Batch(pig.SPEC, 2, ("greedy", "tests.bots.own:reckless"))
    assert not batch.roster.thinkers
    for play in (lambda: batch.record(3, 0), lambda: batch.results(3, 0, 5), lambda: batch.playouts(3, 0, 5)):
        with pytest.raises(SetupError, match="own:reckless chose 7, which is not a legal action of Pig"):
            play()


@pytest.mark.parametrize("mode", ["compiled", "plain"])
@pytest.mark.parametrize(("bot", "answer"), [("nothing", "None"), ("halves", "0.5"), ("named", "'hold'")])
def test_an_answer_that_is_no_number_is_refused(bot: str, answer: str, mode: str) -> None:
    with pytest.raises(SetupError, match=f"own:{bot} answered {answer}, which is not a number of an action"):
        events(bot, mode)


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("tests.bots.none:x", "No module named 'tests.bots.none'"),
        ("tests.bots.own:x", "tests.bots.own has no 'x'"),
        ("tests.bots.own:NUMBER", "cannot be called with"),
        ("tests.bots.own:short", "must take"),
        ("tests.bots.own:Demanding", "cannot be made without arguments"),
        ("greedy:20", "answers at once"),
        ("greedy@0", "speed is a whole number"),
        ("master:0", "playouts are a whole number"),
        ("shark", "has no bot 'shark'; it has random, greedy"),
    ],
)
def test_what_is_wrong_with_a_bot_is_said(bot: str, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        check_bot(pig.SPEC, bot)


def test_a_name_is_taken_apart() -> None:
    assert read_bot("greedy@3") == BotName("greedy", 3)
    assert read_bot("master:400@2") == BotName("master:400@2".partition("@")[0].partition(":")[0], 2, 400)
    assert read_bot("some.module:Bot") == BotName("some.module:Bot")
    assert read_bot("some.module:Bot").is_outside


def test_a_budget_is_one_or_the_other() -> None:
    assert str(Budget(playouts=1000)) == "1,000 playouts"
    assert str(Budget(seconds=0.5)) == "0.5 s"
    for playouts, seconds in ((None, None), (1, 1.0), (0, None), (None, -1.0)):
        with pytest.raises(SetupError, match=r"a budget (is|must be)"):
            Budget(playouts, seconds)
