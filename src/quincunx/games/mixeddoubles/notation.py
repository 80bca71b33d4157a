"""Mixed Doubles as text: `wager red 3`, `roll`, `steal blue 5 from 2`; a die lands as `blue`, a card as `blue3`."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from quincunx.core.drawing import Colour
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message, Value
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.spec import either
from quincunx.core.words import BLUE, GREEN, ORANGE, PURPLE, RED, YELLOW, quoted
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.cards import (
    ALL_COLOURS,
    ALL_IN,
    EXTRA_ROLL,
    FREE,
    KINDS,
    MINUS_FIVE,
    STEAL,
    VALUES,
    colour_of,
    kind_of,
    value_of,
)
from quincunx.games.mixeddoubles.charts import FACES, PUSH, colours_pushed, colours_won, is_swap
from quincunx.games.mixeddoubles.legality import (
    DRAW_CARDS,
    END_TURN,
    KEEP,
    LOOT,
    LOOT_EXTRA,
    LOOT_STEAL,
    MOVE_TO,
    PART_TO,
    PLAY_EXTRA,
    ROB,
    ROLL_DICE,
    SWAP_WITH,
    TAKE,
    WAGER,
    card_wagered,
    loot_of,
    other_of,
    verb_of,
)
from quincunx.games.mixeddoubles.rules import total
from quincunx.games.mixeddoubles.state import (
    CASTING_LOTS,
    DEALING,
    DRAW,
    ENDED,
    EVERYBODY,
    ROBBING,
    ROLLING,
    SEATS,
    State,
)

Face: TypeAlias = Literal["blue", "yellow", "red", "wild", "push"]

COLOUR_NAMES: tuple[Colour, ...] = ("blue", "yellow", "red", "green", "purple", "orange")
FACE_NAMES: tuple[Face, ...] = ("blue", "yellow", "red", "wild", "push")
COLOURS_SAID = (BLUE, YELLOW, RED, GREEN, PURPLE, ORANGE)
FACES_SAID = (*COLOURS_SAID[:3], words.WILD, words.PUSH)
"""By colour and by face: its name for people."""
SEAT_NAMES = tuple(map(str, range(SEATS)))
STEPS = {ROLL_DICE: "roll", DRAW_CARDS: "draw", END_TURN: "end", PLAY_EXTRA: "extra roll", KEEP: "keep"}
WITH_ANOTHER = {SWAP_WITH: "swap", PART_TO: "part", MOVE_TO: "steal minus five to", ROB: "steal bank"}
FILLERS = frozenset({"with", "to", "from", "of", "seat", "player", "the", "a", "card", "'s"})
FORMS = (
    "wager red 3",
    "roll",
    "draw",
    "end",
    "extra roll",
    "swap 1",
    "part 1",
    "keep",
    "steal red 3 from 1",
    "steal extra roll from 1",
    "steal steal from 1",
    "steal bank 1",
    "steal minus five to 1",
)


# Actions


def format_action(state: State, seat: Seat, action: int) -> str:
    """Format an action: the rulebook's verb and its object; seats by number."""
    verb = verb_of(action)
    if verb == WAGER:
        return f"wager {card_name(card_wagered(action))}"
    if verb in STEPS:
        return STEPS[verb]
    if verb in WITH_ANOTHER:
        return f"{WITH_ANOTHER[verb]} {other_of(action)}"
    victim, loot = other_of(action), loot_of(action)
    return f"steal {loot_name(loot)} from {victim}"


def parse_action(state: State, seat: Seat, text: str) -> int:
    """Parse an action; accepts short colours with numbers, `wager r3`, and missing small words."""
    typed = [word for word in text.lower().replace("-five", " five").split() if word not in FILLERS]
    match typed:
        case ["roll"] | ["roll", "dice"]:
            return ROLL_DICE
        case ["draw"]:
            return DRAW_CARDS
        case ["end"] | ["end", "turn"]:
            return END_TURN
        case ["extra"] | ["extra", "roll"]:
            return PLAY_EXTRA
        case ["keep"] | ["keep", "minus", "five"]:
            return KEEP
        case ["wager", *card] if card:
            return WAGER + _numbered(card)
        case ["swap", partner]:
            return SWAP_WITH + _seat(state, partner)
        case ["part", goal] | ["part", "minus", "five", goal]:
            return PART_TO + _seat(state, goal)
        case ["steal", "minus", "five", goal] | ["steal", "minus", goal]:
            return MOVE_TO + _seat(state, goal)
        case ["steal", "bank", victim] | ["steal", victim, "bank"]:
            return ROB + _seat(state, victim)
        case ["steal", *loot, victim] if loot:
            return TAKE + _seat(state, victim) * LOOT + _loot(loot)
    raise NotationError(words.NO_ACTION(text=quoted(text), forms=either(FORMS)))


def _seat(state: State, word: str) -> Seat:
    """Only the seats of this table have a number."""
    if word in SEAT_NAMES[: state.seats]:
        return SEAT_NAMES.index(word)
    raise NotationError(words.NO_SEAT(text=quoted(word), last=state.seats - 1))


def _loot(typed: list[str]) -> int:
    match typed:
        case ["extra"] | ["extra", "roll"]:
            return LOOT_EXTRA
        case ["steal"]:
            return LOOT_STEAL
    return _numbered(typed)


def _numbered(typed: list[str]) -> int:
    together = "".join(typed)
    colour, value = together.rstrip("0123456789"), together.lstrip("abcdefghijklmnopqrstuvwxyz")
    if len(typed) > 2:
        raise NotationError(words.ONE_AT_A_TIME())
    if value not in {str(number) for number in range(1, VALUES + 1)}:
        raise NotationError(words.NO_NUMBERED_CARD(text=quoted(" ".join(typed)), most=VALUES))
    return kind_of(read_colour(colour), int(value))


def read_colour(word: str) -> int:
    """A colour by its name or first letter."""
    for colour, name in enumerate(COLOUR_NAMES):
        if word in (name, name[0]):
            return colour
    raise NotationError(words.NO_COLOUR(text=quoted(word), colours=" ".join(COLOUR_NAMES)))


def card_name(kind: int) -> str:
    """A card in words: `red 3`, `ALL IN red`, `EXTRA ROLL`."""
    if kind < ALL_IN:
        return f"{COLOUR_NAMES[colour_of(kind)]} {value_of(kind)}"
    if kind < EXTRA_ROLL:
        return f"ALL IN {COLOUR_NAMES[kind - ALL_IN]}"
    if kind < STEAL:
        return "EXTRA ROLL"
    if kind < FREE:
        return "STEAL"
    return "MINUS FIVE" if kind == MINUS_FIVE else f"FREE {kind - FREE + 1}"


def loot_name(loot: int) -> str:
    """The loot from a palette: `red 3`, `extra roll`, `steal`."""
    if loot == LOOT_EXTRA:
        return "extra roll"
    return "steal" if loot == LOOT_STEAL else card_name(loot)


# Dice and cards


def format_outcome(state: State, outcome: int) -> str:
    """A face, a card without spaces, or the number of the seat that begins."""
    if state.stage == ROLLING:
        return FACE_NAMES[outcome]
    if state.stage == CASTING_LOTS:
        return str(outcome)
    if outcome < ALL_IN or FREE <= outcome < MINUS_FIVE:
        return card_name(outcome).replace(" ", "").lower()
    return card_name(outcome).replace(" ", "-").lower()


def parse_outcome(state: State, text: str) -> int:
    """Also first letters: `b`, `b3`."""
    word = text.strip().lower()
    if state.stage == ROLLING:
        return read_face(word)
    if state.stage == CASTING_LOTS:
        return _seat(state, word)
    for kind in range(KINDS):
        if word in (format_outcome(state, kind), _short(kind)):
            return kind
    raise NotationError(words.NO_CARD(text=quoted(text)))


def read_face(word: str) -> int:
    """A face of a die by its name or first letter."""
    for face in range(FACES):
        if word in (FACE_NAMES[face], FACE_NAMES[face][0]):
            return face
    raise NotationError(words.CANNOT_SHOW(text=quoted(word), faces=" ".join(FACE_NAMES)))


def _short(kind: int) -> str:
    if kind < ALL_IN:
        return f"{COLOUR_NAMES[colour_of(kind)][0]}{value_of(kind)}"
    if kind < EXTRA_ROLL:
        return f"all-in-{COLOUR_NAMES[kind - ALL_IN][0]}"
    return {EXTRA_ROLL: "extra", STEAL: "steal", MINUS_FIVE: "minus"}.get(kind, f"f{kind - FREE + 1}")


def describe_chance(state: State, names: Sequence[str]) -> Message:
    """The next landing, in words."""
    if state.stage == CASTING_LOTS:
        return words.LOT_LANDS()
    if state.stage == DEALING:
        return words.CARD_IS_DEALT(name=names[dealt_to(state)])
    if state.stage == ROBBING:
        return words.BANK_CARD_IS_PICKED(name=names[state.robbed])
    if state.stage == ROLLING:
        return (words.SECOND_DIE_LANDS if state.landed else words.FIRST_DIE_LANDS)(name=names[state.turn])
    return words.CARD_IS_DRAWN(name=names[state.turn])


def dealt_to(state: State) -> Seat:
    """The seat that gets the next card of the deal."""
    return (DRAW * state.seats - state.to_draw) // DRAW


# Events


def describe_event(before: State, after: State, who: int, what: int, names: Sequence[str]) -> list[Message]:
    """Describe an event, with the finale or the end if it follows; nothing for the first die of a roll."""
    said = _told_chance(before, after, what, names) if who == CHANCE else _told_action(before, what, names)
    if after.finale > before.finale:
        said.append(words.FINALE_COMES())
    if after.stage == ENDED:
        said.append(words.IS_OVER())
    return said


def _told_action(before: State, action: int, names: Sequence[str]) -> list[Message]:
    name = names[before.turn]
    verb = verb_of(action)
    if verb == WAGER:
        return [words.WAGERS(name=name, card=say_card(card_wagered(action)))]
    if verb in STEPS:
        told = {END_TURN: words.ENDS_TURN, PLAY_EXTRA: words.PLAYS_EXTRA, KEEP: words.KEEPS}.get(verb)
        return [] if told is None else [told(name=name)]
    if verb in WITH_ANOTHER:
        said = {SWAP_WITH: words.SWAPS, PART_TO: words.PARTS, MOVE_TO: words.MOVES, ROB: words.ROBS}[verb]
        return [said(name=name, other=names[other_of(action)])]
    victim, loot = other_of(action), loot_of(action)
    return [words.TAKES(name=name, card=_told_card(_kind_of_loot(loot)), other=names[victim])]


def _kind_of_loot(loot: int) -> int:
    return {LOOT_EXTRA: EXTRA_ROLL, LOOT_STEAL: STEAL}.get(loot, loot)


def say_card(kind: int) -> Message:
    """A card in words: `red 3`, `ALL IN red`, `EXTRA ROLL`."""
    if kind < ALL_IN:
        return words.CARD(colour=COLOURS_SAID[colour_of(kind)](), value=value_of(kind))
    if kind < EXTRA_ROLL:
        return words.ALL_IN_CARD(colour=COLOURS_SAID[kind - ALL_IN]())
    if FREE <= kind < MINUS_FIVE:
        return words.FREE(number=kind - FREE + 1)
    return {EXTRA_ROLL: words.EXTRA_ROLL, STEAL: words.STEAL, MINUS_FIVE: words.MINUS_FIVE}[kind]()


def _told_card(kind: int) -> Message:
    """A card in a sentence; some cards have several copies."""
    several = {EXTRA_ROLL: words.AN_EXTRA_ROLL, STEAL: words.A_STEAL}.get(kind)
    return say_card(kind) if several is None else several()


def _told_chance(before: State, after: State, outcome: int, names: Sequence[str]) -> list[Message]:
    if before.stage == CASTING_LOTS:
        return [words.BEGINS(name=names[outcome])]
    if before.stage == ROBBING:
        return [words.GETS(name=names[before.turn], card=say_card(outcome), other=names[before.robbed])]
    if before.stage == ROLLING:
        return [_told_roll(before, after, outcome, names)] if before.landed else []
    seat = dealt_to(before) if before.stage == DEALING else before.turn
    drawn = words.DRAWS(name=names[seat], card=_told_card(outcome))
    played = after.discard_all_in & ~before.discard_all_in
    return [drawn, *_told_all_ins(before, seat, outcome, played, names)]


def _told_all_ins(before: State, seat: Seat, card: int, played: int, names: Sequence[str]) -> Iterator[Message]:
    """R2: one sentence, or by the switch one for each drawer."""
    if played and before.all_in_binds == EVERYBODY:
        yield words.ALL_IN_EVERYWHERE(colours=_listed(played))
    elif played:
        for who in range(before.seats):
            last = 1 << card - ALL_IN if who == seat and ALL_IN <= card < EXTRA_ROLL else 0
            if colours := before.palette_all_in[who] | last:
                yield words.ALL_IN_OF(colours=_listed(colours), name=names[who])


def _told_roll(before: State, after: State, face: int, names: Sequence[str]) -> Message:
    name, first, second = names[before.turn], FACES_SAID[before.die[0]](), FACES_SAID[face]()
    if is_swap(before.die[0], face):
        if before.seats > 2:
            return words.ROLLS_SWAP(name=name, first=first, second=second)
        return words.ROLLS_AND_SWAPS(name=name, first=first, second=second, other=names[1 - before.turn])
    if PUSH in (before.die[0], face):
        colours = say_colours(colours_pushed(before.die[0], face))
        return words.ROLLS_AND_PUSHES(name=name, first=first, second=second, colours=colours)
    won = total(after, before.turn) - total(before, before.turn)
    colours = say_colours(colours_won(before.die[0], face))
    return words.ROLLS_AND_WINS(name=name, first=first, second=second, colours=colours, count=won)


def say_colours(colours: int) -> Value:
    """A set of colours in words."""
    return words.ALL_COLOURS() if colours == ALL_COLOURS else _listed(colours)


def _listed(colours: int) -> list[Message]:
    return [said() for colour, said in enumerate(COLOURS_SAID) if colours >> colour & 1]
