"""The games for OpenSpiel: sequential, with explicit chance nodes of one die or card each.

Registered as `quincunx_phase10` and so on; parameters are `players`, `limit` (events until a match is cut off) and the
game's variants. Where several seats may act at once, the lowest goes first.

Rewards come at the end: -1 to 1 by place, together 0; alone at the table the points. What a player knows is what the
view of its seat and the events that it may see tell: nothing else reaches a string or a tensor.
"""

from importlib import import_module
from typing import Any

import numpy as np
import pyspiel

from quincunx.core.draw import KEY_WORDS, seed_key
from quincunx.core.fields import format_fields
from quincunx.core.match import Match
from quincunx.core.position import parse_position
from quincunx.core.seats import CHANCE, OVER, SPECTATOR, Seat, lowest
from quincunx.core.spec import GameSpec
from quincunx.core.standings import PLACE
from quincunx.envs.features import features_of
from quincunx.envs.loops import utility
from quincunx.envs.text import board_text
from quincunx.games import GAMES

LIMIT = 5_000
"""Events until a match is cut off and counted as it stands."""
MOST_POINTS = 10_000.0
"""No total of a match for one leaves this range, either way, before it is cut off."""
UNSEEN = -1
"""In what a player has seen: something happened, and it may not know what."""


def name_of(spec: GameSpec) -> str:
    """A game as OpenSpiel knows it."""
    return f"quincunx_{spec.slug}"


def _type_of(spec: GameSpec) -> Any:
    kinds = pyspiel.GameType
    parameters: dict[str, Any] = {"players": _usual_players(spec), "limit": LIMIT}
    parameters |= {variant.name: _parameter(variant.choices) for variant in spec.variants}
    has_secrets = hasattr(spec.rules, "sees")
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=has_secrets,
        parameter_specification=parameters,
    )


def _parameter(choices: tuple[str, ...]) -> int | str:
    """A variant's default: OpenSpiel reads what looks like a number as one."""
    return int(choices[0]) if all(choice.isdecimal() for choice in choices) else choices[0]


def _usual_players(spec: GameSpec) -> int:
    return max(2, spec.seats[0])


class DiceGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of the games, with its parameters."""

    spec: GameSpec
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        players = int(given.pop("players"))
        self.limit = int(given.pop("limit"))
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
        blank = Match(self.spec, players, variants=self.variants, settle=False)
        self.blank = blank

    def new_initial_state(self, _text: str | None = None) -> "DiceState":
        """A match that has not begun."""
        return DiceState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every event may be a die."""
        return self.limit

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "DiceObserver":
        """What a player knows, as OpenSpiel's algorithms ask for it."""
        return DiceObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Playing:
    """A match and what each seat has seen of it, copied cheaply."""

    __slots__ = ("match", "seen")

    def __init__(self, match: Match, seen: list[list[int]]) -> None:
        self.match = match
        self.seen = seen
        """By seat, then what anybody may see (one list for all where nothing is secret): who and what, in order."""

    def __deepcopy__(self, memo: Any) -> "Playing":
        return Playing(self.match.fork(), [list(events) for events in self.seen])

    def __reduce__(self) -> tuple[Any, ...]:
        match = self.match
        events = [(event.who, event.what) for event in match.events]
        return _played, (match.spec.package, match.seats, match.variants, match.start, events, self.seen)


def _played(
    package: str,
    seats: int,
    variants: dict[str, str],
    start: str | None,
    events: list[tuple[int, int]],
    seen: list[list[int]],
) -> Playing:
    """A match that was written down, played again."""
    spec: GameSpec = import_module(package).SPEC
    position = None if start is None else parse_position(spec, start)
    match = Match(spec, seats, variants=variants, settle=False, start=position)
    for who, what in events:
        if who == CHANCE:
            match.land(what)
        else:
            match.push(what, who)
    return Playing(match, seen)


class DiceState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match between two events."""

    def __init__(self, game: DiceGame) -> None:
        super().__init__(game)
        self._limit = game.limit
        watchers = game.players + 1 if hasattr(game.spec.rules, "sees") else 1
        self.playing = Playing(game.blank.fork(), [[] for _ in range(watchers)])

    @property
    def match(self) -> Match:
        """The match, with everything that is hidden."""
        return self.playing.match

    def current_player(self) -> int:
        """A seat, chance, or nobody any more."""
        actors = self.match.to_act
        if actors == OVER or len(self.match) >= self._limit:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors == CHANCE else lowest(actors)

    def is_terminal(self) -> bool:
        """Whether it is over, or too long."""
        return self.match.is_over or len(self.match) >= self._limit

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal_actions(player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The sides of the next die, or the cards that may come, with their probabilities."""
        weights = self.match.odds()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        match, seen = self.match, self.playing.seen
        who = CHANCE if match.awaits_chance else lowest(match.to_act)
        if len(seen) == 1:
            seen[0] += (who, action)
        else:
            for seat, events in zip((*range(match.seats), SPECTATOR), seen, strict=True):
                events += (who, action if match.sees(seat, who, action) else UNSEEN)
        if who == CHANCE:
            match.land(action)
        else:
            match.push(action, who)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.match.format_outcome(action)
        return f"{player} {self.match.format_action(action, player)}"

    def returns(self) -> list[float]:
        """What every player gets, as it stands."""
        match = self.match
        if not self.is_terminal():
            return [0.0] * match.seats
        rows = match.standings()
        if match.seats == 1:
            return [max(-MOST_POINTS, min(MOST_POINTS, float(rows[0].points)))]
        places: Any = {(row.seat, PLACE): row.place for row in rows}
        return [utility(places, match.seats, seat) for seat in range(match.seats)]

    def __str__(self) -> str:
        return self.match.position()

    def resample_from_infostate(self, player: int, sampler: Any) -> "DiceState":
        """A state that the player cannot tell from this one, drawn with the right odds by chance alone."""
        game = self.get_game()
        other: DiceState = game.new_initial_state()
        guess = getattr(self.match.spec.rules, "guess", None)
        if guess is None:
            other.playing = Playing(self.match.fork(), [list(events) for events in self.playing.seen])
            return other
        view = self.match.view(player)
        key = [0] * KEY_WORDS
        seed_key(key, int(sampler() * 2**53), player)
        whole = view.duplicate()
        guess(view, player, key, whole)
        match = self.match
        start = Match(match.spec, match.seats, variants=match.variants, settle=False, start=whole)
        mine, public = self.playing.seen[player], self.playing.seen[-1]
        other.playing = Playing(start, [*(list(mine) for _ in range(match.seats)), list(public)])
        return other


class DiceObserver:
    """What one player knows, or all can see, or a player alone, as features and as text."""

    def __init__(self, game: DiceGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations of {game.spec.title} have no parameters, not {params}")
        self._kind = iig_obs_type
        self._features = features_of(game.spec)
        self.tensor = np.zeros(self._features.length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DiceState, player: int) -> None:
        """Fill the tensor with what is asked for."""
        self.tensor[:] = self._features.encode(self._seen(state, player), player)
        if not self._kind.public_info:
            public = self._features.encode(state.match.view(SPECTATOR), player)
            self.tensor[self.tensor == public] = 0

    def string_from(self, state: DiceState, player: int) -> str:
        """What is known now and, with perfect recall, everything that was seen."""
        seen = self._seen(state, player)
        if not self._kind.public_info:
            return _difference(seen, state.match.view(SPECTATOR))
        now = format_fields(seen)
        if self._kind.private_info != pyspiel.PrivateInfoType.NONE:
            now = f"{player} {now}"
        if not self._kind.perfect_recall:
            return now
        lists = state.playing.seen
        private = self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and len(lists) > 1
        return f"{now} | {' '.join(map(str, lists[player] if private else lists[-1]))}"

    def _seen(self, state: DiceState, player: int) -> Any:
        """The view that answers: the player's, everybody's or the whole truth."""
        kind = self._kind.private_info
        if kind == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return state.match.state
        return state.match.view(player if kind == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR)


def _difference(mine: Any, public: Any) -> str:
    """The fields in which a player knows more than a spectator."""
    known = set(format_fields(public).split())
    return " ".join(field for field in format_fields(mine).split() if field not in known)


def _register(spec: GameSpec) -> None:
    kind = _type_of(spec)
    cls = type(f"{spec.slug.capitalize()}Game", (DiceGame,), {"spec": spec, "kind": kind})
    pyspiel.register_game(kind, cls)


def register() -> list[str]:
    """Make the games known to OpenSpiel; their names."""
    known = set(pyspiel.registered_names())
    for spec in GAMES:
        if name_of(spec) not in known:
            _register(spec)
    return [name_of(spec) for spec in GAMES]


def board(state: DiceState, player: Seat) -> str:
    """The board as the terminal shows it to a player."""
    return board_text(state.match, player)
