"""Schedules bots' decisions over worker processes: which worker thinks, within which time, and which weaker bot answers
when one fails.

There are two desks, each with workers of its own: one for bots that answer at once, one for bots that have to be made
ready and search, so that the first never wait for the second. Nothing here starts processes or looks at a clock: the
pool is given functions that do.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import floor, log2
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import structlog

from quincunx.bots import choose, level_below, needs_preparing, unready_levels
from quincunx.bots.worker import GRACE_S, MOST_FAILURES, PREPARE_S, Answer, Preparation, Worker, question_of
from quincunx.core.bots import RANDOM
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.server.operations import metrics
from quincunx.server.queueing import FairQueue

log = structlog.get_logger()

QUICK_WORKERS = 2
LEAST_S = 0.02
"""The shortest time that a bot that searches is given, in seconds."""
MOST_WAITING = 64
"""How many thoughts may wait for strong workers; with one more, a weaker level answers a thought of the address that
has most of them."""
LOG_PAUSE_S = 10.0
"""The fewest seconds between two log lines about how little time the bots have."""

Reason: TypeAlias = Literal["preparing", "busy", "failed"]
"""Why a weaker level answers: the bot is still being made ready, too many think, or it did not come to an answer."""


class Kind(NamedTuple):
    """A bot of a game that must be made ready before it can answer."""

    spec: GameSpec
    bot: str


class Found(NamedTuple):
    """The action that was found for a bot, and the level that found it."""

    action: int
    level: str
    reason: Reason | None = None
    """Why it was not the bot's own level; none if it was."""


@dataclass(eq=False)
class Thought:
    """A decision that a bot has to make."""

    spec: GameSpec
    bot: str
    view: Any
    seat: Seat
    legal: list[int]
    key: list[int]
    seconds: float
    table: str
    address: str
    done: Callable[[Found], None]
    level: str = field(init=False)
    """The level that is asked now: the bot's own, or a weaker one in its place."""
    reason: Reason | None = None
    wishes: list[Kind] = field(default_factory=list)
    """The bots to make ready once this is answered; not before, so that the answer need not share the processor with
    that."""

    def __post_init__(self) -> None:
        self.level = self.bot

    @property
    def kind(self) -> Kind:
        """The bot that must be ready to answer it."""
        return Kind(self.spec, self.level)

    def answer(self, action: int) -> None:
        """Report the action that was found."""
        if self.reason is not None:
            metrics.BOT_STAND_INS.labels(self.reason).inc()
        self.done(Found(action, self.level, self.reason))

    def step_down(self, reason: Reason) -> None:
        """Ask the next weaker level from now on, for this reason."""
        self.level = level_below(self.spec, self.level)
        self.reason = self.reason or reason


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Do not make the call."""
        ...


Hire: TypeAlias = Callable[[Callable[[Answer | None], None]], Worker]
"""Starts a worker; the function that it is given hears each answer, and None if the worker dies."""
Later: TypeAlias = Callable[[float, Callable[[], None]], Timer]
"""Has a function called after so many seconds."""


@dataclass(eq=False)
class Post:
    """A worker and what it is doing."""

    worker: Worker = field(init=False)
    thought: Thought | None = None
    preparing: Kind | None = None
    ready: set[Kind] = field(default_factory=set)
    timer: Timer | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it waits for work."""
        return self.thought is None and self.preparing is None

    def rest(self) -> None:
        """Note that its task is over."""
        self.thought = self.preparing = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Desk:
    """Workers for one kind of bots, and the thoughts that wait for them."""

    def __init__(
        self,
        most: int,
        hire: Hire,
        later: Later,
        time: Callable[[], float],
        replace: Callable[[Thought], None],
        answer: Callable[[Thought, int], None],
        *,
        prepares: bool,
    ) -> None:
        self.posts: list[Post] = []
        self.queue: FairQueue[Thought] = FairQueue()
        self._most = most
        self._hire = hire
        self._later = later
        self._time = time
        self._replace = replace
        """Finds a place for a thought that has stepped down to a weaker level."""
        self._answer = answer
        self._prepares = prepares
        self._orders: dict[Kind, None] = {}
        """The bots to make ready, in this order."""
        self._failures: Counter[Kind] = Counter()
        self._hurry = 0
        self._logged = -LOG_PAUSE_S

    def is_ready(self, kind: Kind) -> bool:
        """Whether some worker has this bot ready and can answer, now or when it has answered another."""
        return any(kind in post.ready and post.preparing is None for post in self.posts)

    def enter(self, thought: Thought) -> None:
        """Let a thought wait its turn; if too many wait, one of the address that has most is answered by a weaker
        level."""
        self.queue.enter(thought.address, thought.table, thought)
        if self._prepares and len(self.queue) > MOST_WAITING:
            self._give_way(self.queue.pop_from_longest(), "busy")
        self.go_on()

    def order(self, kind: Kind) -> None:
        """Have a bot made ready in the background."""
        under_way = any(post.preparing == kind for post in self.posts)
        if not under_way and self._failures[kind] < MOST_FAILURES:
            self._orders[kind] = None
            self.go_on()

    def go_on(self) -> None:
        """Give work to every worker that has none."""
        for post in [post for post in self.posts if post.is_idle]:
            self._give_next(post)
        if self._prepares:
            self._prepare_next()
            metrics.BOTS_WAITING.set(len(self.queue))
        else:
            while len(self.queue) and len(self.posts) < self._most:
                self._give_next(self._take_on())

    def close(self) -> None:
        """End all workers."""
        for post in self.posts:
            post.rest()
            post.worker.kill()
        self.posts.clear()

    def _take_on(self) -> Post:
        post = Post()
        post.worker = self._hire(partial(self._heard, post))
        self.posts.append(post)
        return post

    def _give_next(self, post: Post) -> None:
        thought = self.queue.next(lambda one: not self._prepares or one.kind in post.ready)
        if thought is not None:
            seconds = self._budget(thought)
            post.thought = thought
            post.timer = self._later(seconds + GRACE_S, partial(self._late, post))
            post.worker.ask(
                question_of(
                    thought.spec, thought.level, thought.view, thought.seat, thought.legal, thought.key, seconds
                )
            )

    def _prepare_next(self) -> None:
        """Have one worker at a time make a bot ready: one that was ordered, else one that a thought waits for."""
        if any(post.preparing for post in self.posts):
            return
        self._orders = {kind: None for kind in self._orders if not self.is_ready(kind)}
        waiting = self.queue.first()
        kind = next(iter(self._orders), None if waiting is None else waiting.kind)
        if kind is None:
            return
        idle = [post for post in self.posts if post.is_idle and kind not in post.ready]
        if len(self.posts) < self._most:
            post = next((post for post in idle if not post.ready), None) or self._take_on()
        elif idle:
            post = min(idle, key=lambda post: len(post.ready))
        else:
            return
        self._orders.pop(kind, None)
        post.preparing = kind
        post.timer = self._later(PREPARE_S, partial(self._late, post))
        post.worker.ask(Preparation(kind.spec.package, kind.bot))

    def _budget(self, thought: Thought) -> float:
        """The seconds that a thought is given: the more are waiting, the fewer."""
        lanes = max(1, sum(post.preparing is None for post in self.posts))
        wanted = 1 + len(self.queue) + sum(post.thought is not None for post in self.posts)
        share = min(1.0, lanes / wanted)
        seconds = max(LEAST_S, thought.seconds * share)
        if self._prepares:
            self._note_hurry(floor(log2(1 / share)), seconds)
        return seconds

    def _note_hurry(self, hurry: int, seconds: float) -> None:
        now = self._time()
        if hurry != self._hurry and now - self._logged >= LOG_PAUSE_S:
            self._hurry, self._logged = hurry, now
            if hurry:
                log.warning("bots_hurried", waiting=len(self.queue), seconds=round(seconds, 3))
            else:
                log.info("bots_unhurried", waiting=len(self.queue))

    def _heard(self, post: Post, answer: Answer | None) -> None:
        """A worker has answered, or (None) is dead."""
        if post not in self.posts:
            return
        if answer is None:
            self._lose(post, "the worker has died")
            return
        thought, kind = post.thought, post.preparing
        post.rest()
        if kind is not None:
            self._prepared(post, kind, answer.trouble)
        elif thought is not None:
            if answer.action in thought.legal:
                self._answer(thought, answer.action)
            else:
                self._fail(thought, answer.trouble or f"chose {answer.action}")
        self.go_on()

    def _prepared(self, post: Post, kind: Kind, trouble: str | None) -> None:
        if trouble is None:
            post.ready.update(Kind(kind.spec, level) for level in unready_levels(*kind))
            log.info("bot_ready", game=kind.spec.slug, bot=kind.bot)
        else:
            self._failures[kind] += 1
            log.error("bot_not_ready", game=kind.spec.slug, bot=kind.bot, error=trouble)

    def _late(self, post: Post) -> None:
        post.worker.kill()
        self._lose(post, "no answer in time")

    def _lose(self, post: Post, trouble: str) -> None:
        """Remove a worker that is gone. The thought that it had, and those that it alone could have answered, go to a
        weaker level."""
        self.posts.remove(post)
        thought, kind = post.thought, post.preparing
        post.rest()
        if kind is not None:
            self._prepared(post, kind, trouble)
        if thought is not None:
            self._fail(thought, trouble)
        if self._prepares:
            for other in self.queue.pop_all(lambda one: not self.is_ready(one.kind)):
                other.wishes.append(other.kind)
                self._give_way(other, "preparing")
        self.go_on()

    def _fail(self, thought: Thought, trouble: str) -> None:
        log.error("bot_failed", game=thought.spec.slug, table=thought.table, bot=thought.level, error=trouble)
        self._give_way(thought, "failed")

    def _give_way(self, thought: Thought, reason: Reason) -> None:
        thought.step_down(reason)
        self._replace(thought)


class Pool:
    """The desks of a hall: `quick` for bots that answer at once, `strong` for those that have to be made ready."""

    def __init__(self, hire: Hire, later: Later, time: Callable[[], float], strong: int) -> None:
        self.quick = Desk(QUICK_WORKERS, hire, later, time, self.think, self._answer, prepares=False)
        self.strong = Desk(strong, hire, later, time, self.think, self._answer, prepares=True)

    def think(self, thought: Thought) -> None:
        """Have a thought answered: by its own level, or by the next weaker one that can."""
        if len(thought.legal) == 1:
            self._answer(thought, thought.legal[0])
            return
        unready = []
        while needs_preparing(thought.spec, thought.level) and not self.strong.is_ready(thought.kind):
            unready.append(thought.kind)
            thought.step_down("preparing")
        thought.wishes[:0] = reversed(unready)  # the weakest is ready first and answers for the others
        if thought.level == RANDOM:
            self._answer(
                thought, choose(thought.spec, RANDOM, thought.view, thought.seat, thought.legal, list(thought.key))
            )
        elif needs_preparing(thought.spec, thought.level):
            self.strong.enter(thought)
        else:
            self.quick.enter(thought)

    def _answer(self, thought: Thought, action: int) -> None:
        thought.answer(action)
        for kind in dict.fromkeys(thought.wishes):
            if not self.strong.is_ready(kind):
                self.strong.order(kind)

    def close(self) -> None:
        """End all workers."""
        self.quick.close()
        self.strong.close()
