"""A local bot at a table of a hall."""

import asyncio
import contextlib
import secrets

from rich.console import Console

from quincunx import protocol
from quincunx.bots import bot_key, choose
from quincunx.client import words
from quincunx.client.connection import HallError, TableClient
from quincunx.client.ending import show_end
from quincunx.core.bots import Budget
from quincunx.core.fields import parse_fields
from quincunx.core.play import legal_actions_of
from quincunx.core.render import say
from quincunx.core.spec import GameSpec

THOUGHT = Budget(seconds=1.0)
"""Seconds that a searching bot thinks about an action."""


class Guest:
    """One seat at a table, played by a local bot."""

    def __init__(self, client: TableClient, spec: GameSpec, bot: str, console: Console) -> None:
        self.client = client
        self.spec = spec
        self.bot = bot
        self.console = console
        self._seed = secrets.token_hex(8)
        self._acted = -1
        """The number of the step after which it has acted last, so that it does not act on the same position twice."""

    async def run(self) -> None:
        """Play until the match is over."""
        async for message in self.client:
            if isinstance(message, protocol.Refused):
                self.console.print(say(words.NO(reason=message.reason)))
            if self.client.is_over:
                show_end(self.client, self.spec, self.console)
                return
            if self.client.may_act:
                await self._act()

    async def _act(self) -> None:
        now, you = self.client.now, self.client.you
        if now is None or now.view is None or you is None or now.seq == self._acted:
            return
        self._acted = now.seq
        view = parse_fields(self.spec.state, now.view)
        legal = legal_actions_of(self.spec, view, you)
        key = bot_key(self._seed, now.seq, you)
        text = self.spec.notation.format_action(view, you, legal[0])
        if len(legal) > 1:
            action = await asyncio.to_thread(choose, self.spec, self.bot, view, you, legal, key, THOUGHT)
            text = self.spec.notation.format_action(parse_fields(self.spec.state, now.view), you, action)
        with contextlib.suppress(HallError):  # reported when the message arrives
            await self.client.act(text)
