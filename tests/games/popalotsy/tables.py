"""Positions of PoPalotsy for tests, written as cards and faces."""

from typing import Any

from quincunx.core.chance import Scripted
from quincunx.core.match import Match
from quincunx.core.position import flaws
from quincunx.games.popalotsy import SPEC, notation
from quincunx.games.popalotsy.rings import CARDS, KINDS, copies_of
from quincunx.games.popalotsy.rules import starter
from quincunx.games.popalotsy.state import DEALING, DROPPING, HAND_SIZE, State


def cards(text: str) -> list[int]:
    """Cards from text: `r4 o1`."""
    dealing = State()
    dealing.stage = DEALING
    return [notation.parse_outcome(dealing, word) for word in text.split()]


def names(found: list[int]) -> str:
    """The inverse of `cards`."""
    return " ".join(notation.format_card(card) for card in found)


def position(
    dice: str,
    *hands: str,
    form: str = "race",
    referee: str = "instant",
    draw: str | None = None,
    rounds: int | None = None,
    done: int = 0,
) -> State:
    """A round just popped. Cards named nowhere are in the draw pile, or, if `draw` is given, discarded.

    If none is named, it is the first round that seat 0 begins with such hands: any are there once the discards have
    been shuffled into the draw pile.
    """
    state = State()
    state.seats = len(hands)
    state.form, state.referee = SPEC.options({"form": form, "referee": referee})
    state.stage = DROPPING
    state.done = done
    state.face = [int(face) for face in dice.split()]
    rest = [card for card in range(KINDS) for _ in range(copies_of(card))]
    for seat, hand in enumerate(hands):
        state.hand[seat], state.twin[seat], state.held[seat] = _set(_take(rest, hand))
    drawable = rest if draw is None else _take(rest, draw)
    state.draw, state.draw_twin, state.draw_left = _set(drawable)
    state.discard, state.discard_twin, state.discard_left = (0, 0, 0) if draw is None else _set(rest)
    is_first = draw is None and all(held == HAND_SIZE for held in state.held[: state.seats])
    shuffled = CARDS // state.seats - HAND_SIZE + 2
    state.rounds = rounds or (1 if is_first else shuffled + (1 - shuffled) % state.seats)
    state.turn = starter(state)
    assert not flaws(SPEC, state)
    return state


def racing(dice: str, *hands: str, script: str = "", **options: Any) -> Match:
    """A match that stands at such a position; the script is what lands afterwards, if anything may."""
    start = position(dice, *hands, **options)
    variants: dict[str, str] = {name: options[name] for name in ("form", "referee") if name in options}
    return Match(SPEC, len(hands), variants=variants, start=start, chance=Scripted(script), settle=bool(script))


def play(match: Match, *lines: str) -> Match:
    """Let seats act: `0 r4 on o`."""
    for line in lines:
        seat, _, text = line.partition(" ")
        match.push_text(text, int(seat))
    return match


def down_to_two_cards() -> Match:
    """Two players hold all cards but the last of the draw pile, r1, and the only one discarded, b5, and are dealt one
    each."""
    rest = [notation.format_card(card) for card in range(KINDS) for _ in range(copies_of(card))]
    match = racing("3 1 1 1 1", " ".join(rest[1:21]), " ".join(rest[21:]), draw=rest[0])
    return play(match, "1 b5 on b", "0 done", "1 done")


def hand(match: Match, seat: int) -> str:
    """A seat's cards as text."""
    return names(notation.cards_in(match.state.hand[seat], match.state.twin[seat]))


def pile(match: Match, die: str) -> str:
    """The rings around a die, lowest first, with their owners: `r4/0 r5/1`."""
    rings = notation.pile_of(match.state, notation.COLOUR_LETTERS.index(die))
    return " ".join(f"{notation.format_card(card)}/{seat}" for card, seat in rings)


def _take(rest: list[int], text: str) -> list[int]:
    taken = cards(text)
    for card in taken:
        rest.remove(card)
    return taken


def _set(found: list[int]) -> tuple[int, int, int]:
    kinds = twins = 0
    for card in found:
        twins |= kinds & 1 << card
        kinds |= 1 << card
    return kinds, twins, len(found)
