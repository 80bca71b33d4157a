"""A client of the hall, and an example of the protocol."""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from http.client import HTTPException
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from quincunx import protocol
from quincunx.bots import words as bot_words  # noqa: F401  # makes known what a hall's bots say
from quincunx.client import words
from quincunx.core.errors import QuincunxError, system_reason
from quincunx.core.messages import Message
from quincunx.protocol import AnyServerMessage, ClientMessage, CreateTable, SeatGiven, TableInfo, TakeSeat
from quincunx.server import words as hall_words  # noqa: F401  # makes known what a hall says
from quincunx.solvers import words as solver_words  # noqa: F401  # why one cannot play
from quincunx.table import words as table_words  # noqa: F401  # and what a table refuses
from quincunx.table.proof import player_commitment
from quincunx.thinking import words as thinking_words  # noqa: F401  # and cannot think

T = TypeVar("T")
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyServerMessage).decode

REPLY_S = 15.0
"""Seconds to wait for an answer."""
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
"""Seconds to wait before connecting again: at first, and at most after several failures."""
QUIET_S = 3.0
"""Seconds between two pings: a connection on which nothing arrives any more is not closed by anybody else."""
ANSWER_S = 3.0
"""Seconds that the hall has for the answer to a ping."""
CLOSE_S = 0.3
"""Seconds that the hall has to say goodbye."""
OPEN_S = 10.0
"""Seconds in which a connection is open; a proxy may first try a machine that is gone."""
AGAIN_S = 1.0
"""Seconds after which this client's part of the dice is sent again that the hall could not take."""
PASSING = ("store", "busy")
"""Codes of refusals after which the same may be asked again."""


class HallError(QuincunxError):
    """The hall refused a request or is unreachable."""

    def __init__(self, code: str, message: Message | str, rule: str | None = None, detail: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.detail = detail
        """The error in the request, for the author of the client."""


class HallClient:
    """Makes the hall's HTTP requests."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    async def open_table(self, wanted: CreateTable) -> SeatGiven:
        """Open a table."""
        return await self._call("POST", "/api/tables", SeatGiven, wanted)

    async def take_seat(self, table: str, name: str = "", seat: int | None = None) -> SeatGiven:
        """Take a seat."""
        return await self._call("POST", f"/api/tables/{table}/seats", SeatGiven, TakeSeat(name, seat))

    async def hall(self) -> protocol.HallInfo:
        """The hall's own description."""
        return await self._call("GET", "/api/hall", protocol.HallInfo)

    async def table(self, table: str) -> TableInfo:
        """The public state of a table."""
        return await self._call("GET", f"/api/tables/{table}", TableInfo)

    async def transcript(self, table: str) -> str:
        """A finished match as text."""
        return (await asyncio.to_thread(self._fetch, "GET", f"/api/tables/{table}/transcript", None)).decode()

    async def proof(self, table: str) -> str:
        """The proof of a finished match, as text."""
        return (await asyncio.to_thread(self._fetch, "GET", f"/api/tables/{table}/proof", None)).decode()

    async def replay(self, table: str, first: int = 0, count: int = 64, seat: int | None = None) -> protocol.Replay:
        """A part of a finished match."""
        whose = "" if seat is None else f"&seat={seat}"
        path = f"/api/tables/{table}/replay?first={first}&count={count}{whose}"
        return await self._call("GET", path, protocol.Replay)

    async def course(self, table: str) -> protocol.Course:
        """The history of the scores of a finished match."""
        return await self._call("GET", f"/api/tables/{table}/course", protocol.Course)

    async def open_fork(self, table: str, at: int, name: str = "", seat: int = 0, bot: str | None = None) -> SeatGiven:
        """Play on from a moment of a finished match."""
        wanted = protocol.PlayOn(at, seat, name, bot)
        return await self._call("POST", f"/api/tables/{table}/forks", SeatGiven, wanted)

    async def book(self) -> list[protocol.BookGame]:
        """The records of the games."""
        return await self._call("GET", "/api/book", list[protocol.BookGame])

    async def entries(self, table: str, token: str) -> list[protocol.EntryInfo]:
        """Return the last entries at a table with real dice."""
        asked = protocol.EntriesAsked(token)
        return await self._call("POST", f"/api/tables/{table}/entries", list[protocol.EntryInfo], asked)

    async def try_correction(
        self, table: str, token: str, entry: int, faces: Sequence[str], owner: int | None
    ) -> protocol.CorrectionInfo:
        """Return the effect of correcting an entry."""
        asked = protocol.CorrectionAsked(token, entry, list(faces), owner)
        return await self._call("POST", f"/api/tables/{table}/corrections", protocol.CorrectionInfo, asked)

    async def witness(self, table: str, token: str, witness: str) -> None:
        """Name the witness of a total for the roll of honour."""
        wanted = protocol.Witnessed(token, witness)
        await asyncio.to_thread(self._fetch, "POST", f"/api/tables/{table}/witness", wanted)

    async def announce(self, wanted: protocol.CreateTournament) -> protocol.TournamentOpened:
        """Announce a tournament."""
        return await self._call("POST", "/api/tournaments", protocol.TournamentOpened, wanted)

    async def tournament(self, tournament: str) -> protocol.TournamentInfo:
        """The public state of a tournament."""
        return await self._call("GET", f"/api/tournaments/{tournament}", protocol.TournamentInfo)

    async def take_part(self, tournament: str, name: str = "", key: str | None = None) -> protocol.TournamentJoined:
        """Take part in a tournament from the next round on."""
        wanted = protocol.JoinTournament(name, key)
        return await self._call("POST", f"/api/tournaments/{tournament}/players", protocol.TournamentJoined, wanted)

    async def who_am_i(self, tournament: str, token: str) -> protocol.TournamentSelf:
        """Return the owner of a token in a tournament."""
        asked = protocol.WhoAmI(token)
        return await self._call("POST", f"/api/tournaments/{tournament}/self", protocol.TournamentSelf, asked)

    async def direct(self, tournament: str, wanted: protocol.TournamentOrder) -> None:
        """Send an order of the host to a tournament, or leave it."""
        await asyncio.to_thread(self._fetch, "POST", f"/api/tournaments/{tournament}/orders", wanted)

    def watch(
        self, table: str, token: str | None = None, *, views: bool = False, contributes: bool = True
    ) -> "TableClient":
        """A connection to a table, with a seat's token or as a spectator."""
        return TableClient(self.url, table, token, views=views, contributes=contributes)

    async def _call(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        answer = await asyncio.to_thread(self._fetch, method, path, body)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise HallError("unreachable", words.NO_HALL_THERE(url=self.url)) from None

    def _fetch(self, method: str, path: str, body: Any) -> bytes:
        data = None if body is None else encode(body)
        request = Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=REPLY_S) as response:
                answer: bytes = response.read()
                return answer
        except HTTPError as error:
            raise _refusal(error) from None
        except (URLError, OSError) as error:
            raise HallError("unreachable", words.UNREACHABLE(url=self.url, reason=_cause(error))) from None
        except HTTPException:
            raise HallError("unreachable", words.NO_HALL_THERE(url=self.url)) from None


def _cause(error: OSError) -> Message | str:
    """The system's own reason, without urllib's wrapping."""
    cause = error.reason if isinstance(error, URLError) else error
    return system_reason(cause) if isinstance(cause, OSError) else str(cause)


def _refusal(error: HTTPError) -> HallError:
    with error:
        try:
            problem = msgspec.json.decode(error.read(), type=protocol.Problem)
            return HallError(problem.code, problem.message, detail=problem.detail)
        except (msgspec.MsgspecError, UnicodeDecodeError, HTTPException, OSError):
            return HallError("http", words.ANSWERS_WITH(code=error.code))


class TableClient:
    """One seat or spectator at a table.

    It reconnects after a lost connection and repeats unanswered messages. `async with` connects; iterate over it to get
    the server's messages; `act` and the other methods wait for their answer. It contributes to the dice automatically,
    unless told not to.
    """

    def __init__(
        self, url: str, table: str, token: str | None, *, views: bool = False, contributes: bool = True
    ) -> None:
        parts = urlsplit(url)
        self._hall = url
        self.address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws/tables/{table}"
        self.token = token
        self.views = views
        self.table: TableInfo | None = None
        self.you: int | None = None
        self.now: protocol.Snapshot | protocol.Update | None = None
        """The latest position."""
        self.seq = 0
        self.chain: str | None = None
        """The last chain from the hall."""
        self.reconnections = 0
        self.contributes = contributes
        self.entropy: dict[tuple[str, int], str] = {}
        """By table and round: this client's entropy."""
        self.commitments: dict[tuple[str, int], str] = {}
        """By table and round: the server's commitment, as it was first shown here."""
        self.committed: dict[tuple[str, int], list[str | None]] = {}
        """By table and round: the commitments of all seats when this client first revealed. A hall that shows others at
        the end may have chosen the dice."""
        self._dice_done: set[tuple[int, str, int]] = set()
        """Rounds, stages and seats in which this connection has done its part."""
        self._again: asyncio.TimerHandle | None = None
        self._by_itself: set[str] = set()
        """Ids of the messages that this client has sent by itself, whose answers nobody waits for."""
        self._prefix = secrets.token_hex(4)
        self._count = 0
        self._pending: dict[str, tuple[ClientMessage, asyncio.Future[int]]] = {}
        self._socket: ClientConnection | None = None
        self._inbox: deque[AnyServerMessage] = deque()
        self._news = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._failed: HallError | None = None
        self._greeted = asyncio.Event()
        self.when_lost: Callable[[], None] = lambda: None
        """Called when a connection that was there is gone."""

    async def __aenter__(self) -> Self:
        self._keeper = asyncio.get_running_loop().create_task(self._keep())
        await asyncio.wait_for(self._greeted.wait(), REPLY_S)
        if self._failed is not None:
            raise self._failed
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._keeper is not None
        self._keeper.cancel()
        if self._again is not None:
            self._again.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)

    # Requests

    async def act(self, action: str) -> int:
        """Act; return the number of the step.

        Raises a HallError with the rule if the hall refuses.
        """
        return await self._ask(protocol.Act(self._id(), self.seq, action))

    async def undo(self) -> int:
        """Undo my last action."""
        return await self._ask(protocol.Undo(self._id(), self.seq))

    async def enter(self, faces: list[str], owner: int | None = None, *, since: int | None = None) -> int:
        """Enter what real dice or cards show, in any order; `since` is when they were due, if that is not now."""
        due = self.now and self.now.due
        now = due.since if due else 0
        return await self._ask(protocol.Enter(self._id(), now if since is None else since, faces, owner))

    async def correct(self, entry: int, faces: list[str], owner: int | None = None) -> int:
        """Correct what was entered by that event."""
        return await self._ask(protocol.Correct(self._id(), entry, faces, owner))

    async def start(self) -> int:
        """Start the match."""
        return await self._ask(protocol.Start(self._id()))

    async def fill(self, seat: int, bot: str) -> int:
        """Let a bot play a seat."""
        return await self._ask(protocol.Fill(self._id(), seat, bot))

    async def open(self, seat: int) -> int:
        """Remove a bot or a person from a seat."""
        return await self._ask(protocol.Open(self._id(), seat))

    async def rename(self, name: str) -> int:
        """Change my name."""
        return await self._ask(protocol.Rename(self._id(), name))

    async def change(self, **settings: Any) -> int:
        """Change settings; those that are not named stay."""
        return await self._ask(protocol.Change(self._id(), protocol.SomeSettings(**settings)))

    async def back(self) -> int:
        """Take over from the bot that plays for me."""
        return await self._ask(protocol.Back(self._id()))

    async def offer(self, yes: bool = True) -> int:
        """Accept or decline a rematch."""
        return await self._ask(protocol.Offer(self._id(), yes))

    async def hint(self) -> int:
        """Ask for a hint; it comes as `Advised`."""
        return await self._ask(protocol.Hint(self._id(), self.seq))

    async def agree(self, yes: bool = True) -> int:
        """Agree that the coach helps at this table, or withdraw that."""
        return await self._ask(protocol.Agree(self._id(), yes))

    async def resume(self) -> int:
        """Keep the action that the coach has judged."""
        return await self._ask(protocol.Resume(self._id()))

    async def react(self, reaction: protocol.Reaction) -> int:
        """Send a reaction."""
        return await self._ask(protocol.React(self._id(), reaction))

    async def leave(self) -> int:
        """Give the seat up."""
        return await self._ask(protocol.Leave(self._id()))

    def _id(self) -> str:
        self._count += 1
        return f"{self._prefix}.{self._count}"

    async def _ask(self, message: Any) -> int:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = (message, future)
        try:
            await self._send(message)
            return await future
        finally:
            self._pending.pop(message.id, None)

    async def _send(self, message: ClientMessage) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(encode(message).decode())
            except ConnectionClosed:
                return  # asked again on the next connection

    # Messages

    def __aiter__(self) -> AsyncIterator[AnyServerMessage]:
        return self

    async def __anext__(self) -> AnyServerMessage:
        while not self._inbox:
            if self._failed is not None:
                raise self._failed
            self._news.clear()
            await self._news.wait()
        return self._inbox.popleft()

    @property
    def proof_url(self) -> str:
        """The address of the proof, available after the match."""
        assert self.table is not None
        return f"{self._hall}/api/tables/{self.table.id}/proof"

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.now is not None and self.now.to_act == "over"

    @property
    def may_act(self) -> bool:
        """Whether it is my move."""
        return not self.is_over and self.now is not None and self.you in self.now.to_act

    async def _keep(self) -> None:
        pause = FIRST_PAUSE_S
        while self._failed is None:
            try:
                async with connect(
                    self.address,
                    compression=None,
                    max_size=None,
                    open_timeout=OPEN_S,
                    close_timeout=CLOSE_S,
                    ping_interval=QUIET_S,
                    ping_timeout=ANSWER_S,
                ) as socket:
                    pause = FIRST_PAUSE_S
                    await self._listen(socket)
            except (OSError, WebSocketException, TimeoutError):
                pause = min(LONGEST_PAUSE_S, pause * 1.5)
            if self._socket is not None:
                self._socket = None
                self.when_lost()
            self.reconnections += 1
            await asyncio.sleep(pause)

    async def _listen(self, socket: ClientConnection) -> None:
        await socket.send(encode(protocol.Hello(self.token, self.seq, self.views, protocol.PROTOCOL)).decode())
        async for text in socket:
            message = decode(text)
            if isinstance(message, protocol.Welcome):
                self._socket = socket
                for pending, _ in list(self._pending.values()):
                    await self._send(pending)
            if isinstance(message, protocol.ServerPing):
                await socket.send(encode(protocol.Pong(message.t)).decode())
                continue
            if isinstance(message, protocol.Refused | protocol.Ack) and message.id in self._by_itself:
                if isinstance(message, protocol.Refused) and message.code in PASSING:
                    self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._add_again)
                continue
            self._take(message)
            await self._add_to_dice()
            self._inbox.append(message)
            self._news.set()

    async def _add_to_dice(self) -> None:
        """Commit to entropy or reveal it, once per round and connection."""
        table, you = self.table, self.you
        if table is None or you is None or table.status != "waiting" or table.real or not self.contributes:
            return
        dice = table.dice
        key = table.id, dice.round
        self.commitments.setdefault(key, dice.commitment)
        ask: protocol.Commit | protocol.Reveal
        if dice.stage == "commit" and dice.commitments[you] is None:
            entropy = self.entropy.setdefault(key, secrets.token_hex(16))
            ask = protocol.Commit(self._id(), dice.round, player_commitment(table.id, dice.round, you, entropy), you)
        elif dice.stage == "reveal" and dice.entropy[you] is None and key in self.entropy:
            self.committed.setdefault(key, dice.commitments)
            ask = protocol.Reveal(self._id(), dice.round, self.entropy[key])
        else:
            return
        part = dice.round, dice.stage, you
        if part not in self._dice_done:
            self._dice_done.add(part)
            self._by_itself.add(ask.id)
            await self._send(ask)

    def _add_again(self) -> None:
        """Send the contribution again that the hall could not store."""
        self._dice_done.clear()
        self._adding = asyncio.get_running_loop().create_task(self._add_to_dice())

    def _take(self, message: AnyServerMessage) -> None:
        match message:
            case protocol.Welcome(_, table, you, snapshot):
                self._dice_done.clear()
                self.table, self.you, self.now, self.seq = table, you, snapshot, snapshot.seq
                self.chain = table.chain
                self._greeted.set()
            case protocol.Update(seq, ack):
                self.now, self.seq, self.chain = message, seq, message.chain
                self._answer(ack, seq)
            case protocol.TableNews(table, you):
                self.table, self.you, self.chain = table, you, table.chain
                self.seq = max(self.seq, table.seq)
            case protocol.Ack(id, seq):
                self._answer(id, seq)
            case protocol.Refused(id, code, reason, rule):
                self._answer(id, HallError(code, reason, rule))
            case protocol.Error(code, words) if code in ("token", "table", "protocol"):
                self._failed = HallError(code, words)
                self._greeted.set()
                for _, future in self._pending.values():
                    future.set_exception(self._failed)

    def _answer(self, id: str | None, answer: int | HallError) -> None:  # noqa: A002  # the field's name
        if id is None or id not in self._pending:
            return
        future = self._pending[id][1]
        if future.done():
            return
        if isinstance(answer, HallError):
            future.set_exception(answer)
        else:
            future.set_result(answer)
