"""A tournament in memory: decides one step at a time, stores it, applies it.

A tournament has no owner among the processes of a hall: the one that stores a number first has decided that step. The
others read it, and decide again.
"""

import asyncio
from collections.abc import Callable

import msgspec

from quincunx.core.spec import GameSpec
from quincunx.protocol import TournamentInfo
from quincunx.server import words
from quincunx.server.store.errors import StoreError, TakenError
from quincunx.server.store.store import Store
from quincunx.server.store.tournaments import StoredStep, TournamentRow, add_step, read_steps
from quincunx.server.tournament.told import tournament_info
from quincunx.tournament.scoring import Row, scores_of, standings
from quincunx.tournament.state import Tournament
from quincunx.tournament.steps import AnyStep

TRIES = 20
"""The most attempts to decide a step while other processes are faster."""


class Live:
    """One tournament with what this process needs for it."""

    def __init__(
        self, row: TournamentRow, spec: GameSpec, store: Store, now: Callable[[], int], changed: Callable[[str], None]
    ) -> None:
        self.row = row
        self.spec = spec
        self.state = Tournament(row.terms, row.created)
        self._store = store
        self._now = now
        self._changed = changed
        self._lock = asyncio.Lock()
        self._is_behind = True
        """Whether a stored step may not be applied yet."""
        self._standings: tuple[tuple[int, int, int], list[Row]] | None = None
        self._told: tuple[int, bytes] | None = None

    @property
    def id(self) -> str:
        """Its id, as in its link."""
        return self.row.id

    async def do(self, decide: Callable[[Tournament], AnyStep], by: int | None) -> AnyStep:
        """Carry out a step for the host (`HOST`), a player or the hall (None); raise `Refuse` if it is not allowed."""
        async with self._lock:
            for _ in range(TRIES):
                if self._is_behind:
                    await self._read_on()
                step = decide(self.state)
                if (refusal := self.state.objection(step, by)) is not None:
                    raise refusal
                stored = StoredStep(self.state.seq + 1, self._now(), step)
                self._is_behind = True  # until it is folded, whatever interrupts this
                try:
                    await self._store.run(add_step, self.id, stored, self.state.ends_by(step))
                except TakenError:
                    continue
                self._fold(stored)
                self._is_behind = False
                return step
            raise StoreError(words.STORE_SILENT())

    async def catch_up(self) -> None:
        """Fold the stored steps."""
        async with self._lock:
            await self._read_on()

    async def _read_on(self) -> None:
        for stored in await self._store.run(read_steps, self.id, self.state.seq):
            self._fold(stored)
        self._is_behind = False

    def _fold(self, stored: StoredStep) -> None:
        self.state.apply(stored.step, stored.at)
        self._changed(self.id)

    @property
    def standings(self) -> list[Row]:
        """The standings after all finished rounds."""
        state = self.state
        key = len(state.finished), len(state.players), len(state.active)
        if self._standings is None or self._standings[0] != key:
            self._standings = key, standings(state, low_wins=self.spec.low_wins)
        return self._standings[1]

    @property
    def info(self) -> TournamentInfo:
        """Return the public state."""
        running = self.state.rounds[-1] if self.state.status == "playing" else None
        scores = {} if running is None else scores_of(running, low_wins=self.spec.low_wins)
        return tournament_info(self.row, self.state, self.standings, scores)

    @property
    def told(self) -> bytes:
        """The same as JSON, encoded once for all who ask."""
        if self._told is None or self._told[0] != self.state.seq:
            self._told = self.state.seq, msgspec.json.encode(self.info)
        return self._told[1]
