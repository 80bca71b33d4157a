"""The games for PettingZoo: one seat after the other (AEC), and all at once where a game lets several act together.

    from quincunx.envs import lowdown_v0
    env = lowdown_v0.env(seats=3)            # AEC
    env = lowdown_v0.parallel_env(seats=3)   # parallel

An agent is `seat_0`, `seat_1` and so on. It observes `{"observation": features, "action_mask": what it may do}`.
Rewards come at the end, -1 to 1 by place, all together 0 (alone at the table: the points).
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from quincunx.core.errors import SetupError
from quincunx.core.generator import KEY_WORDS, below, seed_key, weighted
from quincunx.core.match import Match
from quincunx.core.seats import CHANCE, OVER, SPECTATOR, Actors, Seat, lowest, members
from quincunx.core.spec import GameSpec
from quincunx.envs.calls import calls_of, ints_of, new_states
from quincunx.envs.features import features_of
from quincunx.envs.settings import LIMIT, NOT_RESET, check_limit, read_action, read_seed, results_of
from quincunx.envs.steps import ACTORS, MORE, REFUSED, STATE
from quincunx.envs.text import render_board
from quincunx.games import game as game_of

ILLEGAL = -1.0
"""The reward of an illegal action if it ends the match."""
RENDER_MODES = ["human", "ansi"]
ORDERS = 1 << 50
"""Streams of a seed below this number are matches; those from it on draw the order within a tick."""


def agent_of(seat: Seat) -> str:
    """A seat as PettingZoo names it."""
    return f"seat_{seat}"


class ZooMatch:
    """One match with its dice, for both kinds of environments, stepped by compiled calls."""

    def __init__(
        self, game: str | GameSpec, seats: int | None, variants: Mapping[str, str] | None, limit: int, *, waits: bool
    ) -> None:
        self.spec = game_of(game) if isinstance(game, str) else game
        self.seats = max(2, self.spec.seats[0]) if seats is None else seats
        self.spec.check_seats(self.seats)
        self.spec.options(variants)
        check_limit(limit)
        self.variants = dict(variants or {})
        self.limit = limit
        self.features = features_of(self.spec)
        self.actions = self.spec.actions + waits
        """The number of actions; where seats may wait, waiting is the last of them."""
        self.agents = [agent_of(seat) for seat in range(self.seats)]
        self._seed = 0
        self._next = 0
        box = gym.spaces.Box(-1.0, 1.0, (self.features.length,), np.float32)
        mask = gym.spaces.Box(0, 1, (self.actions,), np.int8)
        self.observation_spaces = {
            agent: gym.spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: gym.spaces.Discrete(self.actions) for agent in self.agents}
        self.state_space = gym.spaces.Box(-1.0, 1.0, (self.features.length,), np.float32)
        self._fresh = Match(self.spec, self.seats, variants=self.variants, settle=False)
        self._calls = calls_of(self.spec)
        self._states = new_states(self.spec)
        self._ints = ints_of(self._states)
        self._blank = np.frombuffer(self._fresh.state.to_bytes(), self._states.dtype)[0]
        self._key: Any = np.zeros(KEY_WORDS, np.int64)
        self._legal = np.zeros(self.spec.actions, np.int64)
        self._weights = np.zeros(self.spec.outcomes, np.int64)
        self.to_act: Actors = OVER
        """The seats that may act now, or `OVER`."""
        self.events = 0
        """The number of events so far."""
        self.order_key = [0] * KEY_WORDS
        """The key that draws the order within a tick."""
        self._played: list[tuple[Seat, int]] = []
        self._told = self._fresh.fork()
        """The match with its past, as far as anybody has asked for it."""
        self._told_actions = 0
        self._told_key = [0] * KEY_WORDS

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_ints"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copied, the ints must be those of the copied states."""
        vars(self).update(state, _ints=ints_of(state["_states"]))

    def reset(self, seed: int | None) -> None:
        """Begin the next match of a seed."""
        if seed is not None:
            self._seed, self._next = read_seed(seed), 0
        elif self._next == 0:
            self._seed = int(seeding.np_random()[0].integers(2**31))
        number, self._next = self._next, self._next + 1
        seed_key(self._told_key, self._seed, number)
        seed_key(self.order_key, self._seed, ORDERS + number)
        self._key[:] = self._told_key
        self._states[STATE] = self._blank
        self._told, self._told_actions, self._played = self._fresh.fork(), 0, []
        self.events = 0
        self._note(0, self._calls.settle(self._states, self._key, self._weights))

    def check_begun(self) -> None:
        """Raise ResetNeeded before the first reset."""
        if self._next == 0:
            raise gym.error.ResetNeeded(NOT_RESET)

    @property
    def match(self) -> Match:
        """The match with its past, replayed on demand for watching."""
        self._told.follow(self._untold())
        return self._told

    def _untold(self) -> Iterator[tuple[int, int]]:
        """The events that the replayed match lacks, as who and what; dice and cards are drawn again by the same key."""
        match = self._told
        while match.awaits_chance or self._told_actions < len(self._played):
            if match.awaits_chance:
                weights = match.odds()
                yield CHANCE, weighted(self._told_key, weights, len(weights))
            else:
                self._told_actions += 1
                yield self._played[self._told_actions - 1]

    def push(self, action: int, seat: Seat) -> None:
        """Let a seat act, and land dice and cards until one must act again. An IllegalAction changes nothing."""
        known = 0 <= action < self.spec.actions
        code = self._calls.act(self._states, seat, action, self._key, self._weights) if known else REFUSED
        if code == REFUSED:
            self.match.push(action, seat)  # says why
            raise RuntimeError(f"compiled rules refuse what the rules allow: {action} by {seat}")
        self._played.append((seat, action))
        self._note(1, code)

    def _note(self, acted: int, code: int) -> None:
        self.events += acted + (code >> MORE)
        self.to_act = code & ACTORS

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    @property
    def is_cut(self) -> bool:
        """Whether the match has become too long."""
        return self.events >= self.limit and self.to_act != OVER

    def may(self, action: int, seat: Seat) -> bool:
        """Whether a seat may do this now."""
        return 0 <= action < self.spec.actions and action in self.legal_actions(seat)

    def legal_actions(self, seat: Seat) -> Any:
        """The legal actions of a seat."""
        return self._legal[: self._calls.choices(self._states, seat, self._legal)]

    def observe(self, seat: Seat) -> dict[str, Any]:
        """A seat's observation and action mask."""
        self.check_begun()
        features, mask = np.zeros(self.features.length, np.float32), np.zeros(self.actions, np.int8)
        calls, ended = self._calls, self.events >= self.limit
        calls.observe(self._states, seat, ended, self._legal, self._ints, calls.plan, features, mask)
        return {"observation": features, "action_mask": mask}

    def state(self) -> Any:
        """The whole truth, for learners that are trained with it."""
        self.check_begun()
        features, calls = np.zeros(self.features.length, np.float32), self._calls
        calls.watch(self._states, SPECTATOR, False, self._ints, calls.plan, features)
        return features

    def results(self) -> dict[str, float]:
        """The rewards of every agent at the end."""
        state = self.spec.state()
        state.set_bytes(self._states[STATE].tobytes())
        return dict(zip(self.agents, results_of(self.spec, self.seats, state), strict=True))

    def render(self, mode: str | None) -> str | None:
        """The board, as everyone may see it."""
        self.check_begun()
        return render_board(self.match, SPECTATOR, mode)


class _Environment:
    """What both kinds of environments have."""

    metadata: dict[str, Any] = {}  # noqa: RUF012  # each environment sets its own

    def __init__(self, playing: ZooMatch, render_mode: str | None) -> None:
        super().__init__()
        self.playing = playing
        self.metadata = {"render_modes": RENDER_MODES, "name": f"{playing.spec.slug}_v0", "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = list(playing.agents)
        self.state_space = playing.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """An agent's observation."""
        return self.playing.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space of this game; where all act at once, with waiting."""
        return self.playing.action_spaces[agent]

    def state(self) -> Any:
        """The whole truth."""
        return self.playing.state()

    def render(self) -> Any:
        """The board as text."""
        return self.playing.render(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


class raw_env(_Environment, AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types, and names it so
    """One seat after the other; where several may act, the lowest of them first."""

    def __init__(
        self,
        game: str | GameSpec,
        seats: int | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(ZooMatch(game, seats, variants, limit, waits=False), render_mode)
        self.metadata["is_parallelizable"] = False
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next match of the seed."""
        self.playing.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pass_on()

    def step(self, action: Any) -> None:
        """The selected agent acts. An IllegalAction changes nothing."""
        self.playing.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.playing.push(read_action(action), self._seats[agent])
        self._cumulative_rewards[agent] = 0.0
        self._pass_on()
        if self.render_mode == "human":
            self.render()

    def _pass_on(self) -> None:
        """Select who acts next, or end the match."""
        table = self.playing
        if table.to_act == OVER or table.is_cut:
            over = table.is_over
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)
            if over:
                self.rewards = table.results()
                self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[lowest(table.to_act)]

    def last(self, observe: bool = True) -> Any:
        """The selected agent's observation and rewards."""
        self.playing.check_begun()
        return super().last(observe)

    def observe(self, agent: str) -> Any:
        """An agent's observation."""
        return self.playing.observe(self._seats[agent])


def env(game: str | GameSpec, seats: int | None = None, **settings: Any) -> Any:
    """`raw_env` with PettingZoo's usual wrappers: illegal actions end the match, calls in order."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, seats, **settings), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(guarded)


class parallel_env(_Environment, ParallelEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types, and names it so
    """All seats at once: in a tick everyone who may act does, or waits (the action after the game's own).

    Seats that cannot act can only wait. In a race the order within a tick is random, weighted by `speeds`. An action
    that an earlier one of the same tick has made impossible is dropped and flagged.
    """

    def __init__(
        self,
        game: str | GameSpec,
        seats: int | None = None,
        *,
        variants: Mapping[str, str] | None = None,
        limit: int = LIMIT,
        ticks: int = LIMIT,
        speeds: list[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(ZooMatch(game, seats, variants, limit, waits=True), render_mode)
        self.wait = self.playing.spec.actions
        """The action of doing nothing in this tick."""
        self.ticks = ticks
        self._tick = 0
        self.speeds = speeds or [1] * self.playing.seats
        if len(self.speeds) != self.playing.seats or min(self.speeds) < 1:
            raise SetupError(f"a speed is at least 1, one for each of {self.playing.seats} seats")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next match of the seed."""
        self.playing.reset(seed)
        self._tick = 0
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {"late": False} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Everyone's action of this tick."""
        self.playing.check_begun()
        chosen = {agent: read_action(action) for agent, action in actions.items()}
        infos = {agent: {"late": False} for agent in self.agents}
        for seat in self._order():
            action = chosen.get(agent_of(seat), self.wait)
            if action != self.wait and not self._act(seat, action):
                infos[agent_of(seat)]["late"] = True
        self._tick += 1
        table = self.playing
        over = table.is_over
        cut = not over and (table.is_cut or self._tick >= self.ticks)
        rewards = table.results() if over else dict.fromkeys(self.agents, 0.0)
        given = (
            self._observations(),
            rewards,
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            infos,
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return given

    def _order(self) -> list[Seat]:
        """The seats that may act in this tick, in the order in which they do."""
        waiting, order = members(self.playing.to_act), []
        while waiting:
            rest = below(self.playing.order_key, sum(self.speeds[seat] for seat in waiting))
            for seat in waiting:
                rest -= self.speeds[seat]
                if rest < 0:
                    break
            waiting.remove(seat)
            order.append(seat)
        return order

    def _act(self, seat: Seat, action: int) -> bool:
        if not self.playing.may(action, seat):
            return False
        self.playing.push(action, seat)
        return True

    def _observations(self) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            found[agent] = self.playing.observe(seat)
            found[agent]["action_mask"][self.wait] = self._may_wait(seat)
        return found

    def _may_wait(self, seat: Seat) -> bool:
        """Whether a seat may wait: in a race always, else only if it has nothing to do, so that the match goes on."""
        return self.playing.spec.race or not len(self.playing.legal_actions(seat)) or self.playing.is_cut


class ZooModule:
    """A game as PettingZoo's modules have it."""

    def __init__(self, spec: GameSpec) -> None:
        self.game = spec
        self.env = partial(env, spec)
        """Makes the AEC environment, checked for its order of use."""
        self.raw_env = partial(raw_env, spec)
        """Makes the AEC environment itself: the fastest."""
        self.parallel_env = partial(parallel_env, spec)
        """Makes the parallel environment."""
