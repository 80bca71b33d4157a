"""Informal positions: two players, the cards have been drawn, and a wager may be laid."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.words import A_CARD, TOO_OFTEN, quoted
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import COLOURS, DECK, EXTRA_ROLLS, STEALS, VALUES, cards_in, count_of, one_card
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES
from quincunx.games.mixeddoubles.rules import setup
from quincunx.games.mixeddoubles.state import DRAW, WAGERING, State

EXAMPLE = "b1 b2 r4, jackpot y3, against b5 g2, bank r7 o1, theirs p6"
NAMES = ("palette", "jackpot", "against", "bank", "theirs")
LETTERS = tuple(name[0] for name in COLOUR_NAMES)


def parse_lenient(text: str) -> State:
    """Parse both palettes, the jackpot and both banks: `b1 b2 r4, jackpot y3, against b5, bank r7`."""
    parts = read_parts(text, NAMES, EXAMPLE)
    state = State()
    setup(state, 2, [0, 0, 0, 0])
    state.stage, state.to_draw, state.rolls = WAGERING, 0, 1
    lanes = {name: [0] * COLOURS for name in NAMES}
    for name, cards in parts.items():
        for word in cards:
            _move(state, word, lanes[name])
    state.jackpot[:] = lanes["jackpot"]
    for seat, (palette, bank) in enumerate((("palette", "bank"), ("against", "theirs"))):
        for colour in range(COLOURS):
            state.palette[seat, colour], state.bank[seat, colour] = lanes[palette][colour], lanes[bank][colour]
    state.pile_cards -= sum(cards_in(lane) for name in lanes for lane in lanes[name])
    _play_specials(state)
    return state


def _play_specials(state: State) -> None:
    """Play as many STEALs, EXTRA ROLLs and ALL INs as needed for whole rounds of drawn cards."""
    first = DRAW * (state.seats + 1) + (0 if _could_be_first(state) else DRAW * state.seats)
    drawn = max(DECK - state.pile_cards, first)
    missing = state.pile_cards - DECK + drawn + (first - drawn) % (DRAW * state.seats)
    state.pile_cards -= missing
    state.discard_steal = min(missing, STEALS)
    state.discard_extra = min(missing - state.discard_steal, EXTRA_ROLLS)
    all_ins = missing - state.discard_steal - state.discard_extra
    state.discard_all_in = (1 << all_ins) - 1
    state.pile_steal -= state.discard_steal
    state.pile_extra -= state.discard_extra
    state.pile_all_in -= state.discard_all_in


def _could_be_first(state: State) -> bool:
    """Whether this can be the first turn: nobody has won, lost or too many cards."""
    held = [sum(map(cards_in, state.palette.row(seat))) for seat in range(state.seats)]
    return not any(state.bank.cells) and not any(state.jackpot) and held[0] <= 2 * DRAW and max(held[1:]) <= DRAW


def _move(state: State, word: str, lanes: list[int]) -> None:
    """A card from the pile to where it lies."""
    if len(word) != 2 or word[0] not in LETTERS:
        raise NotationError(words.SAID_NO_CARD(word=quoted(word), letters=" ".join(LETTERS), example=quoted(EXAMPLE)))
    colour, value = LETTERS.index(word[0]), whole(word[1], 1, VALUES, A_CARD)
    if count_of(state.pile[colour], value) == 0:
        raise NotationError(TOO_OFTEN(card=word))
    state.pile[colour] -= one_card(value)
    lanes[colour] += one_card(value)
