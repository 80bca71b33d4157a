"""The hall's side of the bots' worker process."""

import asyncio
import contextlib
import os
import sys
from time import perf_counter
from typing import Any

import msgspec
import structlog

from quincunx.bots import bot_key, choose
from quincunx.bots.worker import Answer, Question
from quincunx.core.bots import RANDOM
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.server import metrics

log = structlog.get_logger()

PATIENCE_S = 30
"""A bot that thinks longer does the first legal action."""


class Thinkers:
    """Asks the worker, which starts with the first question and is started again if it dies."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._count = 0
        self._starting = asyncio.Lock()
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Answer).decode

    async def choose(
        self, spec: GameSpec, bot: str, view: Any, seat: Seat, legal: list[int], key: list[int], table: str = ""
    ) -> int:
        """What the bot does; the first legal action if it does not come to a decision."""
        if bot == RANDOM or len(legal) == 1:
            return choose(spec, RANDOM, view, seat, legal, key)
        started = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE_S):
                found = await self._ask(spec, bot, view, seat, legal, key)
        except (TimeoutError, OSError, EOFError) as error:
            log.error("bot_failed", game=spec.slug, bot=bot, error=repr(error))
            return legal[0]
        metrics.BOT_SECONDS.observe(perf_counter() - started)
        if found.stand_in is not None:
            log.info("bot_stands_in", game=spec.slug, bot=bot, by=found.stand_in)
        if found.action not in legal:
            log.error("bot_failed", game=spec.slug, bot=bot, error=found.trouble or f"chose {found.action}")
            return legal[0]
        return found.action

    async def _ask(self, spec: GameSpec, bot: str, view: Any, seat: Seat, legal: list[int], key: list[int]) -> Answer:
        process = await self._worker()
        self._count += 1
        number = self._count
        question = self._encode(Question(number, spec.package, bot, seat, view.to_bytes(), legal, key))
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            assert process.stdin is not None
            process.stdin.write(len(question).to_bytes(4, "big") + question)
            await process.stdin.drain()
            return await future
        finally:
            self._waiting.pop(number, None)

    async def _worker(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "quincunx.bots.worker",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                )
                self._reader = asyncio.get_running_loop().create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(4), "big")
                found = self._decode(await process.stdout.readexactly(length))
                if (future := self._waiting.get(found.number)) is not None and not future.done():
                    future.set_result(found)
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(EOFError("the bots' process has ended"))

    async def close(self) -> None:
        """End the worker."""
        if self._process is not None and self._process.returncode is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()
        if self._reader is not None:
            await self._reader


def key_for(seed: str, seat: Seat, moment: int) -> list[int]:
    """A bot's own random key at one moment of a match: not the dice's."""
    return bot_key(f"{seed}:{seat}", moment)
