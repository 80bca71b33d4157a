"""Thousands of matches stepped in one compiled call, as a Gymnasium vector environment.

A step runs no Python loop: `envs.loops` makes dice, opponents, features, masks and rewards.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from quincunx.core.errors import SetupError
from quincunx.core.fields import records
from quincunx.core.generator import KEY_WORDS, seed_key
from quincunx.core.jit import compiled, telling
from quincunx.envs import loops
from quincunx.envs.calls import ints_of
from quincunx.envs.features import features_of
from quincunx.envs.settings import NOT_RESET, USUAL_GAME, Seating, read_seed
from quincunx.games import game as game_of

MODES = {
    AutoresetMode.NEXT_STEP: loops.NEXT_STEP,
    AutoresetMode.SAME_STEP: loops.SAME_STEP,
    AutoresetMode.DISABLED: loops.DISABLED,
}

Seeds: TypeAlias = "int | Sequence[int | None] | np.ndarray[Any, np.dtype[np.integer[Any]]] | None"
"""One seed, or one for each match, of Python's or NumPy's integers."""
NOTHING_SEEN = -(2**31)
"""A value that no field of a state can have."""


class DiceVectorEnv(gym.vector.VectorEnv[Any, Any, Any]):
    """Many matches of one game, each with one learner against the same bots.

    Observations are features of the learner's view; `info["action_mask"]` has its legal actions. The next step reuses
    the arrays that `step` returns, unless `copy=True`.
    Match n is seeded by the seed plus n, as Gymnasium does it, and plays what the single environment plays.
    """

    metadata: dict[str, Any] = {}  # noqa: RUF012  # each environment sets its own

    def __init__(
        self,
        game: str | Seating = USUAL_GAME,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        self.seating = game if isinstance(game, Seating) else Seating(game, **settings)
        self.seating.check()
        if num_envs < 1:
            raise SetupError(f"there is at least one match, not {num_envs}")
        mode = AutoresetMode(autoreset_mode)
        spec = self.seating.spec
        roster = self.seating.roster(compiling=True)
        if roster.thinkers:
            names = ", ".join(sorted({thinker.name for thinker in roster.thinkers.values()}))
            raise SetupError(f"{names} cannot play inside a compiled step: take random, greedy or expert")
        self.spec_of_game = spec
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._copy = copy
        self._is_begun = False
        features = features_of(spec)
        self.single_observation_space = gym.spaces.Box(-1.0, 1.0, (features.length,), np.float32)
        self.single_action_space = gym.spaces.Discrete(spec.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._loops: Any = compiled(spec, loops, roster.outside)
        self._allocate(num_envs, features.length, roster, mode)

    def _allocate(self, count: int, width: int, roster: Any, mode: AutoresetMode) -> None:
        spec, seating = self.spec_of_game, self.seating
        self._roster = roster
        states = records(spec.state, count + loops.SCRATCH)
        self._books = np.zeros((count, loops.BOOK), np.int64)
        self._key = np.zeros(KEY_WORDS, np.int64)
        self._sampler: Any = np.zeros(KEY_WORDS, np.int64)
        kind = loops.GAIN if seating.rewards_points else loops.WIN
        me = features_of(spec).me
        setting = [seating.count, self._learner, kind, MODES[mode], seating.limit, me]
        self.counters = np.zeros(loops.COUNTERS, np.int64)
        """Decisions of learners and of bots, and actions that were refused, since the environment was made."""
        self._features = np.zeros((count, width), np.float32)
        self._books[:, loops.ACTOR] = seating.learner
        self._features[:, me + seating.learner] = 1
        self._mask = np.zeros((count, spec.actions), np.int8)
        self._rewards = np.zeros(count, np.float64)
        self._ended, self._cut, self._illegal = (np.zeros(count, np.bool_) for _ in range(3))
        self._last = np.zeros((count, width) if mode == AutoresetMode.SAME_STEP else (1, width), np.float32)
        self._results = np.zeros((count, seating.count), np.float64)
        self._actions = np.zeros(count, np.int64)
        self._matches = (states, count)
        self._room = loops.Room(
            self._books,
            np.zeros((count, KEY_WORDS), np.int64),
            self._key,
            np.array(setting, np.int64),
            np.array(spec.options(seating.variants), np.int64),
            np.array(roster.numbers, np.int64),
            np.zeros(spec.actions, np.int32),  # half as wide is a tenth faster where all actions are legal
            np.zeros(spec.outcomes, np.int64),
            roster.knowledge(),
            np.zeros((seating.count, 2), np.int64),
            self.counters,
            ints_of(states),
            np.full((count, spec.state.LENGTH), NOTHING_SEEN, np.int32),
            features_of(spec).plan(),
            self._features,
            self._mask,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Compiled code stays in its process: a copy compiles its own."""
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copied, the ints must be those of the copied states."""
        vars(self).update(state)
        self._loops = compiled(self.spec_of_game, loops, self._roster.outside)
        self._room = self._room._replace(ints=ints_of(self._matches[0]))

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all matches, or those that `options["reset_mask"]` names."""
        which = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], np.bool_)
            if which.shape != (self.num_envs,):
                raise SetupError(f"a reset mask has {self.num_envs} entries, not {which.shape}")
        self._seed(seed, which)
        with self._roster.refusing(self._key), telling(self.spec_of_game):
            self._loops.reset_all(*self._matches, which.astype(np.int64), self._room)
        self._is_begun = bool((self._books[:, loops.NEXT] > 0).all())
        return self._given(self._features), {"action_mask": self._given(self._mask)} | self._more()

    def _seed(self, seed: Seeds, which: Any) -> None:
        """Seed the matches that restart with a seed, and randomly those that never had one."""
        begun = self._books[:, loops.NEXT] > 0
        if seed is None and begun[which].all():
            return
        seeds = self._seeds(seed)
        given = []
        for index in np.flatnonzero(which):
            own = seeds[index]
            if own is None and not begun[index]:
                own = int(self.np_random.integers(2**31))
            if own is not None:
                self._books[index, loops.SEED] = own
                self._books[index, loops.NEXT] = 0
                given.append(own)
        if given:
            seed_key(self._sampler, given[0], 1 << 50)

    def _seeds(self, seed: Seeds) -> list[int | None]:
        """For every match its seed, none where none is given."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, (Sequence, np.ndarray)):
            seed = read_seed(seed)
            gym.vector.VectorEnv.reset(self, seed=seed)
            seeds: list[int | None] = [read_seed(seed + index) for index in range(self.num_envs)]
        else:
            seeds = [None if own is None else read_seed(own) for own in seed]
            if len(seeds) != self.num_envs:
                raise SetupError(f"a list of seeds has {self.num_envs} entries, not {len(seeds)}")
        return seeds

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision of every learner; an illegal action changes nothing, costs the penalty and is flagged."""
        self._check_begun()
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions are an array of {self.num_envs}, not of the shape {given.shape}")
        self._actions[:] = given
        with self._roster.refusing(self._key), telling(self.spec_of_game):
            self._loops.step_all(
                *self._matches,
                self._actions,
                self._room,
                self._rewards,
                self._ended,
                self._cut,
                self._illegal,
                self._last,
                self._results,
                self.seating.penalty,
            )
        info: dict[str, Any] = {"action_mask": self._given(self._mask), "illegal": self._given(self._illegal)}
        info |= self._more()
        over = self._ended | self._cut
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and over.any():
            info |= {"final_obs": self._finals(over), "_final_obs": over}
        arrays = (self._features, self._rewards, self._ended, self._cut)
        features, rewards, ended, cut = (self._given(array) for array in arrays)
        return features, rewards, ended, cut, info

    @property
    def _learner(self) -> int:
        """The learner's seat, as the loops know it."""
        return self.seating.learner

    def _more(self) -> dict[str, Any]:
        """Return the rest of `info`, beside the masks."""
        return {}

    def _check_begun(self) -> None:
        if not self._is_begun:
            raise gym.error.ResetNeeded(NOT_RESET)

    def _finals(self, over: Any) -> Any:
        finals = np.full(self.num_envs, None, object)
        for index in np.nonzero(over)[0]:
            finals[index] = self._last[index].copy()
        return finals

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def action_masks(self) -> Any:
        """The action mask of every learner, in the form of sb3-contrib."""
        self._check_begun()
        return self._mask.astype(np.bool_)

    def sample_actions(self) -> Any:
        """A random legal action for every learner; 0 where a match is over."""
        self._check_begun()
        self._loops.sample(self.num_envs, self._mask, self._books, self._sampler, self._actions)
        return self._given(self._actions)


class SelfPlayVectorEnv(DiceVectorEnv):
    """Many matches of one game in which all seats learn.

    Each step is one decision of the seat in `info["seat"]`, whose view and mask are given. In a race that is any of
    those that may act. `info["results"]` has, of a match that ends with the step, what every seat gets by its place;
    the reward is that of the seat that has just acted.
    """

    def __init__(self, game: str = USUAL_GAME, num_envs: int = 1, **settings: Any) -> None:
        wrong = {"opponents", "learner", "reward"} & set(settings)
        if wrong:
            raise SetupError(f"all seats learn, by their places: there is no {', '.join(sorted(wrong))}")
        mine = {name: settings.pop(name) for name in ("autoreset_mode", "copy") if name in settings}
        seats = max(2, game_of(game).seats[0])
        seating = replace(Seating(game, seats, ("random",), reward="win"), **settings)
        super().__init__(seating, num_envs, **mine)

    @property
    def _learner(self) -> int:
        return loops.ALL_LEARN

    def _more(self) -> dict[str, Any]:
        return {"seat": self._given(self._books[:, loops.ACTOR]), "results": self._given(self._results)}
