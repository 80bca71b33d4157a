"""Every action can be shown on the page's board."""

import re
from pathlib import Path
from random import Random

from quincunx.core.match import Match
from quincunx.core.spec import GameSpec
from tests.contract.games import ROOT, every_game
from tests.examples import pig

MATCHES = 3
"""Matches of each number of seats; every action that may be done in them is looked at."""


def board_of(spec: GameSpec) -> Path:
    """The folder of a game's board."""
    return ROOT / ("tests/examples/pig/board" if spec is pig.SPEC else f"web/src/boards/{spec.slug}")


def names_on(board: Path) -> re.Pattern[str]:
    """What a board calls its parts; in place of what stands in braces may be anything."""
    texts = [file.read_text(encoding="utf-8") for file in board.glob("*.svelte")]
    said = [name for text in texts for name in re.findall(r"data-part=(?:\"|{.*?`)(.*?)[\"`]", text)]
    names = [re.sub(r"(\\\$)?\\{.*?\\}", "[A-Za-z0-9-]+", re.escape(name)) for name in said]
    return re.compile("|".join(names))


@every_game
def test_what_shows_an_action_is_on_the_board(spec: GameSpec) -> None:
    picture = spec.part("picture")
    names = names_on(board_of(spec))
    choose = Random(spec.slug)
    for seats in spec.seats:
        for _ in range(MATCHES):
            match = Match(spec, seats, seed=choose.randrange(10**6))
            while not match.is_over:
                seat = match.actors[0]
                legal, view = match.legal_actions(seat), match.view(seat)
                for action in choose.sample(legal, min(8, len(legal))):
                    lit = picture.lit(view, seat, action)
                    assert lit
                    for name in lit:
                        assert names.fullmatch(name), f"{name} is not on the board"
                match.push(choose.choice(legal), seat)
                match.settle()
