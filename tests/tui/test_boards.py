"""Boards at 60 and 80 columns: everything is there, and nothing is cut off but long names."""

import random
import re
from io import StringIO

import pytest
from rich.console import Console

from quincunx import GAMES, Match, game
from quincunx.core.render import languages, say, speak
from quincunx.core.spec import GameSpec
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.notation import COLOURS_SAID
from quincunx.games.popalotsy.words import POPPER
from quincunx.tui.screen import Display

NAMES = ["Annabelle", "Bob", "Greedy bot", "Eve", "Franziska", "Gus", "Hieronymus", "Ida"]
WIDE = 200


def drawn(match: Match, width: int) -> str:
    console = Console(file=StringIO(), width=width, markup=False, highlight=False, emoji=False)
    console.print(Display(match.spec).board(match.view(0), 0, match.names))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def moments(spec: GameSpec, seats: int) -> list[Match]:
    """Some moments of a random match, the end too."""
    match, rng = Match(spec, seats, seed=seats, names=NAMES[:seats]), random.Random(seats)
    found = [match.fork()]
    while not match.is_over:
        seat = rng.choice(match.actors)
        match.push(rng.choice(match.legal_actions(seat)), seat)
        if rng.random() < 0.05:
            found.append(match.fork())
    return [*found[:12], match]


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_boards_are_whole(spec: GameSpec, width: int) -> None:
    for seats in {spec.seats[0], spec.seats[-1]}:
        for match in moments(spec, seats):
            text = drawn(match, width)
            assert max(map(len, text.splitlines())) <= width
            assert sorted(numbers(text)) == sorted(numbers(drawn(match, WIDE)))


@pytest.mark.parametrize("language", languages())
def test_columns_of_mixed_doubles_have_whole_titles(language: str) -> None:
    spec = game("mixeddoubles")
    speak(language)
    for match in moments(spec, spec.seats[-1]):
        titles = drawn(match, 60).splitlines()[1].split()
        assert titles[:6] == [say(said()) for said in COLOURS_SAID]
        assert titles[6:] == [say(words.PTS()), say(words.CARDS())]


@pytest.mark.parametrize("language", languages())
def test_dice_in_the_popper_are_named_by_a_whole_word(language: str) -> None:
    match = Match(game("popalotsy"), 2, seed=1, settle=False)
    speak(language)
    assert drawn(match, 80).count(say(POPPER())) == 5


def numbers(text: str) -> list[str]:
    """Points, dice and cards; not those in names, which may be cut."""
    return re.findall(r"\d+", text)
