"""Every game says how it is played in a browser; none of the browser's tests passes one over."""

from dataclasses import replace

import pytest

from quincunx.games import game as find_game
from tests.contract.games import part_of_tests
from tests.web.drive import GAMES
from tests.web.gamepage import GamePage, page_of
from tests.web.spoken import kept


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_how_its_board_is_worked(game: str) -> None:
    assert isinstance(page_of(game), GamePage)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_a_game_has_been_listened_to(game: str) -> None:
    assert kept(game)


def test_a_game_that_does_not_say_it_is_told_what_to_write() -> None:
    chess = replace(find_game(GAMES[0]), slug="chess")
    with pytest.raises(AssertionError, match=r"tests/games/chess/page\.py is missing: CONTRIBUTING\.md says"):
        part_of_tests(chess, "page")
    with pytest.raises(AssertionError, match=r"record one by `python -m tests\.web\.spoken chess`"):
        kept("chess")
