"""Builds the solutions of solved games, which their perfect players need.

One process builds at a time; it ends with the hall.
"""

import asyncio

import structlog

from quincunx.core.spec import GameSpec
from quincunx.protocol import SolutionInfo, SolutionState
from quincunx.solvers.solved import SOLVED, build_progress, is_built
from quincunx.thinking.process import run_to_end

log = structlog.get_logger()

LOOK_S = 1.0
"""Seconds between two checks whether another process is still building."""
SAID = 2000
"""The number of final characters of standard error that go to the log after a failure."""


class Building:
    """Starts the program that builds a solution, and tracks its progress.

    Solutions belong to a user, not to a hall, so one that another process builds counts, too.
    """

    def __init__(self, program: str) -> None:
        self._program = program
        self._task: asyncio.Task[None] | None = None
        self._game = ""
        """The game whose solution is being built, or was last."""
        self._failed = False

    def info(self, spec: GameSpec, *, may_build: bool) -> SolutionInfo:
        """Return how far the solution of a game is."""
        progress = build_progress(SOLVED[spec.slug].folder(spec.slug))
        own = self._task is not None and self._game == spec.slug
        state: SolutionState = "there" if is_built(spec) else "building" if own or progress is not None else "absent"
        failed = self._failed and self._game == spec.slug and state == "absent"
        needs = SOLVED[spec.slug]
        return SolutionInfo(
            state, progress or 0.0, needs.minutes, needs.memory_gib, needs.disk_gib, may_build=may_build, failed=failed
        )

    def start(self, spec: GameSpec) -> None:
        """Build the solution of a game, unless it exists.

        If another process builds it, wait, and build only if that one fails.
        """
        if self._task is None and not is_built(spec):
            self._game, self._failed = spec.slug, False
            self._task = asyncio.get_running_loop().create_task(self._run(spec))

    async def _run(self, spec: GameSpec) -> None:
        try:
            while build_progress(SOLVED[spec.slug].folder(spec.slug)) is not None:  # noqa: ASYNC110  # of another process: there is no event to wait for
                await asyncio.sleep(LOOK_S)
            if not is_built(spec):
                self._failed = await self._build() != 0
        except OSError as error:
            self._failed = True
            log.error("tables_not_built", game=self._game, error=str(error))
        finally:
            self._task = None

    async def _build(self) -> int:
        """Run the program; return its exit code."""
        log.info("building_tables", game=self._game)
        code, said = await run_to_end(self._program, self._game)
        if code == 0:
            log.info("tables_built", game=self._game)
        else:
            log.error("tables_not_built", game=self._game, code=code, error=said[-SAID:])
        return code

    async def close(self) -> None:
        """Stop building; the next build resumes from there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
