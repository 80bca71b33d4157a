"""Positions and short plays that the tests of Mixed Doubles share, in words: `r3 r3 extra minus`."""

from collections import Counter
from collections.abc import Sequence

from quincunx import Match
from quincunx.games.mixeddoubles import SPEC
from quincunx.games.mixeddoubles.cards import (
    ALL_IN,
    COLOURS,
    COPIES,
    EXTRA_ROLL,
    EXTRA_ROLLS,
    FREE,
    FREE_VALUES,
    KINDS,
    MINUS_FIVE,
    RED,
    STEAL,
    STEALS,
    VALUES,
    colour_of,
    count_of,
    one_card,
    value_of,
)
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, parse_outcome
from quincunx.games.mixeddoubles.state import DRAW, DRAWING, FINALE, NOBODY, PARTING, STARTING, WAGERING, State


def deck() -> Counter[int]:
    """How many cards there are of each kind."""
    cards = Counter(dict.fromkeys(range(ALL_IN), COPIES))
    cards.update(dict.fromkeys(range(ALL_IN, KINDS), 1))
    cards[EXTRA_ROLL] = EXTRA_ROLLS
    cards[STEAL] = STEALS
    return cards


def kinds(words: str) -> list[int]:
    """Cards in words as their kinds."""
    drawing = State()
    drawing.stage = DRAWING
    return [parse_outcome(drawing, word) for word in words.split()]


def position(
    *palettes: str,
    banks: Sequence[str] = (),
    jackpot: str = "",
    pile: str | None = None,
    turn: int = 0,
    stage: int = WAGERING,
    **fields: int,
) -> State:
    """These palettes, and every card that is not named in the pile.

    With a pile given, the rest is in the last seat's bank, or in the discard if it is special. Without, special cards
    have been played, as many as the deal and whole draws take, with a turn before this one if it needs one.
    """
    state = State()
    state.seats, state.turn, state.stage = len(palettes), turn, stage
    state.rolls, state.robbed, state.champion, state.minus_five = 1, NOBODY, NOBODY, NOBODY
    rest = deck()
    for seat, words in enumerate(palettes):
        for kind in kinds(words):
            rest[kind] -= 1
            _to_palette(state, seat, kind)
    for seat, words in enumerate(banks):
        for kind in kinds(words):
            rest[kind] -= 1
            _to_bank(state, seat, kind)
    for kind in kinds(jackpot):
        rest[kind] -= 1
        state.jackpot[colour_of(kind)] += one_card(value_of(kind))
    assert min(rest.values()) >= 0, "a card is named too often"
    _put_rest(state, rest, pile)
    if pile is None:
        is_later = bool(banks or jackpot) or any(len(words.split()) > DRAW for words in palettes)
        _play_specials(state, DRAW if stage in (STARTING, DRAWING) else 0, is_later)
    if stage in (STARTING, DRAWING):
        state.to_draw = min(DRAW, state.pile_cards)
    if stage == STARTING:
        state.extras = state.palette_extra[turn]
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def _put_rest(state: State, rest: Counter[int], pile: str | None) -> None:
    piled = Counter(rest) if pile is None else Counter(kinds(pile))
    for kind, count in (rest - piled).items():
        for _ in range(count):
            _away(state, kind)
    for kind, count in piled.items():
        for _ in range(count):
            _to_pile(state, kind)


def _play_specials(state: State, to_draw: int, is_later: bool) -> None:
    drawn = deck().total() - state.pile_cards + to_draw
    least = max(drawn, DRAW * (state.seats + 1 + is_later))
    for _ in range(least + -least % DRAW - drawn):
        kind = STEAL if state.pile_steal > 2 else EXTRA_ROLL if state.pile_extra > 2 else _last_all_in(state)
        _away(state, kind)
        _to_pile(state, kind, -1)


def _last_all_in(state: State) -> int:
    return ALL_IN + state.pile_all_in.bit_length() - 1


def _to_palette(state: State, seat: int, kind: int) -> None:
    if kind < ALL_IN:
        state.palette[seat, colour_of(kind)] += one_card(value_of(kind))
    elif kind == EXTRA_ROLL:
        state.palette_extra[seat] += 1
    elif kind == STEAL:
        state.palette_steal[seat] += 1
    else:
        assert kind == MINUS_FIVE, "this card does not stay in a palette"
        state.minus_five = seat


def _to_bank(state: State, seat: int, kind: int) -> None:
    if kind < ALL_IN:
        state.bank[seat, colour_of(kind)] += one_card(value_of(kind))
    else:
        assert FREE <= kind < MINUS_FIVE, "this card does not get into a bank"
        state.bank_free[seat] += 1 << kind - FREE


def _away(state: State, kind: int) -> None:
    if kind < ALL_IN or FREE <= kind < MINUS_FIVE:
        _to_bank(state, state.seats - 1, kind)
    elif kind < EXTRA_ROLL:
        state.discard_all_in += 1 << kind - ALL_IN
    elif kind == EXTRA_ROLL:
        state.discard_extra += 1
    elif kind == STEAL:
        state.discard_steal += 1
    else:
        state.minus_five = state.seats - 1


def _to_pile(state: State, kind: int, cards: int = 1) -> None:
    state.pile_cards += cards
    if kind < ALL_IN:
        state.pile[colour_of(kind)] += one_card(value_of(kind))
    elif kind < EXTRA_ROLL:
        state.pile_all_in += cards << kind - ALL_IN
    elif kind == EXTRA_ROLL:
        state.pile_extra += cards
    elif kind == STEAL:
        state.pile_steal += cards
    elif kind < MINUS_FIVE:
        state.pile_free += 1 << kind - FREE


def begin(state: State) -> Match:
    """A match from this position; dice and cards land when `play` says so."""
    return Match(SPEC, state.seats, variants=SPEC.variants_in(state), settle=False, start=state)


def put(state: State) -> Match:
    """The same from what the rules provide for, though with this deck no match comes to it."""
    match = Match(SPEC, state.seats, settle=False)
    match.state = state
    return match


def parting(*palettes: str, banks: Sequence[str] = (), turn: int = 0) -> State:
    """A wager of red 1 has won, and whoever holds MINUS FIVE may part with it."""
    won = [*banks, *[""] * (len(palettes) - len(banks))]
    won[turn] += " r1"
    state = position(*palettes, banks=won, turn=turn, stage=PARTING, rolls=0, part_minus_five=1)
    state.wagered, state.wager_colour, state.wager_value, state.die = 1, RED, 1, [RED, RED]
    return state


def finale(*palettes: str, jackpot: str = "", turn: int = 0, banks: tuple[str, ...] = (), **fields: int) -> Match:
    """The finale's first roll."""
    return begin(
        position(
            *palettes,
            jackpot=jackpot,
            banks=banks,
            pile="",
            turn=turn,
            stage=FINALE,
            finale=len(palettes),
            **fields,
        )
    )


def deal(words: str, seats: int = 2, **variants: str) -> Match:
    """A match after these cards have been dealt."""
    match = Match(SPEC, seats, variants=variants, settle=False)
    play(match, f"* {words}")
    return match


def play(match: Match, *lines: str) -> Match:
    """Actions of whoever is to act, and after a star what lands."""
    for line in lines:
        if line.startswith("*"):
            for word in line[1:].split():
                match.land(match.parse_outcome(word))
        else:
            match.push_text(line)
    return match


def lanes(row: Sequence[int]) -> str:
    """The numbered cards of six lanes."""
    return " ".join(
        f"{COLOUR_NAMES[colour][0]}{value}"
        for colour in range(COLOURS)
        for value in range(1, VALUES + 1)
        for _ in range(count_of(row[colour], value))
    )


def palette(match: Match, seat: int) -> str:
    """What lies before a seat."""
    state = match.state
    all_ins = [f"all-in-{COLOUR_NAMES[c][0]}" for c in range(COLOURS) if state.palette_all_in[seat] >> c & 1]
    specials = ["extra"] * state.palette_extra[seat] + ["steal"] * state.palette_steal[seat]
    specials += ["minus"] * (state.minus_five == seat)
    return " ".join(filter(None, [lanes(state.palette.row(seat)), *all_ins, *specials]))


def bank(match: Match, seat: int) -> str:
    """What a seat has earned."""
    free = [f"f{n + 1}" for n in range(FREE_VALUES) if match.state.bank_free[seat] >> n & 1]
    return " ".join(filter(None, [lanes(match.state.bank.row(seat)), *free]))


def jackpot(match: Match) -> str:
    """What lies in the middle."""
    return lanes(match.state.jackpot)


def texts(match: Match) -> list[str]:
    """What the seat to act may do."""
    return [match.format_action(action) for action in match.legal_actions()]


def points(match: Match) -> list[int]:
    """By seat."""
    return [row.points for row in sorted(match.standings())]
