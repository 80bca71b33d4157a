"""Playing a match: what may be done, and doing it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

from quincunx.core import words
from quincunx.core.chance import Chance, Seeded
from quincunx.core.errors import ChanceError, IllegalAction, SetupError
from quincunx.core.fields import Grid, format_fields
from quincunx.core.messages import Message
from quincunx.core.position import check_position
from quincunx.core.seats import CHANCE, OVER, SPECTATOR, Actors, Seat, holds, members
from quincunx.core.spec import GameSpec
from quincunx.core.standings import PLACE, POINTS
from quincunx.core.timeline import LATEST, Event, Moment, Timeline


class Standing(NamedTuple):
    """The result of a match for one seat."""

    seat: Seat
    place: int
    points: int


_new = tuple.__new__
"""Builds a NamedTuple with one call less than its constructor; every die is an event and a moment."""


class Play(Timeline):
    """A match that can be played, without its notation."""

    __slots__ = ("chance", "names", "options", "seats", "settles", "start")

    def __init__(
        self,
        spec: GameSpec,
        seats: int | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        chance: Chance | None = None,
        names: Sequence[str] | None = None,
        settle: bool = True,
        start: Any = None,
    ) -> None:
        if not isinstance(spec, GameSpec):
            raise TypeError(f"a match is of a game, as the function game finds it, not of {spec!r}")
        super().__init__(spec)
        self.seats = spec.seats[0] if seats is None else index(seats)
        spec.check_seats(self.seats)
        self.options = spec.options(variants)
        self.names = list(names or [f"seat {seat}" for seat in range(self.seats)])
        if len(self.names) != self.seats:
            raise SetupError(words.NAMES_AND_SEATS(count=len(self.names), seats=words.SEATS(count=self.seats)))
        self.chance = Seeded(seed) if chance is None else chance
        self.settles = settle
        spec.rules.setup(self.state, self.seats, self.options)
        if start is not None:
            self._begin_at(start)
        self.start = None if start is None else format_fields(self.state)
        """The position it started from, as text, unless it started from the beginning."""
        if self.settles:
            self.settle()

    def _begin_at(self, start: Any) -> None:
        if type(start) is not self.spec.state:
            raise SetupError(words.OTHER_GAMES_POSITION(game=self.spec.title))
        check_position(self.spec, start)
        if wrong := list(self._contradictions(start)):
            raise SetupError(words.together(wrong))
        self.state.set_ints([index(number) for number in start.ints()])

    def _contradictions(self, start: Any) -> Iterator[Message]:
        """The settings in which a start position differs from the match."""
        seats = self.spec.seats_in(start)
        if seats != self.seats:
            yield words.OTHER_SEATS_POSITION(count=seats, here=self.seats)
        for name, choice in self.spec.variants_in(start).items():
            if choice != self.variants[name]:
                yield words.OTHER_VARIANT_POSITION(variant=name, there=choice, here=self.variants[name])

    @property
    def variants(self) -> dict[str, str]:
        """The options it is played with."""
        return self.spec.variant_names(self.options)

    @property
    def to_act(self) -> int:
        """The set of seats that may act now, or `CHANCE`, or `OVER`."""
        actors: int = self._rules.to_act(self.state)
        return actors

    @property
    def actors(self) -> list[Seat]:
        """The seats that may act now."""
        return members(self.to_act)

    @property
    def actor(self) -> Seat:
        """The one seat that may act now."""
        actors = self.actors
        if len(actors) != 1:
            raise IllegalAction(_pause(self.to_act) or words.SAY_WHICH_SEAT(count=len(actors)))
        return actors[0]

    @property
    def awaits_chance(self) -> bool:
        """Whether a die or card must land next."""
        return bool(self._rules.to_act(self.state) == CHANCE)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    def legal_actions(self, seat: Seat | None = None) -> list[int]:
        """The legal actions of a seat, ascending; nothing when it is not its move."""
        seat = self.actor if seat is None else index(seat)
        return self.legal_of(seat) if seat >= 0 and holds(self._rules.to_act(self.state), seat) else []

    def legal_of(self, seat: Seat) -> list[int]:
        """The legal actions of a seat that may act now, ascending."""
        return legal_actions_of(self.spec, self.state, seat)

    def objection(self, action: int, seat: Seat | None = None) -> Message | None:
        """The objection to an action, in words with its rule; None if it is legal."""
        if seat is None:
            if pause := _pause(self.to_act):
                return pause
            seat = self.actor
        seat, action = index(seat), index(action)
        if bar := self._bar(seat):
            return bar
        if not 0 <= action < self.spec.actions:
            return words.NO_SUCH_ACTION(action=action, game=self.spec.title)
        code: int = self._rules.objection(self.state, seat, action)
        return None if code == 0 else self.spec.objections[code]()

    def _bar(self, seat: Seat) -> Message | None:
        """Return why a seat may not act now."""
        actors = self._rules.to_act(self.state)
        if seat >= 0 and holds(actors, seat):
            return None
        if pause := _pause(actors):
            return pause
        if not 0 <= seat < self.seats:
            return words.NO_SUCH_SEAT(seat=seat)
        return words.NOT_YOUR_MOVE(name=self.names[seat])

    def odds(self) -> list[int]:
        """The weights of the outcomes of the next die or card."""
        self._expect_chance()
        return weights_of(self.spec, self.state)

    def _expect_chance(self) -> None:
        if not self.awaits_chance:
            raise ChanceError(words.NO_CHANCE_DUE())

    def view(self, seat: Seat = SPECTATOR) -> Any:
        """A copy of the state as a seat may know it. Raise IllegalAction if there is no such seat."""
        return view_of(self.spec, self.state, self._viewer(seat))

    def sees(self, seat: Seat, who: int, what: int) -> bool:
        """Whether a seat may know the next event; always true in games without secrets."""
        seat = self._viewer(seat)
        secrets = self.spec.secrets
        return secrets is None or bool(secrets.sees(self.state, seat, who, what))

    def _viewer(self, seat: Seat) -> Seat:
        """A seat of the match, or `SPECTATOR`."""
        seat = index(seat)
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise IllegalAction(words.NO_SUCH_SEAT(seat=seat))
        return seat

    def standings(self) -> list[Standing]:
        """Place and points of every seat, best first; in a running match, as they are now."""
        return standings_of(self.spec, self.seats, self.state)

    # Changes of the match

    def push(self, action: int, seat: Seat | None = None, *, at: int | None = None) -> None:
        """Push an action; with a source of chance, the dice that it needs land."""
        self._act(action, seat, at)
        if self.settles:
            self.settle()

    def _act(self, action: int, seat: Seat | None, at: int | None) -> Event:
        seat = self.actor if seat is None else index(seat)
        action = index(action)
        rules, before = self._rules, self.state
        if (
            seat < 0
            or not holds(rules.to_act(before), seat)
            or not 0 <= action < self.spec.actions
            or rules.objection(before, seat, action)
        ):
            raise self._illegal(action, seat)
        if at is not None and not 0 <= index(at) <= LATEST:
            reason = words.NO_SUCH_TIME(time=at)
            raise IllegalAction(words.CANNOT(action=self._action_text(action, seat), reason=reason))
        state = before.duplicate()
        rules.apply(state, seat, action)
        self._record(seat, action, at)
        self.state = state
        return _new(Event, (seat, action, at))

    def _illegal(self, action: int, seat: Seat) -> IllegalAction:
        reason = self.objection(action, seat) or words.PLAIN(text="")
        return IllegalAction(words.CANNOT(action=self._action_text(action, seat), reason=reason), reason)

    def land(self, outcome: int) -> None:
        """Land one die or card."""
        outcome = index(outcome)
        weights = self.odds()
        if not 0 <= outcome < len(weights) or weights[outcome] == 0:
            raise ChanceError(words.CANNOT_LAND(outcome=self._outcome_text(outcome)))
        self._land(outcome)

    def _land(self, outcome: int) -> None:
        state = self.state.duplicate()
        self._rules.land(state, outcome)
        self._record(CHANCE, outcome)
        self.landings += 1
        self.state = state

    def roll(self) -> int:
        """Land one die or card from the source of chance; return its outcome."""
        self._expect_chance()
        return self._roll()

    def _roll(self) -> int:
        """The die or card that is due lands."""
        chance = self.chance
        if type(chance) is Seeded:  # drawn from the odds: it can land
            outcome = chance.draw(weights_of(self.spec, self.state), self.landings)
            self._land(outcome)
        else:
            outcome = chance.outcome(self)  # type: ignore[arg-type]  # every Play is a Match
            self.land(outcome)
        return outcome

    def settle(self) -> int:
        """Land dice and cards from the source until a seat must act or the match is over; return their number."""
        before = self.landings
        while self.awaits_chance:
            self._roll()
        return self.landings - before

    def play(
        self, action: int | None = None, seat: Seat | None = None, *, at: int | None = None, most: int | None = None
    ) -> list[Moment]:
        """Push an action (None: only chance), land what is due, and return every moment.

        At most `most` dice and cards land, if that is given. `push` suits players: it returns no moments, and dice land
        only if the match lets them. `play` suits those who show the match: the hall makes a step by one call, without
        walking through it again.
        """
        return self.play_on(action, seat, at, most)[0]

    def play_on(
        self, action: int | None, seat: Seat | None, at: int | None, most: int | None
    ) -> tuple[list[Moment], Actors]:
        """Play as `play` does; return the moments, and who may act after them."""
        moments: list[Moment] = []
        if action is not None:
            number, before = self._length, self.state
            event = self._act(action, seat, at)
            moments.append(_new(Moment, (number, before, event, self.state)))
        to_act = self._rules.to_act
        while (actors := to_act(self.state)) == CHANCE and most != 0:
            if most is not None:
                most -= 1
            number, before = self._length, self.state
            event = _new(Event, (CHANCE, self._roll(), None))
            moments.append(_new(Moment, (number, before, event, self.state)))
        return moments, actors

    def follow(self, events: Iterable[tuple[int, int]]) -> None:
        """Push stored events, chance included, and check each."""
        for who, what in events:
            if who == CHANCE:
                self.land(what)
            else:
                self._act(what, who, None)

    def pop(self) -> Event:
        """Take back the last action and every die that has landed since; with `settle=False`, the last event alone."""
        keep = self._length - 1
        while self.settles and keep >= 0 and self.event(keep).by_chance:
            keep -= 1
        if keep < 0:
            raise IllegalAction(words.NOTHING_TO_TAKE_BACK())
        event = self.event(keep)
        self.rewind(keep)
        return event

    def _action_text(self, action: int, seat: Seat) -> str | Message:
        known = 0 <= action < self.spec.actions and 0 <= seat < self.seats
        return (
            self.spec.notation.format_action(self.state, seat, action) if known else words.ACTION_NUMBER(number=action)
        )

    def _outcome_text(self, outcome: int) -> str | Message:
        if 0 <= outcome < len(weights_of(self.spec, self.state)):
            return self.spec.notation.format_outcome(self.state, outcome)
        return words.OUTCOME_NUMBER(number=outcome)


def view_of(spec: GameSpec, state: Any, seat: Seat) -> Any:
    """A copy of a state as a seat may know it."""
    out = state.duplicate()
    spec.rules.view(state, seat, out)
    return out


def legal_actions_of(spec: GameSpec, state: Any, seat: Seat) -> list[int]:
    """The legal actions of a seat that may act in a state, ascending."""
    if spec.legal_actions is None:
        return [action for action in range(spec.actions) if not spec.rules.objection(state, seat, action)]
    found = [0] * spec.actions
    del found[spec.legal_actions(state, seat, found) :]
    return found


def weights_of(spec: GameSpec, state: Any) -> list[int]:
    """The weights of the outcomes of the die or card that is due in a state."""
    weights = [0] * spec.outcomes
    del weights[spec.rules.odds(state, weights) :]
    return weights


def standings_of(spec: GameSpec, seats: int, state: Any) -> list[Standing]:
    """Place and points of every seat in a state, best first."""
    found = Grid(seats, 2)
    spec.rules.standings(state, found)
    rows = [Standing(seat, found[seat, PLACE], found[seat, POINTS]) for seat in range(seats)]
    return sorted(rows, key=lambda row: (row.place, row.seat))


def _pause(actors: Actors) -> Message | None:
    """Return why no seat may act now."""
    if actors == OVER:
        return words.MATCH_IS_OVER()
    return words.CHANCE_FIRST() if actors == CHANCE else None
