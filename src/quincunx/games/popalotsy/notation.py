"""PoPalotsy as text: `r4 on o` drops the red 4 on the orange die, or `done`; `r4` is a card dealt, `3` a die landed."""

import re
from collections.abc import Sequence

from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.seats import CHANCE, HIDDEN, Seat
from quincunx.games.popalotsy import words
from quincunx.games.popalotsy.legality import (
    DONE,
    EXACT_IS_THERE,
    MATCHES_NOTHING,
    NOT_HIGHER,
    NUMBER_IS_THERE,
    OK,
    SECOND_NUMBER,
    fault,
)
from quincunx.games.popalotsy.rings import (
    DICE,
    EXACT,
    KINDS,
    NUMBER_MATCH,
    card_of,
    colour_of,
    number_of,
    strength,
)
from quincunx.games.popalotsy.rules import next_die, next_to_receive, starter
from quincunx.games.popalotsy.state import (
    AFTER_ROUND,
    DEALING,
    DROPPING,
    ENDED,
    MOST_ROUNDS,
    MOST_WRONG,
    RACE,
    State,
)

COLOUR_LETTERS = "roygb"
COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue")

FAULTS = {
    MATCHES_NOTHING: "it does not match",
    NOT_HIGHER: "its number is not higher",
    NUMBER_IS_THERE: "number beats colour",
    SECOND_NUMBER: "a number match lies there",
    EXACT_IS_THERE: "an exact match lies there",
}

_COLOUR = f"({'|'.join(COLOUR_NAMES)}|[{COLOUR_LETTERS}])"
_CARD = re.compile(rf"{_COLOUR}[ -]?([1-6])")
_DROP = re.compile(rf"(?:drop )?{_COLOUR}[ -]?([1-6]) ?(?:on |over |> ?)?(?:the )?{_COLOUR}(?: die)?")


def format_card(card: int) -> str:
    """A card as text: `r4`."""
    return f"{COLOUR_LETTERS[colour_of(card)]}{number_of(card)}"


def name_card(card: int) -> str:
    """A card in words: `red 4`."""
    return f"{COLOUR_NAMES[colour_of(card)]} {number_of(card)}"


def name_die(state: State, die: int) -> str:
    """A die in words with what it shows: `orange die (3)`."""
    return f"{COLOUR_NAMES[die]} die ({state.face[die]})"


def format_action(state: State, seat: Seat, action: int) -> str:
    """`done`, or the card and the die."""
    if action == DONE:
        return "done"
    card, die = divmod(action, DICE)
    return f"{format_card(card)} on {COLOUR_LETTERS[die]}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Also `r4o`, `drop red 4 on the orange die`; `stop` and `pass` for done."""
    words = " ".join(text.lower().split())
    if words in ("done", "stop", "pass"):
        return DONE
    found = _DROP.fullmatch(words)
    if found is None:
        raise NotationError(f"{text!r} is no action of PoPalotsy: a card on a die, as r4 on o, or done")
    colour, number, die = found.groups()
    return card_of(_colour(colour), int(number)) * DICE + _colour(die)


def _colour(text: str) -> int:
    return COLOUR_LETTERS.index(text[0])


def format_outcome(state: State, outcome: int) -> str:
    """The card that is dealt, or the number on the die that lands."""
    return format_card(outcome) if state.stage == DEALING else str(outcome + 1)


def parse_outcome(state: State, text: str) -> int:
    """Also `red4` and `red-4`."""
    word = text.strip().lower()
    if state.stage == DEALING:
        found = _CARD.fullmatch(word)
        if found is None:
            raise NotationError(f"{text!r} is no card: a colour ({' '.join(COLOUR_LETTERS)}) and 1 to 6, as r4")
        return card_of(_colour(found[1]), int(found[2]))
    if word not in list("123456"):
        raise NotationError(f"the {COLOUR_NAMES[next_die(state)]} die cannot show {text!r}: it has 1 to 6")
    return int(word) - 1


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """What lands next, in words."""
    if state.stage == DEALING:
        return words.CARD_IS_DEALT(name=names[next_to_receive(state)])
    return words.DIE_LANDS(colour=COLOUR_NAMES[next_die(state)])


def cards_in(kinds: int, twins: int) -> list[int]:
    """The cards of a set, in order; those that are there twice, twice."""
    return [card for card in range(KINDS) for _ in range((kinds >> card & 1) + (twins >> card & 1))]


def pile_of(state: State, die: int) -> list[tuple[int, Seat]]:
    """The rings around a die with their owners, lowest first."""
    return [
        (state.ring_card[place], state.ring_seat[place]) for place in range(state.rings) if state.ring_die[place] == die
    ]


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> str:
    """One sentence of what happened; empty when not worth a line."""
    if who == CHANCE:
        sentences = _describe_deal(before, what, names) if before.stage == DEALING else _describe_pop(after, names)
    elif what == DONE:
        sentences = [f"{names[who]} is done for this round."]
    else:
        sentences = _describe_drop(before, who, what, names)
    if who != CHANCE:
        sentences += _describe_taking(before, after, who, what, names)
        if before.wrong[who] + 1 == MOST_WRONG == after.wrong[who]:
            sentences.append(f"{names[who]} is done for this round after {MOST_WRONG} wrong drops.")
        sentences += _describe_end(before, after, who, names)
    if after.draw_left > before.draw_left:
        sentences.append("The discards are shuffled into a new draw pile.")
    return " ".join(sentences)


def _describe_deal(before: State, what: int, names: Sequence[str]) -> list[str]:
    if before.rounds == 0:
        return ["Everybody has five cards."] if before.dealing == 1 else []
    sentences = [] if what == HIDDEN else [f"{names[next_to_receive(before)]} is dealt the {name_card(what)}."]
    if before.dealing == 1:
        sentences.append("Everybody has one more card.")
    return sentences


def _describe_pop(after: State, names: Sequence[str]) -> list[str]:
    if after.stage != DROPPING:
        return []
    dice = ", ".join(f"{COLOUR_NAMES[die]} {after.face[die]}" for die in range(DICE))
    return [f"Round {after.rounds}: {names[starter(after)]} pops {dice}."]


def _describe_drop(before: State, who: Seat, what: int, names: Sequence[str]) -> list[str]:
    card, die = divmod(what, DICE)
    drop = f"{names[who]} drops the {name_card(card)} on the {name_die(before, die)}"
    if before.referee == AFTER_ROUND and before.form == RACE:  # R9: right or wrong, nothing is said before the check
        return [f"{drop}."]
    wrong = fault(before, what)
    return [f"{drop}: {_match_name(before, what)}." if wrong == OK else f"{drop}. Wrong: {FAULTS[wrong]}."]


def _match_name(before: State, what: int) -> str:
    card, die = divmod(what, DICE)
    worth = strength(card, die, before.face[die])
    return "exact" if worth == EXACT else "number" if worth == NUMBER_MATCH else "colour"


def _describe_taking(before: State, after: State, who: Seat, what: int, names: Sequence[str]) -> list[str]:
    sentences = []
    for seat in range(before.seats):
        dropped = 1 if seat == who and what != DONE else 0
        taken = after.held[seat] - before.held[seat] + dropped
        if taken:
            sentences.append(f"{names[seat]} takes back {taken} {'card' if taken == 1 else 'cards'}.")
    return sentences


def _describe_end(before: State, after: State, who: Seat, names: Sequence[str]) -> list[str]:
    if after.stage == DROPPING:
        return []
    if after.held[who] == 0:
        return [f"{names[who]} has no cards left and wins!"]
    if after.stage == ENDED:
        return [f"Round {MOST_ROUNDS} is over: the fewest cards win."]
    return [f"Round {before.rounds} is over."]
