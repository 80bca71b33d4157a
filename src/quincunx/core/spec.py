"""GameSpec: one game's facts, and where its functions are."""

import json
import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, Literal, overload

from quincunx.core import words
from quincunx.core.bots import MASTER, RANDOM, Bots, Floats, KnowingReflex, Reflex, Search
from quincunx.core.contract import (
    NEEDED,
    BotsModule,
    DisplayModule,
    EntryModule,
    FiguresModule,
    FlawsModule,
    JudgeModule,
    LandingName,
    LegalActions,
    LenientModule,
    NotationModule,
    PictureModule,
    ReasonsModule,
    Rules,
    Secrets,
    TutorialModule,
    check_functions,
    check_module,
)
from quincunx.core.errors import SetupError
from quincunx.core.fields import Schema
from quincunx.core.messages import HOMES, Message, Sentence
from quincunx.core.words import quoted

if TYPE_CHECKING:
    pass


SEATS_FIELD = "seats"
"""The field of the state with the number of players; only a game with one number of seats may go without it."""


@dataclass(frozen=True)
class Variant:
    """An option that the rulebook or a ruling offers; the first choice is the default."""

    name: str
    question: Sentence
    choices: tuple[str, ...]
    """The choices as transcripts and command lines write them."""
    labels: tuple[Sentence, ...] = ()
    """The labels of the choices; empty where the choices speak for themselves, as numbers do."""
    field: str | None = None
    """The field of the state that holds it, if one does."""

    def __post_init__(self) -> None:
        for text in (self.name, *self.choices):
            if not text or text != text.strip() or re.search(r"[,=#\n]", text):
                raise TypeError(f"{text!r} cannot be written in a transcript as a variant's name or choice")
        if self.labels and len(self.labels) != len(self.choices):
            raise TypeError(f"variant {self.name} has {len(self.choices)} choices and {len(self.labels)} labels")

    def index(self, choice: str) -> int:
        """The number under which the rules know a choice."""
        if choice not in self.choices:
            raise SetupError(
                words.NO_SUCH_CHOICE(variant=self.name, choices=either(self.choices), choice=quoted(choice))
            )
        return self.choices.index(choice)


def either(choices: tuple[str, ...]) -> str | Message:
    """The choices as a sentence names them: `a, b or c`."""
    if len(choices) == 1:
        return choices[0]
    return words.EITHER(first=", ".join(choices[:-1]), last=choices[-1])


@dataclass(frozen=True, eq=False, repr=False)
class GameSpec:
    """The facts of one game. Its functions are in `rules`; its other parts are modules beside it, loaded on demand."""

    slug: str
    title: str
    tagline: Sentence
    """A one-line advertisement of the game."""
    minutes: tuple[int, int]
    """The fewest and the most minutes of a match between people."""
    rules_version: int
    """The version of these rules, raised whenever the same events may lead to another state than before."""
    seats: range
    """The possible numbers of players."""
    state: type[Schema]
    rules: Rules
    actions: int
    """The number of actions, which are 0 to one less."""
    outcomes: int
    """The most outcomes that one die or card can have."""
    objections: Mapping[int, Sentence]
    """A sentence with its § or R for every objection but OK."""
    legal_actions: LegalActions | None = None
    """A faster twin of asking `objection` about every action."""
    landing_name: LandingName | None = None
    """Identifies the next landing, in a game whose landings have names: so the same dice can land in two matches."""
    secrets: Secrets | None = None
    """Tells which seats may know an event, in a game with secrets. Without it every view is the state."""
    variants: tuple[Variant, ...] = ()
    rolls: Collection[int] = ()
    """The actions by which a player asks for dice or cards. A terminal lets these land at once; after other actions it
    first asks for confirmation, because landed dice cannot be taken back."""
    race: bool = False
    """Whether seats act against the clock, not in turn."""
    unit: Literal["points", "cards"] = "points"
    """The unit of the final count."""
    low_wins: bool = False
    """Whether the fewest of them win."""
    usual_seats: int = 2
    """The usual number of players."""
    first_match: Mapping[str, str] = field(default_factory=dict)
    """Variants that a newcomer's first match is played with."""
    honour: int | None = None
    """A total above this enters a roll of honour, with the name of a witness; None for no roll."""
    colour: str = "#38516b"
    """The game's own colour, dark enough for white text, as a page writes it."""

    def __post_init__(self) -> None:
        check_module("rules", self.rules, self.slug)
        check_functions(self.rules, self.optional_functions, self.slug)
        if missing := [f"{name}.py" for name in NEEDED if not self.has_part(name)]:
            raise TypeError(f"{self.slug} has no {', '.join(missing)} beside its rules")
        self._check_fields()
        self.options(self.first_match)
        if self.usual_seats not in self.seats or not re.fullmatch("#[0-9a-f]{6}", self.colour):
            raise TypeError(f"{self.slug} cannot have usual_seats={self.usual_seats} or colour={self.colour!r}")
        HOMES[self.slug] = self.package

    def __repr__(self) -> str:
        return f"<GameSpec {self.slug}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle a game as a reference to the one in its folder."""
        if _declared_in(self.package) is not self:
            raise PicklingError(f"this {self.slug} is not the SPEC of {self.package}")
        return _declared_in, (self.package,)

    def _check_fields(self) -> None:
        """Raise a TypeError unless the state has the fields that the engine reads by name."""
        named = [SEATS_FIELD] if len(self.seats) > 1 else []
        for variant in self.variants:
            named += [] if variant.field is None else [variant.field]
        known = {field.name for field in self.state.FIELDS}
        if missing := [name for name in named if name not in known]:
            raise TypeError(f"a state of {self.slug} has no field {', '.join(missing)}")

    @property
    def package(self) -> str:
        """The import path of the game's folder."""
        return self.rules.__name__.rpartition(".")[0]

    @property
    def optional_functions(self) -> dict[str, Callable[..., Any]]:
        """By name: the functions that the game's rules have besides the eight."""
        secrets = self.secrets
        named: dict[str, Callable[..., Any] | None] = {
            "legal_actions": self.legal_actions,
            "landing_name": self.landing_name,
            "sees": None if secrets is None else secrets.sees,
            "guess": None if secrets is None else secrets.guess,
        }
        return {name: function for name, function in named.items() if function is not None}

    @property
    def folder(self) -> Path:
        """The folder of the game's files."""
        return Path(str(resources.files(self.package)))

    @overload
    def part(self, name: Literal["notation"]) -> NotationModule: ...
    @overload
    def part(self, name: Literal["flaws"]) -> FlawsModule: ...
    @overload
    def part(self, name: Literal["picture"]) -> PictureModule: ...
    @overload
    def part(self, name: Literal["display"]) -> DisplayModule: ...
    @overload
    def part(self, name: Literal["figures"]) -> FiguresModule: ...
    @overload
    def part(self, name: Literal["bots"]) -> BotsModule: ...
    @overload
    def part(self, name: Literal["reasons"]) -> ReasonsModule: ...
    @overload
    def part(self, name: Literal["lenient"]) -> LenientModule: ...
    @overload
    def part(self, name: Literal["entry"]) -> EntryModule: ...
    @overload
    def part(self, name: Literal["judge"]) -> JudgeModule: ...
    @overload
    def part(self, name: Literal["tutorial"]) -> TutorialModule: ...
    @overload
    def part(self, name: str) -> Any: ...
    def part(self, name: str) -> Any:
        """Import a module of the game's folder and check it against its protocol (`core/contract.py`)."""
        return _part(self.package, name, self.slug)

    def has_part(self, name: str) -> bool:
        """Whether the game's folder has that module."""
        return find_spec(f"{self.package}.{name}") is not None

    @cached_property
    def notation(self) -> NotationModule:
        """The module that writes actions and outcomes as text, and reads them."""
        return self.part("notation")

    @cached_property
    def _bots(self) -> Bots:
        return self.part("bots").BOTS if self.has_part("bots") else Bots({})

    @property
    def bots(self) -> Mapping[str, Reflex | KnowingReflex]:
        """The game's own reflex bots by name, weakest first; `random` is everyone's."""
        return self._bots.reflexes

    @property
    def search(self) -> Search | None:
        """The game's part of the search, None if no searching bot plays it."""
        return self._bots.search

    @property
    def reactions_ms(self) -> Mapping[str, int]:
        """By bot: its usual milliseconds from one action to the next in a race; empty in other games."""
        return self._bots.reactions_ms

    @property
    def reflex_names(self) -> tuple[str, ...]:
        """The bots that answer at once, weakest first."""
        return (RANDOM, *self.bots)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """All bots that play this game, weakest first."""
        return (*self.reflex_names, *((MASTER,) if self.search is not None else ()))

    @cached_property
    def knowledge(self) -> Floats:
        """The knowledge of the game's bots, tables or learned weights: one constant array of floats."""
        if self._bots.knowledge is None:
            import numpy as np

            return np.zeros(1)
        return self._bots.knowledge()

    @property
    def by_heart(self) -> Callable[[Floats], Floats] | None:
        """Selects the part of the knowledge that a page can carry; None where it can carry all."""
        return self._bots.by_heart

    @cached_property
    def ratings(self) -> dict[str, int]:
        """By bot: its rating at two seats, measured by `tools/ladder.py`.

        `random` has 1000, and odds of ten to one against the level below are 400 points. Empty if measured under other
        rules.
        """
        try:
            told = json.loads(self.text("ladder.json"))
        except FileNotFoundError:
            return {}
        return dict(told["ratings"]) if told["rules"] == self.rules_version else {}

    def array(self, name: str) -> Floats:
        """A read-only array that a searching bot names: there is only `knowledge`."""
        if name != "knowledge":
            raise SetupError(words.NO_ARRAY(game=self.title, name=quoted(name), known="knowledge"))
        return self.knowledge

    def text(self, name: str) -> str:
        """A text file of the game's folder: RULES.md or RULINGS.md."""
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")

    def check_seats(self, seats: int) -> None:
        """A SetupError unless that many can play."""
        seats = operator.index(seats)
        if seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            wanted = words.SEATS_FROM_TO(game=self.title, fewest=fewest, most=most, seats=seats)
            raise SetupError(wanted if fewest < most else words.SEATS_EXACTLY(game=self.title, most=most, seats=seats))

    def options(self, variants: Mapping[str, str] | None = None) -> list[int]:
        """Return the chosen variants as `setup` takes them: one int each, at least one."""
        chosen = dict(variants or {})
        options = [variant.index(chosen.pop(variant.name, variant.choices[0])) for variant in self.variants]
        if chosen:
            known = ", ".join(variant.name for variant in self.variants) or words.NO_VARIANTS()
            raise SetupError(words.NO_SUCH_VARIANT(game=self.title, variant=quoted(sorted(chosen)[0]), known=known))
        return options or [0]

    def seats_in(self, state: Any) -> int:
        """Return the number of players in a state of the game."""
        return int(state.seats) if self._counts_seats else self.seats[0]

    @cached_property
    def _counts_seats(self) -> bool:
        return any(field.name == SEATS_FIELD for field in self.state.FIELDS)

    def variants_in(self, state: Any) -> dict[str, str]:
        """The chosen variants, as far as a state of the game has them."""
        return {
            variant.name: choice
            for variant in self.variants
            if variant.field is not None
            for choice in variant.choices
            if self._field_for(variant.field, variant.name, choice) == getattr(state, variant.field)
        }

    def _field_for(self, field: str, variant: str, choice: str) -> Any:
        """The value of a state's field in a match that begins with this choice of a variant."""
        fresh: Any = self.state()
        self.rules.setup(fresh, self.seats[-1], self.options({variant: choice}))
        return getattr(fresh, field)

    def variant_names(self, options: Iterable[int]) -> dict[str, str]:
        """The inverse of `options`."""
        return {variant.name: variant.choices[n] for variant, n in zip(self.variants, options, strict=False)}


def _declared_in(package: str) -> GameSpec:
    """The game of a folder."""
    spec: GameSpec = import_module(package).SPEC
    return spec


@cache
def _part(package: str, name: str, game: str) -> Any:
    module = import_module(f"{package}.{name}")
    check_module(name, module, game)
    return module
