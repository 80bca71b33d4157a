"""Protocols of the modules in a game's folder.

mypy holds every game to these (a game lists its modules in `Parts`, for the type checker alone). At run time `GameSpec`
checks the rules when a game is declared and every other module when it is first used, and reports what is wrong.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from quincunx.core.messages import Message, Sentence
from quincunx.core.seats import Actors, Seat

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quincunx.core.bots import Bots
    from quincunx.core.drawing import Drawn
    from quincunx.core.fields import Row
    from quincunx.core.real import Face
    from quincunx.core.sheet import Sheet
    from quincunx.core.tutorial import Tutorial


class Rules(Protocol):
    """`rules.py`: the eight functions (docs/engine.md). They change a state in place, or answer a question about it."""

    __name__: str

    def setup(self, state: Any, seats: int, options: "Row") -> None:
        """Set up a match. `state` arrives all zero; `options` has the number of the choice of each variant."""

    def to_act(self, state: Any) -> Actors:
        """Return who may act: a set of seats, or `CHANCE`, or `OVER`."""

    def objection(self, state: Any, seat: Seat, action: int) -> int:
        """Return 0 if a seat may do this now, else the number of the rule against it."""

    def apply(self, state: Any, seat: Seat, action: int) -> None:
        """Apply an action to which there is no objection."""

    def odds(self, state: Any, weights: "Row") -> int:
        """Write the weights of the next die's or card's outcomes to `weights`; return their number."""

    def land(self, state: Any, outcome: int) -> None:
        """Land the next die or card with this outcome."""

    def view(self, state: Any, seat: Seat, out: Any) -> None:
        """Hide from a seat, or from `SPECTATOR`, what it may not know.

        The hidden fields of `out`, a copy of the state, become `HIDDEN`."""

    def standings(self, state: Any, out: Any) -> None:
        """Put the points and places, at any moment, into `out[seat, POINTS]` and `out[seat, PLACE]`."""


class LegalActions(Protocol):
    """`legal_actions` of `rules.py`."""

    def __call__(self, state: Any, seat: Seat, out: "Row") -> int:
        """Write all legal actions to `out`, ascending; return their number. A faster twin of `objection`."""


class LandingName(Protocol):
    """`landing_name` of `rules.py`."""

    def __call__(self, state: Any) -> int:
        """Return a number that identifies the next landing, so that two matches can share dice."""


class Sees(Protocol):
    """`sees` of `rules.py`."""

    def __call__(self, state: Any, seat: Seat, who: int, what: int) -> bool:
        """Whether this seat may know this event, which happens next."""


class Guess(Protocol):
    """`guess` of `rules.py`."""

    def __call__(self, view: Any, seat: Seat, key: "Row", out: Any) -> None:
        """Draw a full state that is consistent with this view into `out`, with the odds of chance."""


@dataclass(frozen=True)
class Secrets:
    """The two functions of games with secrets."""

    sees: Sees
    guess: Guess


class NotationModule(Protocol):
    """`notation.py`: actions and outcomes as text, both ways, and a match in words, for logs and screen readers."""

    def format_action(self, state: Any, seat: Seat, action: int) -> str:
        """Return the canonical text of an action, as in transcripts."""

    def parse_action(self, state: Any, seat: Seat, text: str) -> int:
        """Parse an action as transcripts or people write it; raise `NotationError` if it is none."""

    def format_outcome(self, state: Any, outcome: int) -> str:
        """A die or card in one word."""

    def parse_outcome(self, state: Any, text: str) -> int:
        """Parse the text of an outcome; raise `NotationError` if it is none."""

    def describe_chance(self, state: Any, names: Sequence[str]) -> Message:
        """Which die or card lands next, in words."""

    def describe_event(self, before: Any, after: Any, who: int, what: int, names: Sequence[str]) -> list[Message]:
        """Describe an event to someone with these views; `what` is `HIDDEN` if they may not know it.

        Empty for events that need no line.
        """


class FlawsModule(Protocol):
    """`flaws.py`: what makes a position unsafe to play."""

    def flaws(self, state: Any) -> Iterator[Message]:
        """List what makes this position invalid, beyond the ranges of its numbers."""


class PictureModule(Protocol):
    """`picture.py`: a view as the page draws it."""

    def picture(self, view: Any, seat: Seat) -> "Drawn":
        """Return the view of a seat, or of `SPECTATOR`, for the page, in the rulebook's nouns.

        It includes everything that the page cannot derive, because the page has no rules.
        """

    def lit(self, view: Any, seat: Seat, action: int) -> list[str]:
        """Return the parts of the board that show a legal action, by the names that the page's board gives them."""


class DisplayModule(Protocol):
    """`display.py`: a view in a terminal."""

    @property
    def HELP(self) -> Sequence[tuple[str, Sentence]]:  # noqa: N802  # a constant of the module
        """The commands that can be typed, and what they do."""

    def board(self, view: Any, seat: Seat, names: Sequence[str]) -> "RenderableType":
        """Return the board for the person at that seat, or for `SPECTATOR`. Letters repeat what colours say."""

    def prompt(self, view: Any, seat: Seat) -> Message:
        """The choice that this person must make now."""


class FiguresModule(Protocol):
    """`figures.py`: what a simulation counts besides points."""

    @property
    def NAMES(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the module
        """The name of each counter."""

    def note(self, before: Any, after: Any, who: int, what: int, out: "Row") -> None:
        """Add to the counters in `out` what an event shows."""

    def summary(self, counters: Sequence[int], matches: int) -> list[tuple[Message, Message]]:
        """The counters as people read them."""


class BotsModule(Protocol):
    """`bots.py`: the game's bots."""

    @property
    def BOTS(self) -> "Bots":  # noqa: N802  # a constant of the module
        """The reflex bots, their knowledge, and the game's part of a search."""


class Candidates(Protocol):
    """`candidates` of `bots.py`."""

    def __call__(self, view: Any, seat: Seat, legal: "Row", count: int, knowledge: Any, out: "Row") -> int:
        """Put the actions that are worth a search into `out`; return their number."""


class Estimate(Protocol):
    """`estimate` of `bots.py`."""

    def __call__(self, root: Any, state: Any, seat: Seat, knowledge: Any) -> float:
        """Return a seat's win chance at this point of a trial; `UNKNOWN` if the trial must go on."""


class Part(NamedTuple):
    """A reason for or against an action, with its amount: "points ahead in the end", 3.2."""

    what: Message
    """A noun."""
    amount: float
    is_share: bool = False
    """Whether the amount is a probability."""
    is_cost: bool = False
    """Whether less of it is better."""


class ReasonsModule(Protocol):
    """`reasons.py`: reasons of reflex bots, and the odds after a choice."""

    def why(self, level: str, view: Any, seat: Seat, action: int, knowledge: Any) -> "Message":
        """The reason of a bot of that level for an action that it chose, as a part of a sentence."""

    def chances_after(self, view: Any, seat: Seat, action: int) -> "Sequence[tuple[Message, float]]":
        """Return the exact odds of the events that matter after an action."""

    def parts_after(self, view: Any, seat: Seat, action: int) -> "Sequence[Part]":
        """Return what makes an action good or bad for a seat, for comparison with another action."""


class LenientModule(Protocol):
    """`lenient.py`: a position as people say it."""

    def parse_lenient(self, text: str) -> Any:
        """Parse a position; raise `NotationError` if the text describes none."""


class EntryModule(Protocol):
    """`entry.py`: the game with real dice and cards, which people enter."""

    def due(self, state: Any) -> int:
        """Return the number of dice or cards that land together now, the next one included."""

    def owner(self, state: Any) -> Seat | None:
        """The seat that rolls the next die or gets the next card; None if that does not matter."""

    def says(self, state: Any, names: Sequence[str]) -> Message:
        """What to roll or draw, in words."""

    def face(self, state: Any, outcome: int, names: Sequence[str]) -> "Face":
        """The face of an outcome of the next die or card."""


class Question(NamedTuple):
    """A question that the judge of a game answers."""

    about: Sentence
    example: str
    """The question as it is asked about some dice or cards."""


class JudgeModule(Protocol):
    """`judge.py`: rulings for people who play at a table of their own."""

    @property
    def QUESTIONS(self) -> Sequence[Question]:  # noqa: N802  # a constant of the module
        """The possible questions."""

    def judge(self, text: str) -> list[Message]:
        """Return the answer, each sentence with its rules; raise `NotationError` if the text asks nothing."""


class SheetModule(Protocol):
    """`sheet.py`: the game's score sheet and player aid on paper."""

    @property
    def SHEET(self) -> "Sheet":  # noqa: N802  # a constant of the module
        """The printed page."""


class TutorialModule(Protocol):
    """`tutorial.py`: a guided first match."""

    @property
    def TUTORIAL(self) -> "Tutorial":  # noqa: N802  # a constant of the module
        """The steps of the match and their texts."""


MODULES: Final[dict[str, type | None]] = {
    "rules": Rules,
    "words": None,  # its sentences are named by the game's other modules, and by nobody else
    "notation": NotationModule,
    "flaws": FlawsModule,
    "picture": PictureModule,
    "display": DisplayModule,
    "figures": FiguresModule,
    "bots": BotsModule,
    "reasons": ReasonsModule,
    "tutorial": TutorialModule,
    "lenient": LenientModule,
    "entry": EntryModule,
    "judge": JudgeModule,
    "sheet": SheetModule,
}
"""The modules of a game's folder that others use, by name: the protocol that each must satisfy."""
NEEDED: Final = ("words", "notation", "flaws")
"""Those that every game has beside its rules. Without another module a game only lacks what that is for."""


class Parts(NamedTuple):
    """A game's modules, named for the type checker: it holds each to its protocol. A test holds this to `MODULES`."""

    notation: NotationModule
    flaws: FlawsModule
    picture: PictureModule | None = None
    display: DisplayModule | None = None
    figures: FiguresModule | None = None
    bots: BotsModule | None = None
    reasons: ReasonsModule | None = None
    tutorial: TutorialModule | None = None
    lenient: LenientModule | None = None
    entry: EntryModule | None = None
    judge: JudgeModule | None = None
    sheet: SheetModule | None = None


FUNCTIONS: Final = tuple(name for name in vars(Rules) if not name.startswith("_"))
"""The names of the eight functions."""
OPTIONAL_FUNCTIONS: Final[dict[str, type]] = {
    "legal_actions": LegalActions,
    "landing_name": LandingName,
    "sees": Sees,
    "guess": Guess,
}
"""The optional functions of rules; a game's `GameSpec` names those that it has."""


def check_module(name: str, module: object, game: str) -> None:
    """Raise a TypeError that lists every difference between a module of a game and its protocol."""
    protocol = MODULES.get(name)
    if protocol is not None and (wrong := list(_flaws(protocol, module))):
        raise TypeError(f"{name}.py of {game}: {'; '.join(wrong)}")


def check_functions(rules: object, named: Mapping[str, Callable[..., Any]], game: str) -> None:
    """Raise a TypeError that lists the optional functions of the rules that are not named or have other arguments."""
    wrong: list[str] = []
    for name, protocol in OPTIONAL_FUNCTIONS.items():
        if name in named:
            wrong += flaws_of_function(name, named[name], protocol)
        elif hasattr(rules, name):
            wrong.append(f"{name} is not named in the game's GameSpec")
    if wrong:
        raise TypeError(f"rules.py of {game}: {'; '.join(wrong)}")


def flaws_of_function(name: str, function: object, protocol: type) -> Iterator[str]:
    """The errors of a function that a protocol's `__call__` describes."""
    return _flaws_of_form(name, function, _form(vars(protocol)["__call__"])[1:])


def _flaws(protocol: type, module: object) -> Iterator[str]:
    for name, wanted in vars(protocol).items():
        found = getattr(module, name, None)
        if name.startswith("_"):
            continue
        if isinstance(wanted, property):
            if found is None:
                yield f"{name} is missing"
        elif isinstance(wanted, FunctionType):
            form = _form(wanted)[1:]
            if found is None:
                yield f"{name}({', '.join(form)}) is missing"
            else:
                yield from _flaws_of_form(name, found, form)


def _flaws_of_form(name: str, found: object, form: list[str]) -> Iterator[str]:
    if not callable(found):
        yield f"{name} cannot be called"
    elif len(_form(found)) != len(form):
        yield f"{name} takes ({', '.join(form)}), not ({', '.join(_form(found))})"


def _form(function: Callable[..., Any]) -> list[str]:
    return list(signature(function).parameters)
