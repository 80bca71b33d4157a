"""One learner against named bots, as a Gymnasium environment: a match played by the rules, interpreted.

Its dice and bots draw from the same generator in the same order as the vector environment's, so that the same seed
plays the same match in both.
"""

from typing import Any

import gymnasium as gym
import numpy as np

from quincunx.bots import choose
from quincunx.core.generator import KEY_WORDS, seed_key, weighted
from quincunx.core.loops import next_to_act
from quincunx.core.match import Match
from quincunx.core.seats import holds
from quincunx.core.standings import PLACE, POINTS
from quincunx.envs.features import features_of
from quincunx.envs.loops import utility
from quincunx.envs.settings import NOT_RESET, USUAL_GAME, Seating, read_action, read_seed
from quincunx.envs.text import render_board


class DiceEnv(gym.Env[Any, Any]):
    """A game as one player sees it.

    Observations are features of the learner's view (`quincunx.envs.features`), `info["action_mask"]` what it may do.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(self, game: str | Seating = USUAL_GAME, *, render_mode: str | None = None, **settings: Any) -> None:
        self.seating = game if isinstance(game, Seating) else Seating(game, **settings)
        self.seating.check()
        self.render_mode = render_mode
        spec = self.seating.spec
        self.features = features_of(spec)
        self.observation_space = gym.spaces.Box(-1.0, 1.0, (self.features.length,), np.float32)
        self.action_space = gym.spaces.Discrete(spec.actions)
        self._speeds = self.seating.roster().numbers
        self._key = [0] * KEY_WORDS
        self._seed: int | None = None
        self._next = 0
        self._score = 0
        self.match: Match | None = None
        """The match under way, with everything that is hidden: for watching, not for learning."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next match of the seed."""
        seed = None if seed is None else read_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._next = seed, 0
        elif self._seed is None:
            self._seed = int(self.np_random.integers(2**31))
        self.match = None
        while self.match is None or self.match.is_over:  # one that is over before the learner could act is none
            self.match = self._begin(self._seed)
            self._go_on()
        self._score = self._points()
        return self._seen(), self._info()

    def _begin(self, seed: int) -> Match:
        seed_key(self._key, seed, self._next)
        self._next += 1
        return Match(self.seating.spec, self.seating.count, variants=self.seating.variants, settle=False)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply the learner's decision; land dice and let bots act until it must decide again."""
        match, learner, action = self._playing(), self.seating.learner, read_action(action)
        if self._is_cut:
            return self._seen(), 0.0, False, True, self._info()
        if reason := match.objection(action, learner):
            return self._seen(), self.seating.penalty, False, False, self._info(illegal=str(reason))
        match.push(action, learner)
        self._go_on()
        over = match.is_over
        reward = self._reward(over)
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, self._is_cut, self._info()

    def _playing(self) -> Match:
        if self.match is None:
            raise gym.error.ResetNeeded(NOT_RESET)
        return self.match

    @property
    def _is_cut(self) -> bool:
        """Whether the match is too long; it may be so before the learner could act."""
        match = self._playing()
        return len(match) >= self.seating.limit and not match.is_over

    def _go_on(self) -> None:
        """Play on until the learner must decide, the match is over or too long."""
        match, seating = self._playing(), self.seating
        bots = seating.bots
        while not (match.is_over or self._is_cut):
            if match.awaits_chance:
                weights = match.odds()
                match.land(weighted(self._key, weights, len(weights)))
                continue
            seat = next_to_act(match.to_act, self._speeds, self._key)
            if seat == seating.learner:
                break
            legal = match.legal_actions(seat)
            match.push(choose(seating.spec, bots[seat], match.view(seat), seat, legal, self._key), seat)

    def _standings(self) -> dict[tuple[int, int], int]:
        cells = {}
        for row in self._playing().standings():
            cells[row.seat, PLACE], cells[row.seat, POINTS] = row.place, row.points
        return cells

    def _points(self) -> int:
        return self._standings()[self.seating.learner, POINTS]

    def _reward(self, over: bool) -> float:
        if self.seating.rewards_points:
            before, self._score = self._score, self._points()
            return float(self._score - before)
        standings: Any = self._standings()
        return utility(standings, self.seating.count, self.seating.learner) if over else 0.0

    def _seen(self) -> Any:
        learner = self.seating.learner
        return self.features.encode(self._playing().view(learner), learner)

    def action_masks(self) -> Any:
        """The action mask of the learner, in the form of sb3-contrib."""
        match, mask = self._playing(), np.zeros(self.seating.spec.actions, np.int8)
        if holds(match.to_act, self.seating.learner) and not self._is_cut:
            mask[match.legal_actions(self.seating.learner)] = 1
        return mask

    def _info(self, illegal: str | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "illegal": illegal is not None}
        return info if illegal is None else info | {"objection": illegal}

    def render(self) -> str | None:
        """The board as the terminal shows it to the learner."""
        return render_board(self._playing(), self.seating.learner, self.render_mode)
