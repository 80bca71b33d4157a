"""PoPalotsy as text: `r4 on o` drops the red 4 on the orange die, or `done`; `r4` is a card dealt, `3` a die landed."""

import re
from collections.abc import Sequence

from quincunx.core.drawing import Colour
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message, Sentence
from quincunx.core.seats import CHANCE, HIDDEN, Seat
from quincunx.core.words import BLUE, GREEN, ORANGE, RED, YELLOW, quoted
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
from quincunx.games.popalotsy.rings import DICE, EXACT, KINDS, NUMBER_MATCH, card_of, colour_of, number_of, strength
from quincunx.games.popalotsy.rules import next_die, next_to_receive, reshuffles, starter
from quincunx.games.popalotsy.state import AFTER_ROUND, DEALING, DROPPING, ENDED, MOST_ROUNDS, MOST_WRONG, RACE, State

COLOUR_LETTERS = "roygb"
COLOUR_NAMES: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue")

COLOURS_SAID = (RED, ORANGE, YELLOW, GREEN, BLUE)
"""By colour: its name for people."""
FAULTS = {
    MATCHES_NOTHING: words.WRONG_MATCH,
    NOT_HIGHER: words.WRONG_HEIGHT,
    NUMBER_IS_THERE: words.WRONG_COLOUR,
    SECOND_NUMBER: words.WRONG_NUMBER,
    EXACT_IS_THERE: words.WRONG_EXACT,
}

_COLOUR = f"({'|'.join(COLOUR_NAMES)}|[{COLOUR_LETTERS}])"
_CARD = re.compile(rf"{_COLOUR}[ -]?([1-6])")
_DROP = re.compile(rf"(?:drop )?{_COLOUR}[ -]?([1-6]) ?(?:on |over |> ?)?(?:the )?{_COLOUR}(?: die)?")


def format_card(card: int) -> str:
    """A card as text: `r4`."""
    return f"{COLOUR_LETTERS[colour_of(card)]}{number_of(card)}"


def say_card(card: int) -> Message:
    """A card in words: `red 4`."""
    return words.CARD(colour=COLOURS_SAID[colour_of(card)](), number=number_of(card))


def format_action(state: State, seat: Seat, action: int) -> str:
    """`done`, or the card and the die."""
    if action == DONE:
        return "done"
    card, die = divmod(action, DICE)
    return f"{format_card(card)} on {COLOUR_LETTERS[die]}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Also `r4o`, `drop red 4 on the orange die`; `stop` and `pass` for done."""
    typed = " ".join(text.lower().split())
    if typed in ("done", "stop", "pass"):
        return DONE
    found = _DROP.fullmatch(typed)
    if found is None:
        raise NotationError(words.NO_ACTION(text=quoted(text)))
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
            raise NotationError(words.NO_CARD(text=quoted(text), letters=" ".join(COLOUR_LETTERS)))
        return card_of(_colour(found[1]), int(found[2]))
    if word not in list("123456"):
        raise NotationError(words.CANNOT_SHOW(colour=COLOURS_SAID[next_die(state)](), text=quoted(text)))
    return int(word) - 1


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """The next landing, in words."""
    if state.stage == DEALING:
        return words.CARD_IS_DEALT(name=names[next_to_receive(state)])
    return words.DIE_LANDS(colour=COLOURS_SAID[next_die(state)]())


def cards_in(kinds: int, twins: int) -> list[int]:
    """The cards of a set, in order, with duplicates."""
    return [card for card in range(KINDS) for _ in range((kinds >> card & 1) + (twins >> card & 1))]


def pile_of(state: State, die: int) -> list[tuple[int, Seat]]:
    """The rings around a die with their owners, lowest first."""
    return [
        (state.ring_card[place], state.ring_seat[place]) for place in range(state.rings) if state.ring_die[place] == die
    ]


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    """Describe an event; empty if it needs no line."""
    if who == CHANCE:
        said = _describe_deal(before, what, names) if before.stage == DEALING else _describe_pop(after, names)
    else:
        said = [words.DONE(name=names[who])] if what == DONE else _describe_drop(before, who, what, names)
        said += _describe_taking(before, after, who, what, names)
        if before.wrong[who] + 1 == MOST_WRONG == after.wrong[who]:
            said.append(words.TOO_MANY_WRONG(name=names[who], count=MOST_WRONG))
        said += _describe_end(before, after, who, names)
    if reshuffles(before, after):
        said.append(words.SHUFFLED())
    return said


def _describe_deal(before: State, what: int, names: Sequence[str]) -> list[Message]:
    if before.rounds == 0:
        return [words.FIVE_CARDS()] if before.dealing == 1 else []
    said = [] if what == HIDDEN else [words.IS_DEALT(name=names[next_to_receive(before)], card=say_card(what))]
    return [*said, words.ONE_MORE()] if before.dealing == 1 else said


def _describe_pop(after: State, names: Sequence[str]) -> list[Message]:
    if after.stage != DROPPING:
        return []
    dice = [words.DIE(colour=COLOURS_SAID[die](), number=after.face[die]) for die in range(DICE)]
    return [words.POPS(round=after.rounds, name=names[starter(after)], dice=dice)]


def _describe_drop(before: State, who: Seat, what: int, names: Sequence[str]) -> list[Message]:
    card, die = divmod(what, DICE)
    how, wrong = words.DROPS, OK
    if before.referee != AFTER_ROUND or before.form != RACE:  # R9: otherwise silent until the check
        wrong = fault(before, what)
        how = words.DROPS if wrong != OK else _match(strength(card, die, before.face[die]))
    drops = how(name=names[who], card=say_card(card), colour=COLOURS_SAID[die](), face=before.face[die])
    return [drops] if wrong == OK else [drops, FAULTS[wrong]()]


def _match(worth: int) -> Sentence:
    if worth == EXACT:
        return words.DROPS_EXACT
    return words.DROPS_NUMBER if worth == NUMBER_MATCH else words.DROPS_COLOUR


def _describe_taking(before: State, after: State, who: Seat, what: int, names: Sequence[str]) -> list[Message]:
    said = []
    for seat in range(before.seats):
        dropped = 1 if seat == who and what != DONE else 0
        taken = after.held[seat] - before.held[seat] + dropped
        if taken:
            said.append(words.TAKES_BACK(name=names[seat], count=taken))
    return said


def _describe_end(before: State, after: State, who: Seat, names: Sequence[str]) -> list[Message]:
    if after.stage == DROPPING:
        return []
    if after.held[who] == 0:
        return [words.WINS(name=names[who])]
    if after.stage == ENDED:
        return [words.LAST_ROUND_IS_OVER(round=MOST_ROUNDS)]
    return [words.ROUND_IS_OVER(round=before.rounds)]
