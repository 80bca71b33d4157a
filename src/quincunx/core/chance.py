"""Sources of dice and cards: a seed, a script, a person, a record. One die or card at a time.

A match asks its source for the next outcome; no state holds a source.
"""

import hashlib
import secrets
from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from quincunx.core import words
from quincunx.core.defaults import NO_NAME
from quincunx.core.errors import ChanceError, NotationError
from quincunx.core.messages import Message

if TYPE_CHECKING:
    from quincunx.core.match import Match


NameOf: TypeAlias = Callable[[Any], int]
"""Names the landing that is due in a state."""


class Chance(Protocol):
    """Anything that decides how the next die or card lands."""

    def outcome(self, match: "Match") -> int:
        """The outcome that lands next in this match."""
        ...


class Seeded:
    """Dice from a seed. The n-th landing of a match stays the same when it is taken back and rolled again."""

    def __init__(self, seed: int | str | bytes | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed
        self._key = self.seed if isinstance(self.seed, bytes) else str(self.seed).encode()

    def outcome(self, match: "Match") -> int:
        """The outcome of the die or card that is due."""
        return self.of_landing(match.spec.landing_name, match.state, match.odds(), match.landings)

    def of_landing(self, name_of: "NameOf | None", state: Any, weights: list[int], number: int) -> int:
        """The outcome of the landing of that number, before which this was the state."""
        return self.draw(weights, number)

    def draw(self, weights: list[int], number: int) -> int:
        """SHA-256 of the seed and the number of the landing, read as a number below the sum of the weights."""
        return self._pick(weights, b":%d" % number)

    def _pick(self, weights: list[int], which: bytes) -> int:
        ends = list(accumulate(weights))
        digest = hashlib.sha256(self._key + which).digest()
        return bisect_right(ends, int.from_bytes(digest, "big") % ends[-1])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seed!r})"


class Named(Seeded):
    """Dice from a seed and the names of landings: the same die of the same turn lands the same, whatever is decided."""

    def of_landing(self, name_of: "NameOf | None", state: Any, weights: list[int], number: int) -> int:
        """Draw by the name of the landing, or by its number if it has none."""
        name = NO_NAME if name_of is None else name_of(state)
        return self.draw(weights, number) if name == NO_NAME else self._pick(weights, b"/%d" % name)


def seed_of_series(series: str, slug: str, secret: str) -> str:
    """The seed of matches that share their dice: SHA-256 of `series:game:secret`, in hexadecimal."""
    return hashlib.sha256(f"{series}:{slug}:{secret}".encode()).hexdigest()


class Scripted:
    """Dice that are written down: each landing takes the next word."""

    def __init__(self, script: str | Iterable[str]) -> None:
        self.words = script.split() if isinstance(script, str) else list(script)
        self._used = 0

    def outcome(self, match: "Match") -> int:
        """The next word of the script."""
        if self._used == len(self.words):
            raise ChanceError(words.SCRIPT_ENDS(count=self._used))
        outcome = match.parse_outcome(self.words[self._used])
        self._used += 1
        return outcome

    def extend(self, script: str) -> None:
        """Write more down."""
        self.words.extend(script.split())

    def __copy__(self) -> "Scripted":
        """The same script, which goes on by itself."""
        other = Scripted(self.words)
        other._used = self._used
        return other

    def __repr__(self) -> str:
        return (
            f"<Scripted, {self._used} of {len(self.words)} landed, next: {' '.join(self.words[self._used :]) or '-'}>"
        )


class Typed:
    """Real dice that a person types in; asks again until the answer is valid."""

    def __init__(self, ask: Callable[[Message], str], tell: Callable[[Message], None]) -> None:
        self.ask = ask
        self.tell = tell

    def outcome(self, match: "Match") -> int:
        """The outcomes that the person typed."""
        while True:
            try:
                return match.parse_outcome(self.ask(match.spec.notation.describe_chance(match.state, match.names)))
            except (NotationError, ChanceError) as error:
                self.tell(error.message)


class Recorded:
    """Dice as they landed in another match."""

    def __init__(self, outcomes: Iterable[int]) -> None:
        self.outcomes = list(outcomes)

    def outcome(self, match: "Match") -> int:
        """The outcome with the same number."""
        if match.landings >= len(self.outcomes):
            raise ChanceError(words.RECORD_ENDS(count=len(self.outcomes)))
        return self.outcomes[match.landings]

    def __repr__(self) -> str:
        return f"Recorded({self.outcomes!r})"
