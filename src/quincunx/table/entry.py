"""Entering the real dice and cards of a table, and correcting what was entered."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quincunx.core.errors import ChanceError, IllegalAction, NotationError, QuincunxError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.real import Slot, Throw, face_text, match_faces, slots_of, throws_of
from quincunx.core.seats import CHANCE, Seat
from quincunx.core.timeline import Event, Moment
from quincunx.table import words
from quincunx.table.refusal import Refuse


class Read(NamedTuple):
    """The entered dice or cards, in the order in which they land."""

    land: list[int]
    """The outcomes in the order in which they land."""
    first: int | None = None
    """The first event after which the dice of the turn must be distinguished differently; None if none."""
    events: Sequence[Event] = ()
    """The events since then in their new form."""


class Due(NamedTuple):
    """The dice or cards still to be entered."""

    slots: list[Slot]
    throws: list[Throw]


def due_of(match: Match, tray: dict[Seat | None, list[int]]) -> Due:
    """The dice and cards that are due, some of which are in the tray."""
    slots = slots_of(match)
    throws = throws_of(slots)
    return Due(slots, [throw for throw in throws if throw.owner not in tray])


def known_of(slots: Sequence[Slot], tray: dict[Seat | None, list[int]]) -> list[int | None]:
    """The outcomes of all slots as far as they are in the tray."""
    waiting = {owner: iter(land) for owner, land in tray.items()}
    return [next(waiting[slot.owner]) if slot.owner in waiting else None for slot in slots]


def ready_of(match: Match, tray: dict[Seat | None, list[int]]) -> list[int]:
    """Return the outcomes in the tray that land before the first missing one.

    Raise `Refuse` if one of them is impossible.
    """
    try:
        known = known_of(slots_of(match), tray)
        slots_of(match, known)
    except ChanceError as error:
        raise Refuse("dice", error.message) from None
    missing = known.index(None) if None in known else len(known)
    return [outcome for outcome in known[:missing] if outcome is not None]


def left_of(slots: Sequence[Slot], tray: dict[Seat | None, list[int]], landed: int) -> dict[Seat | None, list[int]]:
    """The tray after that many of the slots have landed."""
    owners = [slot.owner for slot in slots][:landed]
    return {owner: land[owners.count(owner) :] for owner, land in tray.items()}


def read(match: Match, throw: Throw, slots: Sequence[Slot], faces: Sequence[str]) -> Read:
    """Read faces as outcomes of the dice or cards of a throw; raise `Refuse` with the impossible ones."""
    try:
        return Read(match_faces(match, [slots[place] for place in throw.places], faces))
    except NotationError as error:
        other = _reread(match, faces)
        if other is None:
            raise Refuse("dice", error.message) from None
        return other


def _reread(match: Match, faces: Sequence[str]) -> Read | None:
    """Return the same turn with its dice distinguished differently, where the game knows how."""
    reread = getattr(match.spec.part("entry"), "reread", None)
    found = None if reread is None else reread(match, faces)
    if found is None:
        return None
    first, events = found
    fork = match.fork(first)
    fork.follow((who, what) for who, what, _ in events)
    return Read(match_faces(fork, slots_of(fork), faces), first, list(events))


# Correcting


class Entry(NamedTuple):
    """Dice or cards that were entered together."""

    first: int
    """The event that landed the first die or card then due."""
    throw: Throw
    slots: list[Slot]
    land: list[int]
    """The outcomes of the throw."""


def entries_of(match: Match) -> list[Entry]:
    """Return the landed entries, in order."""
    return [entry for first in rolls_of(match) for entry in _entries_at(match, first)]


def entry_at(match: Match, first: int, owner: Seat | None) -> Entry:
    """The entry of that owner among those that began to land with that event."""
    if first in rolls_of(match):
        for entry in _entries_at(match, first):
            if entry.throw.owner == owner:
                return entry
    raise Refuse("dice", words.NO_SUCH_ENTRY())


def rolls_of(match: Match) -> list[int]:
    """The numbers of the events by which dice or cards began to land."""
    due, firsts = match.spec.part("entry").due, []
    left = 0
    for number, before, event, _ in match.walk():
        if event.by_chance:
            if left == 0:
                left = due(before)
                firsts.append(number)
            left -= 1
    return firsts


def _entries_at(match: Match, first: int) -> list[Entry]:
    slots = slots_of(match.fork(first))
    landed = [match.event(number).what for number in range(first, min(first + len(slots), len(match)))]
    return [
        Entry(first, throw, slots, [landed[place] for place in throw.places])
        for throw in throws_of(slots)
        if throw.places[-1] < len(landed)
    ]


class Correction(NamedTuple):
    """A match with a changed entry, as far as the later events still fit."""

    first: int
    """The first event that may differ."""
    events: list[Event]
    """The events since then."""


def correct(match: Match, entry: Entry, faces: Sequence[str]) -> Correction:
    """Change an entry and replay the later events, up to the first that no longer fits."""
    first = entry.first
    fork = match.fork(first)
    number = min(first + len(entry.slots), len(match))
    old = [match.event(place).what for place in range(first, number)]
    found = _keep_most(fork, entry, faces)
    if found.first is not None:
        first = found.first
        fork = match.fork(first)
        fork.follow((who, what) for who, what, _ in found.events)
    for place, outcome in zip(entry.throw.places, found.land, strict=True):
        old[place] = outcome
    try:
        for outcome in old:
            fork.land(outcome)
    except ChanceError as error:
        raise Refuse("dice", error.message) from None
    _follow(fork, match.walk(number))
    return Correction(first, [*fork.events][first:])


def _keep_most(match: Match, entry: Entry, faces: Sequence[str]) -> Read:
    """Read corrected faces, keeping the outcome of every die that was right if possible."""
    slots = [entry.slots[place] for place in entry.throw.places]
    left, land = list(faces), list(entry.land)
    changed = []
    for place, (slot, outcome) in enumerate(zip(slots, land, strict=True)):
        text = face_text(match, slot.state, outcome)
        if text in left:
            left.remove(text)
        else:
            changed.append(place)
    try:
        for place, outcome in zip(changed, match_faces(match, [slots[place] for place in changed], left), strict=True):
            land[place] = outcome
    except NotationError:
        return read(match, entry.throw, entry.slots, faces)
    return Read(land)


def fit_says(match: Match, misfit: Moment | None, seat: Seat) -> Message:
    """Describe how far later events fit after a correction, as a seat may know it."""
    if misfit is None:
        return words.STILL_FITS()
    (who, what, _), before = misfit.event, misfit.before
    secrets = match.spec.secrets
    if who == CHANCE or (secrets is not None and not secrets.sees(before, seat, who, what)):
        return words.NO_LONGER_LANDS()
    return words.NO_LONGER_FITS(name=match.names[who], action=match.spec.notation.format_action(before, who, what))


def _follow(fork: Match, moments: Iterable[Moment]) -> None:
    """Replay events in a match with a different past, up to the first that does not fit."""
    begun = len(fork)
    due = 0
    for moment in moments:
        if due == 0:
            begun = len(fork)
            due = len(slots_of(fork)) if fork.awaits_chance else 0
            if moment.event.by_chance and due != _due(fork, moment):
                return
        try:
            _repeat(fork, moment)
        except QuincunxError:
            fork.rewind(begun)
            return
        due = max(0, due - 1)


def _due(match: Match, moment: Moment) -> int:
    count: int = match.spec.part("entry").due(moment.before)
    return count


def _repeat(fork: Match, moment: Moment) -> None:
    before, (who, what, _), _ = moment.before, moment.event, moment.after
    if who != CHANCE:
        fork.follow([(who, what)])
        return
    entry, now = fork.spec.part("entry"), fork.state
    if not fork.awaits_chance or entry.owner(before) != entry.owner(now):
        raise IllegalAction(words.NO_SUCH_ENTRY())
    if face_text(fork, before, what) != face_text(fork, now, what):
        raise IllegalAction(words.NO_SUCH_ENTRY())
    fork.land(what)
