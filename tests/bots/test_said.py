"""Positions as people say them, and the odds that advice tells with them."""

from itertools import combinations

import pytest

from quincunx import GAMES, Match, game
from quincunx.bots.advice import odds_of, read_position
from quincunx.core.errors import NotationError
from quincunx.core.spec import GameSpec
from quincunx.games.popalotsy.rings import KINDS, copies_of, correct_cards
from tests.contract.games import part_of_tests
from tests.examples import pig

SPOKEN_GAMES = [spec for spec in (*GAMES, pig.SPEC) if spec.has_part("lenient")]


def said(spec: GameSpec) -> str:
    """A position of that game as people say it, from the game's own tests."""
    text: str = part_of_tests(spec, "said").SAID
    return text


@pytest.mark.parametrize("spec", SPOKEN_GAMES, ids=lambda spec: spec.slug)
def test_every_game_s_positions_may_be_said(spec: GameSpec) -> None:
    state = read_position(spec, said(spec))
    match = Match(spec, spec.seats_in(state), start=state)
    assert len(match.legal_actions(0)) > 1
    assert read_position(spec, match.position()) == state


def test_what_was_said_lies_there() -> None:
    sixes = read_position(game("sixes"), said(game("sixes")))
    assert (list(sixes.total), sixes.shown.row(0)[6]) == ([12, 9], 1)
    doubles = read_position(game("mixeddoubles"), said(game("mixeddoubles")))
    assert (doubles.palette[0, 0], doubles.jackpot[1], doubles.bank[1, 4]) == (0b101, 1 << 4, 1 << 10)
    lowdown = read_position(game("lowdown"), said(game("lowdown")))
    assert (lowdown.number[:2], lowdown.turn, lowdown.box[0, 0], lowdown.wilds[0]) == ([5, 3], 3, 4, 1)
    rings = read_position(game("popalotsy"), said(game("popalotsy")))
    assert (rings.seats, list(rings.held[:3]), rings.draw_left) == (3, [5, 5, 4], 26)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("30", "give two to four scores and a turn; example: '30 to 45, turn 12'"),
        ("30 to 45, turn", "two to four scores"),
        ("30 to 100", "a total is a whole number from 0 to 99, not '100'"),
        ("30 to 45, turn 101", "a turn is a whole number from 0 to 100, not '101'"),
    ],
)
def test_what_cannot_be_said_of_pig(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        read_position(pig.SPEC, text)


@pytest.mark.parametrize(
    ("slug", "text", "reason"),
    [
        ("sixes", "6 5", "both players roll the same number of dice"),
        ("sixes", "6 5 4 2 1 1, against 4 4 3 2 2 7", "a die is a whole number from 1 to 6, not '7'"),
        ("sixes", "6 5 4 2 1 1, against 4 4 3 2 2 1, total 15 to 9", "the match is over"),
        ("sixes", "6 5 4 2 1 1, against 4 4 3 2 2 1, total 9", "give two totals as"),
        ("sixes", "6 5 4 2 1 1, weather fine", "cannot read 'weather fine'"),
        ("sixes", "6 5 4 2 1 1, total 1 to 1, total 2 to 2", "'total 2 to 2' appears twice"),
        ("popalotsy", "x4", "'x4' is not a card"),
        ("popalotsy", "r4 r4, dice 1 1 1 1 1", "r4 appears more often than the game has it"),
        ("popalotsy", "r4, dice 1 1", "a hand, five dice"),
        ("mixeddoubles", "b1 b1 b1", "b1 appears more often than the game has it"),
        ("mixeddoubles", "b9", "a card is a whole number from 1 to 7"),
        ("mixeddoubles", "q", "'q' is not a card"),
        ("lowdown", "5 3 r", "give the two numbers and two colours"),
        ("lowdown", "5 3 r g, board R1 4", "both boards hold as much, not 1 and 0"),
        ("lowdown", "5 3 r g, board Q1 4, against R1 4", "'q1' is not a box"),
        ("lowdown", "5 3 r g, board R1", "box by box"),
        ("lowdown", "5 3 r g, wilds 1", "give the wild boxes used as"),
    ],
)
def test_what_cannot_be_said_is_refused_in_one_line(slug: str, text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as refused:
        read_position(game(slug), text)
    assert "\n" not in str(refused.value)


def beaten(text: str, action: str) -> float:
    spec = game("popalotsy")
    match = Match(spec, 2, start=read_position(spec, text))
    ((_, chance),) = odds_of(spec, match.view(0), 0, spec.notation.parse_action(match.state, 0, action))
    return chance


def test_advice_on_rings_tells_whether_another_hand_can_beat_them() -> None:
    assert beaten("r1 g2, dice 1 4 6 2 3, others 9", "r1 on r") == 0  # an exact match beats everything
    pool = [card for card in range(KINDS) for _ in range(copies_of(card))]
    for mine in (0, 19):  # r1 and g2
        pool.remove(mine)
    stronger = correct_cards(3, 5, 2)
    hands = list(combinations(pool, 2))
    held = sum(any(stronger >> card & 1 for card in hand) for hand in hands)
    assert beaten("r1 g2, dice 4 4 6 5 3, others 2", "g2 on g") == pytest.approx(held / len(hands))
