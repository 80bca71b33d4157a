"""Informal positions: the dice have just popped, and no ring has been dropped."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.words import A_CARD, A_DIE, TOO_OFTEN, quoted
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, format_card
from quincunx.games.popalotsy.rings import CARDS, DICE, KINDS, SIDES, card_of, copies_of
from quincunx.games.popalotsy.rules import starter
from quincunx.games.popalotsy.state import DROPPING, HAND_SIZE, MOST_SEATS, State

EXAMPLE = "r4 b2 g1 o6 y3, dice 1 4 6 2 1, others 5 4"
NAMES = ("hand", "dice", "others")


def parse_lenient(text: str) -> State:
    """Parse a hand, the dice from red to blue, and the others' numbers of cards.

    For example `r4 b2 g1, dice 1 4 6 2 1, others 5 4`.
    """
    parts = read_parts(text, NAMES, EXAMPLE)
    hand = [_card(word) for word in parts.get("hand", [])]
    dice = [whole(word, 1, SIDES, A_DIE) for word in parts.get("dice", [])]
    others = [whole(word, 1, CARDS, words.SAID_OTHERS_HAND) for word in parts.get("others", [str(HAND_SIZE)])]
    if not hand or len(dice) != DICE or not 1 <= len(others) < MOST_SEATS:
        raise NotationError(words.SAID_NOT_ALL(others=MOST_SEATS - 1, example=quoted(EXAMPLE)))
    state = State()
    state.seats, state.stage = 1 + len(others), DROPPING
    state.face[:] = dice
    pool = [card for card in range(KINDS) for _ in range(copies_of(card))]
    _deal(state, 0, hand, pool)
    for seat, count in enumerate(others, 1):
        _deal(state, seat, pool[:count], pool)
    state.draw, state.draw_twin, state.draw_left = *_as_bits(pool), len(pool)
    state.rounds = 1
    state.turn = starter(state)
    return state


def _card(word: str) -> int:
    if len(word) != 2 or word[0] not in COLOUR_LETTERS:
        raise NotationError(words.SAID_NO_CARD(word=quoted(word), letters=" ".join(COLOUR_LETTERS)))
    return card_of(COLOUR_LETTERS.index(word[0]), whole(word[1], 1, SIDES, A_CARD))


def _deal(state: State, seat: int, cards: list[int], pool: list[int]) -> None:
    """Deal cards from the pool to a hand; others' cards are hidden, so any will do."""
    for card in cards[:]:
        if card not in pool:
            raise NotationError(TOO_OFTEN(card=format_card(card)))
        pool.remove(card)
    state.hand[seat], state.twin[seat] = _as_bits(cards)
    state.held[seat] = len(cards)


def _as_bits(cards: list[int]) -> tuple[int, int]:
    kinds = twins = 0
    for card in cards:
        twins |= kinds & 1 << card
        kinds |= 1 << card
    return kinds, twins
