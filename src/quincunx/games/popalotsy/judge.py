"""Rulings for players of PoPalotsy at their own table: correct piles, wrong cards, who takes what."""

import re

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message, Value
from quincunx.core.words import quoted
from quincunx.games.popalotsy import legality, words
from quincunx.games.popalotsy.notation import COLOUR_LETTERS, COLOUR_NAMES, say_card
from quincunx.games.popalotsy.rings import DICE, card_of, strength
from quincunx.games.popalotsy.state import State

EXAMPLE = "o3: o2 Ann, r3 Bob, o5 Cyd"
QUESTIONS = (Question(words.JUDGE_PILE, EXAMPLE),)
_CARD = re.compile(rf"({'|'.join(COLOUR_NAMES)}|[{COLOUR_LETTERS}])[ -]?([1-6])\b[ :]*(.*)", re.IGNORECASE)
REASONS = {
    legality.MATCHES_NOTHING: words.JUDGE_MATCHES_NOTHING,
    legality.NOT_HIGHER: words.JUDGE_NOT_HIGHER,
    legality.NUMBER_IS_THERE: words.JUDGE_NUMBER_IS_THERE,
    legality.SECOND_NUMBER: words.JUDGE_SECOND_NUMBER,
    legality.EXACT_IS_THERE: words.JUDGE_EXACT_IS_THERE,
}


def judge(text: str) -> list[Message]:
    """Whether a pile holds, from the lowest ring: `o3: o2 Ann, r3 Bob, o5 Cyd`."""
    die, _, rings = text.partition(":")
    colour, face, rest = _read(die)
    pile = [_read(ring) for ring in rings.split(",") if ring.strip()]
    if not pile or rest:
        raise NotationError(words.JUDGE_NO_PILE(text=quoted(text), example=quoted(EXAMPLE)))
    state = State()
    state.face[colour] = face
    wrong: list[tuple[int, str]] = []
    right: list[tuple[int, str]] = []
    said: list[Message] = []
    for ring_colour, number, owner in pile:
        card = card_of(ring_colour, number)
        fault = legality.fault(state, card * DICE + colour)
        if fault == legality.OK:
            state.best[colour] = strength(card, colour, face)
            right.append((card, owner))
        else:
            wrong.append((card, owner))
            said.append(REASONS[fault](card=say_card(card), whose=_whose(owner)))
    if not wrong:
        return [words.JUDGE_HOLDS()]
    return [*said, *_takes(right, wrong)]


def _read(text: str) -> tuple[int, int, str]:
    found = _CARD.fullmatch(text.strip())
    if found is None:
        raise NotationError(words.JUDGE_NO_PILE(text=quoted(text.strip()), example=quoted(EXAMPLE)))
    return COLOUR_LETTERS.index(found[1][0].lower()), int(found[2]), found[3].strip()


def _whose(owner: str) -> Value:
    return owner or words.JUDGE_ITS_OWNER()


def _takes(right: list[tuple[int, str]], wrong: list[tuple[int, str]]) -> list[Message]:
    """R8, R9: the owner of the lowest wrong card takes the pile; every other wrong card goes back to its owner."""
    culprit = wrong[0][1]
    mine = [card for card, owner in [*right, *wrong[:1]]] + [card for card, owner in wrong[1:] if owner == culprit]
    said = [words.JUDGE_TAKES_PILE(whose=_whose(culprit), cards=[say_card(card) for card in mine])]
    for card, owner in wrong[1:]:
        if owner != culprit:
            said.append(words.JUDGE_TAKES_OWN(whose=_whose(owner), card=say_card(card)))
    return said
