"""Schedules thoughts over workers: which worker thinks, for how long, and which weaker level stands in.

There are two desks, each with workers of its own: `quick` for bots that answer at once, `strong` for bots that must be
made ready and search, so that the first never wait for the second. The pool starts no process and reads no clock: it
is given functions that do.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import floor, log2
from typing import Any, NamedTuple, Protocol, TypeAlias

from quincunx.bots import level_below, needs_preparing, unready_levels
from quincunx.bots.advice import Advice
from quincunx.core.bots import RANDOM, Budget
from quincunx.core.spec import GameSpec
from quincunx.thinking.found import Decision, Found, Reason
from quincunx.thinking.queueing import FairQueue
from quincunx.thinking.tasks import Preparation, Question, Reply, Task, Valuation, What
from quincunx.thinking.worker import carry_out

QUICK_WORKERS = 2
LEAST_S = 0.02
"""The shortest time that a bot that searches is given, in seconds."""
GRACE_S = 5.0
"""Seconds after its time is up within which a worker must reply; then it is replaced."""
PREPARE_S = 900.0
"""Seconds that a worker may take to make a bot ready, or for a thought that is counted in playouts."""
MOST_FAILURES = 3
"""The most failed attempts to prepare a bot."""
MOST_WAITING = 64
"""The most thoughts that wait for strong workers. One more, and a weaker level answers a thought of the address that
has most of them."""
LOG_PAUSE_S = 10.0
"""The fewest seconds between two log lines about how little time the bots have."""


class Kind(NamedTuple):
    """A bot of a game that must be made ready before it can answer."""

    spec: GameSpec
    bot: str


class Log(Protocol):
    """A log such as structlog's."""

    def info(self, event: str, **facts: Any) -> Any: ...
    def warning(self, event: str, **facts: Any) -> Any: ...
    def error(self, event: str, **facts: Any) -> Any: ...


class NoLog:
    """Logs nothing."""

    def info(self, event: str, **facts: Any) -> None:
        """Log nothing."""

    warning = error = info


@dataclass(eq=False)
class Thought:
    """A question to a bot, and where its answer goes."""

    what: What
    decision: Decision
    bot: str
    budget: Budget
    done: Callable[[Found[Any] | str], None]
    """Hears what was found, or why nothing was."""
    done_action: int | None = None
    """The action to advise about, which the seat has done."""
    valuation: Valuation | None = None
    """The question, if it asks for the values of a moment; the bot then only names what must be ready."""
    patient: bool = False
    """Whether it waits until its own level is ready, and takes no answer from a weaker one."""
    level: str = field(init=False)
    """The level that is asked now: the bot itself, or a weaker one in its place."""
    reason: Reason | None = None
    wishes: list[Kind] = field(default_factory=list)
    """The bots to make ready once this is answered; not before, so that the answer need not share the processor with
    that."""

    def __post_init__(self) -> None:
        self.level = self.bot

    @property
    def kind(self) -> Kind:
        """The bot that must be ready to answer it."""
        return Kind(self.decision.spec, self.level)

    def question(self, seconds: float | None = None) -> Question | Valuation:
        """Return the task for a worker, with this time in place of the requested one."""
        if self.valuation is not None:
            return self.valuation
        spec, view, seat, legal, key, *_ = self.decision
        budget = self.budget if seconds is None else Budget(seconds=seconds)
        package, level, seen = spec.package, self.level, view.to_bytes()
        return Question(self.what, package, level, seat, seen, list(legal), list(key), budget, self.done_action)

    def is_answered_by(self, reply: Reply) -> bool:
        """Whether this is an answer, with a legal action where one was asked for."""
        if self.valuation is not None:
            return reply.valued is not None
        result = reply.result
        return (result.action if isinstance(result, Advice) else result) in self.decision.legal

    def step_down(self, reason: Reason) -> None:
        """Ask the next weaker level from now on, for this reason."""
        self.level = level_below(self.decision.spec, self.level)
        self.reason = self.reason or reason


class Worker(Protocol):
    """A process that does one task at a time."""

    def ask(self, task: Task) -> None:
        """Send it a task."""
        ...

    def kill(self) -> None:
        """End it at once; it sends no more replies."""
        ...


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Do not make the call."""
        ...


Hire: TypeAlias = Callable[[Callable[[Reply | None], None]], Worker]
"""Starts a worker; its argument is called with each reply, and with None if the worker dies."""
Later: TypeAlias = Callable[[float, Callable[[], None]], Timer]
"""Has a function called after some seconds."""
Prepared: TypeAlias = Callable[[str | None], None]
"""Hears that a bot is ready, or why it cannot be made ready."""


@dataclass(eq=False)
class Post:
    """A worker and its present task."""

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

    def __init__(self, pool: "Pool", most: int, *, prepares: bool) -> None:
        self.posts: list[Post] = []
        self.queue: FairQueue[Thought] = FairQueue()
        self.most = most
        """The most workers; none means that the asking process answers itself."""
        self._pool = pool
        self._prepares = prepares
        self._orders: dict[Kind, None] = {}
        """The bots to make ready, in this order."""
        self._awaited: dict[Kind, list[Prepared]] = {}
        self._failures: Counter[Kind] = Counter()
        self._hurry = 0
        self._logged = -LOG_PAUSE_S

    def is_ready(self, kind: Kind) -> bool:
        """Whether a worker has this bot ready and can answer, now or after its current thought."""
        return any(kind in post.ready and post.preparing is None for post in self.posts)

    def enter(self, thought: Thought) -> None:
        """Queue a thought; if the queue is full, a weaker level answers one of the address with most."""
        self.queue.enter(thought.decision.address, thought.decision.table, thought)
        if self._prepares and len(self.queue) > MOST_WAITING:
            self._give_way(self.queue.pop_from_longest(), "busy", "too many think")
        self.go_on()

    def order(self, kind: Kind, done: Prepared | None = None) -> None:
        """Have a bot prepared in the background, and get a report when it is ready."""
        if self._failures[kind] >= MOST_FAILURES:
            if done is not None:
                done("it failed too often")
            return
        if done is not None:
            self._awaited.setdefault(kind, []).append(done)
        if not any(post.preparing == kind for post in self.posts):
            self._orders[kind] = None
            self.go_on()

    def go_on(self) -> None:
        """Give work to every worker that has none."""
        for post in [post for post in self.posts if post.is_idle]:
            self._give_next(post)
        if self._prepares:
            self._tell_prepared()
            self._prepare_next()
        else:
            while len(self.queue) and len(self.posts) < self.most:
                self._give_next(self._take_on())

    def close(self) -> None:
        """End all workers."""
        for post in self.posts:
            post.rest()
            post.worker.kill()
        self.posts.clear()

    def _take_on(self) -> Post:
        post = Post()
        post.worker = self._pool.hire(partial(self._heard, post))
        self.posts.append(post)
        return post

    def _give_next(self, post: Post) -> None:
        thought = self.queue.next(lambda one: not self._prepares or one.kind in post.ready)
        if thought is not None:
            seconds = self._seconds(thought)
            post.thought = thought
            limit = PREPARE_S if seconds is None else seconds + GRACE_S
            post.timer = self._pool.later(limit, partial(self._late, post))
            post.worker.ask(thought.question(seconds))

    def _tell_prepared(self) -> None:
        for kind in [kind for kind in self._awaited if self.is_ready(kind)]:
            for done in self._awaited.pop(kind, ()):
                done(None)

    def _prepare_next(self) -> None:
        """Have one worker at a time prepare a bot: a requested one, else one that a thought waits for."""
        if any(post.preparing for post in self.posts):
            return
        self._orders = {kind: None for kind in self._orders if not self.is_ready(kind)}
        waiting = self.queue.first()
        kind = next(iter(self._orders), None if waiting is None else waiting.kind)
        if kind is None:
            return
        idle = [post for post in self.posts if post.is_idle and kind not in post.ready]
        if len(self.posts) < self.most:
            post = next((post for post in idle if not post.ready), None) or self._take_on()
        elif idle:
            post = min(idle, key=lambda post: len(post.ready))
        else:
            return
        self._orders.pop(kind, None)
        post.preparing = kind
        post.timer = self._pool.later(PREPARE_S, partial(self._late, post))
        post.worker.ask(Preparation(kind.spec.package, kind.bot))

    def _seconds(self, thought: Thought) -> float | None:
        """Return a thought's seconds, fewer the more wait; None if its budget is playouts."""
        if thought.budget.seconds is None:
            return None
        lanes = max(1, sum(post.preparing is None for post in self.posts))
        wanted = 1 + len(self.queue) + sum(post.thought is not None for post in self.posts)
        share = min(1.0, lanes / wanted)
        seconds = max(LEAST_S, thought.budget.seconds * share)
        if self._prepares:
            self._note_hurry(floor(log2(1 / share)), seconds)
        return seconds

    def _note_hurry(self, hurry: int, seconds: float) -> None:
        now = self._pool.time()
        if hurry != self._hurry and now - self._logged >= LOG_PAUSE_S:
            self._hurry, self._logged = hurry, now
            if hurry:
                self._pool.log.warning("bots_hurried", waiting=len(self.queue), seconds=round(seconds, 3))
            else:
                self._pool.log.info("bots_unhurried", waiting=len(self.queue))

    def _heard(self, post: Post, reply: Reply | None) -> None:
        """A worker has replied, or (None) is dead."""
        if post not in self.posts:
            return
        if reply is None:
            self._lose(post, "the worker has died")
            return
        thought, kind = post.thought, post.preparing
        post.rest()
        if kind is not None:
            self._prepared(post, kind, reply.trouble)
        elif thought is not None:
            self.take(thought, reply)
        self.go_on()

    def take(self, thought: Thought, reply: Reply) -> None:
        """Pass a reply on if it is an answer; else a weaker level answers."""
        if thought.is_answered_by(reply):
            self._pool.answer(thought, reply.result if reply.valued is None else reply.valued)
        else:
            self._fail(thought, reply.trouble or f"found {reply.result}")

    def _prepared(self, post: Post, kind: Kind, trouble: str | None) -> None:
        if trouble is None:
            post.ready.update(Kind(kind.spec, level) for level in unready_levels(*kind))
            self._pool.log.info("bot_ready", game=kind.spec.slug, bot=kind.bot)
            return
        self._failures[kind] += 1
        self._pool.log.error("bot_not_ready", game=kind.spec.slug, bot=kind.bot, error=trouble)
        if kind in self._awaited and self._failures[kind] < MOST_FAILURES:
            self._orders[kind] = None
        else:
            for done in self._awaited.pop(kind, ()):
                done(trouble)

    def _late(self, post: Post) -> None:
        post.worker.kill()
        self._lose(post, "no reply in time")

    def _lose(self, post: Post, trouble: str) -> None:
        """Remove a worker that has ended.

        Its thought, and those that only it could have answered, go to a weaker level.
        """
        self.posts.remove(post)
        thought, kind = post.thought, post.preparing
        post.rest()
        if kind is not None:
            self._prepared(post, kind, trouble)
        if thought is not None:
            self._fail(thought, trouble)
        if self._prepares:
            for other in self.queue.pop_all(lambda one: not self.is_ready(one.kind)):
                self._pool.think(other)
        self.go_on()

    def _fail(self, thought: Thought, trouble: str) -> None:
        game, table = thought.decision.spec.slug, thought.decision.table
        self._pool.log.error("bot_failed", game=game, table=table, bot=thought.level, error=trouble)
        self._give_way(thought, "failed", trouble)

    def _give_way(self, thought: Thought, reason: Reason, trouble: str) -> None:
        if thought.patient:
            thought.done(trouble)
        else:
            thought.step_down(reason)
            self._pool.think(thought)


class Pool:
    """The desks: `quick` for bots that answer at once, `strong` for those that have to be made ready."""

    def __init__(
        self, hire: Hire, later: Later, time: Callable[[], float], *, quick: int, strong: int, log: Log | None = None
    ) -> None:
        self.hire = hire
        self.later = later
        self.time = time
        self.log = log or NoLog()
        self.quick = Desk(self, quick, prepares=False)
        self.strong = Desk(self, strong, prepares=True)

    def think(self, thought: Thought) -> None:
        """Answer a thought by its own level, or by the strongest weaker one that is ready."""
        if len(thought.decision.legal) == 1:
            self._answer_here(thought)
        elif thought.patient:
            self.prepare(*thought.kind, partial(self._begin, thought))
        else:
            unready = []
            while needs_preparing(*thought.kind) and not self.strong.is_ready(thought.kind):
                unready.append(thought.kind)
                thought.step_down("preparing")
            if thought.what == "answer":  # the bot will be asked again
                thought.wishes[:0] = reversed(unready)  # the weakest is ready first and answers for the others
            self._begin(thought)

    def prepare(self, spec: GameSpec, bot: str, done: Prepared) -> None:
        """Prepare a bot in the background; report when it is ready or has failed."""
        if not needs_preparing(spec, bot) or self.strong.is_ready(Kind(spec, bot)):
            done(None)
        else:
            self.strong.order(Kind(spec, bot), done)

    def _begin(self, thought: Thought, trouble: str | None = None) -> None:
        """Hand a thought whose level is ready to the workers, or to a weaker level after a failure."""
        if trouble is not None:
            thought.done(trouble)
        elif needs_preparing(*thought.kind):
            self.strong.enter(thought)
        elif thought.level == RANDOM or not self.quick.most:
            self._answer_here(thought)
        else:
            self.quick.enter(thought)

    def answer(self, thought: Thought, result: Any) -> None:
        """Pass an answer on, then have made ready what would have answered better."""
        thought.done(Found(result, thought.level, thought.reason))
        for kind in dict.fromkeys(thought.wishes):
            if not self.strong.is_ready(kind):
                self.strong.order(kind)

    def _answer_here(self, thought: Thought) -> None:
        self.quick.take(thought, carry_out(thought.question()))

    def close(self) -> None:
        """End all workers."""
        self.quick.close()
        self.strong.close()
