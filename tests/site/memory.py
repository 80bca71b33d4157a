"""The page around a desk, without a browser: a database in memory, and lines on which the page plays."""

import asyncio
from typing import Any

import msgspec

from quincunx.core.spec import GameSpec
from quincunx.protocol import PROTOCOL
from quincunx.site.worker import Desk


class MemoryDatabase:
    """A browser's database, as `web/src/site/database.ts` keeps it."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.kept: dict[tuple[str, int], Any] = {}
        self.is_full = False

    async def table(self, table: str) -> str | None:
        """What is fixed of a table."""
        return self.tables.get(table)

    async def steps(self, table: str, after: int) -> str:
        """The steps of a table after that number."""
        found = sorted((seq, step) for (name, seq), step in self.kept.items() if name == table and seq > after)
        return msgspec.json.encode([step for _, step in found]).decode()

    async def write(self, change: str) -> bool:
        """Store a change, all or nothing."""
        if self.is_full:
            raise OSError("the disk is full")
        given = msgspec.json.decode(change)
        keys = [(given["table"], step[0]) for step in given["steps"]]
        if any(key in self.kept for key in keys):
            return False
        self.kept.update(zip(keys, given["steps"], strict=True))
        if given["opened"] is not None:
            self.tables[given["table"]] = msgspec.json.encode(given["opened"]).decode()
        return True


class Page:
    """A page with its desk."""

    def __init__(self, database: MemoryDatabase, games: tuple[GameSpec, ...]) -> None:
        self.heard: dict[int, list[dict[str, Any]]] = {}
        self.closed: dict[int, int] = {}
        self.desk = Desk(database, self._take, games)
        self._news = asyncio.Event()

    def _take(self, kind: str, line: int, text: str) -> None:
        if kind == "closed":
            self.closed[line] = int(text)
        else:
            self.heard.setdefault(line, []).append(msgspec.json.decode(text))
        self._news.set()

    async def ask(self, address: str, **brought: Any) -> tuple[int, Any]:
        """A request to the desk: its status and data."""
        body = msgspec.json.encode(brought).decode() if brought else None
        answer = msgspec.json.decode(await self.desk.ask(address, body))
        return answer["status"], answer["data"]

    def say(self, line: int, **message: Any) -> None:
        """A message on a line."""
        self.desk.hear(line, msgspec.json.encode(message).decode())

    async def join(self, line: int, table: str, token: str | None) -> dict[str, Any]:
        """Watch a table, or play at it, and start the match if it has not begun; the welcome."""
        await self.desk.open(line, f"/ws/tables/{table}")
        self.say(line, type="hello", token=token, seq=0, protocol=PROTOCOL)
        welcome = await self.until(line, "welcome")
        if welcome["table"]["status"] == "waiting":
            self.say(line, type="start", id="tab0.1")
        return welcome

    async def until(self, line: int, kind: str) -> dict[str, Any]:
        """The first message of that kind that has not been read."""
        while True:
            unread = self.heard.setdefault(line, [])
            while unread:
                message = unread.pop(0)
                if message["type"] == kind:
                    return message
            self._news.clear()
            await self._news.wait()

    async def play(self, line: int, welcome: dict[str, Any], *, moves: int = 10_000) -> dict[str, Any]:
        """Do the first legal action whenever it is our turn, so many times or until the end; the last news."""
        news: dict[str, Any]
        news, you = welcome["snapshot"], welcome["you"]
        ledger = self.desk.hall.tables[welcome["table"]["id"]].ledger
        for number in range(moves):
            while news["to_act"] != "over" and you not in (news["to_act"] or []):
                news = await self.until(line, "update")
            if news["to_act"] == "over":
                return news
            before = news["seq"]
            action = ledger.spec.notation.format_action(ledger.view(you), you, ledger.legal(you)[0])
            self.say(line, type="act", id=f"tab{before}.{number + 1}", action=action, seq=before)
            while news["seq"] == before:
                news = await self.until(line, "update")
        return news

    async def leave(self) -> None:
        """The tab is closed: nothing more happens at its desk."""
        await self.desk.hall.end()
