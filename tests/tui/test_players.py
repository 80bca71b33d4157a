"""Who sits where, from what is said on the command line."""

import pytest

from quincunx import SetupError, game
from quincunx.tui.players import Player, people, players_for

PHASE10 = game("phase10")


def kinds(seats: int | None = None, bots: list[str] | None = None, names: tuple[str, ...] = ()) -> list[str]:
    return [f"{player.name}:{player.bot or ''}" for player in players_for(PHASE10, seats, bots, names)]


def test_without_a_word_one_person_plays_against_a_greedy_bot() -> None:
    assert kinds() == ["Player:", "Greedy:greedy"]


def test_seats_that_nobody_is_named_for_go_to_greedy_bots() -> None:
    assert kinds(4) == ["Player:", "Greedy:greedy", "Greedy 2:greedy", "Greedy 3:greedy"]
    assert kinds(3, None, ("Ann", "Bob")) == ["Ann:", "Bob:", "Greedy:greedy"]


def test_alone_is_solitaire() -> None:
    assert kinds(1) == ["Player:"]


def test_names_alone_play_among_themselves() -> None:
    assert kinds(None, None, ("Ann", "Bob", "Cy")) == ["Ann:", "Bob:", "Cy:"]


def test_named_bots_leave_the_other_seats_to_people() -> None:
    assert kinds(None, ["random", "greedy"]) == ["Player:", "Random:random", "Greedy:greedy"]
    assert kinds(3, ["greedy"]) == ["Player 1:", "Player 2:", "Greedy:greedy"]
    assert kinds(2, []) == ["Player 1:", "Player 2:"]
    assert kinds(2, ["greedy", "random"]) == ["Greedy:greedy", "Random:random"]


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    assert kinds(2, ["greedy"], ("Greedy",)) == ["Greedy:", "Greedy 2:greedy"]


def test_people_are_the_seats_without_bots() -> None:
    assert people([Player("a"), Player("b", "greedy"), Player("c")]) == [0, 2]


@pytest.mark.parametrize(
    ("seats", "bots", "names", "reason"),
    [
        (9, None, (), "1 to 8 seats, not 9"),
        (0, None, (), "1 to 8 seats, not 0"),
        (None, ["greedy"] * 8, (), "1 to 8 seats, not 9"),
        (2, ["greedy"] * 3, (), "3 players, bots included, do not fit on 2 seats"),
        (2, ["greedy"], ("Ann", "Bob"), "3 players, bots included, do not fit on 2 seats"),
        (2, None, ("Ann", "Bob", "Cy"), "3 players, bots included, do not fit on 2 seats"),
        (None, ["clever"], (), "no bot 'clever'"),
        (None, None, ("Ann", "Ann"), "the same name"),
        (None, None, ("Ann", ""), "'' cannot be a name"),
        (None, None, ("A#n",), "'A#n' cannot be a name"),
    ],
)
def test_what_cannot_be_seated(seats: int | None, bots: list[str] | None, names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        kinds(seats, bots, names)


def test_a_bot_is_called_by_its_level_or_its_own_name() -> None:
    bots = ["master:400", "greedy@2", "tests.bots.own:Counting", "greedy"]
    players = players_for(PHASE10, None, bots, ["Greedy"])
    assert [player.name for player in players] == ["Greedy", "Master", "Greedy 2", "Counting", "Greedy 3"]
    assert [player.bot for player in players] == [None, *bots]
