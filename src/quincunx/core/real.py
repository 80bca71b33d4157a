"""Real dice and cards: which are due, who enters them, and which shows which face.

People enter the dice of a roll in any order, without saying which is which. The dice land one at a time, each with its
own faces; `match_faces` finds which die shows which face. A game's `entry.py` says what is rolled together.
"""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.drawing import Colour
from quincunx.core.errors import NotationError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.play import weights_of
from quincunx.core.seats import CHANCE, SPECTATOR, Seat
from quincunx.core.words import quoted


class Face(NamedTuple):
    """The faces of a die or card."""

    text: str
    """The text to enter."""
    said: Message
    colour: Colour | None = None


class Slot(NamedTuple):
    """One die or card that is due."""

    state: Any
    """A state in which it lands next; earlier landings in it are invented."""
    owner: Seat | None
    """Its owner; None if that does not matter."""
    secret: bool
    """Whether only its owner may know it."""


class Throw(NamedTuple):
    """The dice or cards that are entered together."""

    owner: Seat | None
    secret: bool
    places: list[int]
    """Their numbers among those that are due."""


def slots_of(match: Match, known: Sequence[int | None] = ()) -> list[Slot]:
    """The dice and cards that land together now, in the order in which they land.

    `known` has the outcomes of some of them. A ChanceError if one of these cannot land.
    """
    entry, secrets = match.spec.part("entry"), match.spec.secrets
    slots: list[Slot] = []
    fork = match.fork()
    if not fork.awaits_chance:
        return slots
    for place in range(entry.due(fork.state)):
        state = fork.state
        weights = weights_of(match.spec, state)
        outcome = known[place] if place < len(known) else None
        if outcome is None:  # the one with most copies left, so that no later card lacks it
            left = [weight - known.count(what) for what, weight in enumerate(weights)]
            outcome = max(range(len(weights)), key=lambda what: (weights[what] > 0, left[what]))
        secret = secrets is not None and not secrets.sees(state, SPECTATOR, CHANCE, outcome)
        slots.append(Slot(state, entry.owner(state), secret))
        fork.land(outcome)
    return slots


def throws_of(slots: Sequence[Slot]) -> list[Throw]:
    """The slots by who enters them."""
    throws: dict[Seat | None, Throw] = {}
    for place, slot in enumerate(slots):
        throws.setdefault(slot.owner, Throw(slot.owner, slot.secret, [])).places.append(place)
    return list(throws.values())


def faces_of(match: Match, slot: Slot) -> list[Face]:
    """The faces of a slot, in the order of its outcomes.

    For a secret slot these are all faces of the game: the remaining cards would reveal what others hold.
    """
    face = match.spec.part("entry").face
    weights = weights_of(match.spec, slot.state)
    return [face(slot.state, outcome, match.names) for outcome, weight in enumerate(weights) if weight or slot.secret]


def pad_of(match: Match, slots: Sequence[Slot]) -> list[Face]:
    """The faces to choose from for slots that are entered together."""
    pad = getattr(match.spec.part("entry"), "pad", None)
    faces = pad(slots[0].state) if pad else [face for slot in slots for face in faces_of(match, slot)]
    return list({face.text: face for face in faces}.values())


def face_text(match: Match, state: Any, outcome: int) -> str:
    """The text that people enter for an outcome."""
    text: str = match.spec.part("entry").face(state, outcome, match.names).text
    return text


def check_faces(match: Match, slots: Sequence[Slot], typed: Sequence[str]) -> None:
    """Raise a NotationError for the first face that none of the slots can show, or that has several meanings."""
    known = {face.text.lower() for face in pad_of(match, slots)}
    tables = [_texts(match, slot) for slot in slots]
    _read_all(match, slots, tables, [word for word in typed if word.lower() not in known])


def match_faces(match: Match, slots: Sequence[Slot], typed: Sequence[str]) -> list[int]:
    """Return the outcome of each slot for these faces, in any order.

    The order of the faces does not matter. A NotationError names the first impossible face and the nearest possible
    one, or the faces that do not fit together and the nearest possible set.
    """
    if len(typed) != len(slots):
        raise NotationError(words.OTHER_COUNT_OF_FACES(count=len(slots), typed=len(typed)))
    tables = [_texts(match, slot) for slot in slots]
    outcomes, texts = _read_all(match, slots, tables, typed)
    order = sorted(range(len(typed)), key=lambda number: (texts[number], typed[number]))
    held: dict[int, int] = {}
    crowds: dict[int, list[str]] = {}
    for number in order:
        tried: set[int] = set()
        if not _place(number, outcomes, held, tried):
            crowds[number] = sorted(texts[one] for one in (*(held[place] for place in tried), number))
    for number in crowds:
        place, texts[number] = _nearest(match, slots, texts[number], held)
        held[place] = number
    if crowds:
        crowd = next(iter(crowds.values()))
        raise NotationError(words.NOT_ALL_OF_THESE(faces=" ".join(crowd), nearest=" ".join(texts)))
    found = {place: outcomes[number][place] for place, number in held.items()}
    return _sorted_alike(tables, [found[place] for place in range(len(slots))])


def _read_all(
    match: Match, slots: Sequence[Slot], tables: Sequence[dict[str, int]], typed: Sequence[str]
) -> tuple[list[dict[int, int]], list[str]]:
    """Return each face's possible outcomes by slot, and its notation."""
    outcomes: list[dict[int, int]] = []
    texts: list[str] = []
    for word in typed:
        fits = {place: table[word.lower()] for place, table in enumerate(tables) if word.lower() in table}
        if not fits:
            fits = _read_loosely(match, slots, word)
        named = sorted({face_text(match, slots[place].state, outcome) for place, outcome in fits.items()})
        if not named:
            raise NotationError(words.NO_SUCH_FACE(text=quoted(word), nearest=_nearest(match, slots, word, {})[1]))
        if len(named) > 1:
            raise NotationError(words.SEVERAL_FACES(text=quoted(word), faces=" ".join(named)))
        outcomes.append(fits)
        texts.append(named[0])
    return outcomes, texts


def _texts(match: Match, slot: Slot) -> dict[str, int]:
    return {
        face_text(match, slot.state, outcome).lower(): outcome
        for outcome in range(len(weights_of(match.spec, slot.state)))
    }


def _read_loosely(match: Match, slots: Sequence[Slot], word: str) -> dict[int, int]:
    """Parse a face by the game's notation, which accepts short forms."""
    fits = {}
    for place, slot in enumerate(slots):
        try:
            fits[place] = match.spec.notation.parse_outcome(slot.state, word)
        except NotationError:
            continue
    return fits


def _place(number: int, outcomes: Sequence[dict[int, int]], held: dict[int, int], tried: set[int]) -> bool:
    """Give a face a slot, moving others if it must."""
    for place in sorted(outcomes[number]):
        if place not in tried:
            tried.add(place)
            if place not in held or _place(held[place], outcomes, held, tried):
                held[place] = number
                return True
    return False


def _sorted_alike(tables: Sequence[dict[str, int]], outcomes: list[int]) -> list[int]:
    """The outcomes with those of slots alike in ascending order."""
    kinds: dict[tuple[str, ...], list[int]] = {}
    for place, table in enumerate(tables):
        kinds.setdefault(tuple(table), []).append(place)
    for places in kinds.values():
        for place, outcome in zip(places, sorted(outcomes[place] for place in places), strict=True):
            outcomes[place] = outcome
    return outcomes


def _nearest(match: Match, slots: Sequence[Slot], word: str, held: Mapping[int, int]) -> tuple[int, str]:
    """Return the free slot that can show the most similar face, and that face."""
    options = {
        face.text: place for place, slot in enumerate(slots) if place not in held for face in faces_of(match, slot)
    }
    text = max(options, key=lambda text: (SequenceMatcher(None, text, word).ratio(), text[:1] == word[:1], text))
    return options[text], text
