"""The games for OpenSpiel: sequential, with explicit chance nodes of one die or card each.

Registered as `quincunx_phase10` and so on; parameters are `players`, `limit` (events until a match is cut off) and the
game's variants. Where several seats may act at once, the lowest goes first.

Rewards come at the end: -1 to 1 by place, together 0; alone at the table the points. Strings and tensors of a player
are made from the view of its seat and the events that it may see, and nothing else.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
import pyspiel

from quincunx.core.fields import format_fields
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.match import Match
from quincunx.core.play import view_of
from quincunx.core.position import parse_position
from quincunx.core.seats import CHANCE, OVER, SPECTATOR, Seat, lowest
from quincunx.core.spec import GameSpec
from quincunx.envs.calls import calls_of, ints_of, new_states
from quincunx.envs.features import features_of
from quincunx.envs.settings import check_limit, results_of
from quincunx.envs.steps import ACTORS, MORE, REFUSED, STATE
from quincunx.games import GAMES

LIMIT = 5_000
"""Events until a match is cut off and counted as it stands."""
MOST_POINTS = 10_000.0
"""A bound on the total of a match for one player, in both directions, before it is cut off."""
Event: TypeAlias = "tuple[int, int, int]"
"""An event: who, what, and the seats that may know it as bits."""
UNSEEN = -1
"""In a player's history: an event whose outcome it may not know."""
EVERYBODY = -1
"""The last of the watchers, who knows what anybody may know."""

CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
PLAYERS = (TERMINAL, *(lowest(actors) for actors in range(1, CHANCE)), CHANCE_PLAYER)
"""By the set of seats that may act: the player that does, as OpenSpiel numbers them."""
WHO = (0, *PLAYERS[1:CHANCE], CHANCE)
"""By the set of seats that may act: the actor, as events name it."""


def name_of(spec: GameSpec) -> str:
    """Return OpenSpiel's name of a game."""
    return f"quincunx_{spec.slug}"


def _type_of(spec: GameSpec) -> Any:
    kinds = pyspiel.GameType
    parameters: dict[str, Any] = {"players": max(2, spec.seats[0]), "limit": LIMIT}
    parameters |= {variant.name: _parameter(variant.choices) for variant in spec.variants}
    has_secrets = spec.secrets is not None
    return kinds(
        short_name=name_of(spec),
        long_name=f"Quincunx: {spec.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if has_secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if spec.seats[0] == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=spec.seats[-1],
        min_num_players=spec.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=has_secrets,
        parameter_specification=parameters,
    )


def _parameter(choices: tuple[str, ...]) -> int | str:
    """A variant's default: OpenSpiel reads what looks like a number as one."""
    return int(choices[0]) if all(choice.isdecimal() for choice in choices) else choices[0]


class DiceGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of the games, with its parameters."""

    spec: GameSpec
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        players = int(given.pop("players"))
        self.limit = int(given.pop("limit"))
        check_limit(self.limit)
        self.spec.check_seats(players)
        self.variants = {name: str(choice) for name, choice in given.items()}
        self.spec.options(self.variants)
        most = MOST_POINTS if players == 1 else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.actions,
            max_chance_outcomes=self.spec.outcomes,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if self.spec.seats[0] == 1 else 0.0,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, params or {})
        self.players = players
        self.shared = shared_by(self.spec, players, tuple(self.variants.items()))

    def new_initial_state(self, _text: str | None = None) -> "DiceState":
        """A match that has not begun."""
        return DiceState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the limit: every event may be chance."""
        return self.limit

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "DiceObserver":
        """Return an observer of what a player knows."""
        return DiceObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name and parameters, as OpenSpiel's own games do."""
        return _game_named, (str(self),)


def _game_named(text: str) -> DiceGame:
    """Load a game by OpenSpiel's name; importing this module has registered it."""
    found: DiceGame = pyspiel.load_game(text)
    return found


class SharedByStates:
    """The parts that all states of a game share: the compiled steps, and how it begins."""

    def __init__(self, spec: GameSpec, players: int, variants: tuple[tuple[str, str], ...]) -> None:
        self.spec = spec
        self.players = players
        self.variants = dict(variants)
        self.calls = calls_of(spec)
        self.fresh = Match(spec, players, variants=self.variants, settle=False)
        self.states = new_states(spec)
        self.states[STATE] = np.frombuffer(self.fresh.state.to_bytes(), self.states.dtype)[0]
        self.actors = self.fresh.to_act
        self.watchers = (*range(players), SPECTATOR) if spec.secrets is not None else (SPECTATOR,)
        """The watchers with different knowledge of the events: one for all if nothing is secret."""

    def match_from(self, start: Any) -> Match:
        """A match that begins with a state."""
        return Match(self.spec, self.players, variants=self.variants, settle=False, start=start)

    def __reduce__(self) -> tuple[Any, ...]:
        return shared_by, (self.spec, self.players, tuple(self.variants.items()))


@cache
def shared_by(spec: GameSpec, players: int, variants: tuple[tuple[str, str], ...]) -> SharedByStates:
    """The parts that all states of a game with these parameters share."""
    return SharedByStates(spec, players, variants)


class Playing:
    """A match played by compiled steps, with its events; cheap to copy."""

    __slots__ = ("_match", "_state", "actors", "events", "past", "shared", "start", "states")

    def __init__(self, shared: SharedByStates, start: Any = None, past: Sequence[Event] = ()) -> None:
        self.shared = shared
        self.states = shared.states.copy()
        self.actors = shared.actors
        """The seats that may act now."""
        self.events: list[Event] = []
        self.start = None if start is None else format_fields(start)
        """The position it started from, as text, unless it started from the beginning."""
        self.past = past
        """The events before that position; what happened is UNSEEN where the player who imagines them cannot know."""
        self._match: Match | None = None
        self._state: Any = None
        if start is not None:
            self.states[STATE] = np.frombuffer(start.to_bytes(), self.states.dtype)[0]
            self.actors = shared.spec.rules.to_act(start)

    def happen(self, action: int) -> None:
        """Play the next event: an outcome if chance is due, else an action of the lowest seat that may act."""
        shared, actors = self.shared, self.actors
        who = WHO[actors]
        code = shared.calls.happen(self.states, shared.players, who, action, shared.calls.scratch.weights_row)
        if code == REFUSED:
            self.match.follow([(who, action)])  # says why
            raise RuntimeError(f"compiled rules refuse what the rules allow: {action} by {who}")
        self.events.append((who, action, code >> MORE))
        self.actors = code & ACTORS
        self._state = None

    @property
    def state(self) -> Any:
        """The state as a plain object."""
        if self._state is None:
            self._state = self.shared.spec.state()
            self._state.set_bytes(self.states[STATE].tobytes())
        return self._state

    @property
    def match(self) -> Match:
        """The match with its past, replayed on demand."""
        if self._match is None:
            shared = self.shared
            start = None if self.start is None else parse_position(shared.spec, self.start)
            self._match = shared.fresh.fork() if start is None else shared.match_from(start)
        self._match.follow((who, what) for who, what, _ in self.events[len(self._match) :])
        return self._match

    def view(self, seat: Seat) -> Any:
        """The state as a seat may know it."""
        return view_of(self.shared.spec, self.state, seat)

    def legal_actions(self, seat: Seat) -> list[int]:
        """The legal actions of a seat."""
        scratch = self.shared.calls.scratch
        return scratch.legal[: self.shared.calls.choices(self.states, seat, scratch.legal_row)].tolist()

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible next outcomes, with the probabilities."""
        mine, chances = self.shared.calls.scratch, self.shared.calls.chances
        count = chances(self.states, mine.weights_row, mine.outcomes_row, mine.probabilities_row)
        if count == 0:
            self.match.odds()  # says why
        return list(zip(mine.outcomes[:count].tolist(), mine.probabilities[:count].tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.past) + len(self.events)

    def seen(self, watcher: int) -> list[int]:
        """Every event as who and what, as this watcher knows it."""
        return [number for who, what, _ in self.known_to(self.shared.watchers[watcher]) for number in (who, what)]

    def known_to(self, seat: Seat) -> list[Event]:
        """Every event, with UNSEEN for outcomes that a seat may not know."""
        bit = 1 << seat
        return [(who, what if known & bit else UNSEEN, known) for who, what, known in (*self.past, *self.events)]

    def __deepcopy__(self, memo: Any) -> "Playing":
        other = Playing.__new__(Playing)
        other.shared, other.actors, other.start, other.past = self.shared, self.actors, self.start, self.past
        other.states, other.events = self.states.copy(), self.events[:]
        other._match, other._state = None if self._match is None else self._match.fork(), self._state
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (self.shared, self.start, self.past, self.states, self.actors, self.events)


def _kept(shared: SharedByStates, start: str | None, past: Sequence[Event], *now: Any) -> Playing:
    """Rebuild a pickled match."""
    playing = Playing(shared, None, past)
    playing.start = start
    playing.states, playing.actors, playing.events = now
    return playing


class DiceState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match between two events.

    OpenSpiel's own `is_chance_node` and `legal_actions` ask the methods here several times, through C++: whoever calls
    them from Python gets the same answer at once.
    """

    def __init__(self, game: DiceGame) -> None:
        super().__init__(game)
        self._limit = game.limit
        self.playing = Playing(game.shared)

    @property
    def match(self) -> Match:
        """The match, with everything that is hidden."""
        return self.playing.match

    def current_player(self) -> int:
        """A seat, chance, or nobody any more."""
        playing = self.playing
        return TERMINAL if len(playing) >= self._limit else PLAYERS[playing.actors]

    def is_terminal(self) -> bool:
        """Whether it is over, or too long."""
        return self.playing.actors == OVER or len(self.playing) >= self._limit

    def is_chance_node(self) -> bool:
        """Whether a die or card lands next."""
        return self.playing.actors == CHANCE and len(self.playing) < self._limit

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, by default of the one to act; at a chance node, the possible outcomes."""
        now = self.current_player()
        if now < 0:
            return [outcome for outcome, _ in self.playing.outcomes()] if now == CHANCE_PLAYER else []
        return self.playing.legal_actions(now) if player is None or player == now else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.playing.legal_actions(player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The sides of the next die, or the cards that may come, with their probabilities."""
        return self.playing.outcomes()

    def _apply_action(self, action: int) -> None:
        self.playing.happen(action)

    def _action_to_string(self, player: int, action: int) -> str:
        notation, state = self.playing.shared.spec.notation, self.playing.state
        if player == CHANCE_PLAYER:
            return notation.format_outcome(state, action)
        return f"{player} {notation.format_action(state, player, action)}"

    def returns(self) -> list[float]:
        """The rewards of every player, as it stands."""
        shared = self.playing.shared
        if not self.is_terminal():
            return [0.0] * shared.players
        results = results_of(shared.spec, shared.players, self.playing.state)
        return [max(-MOST_POINTS, min(MOST_POINTS, result)) for result in results]

    def __str__(self) -> str:
        return format_fields(self.playing.state)

    def history(self) -> list[int]:
        """Every action and outcome; in a resampled state, UNSEEN in place of those that its player cannot know."""
        return [what for _, what, _ in (*self.playing.past, *self.playing.events)]

    def full_history(self) -> list[Any]:
        """The same with the player, chance or a seat, of each."""
        return [
            SimpleNamespace(player=CHANCE_PLAYER if who == CHANCE else who, action=what)
            for who, what, _ in (*self.playing.past, *self.playing.events)
        ]

    def history_str(self) -> str:
        """The history as text, as OpenSpiel writes it."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """The number of events so far."""
        return len(self.playing)

    def resample_from_infostate(self, player: int, sampler: Any) -> "DiceState":
        """Return a state that the player cannot tell from this one, drawn by the odds of chance.

        Its history has UNSEEN for outcomes that the player does not know. Other players know what this one knows that
        they know, and see the drawn position.
        """
        other: DiceState = self.get_game().new_initial_state()
        secrets = self.playing.shared.spec.secrets
        if secrets is None:
            other.playing = deepcopy(self.playing)
            return other
        view = self.playing.view(player)
        key = [0] * KEY_WORDS
        seed_key(key, int(sampler() * 2**53), player)
        whole = view.duplicate()
        secrets.guess(view, player, key, whole)
        other.playing = Playing(self.playing.shared, whole, self.playing.known_to(player))
        return other


class DiceObserver:
    """A player's knowledge, public or private or both, as features and as text."""

    def __init__(self, game: DiceGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations of {game.spec.title} have no parameters, not {params}")
        self._kind = iig_obs_type
        self._features = features_of(game.spec)
        self._most = max(game.spec.actions, game.spec.outcomes)
        length = self._features.length
        self.tensor = np.zeros(length + (2 * game.limit if iig_obs_type.perfect_recall else 0), np.float32)
        self._now, self._events = self.tensor[:length], self.tensor[length:]
        self.dict = {"observation": self._now}
        if iig_obs_type.perfect_recall:
            self.dict["events"] = self._events.reshape(game.limit, 2)

    def set_from(self, state: DiceState, player: int) -> None:
        """Fill the tensor from the state."""
        kind = self._kind.private_info
        whole = kind == pyspiel.PrivateInfoType.ALL_PLAYERS
        seat = SPECTATOR if kind == pyspiel.PrivateInfoType.NONE else player
        self._watch(state, player, seat, self._now, whole=whole)
        if not self._kind.public_info:
            public = np.zeros_like(self._now)
            self._watch(state, player, SPECTATOR, public)
            self._now[self._now == public] = 0
        self._events.fill(0)
        if self._kind.perfect_recall:
            self._recall(state, player)

    def _recall(self, state: DiceState, player: int) -> None:
        """A row for each event: who (chance is 1) and what, both above 0; 0 for unknown and future events."""
        seen = np.array(self._recalled(state, player)).reshape(-1, 2)
        who = np.where(seen[:, 0] == CHANCE, 0, seen[:, 0] + 1)
        rows = self.dict["events"][: len(seen)]
        rows[:, 0] = (who + 1) / (state.num_players() + 1)
        rows[:, 1] = (seen[:, 1] + 1) / self._most

    def _recalled(self, state: DiceState, player: int) -> list[int]:
        """The events of the observation, as who and what."""
        private = self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        secret = len(state.playing.shared.watchers) > 1
        return state.playing.seen(player if private and secret else EVERYBODY)

    def _watch(self, state: DiceState, player: int, seat: Seat, out: Any, *, whole: bool = False) -> None:
        """A seat's view of a state, or the full state."""
        out.fill(0)
        states, calls = state.playing.states, state.playing.shared.calls
        calls.watch(states, seat, not whole, ints_of(states), calls.plan, out)
        out[self._features.me + player] = 1

    def string_from(self, state: DiceState, player: int) -> str:
        """The current knowledge and, with perfect recall, all earlier observations."""
        seen = self._seen(state, player)
        if not self._kind.public_info:
            return _difference(seen, state.playing.view(SPECTATOR))
        now = format_fields(seen)
        if self._kind.private_info != pyspiel.PrivateInfoType.NONE:
            now = f"{player} {now}"
        if not self._kind.perfect_recall:
            return now
        return f"{now} | {' '.join(map(str, self._recalled(state, player)))}"

    def _seen(self, state: DiceState, player: int) -> Any:
        """The view to observe: the player's, the public one or the full state."""
        kind = self._kind.private_info
        if kind == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return state.playing.state
        return state.playing.view(player if kind == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR)


def _difference(mine: Any, public: Any) -> str:
    """The fields in which a player knows more than a spectator."""
    known = set(format_fields(public).split())
    return " ".join(field for field in format_fields(mine).split() if field not in known)


def _register(spec: GameSpec) -> None:
    kind = _type_of(spec)
    cls = type(f"{spec.slug.capitalize()}Game", (DiceGame,), {"spec": spec, "kind": kind})
    pyspiel.register_game(kind, cls)


def register() -> list[str]:
    """Register the games with OpenSpiel and return their names."""
    known = set(pyspiel.registered_names())
    for spec in GAMES:
        if name_of(spec) not in known:
            _register(spec)
    return [name_of(spec) for spec in GAMES]
