"""Real dice and cards that people type, in any order and without names."""

from quincunx.core.errors import NotationError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.real import Throw, check_faces
from quincunx.core.seats import Seat
from quincunx.core.timeline import Moment
from quincunx.table.entry import Correction, Entry, correct, due_of, entries_of, left_of, read, ready_of
from quincunx.table.refusal import Refuse
from quincunx.tui import words


class RealDice:
    """The typed faces of the dice and cards that are due."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.faces: list[str] = []
        """The typed faces of an incomplete throw."""
        self.tray: dict[Seat | None, list[int]] = {}
        """Whole throws that must land after others."""

    @property
    def throw(self) -> Throw:
        """The next dice or cards to be typed."""
        return due_of(self.match, self.tray).throws[0]

    def question(self) -> Message:
        """The question for the next throw, with its number of dice."""
        due = due_of(self.match, self.tray)
        throw = due.throws[0]
        says = self.match.spec.part("entry").says(due.slots[throw.places[0]].state, self.match.names)
        return words.TYPE_FACES(what=says, count=len(throw.places) - len(self.faces))

    def take(self, line: str) -> list[int]:
        """Read typed faces; return the outcomes that land now. Raise `Refuse` and forget the throw if one cannot."""
        self.faces += line.replace(",", " ").split()
        try:
            while self.faces and self._take_throw():
                pass
        except (Refuse, NotationError) as error:
            self.faces = []
            raise error if isinstance(error, Refuse) else Refuse("dice", error.message) from None
        landing = ready_of(self.match, self.tray)
        self.tray = left_of(due_of(self.match, {}).slots, self.tray, len(landing))
        self.tray = {owner: land for owner, land in self.tray.items() if land}
        return landing

    def _take_throw(self) -> bool:
        """Put the next throw into the tray if all its faces have been typed; return whether they have."""
        due = due_of(self.match, self.tray)
        if not due.throws:
            return False
        throw = due.throws[0]
        count = len(throw.places)
        if len(self.faces) < count:
            check_faces(self.match, [due.slots[place] for place in throw.places], self.faces)
            return False
        found = read(self.match, throw, due.slots, self.faces[:count])
        if found.first is not None:
            self.match.rewind(found.first)
            self.match.follow((who, what) for who, what, _ in found.events)
        ready_of(self.match, self.tray | {throw.owner: found.land})
        self.tray[throw.owner] = found.land
        del self.faces[:count]
        return True

    def forget(self) -> bool:
        """Drop what has not landed yet; return whether there was something."""
        was_some = bool(self.faces or self.tray)
        self.faces, self.tray = [], {}
        return was_some

    def entries(self) -> list[Entry]:
        """The throws that have landed, latest first."""
        return entries_of(self.match)[::-1]

    def correction(self, entry: Entry, line: str) -> tuple[Correction, Moment | None]:
        """A throw changed with what followed repeated, and the first moment that no longer fits."""
        found = correct(self.match, entry, line.replace(",", " ").split())
        return found, next(self.match.walk(found.first + len(found.events)), None)

    def correct(self, found: Correction) -> None:
        """Correct a throw."""
        self.forget()
        self.match.rewind(found.first)
        self.match.follow((who, what) for who, what, _ in found.events)
