"""The bytes that leave the socket: two tables that differ only in what a watcher may not know send it the same.

A table and its twin hear the same messages; a die or card that the watcher may not see lands otherwise in the twin.
Until something is uncovered (`reveals` in the game's tests says when) the watcher must get the same bytes from both:
welcomes, updates, refusals, undo, words, hints. What belongs to a table and not to the match is declared here and left
out of the comparison, but not its length: id, commitment, seed, moments, and the salted chain. Everything between the
table and ASGI is the hall's own code; the store and the clock stand still, so that nothing differs by chance.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from quincunx import Match
from quincunx.bots import bot_key
from quincunx.bots.advice import Advice, weigh
from quincunx.core.bots import GREEDY, Budget
from quincunx.core.narration import Narrator
from quincunx.core.seats import CHANCE, SPECTATOR, Seat
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.protocol import PROTOCOL, Act, Agree, CreateTable, Hello, Hint, Settings, Start, Undo
from quincunx.server.door.table_connection import TableConnection, encode
from quincunx.server.hall import opening as opening_module
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.requests import read_act
from quincunx.server.hall.table import Table
from quincunx.table import dice as dice_module
from quincunx.table.ledger import Ledger
from quincunx.table.proof import commitment_of, seed_of_round
from quincunx.table.refusal import Refuse
from quincunx.table.state import TableRow
from quincunx.table.steps import Acted, Entry, Sat, Started
from quincunx.thinking.found import Decision, Found
from tests.contract.games import part_of_tests
from tests.server.conftest import Open
from tests.server.still import Ear, StillHall, StillThinkers

SECRETIVE = [spec for spec in GAMES if spec.secrets is not None]
STEPS = 50
ENOUGH = 30
"""Moments at which the two were compared while they differed."""
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


class Drawn:
    """Dice and cards as they come."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def outcome(self, match: Match) -> int:
        weights = match.odds()
        return self.rng.choices(range(len(weights)), weights)[0]


class Told:
    """Dice and cards that land as told; beyond that, the first that can."""

    def __init__(self) -> None:
        self.coming: list[int] = []

    def outcome(self, match: Match) -> int:
        if self.coming:
            return self.coming.pop(0)
        return next(outcome for outcome, weight in enumerate(match.odds()) if weight)


class FreeLedger(Ledger):
    """A ledger whose dice come from elsewhere."""

    dice_source: Drawn | Told

    def new_match(self) -> Match:
        match = super().new_match()
        match.chance = self.dice_source
        return match


class Advisers(StillThinkers):
    """Answers a hint at once, and notes by what."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, Seat, list[int]]] = []

    async def weigh(self, decision: Decision, _budget: Budget) -> AsyncIterator[Found[Advice]]:
        spec, view, seat, legal = decision[:4]
        self.asked.append((view.to_bytes(), seat, legal))
        yield Found(weigh(spec, GREEDY, view, seat, legal, bot_key("hint", 0, seat)), GREEDY)


# One table


class Side:
    """A table with connections whose every byte is kept."""

    def __init__(self, row: TableRow, spec: GameSpec, seats: list[Seat], start: int, dice: Drawn | Told) -> None:
        self.row = row
        self.spec = spec
        self.watched = seats
        self.dice = dice
        self.start = start
        self.hall = StillHall(start)
        self.advisers = self.hall.thinkers = Advisers()
        self._open(
            [Entry(0, start, None, Sat(seat, NAMES[seat], self._hash(seat), seat + 1)) for seat in range(row.seats)]
        )

    def token(self, seat: Seat) -> str:
        return f"{self.row.id}-{seat}"

    def _hash(self, seat: Seat) -> str:
        return hash_of(self.token(seat))

    def _open(self, entries: list[Entry]) -> None:
        ledger = FreeLedger(self.spec, self.row)
        ledger.dice_source = self.dice
        self.hall.store.kept = []
        for entry in entries:
            by = entry.step.owner if isinstance(entry.step, Sat) else entry.by
            mine = Entry(ledger.seq + 1, entry.at, entry.message, entry.step, by)
            ledger.fold(mine)
            self.hall.store.kept.append(structs.replace(mine, chain=ledger.chain))
        self.table = Table(ledger, self.hall)  # type: ignore[arg-type]  # all that it needs of one
        self.ends: list[tuple[TableConnection, list[str]]] = []
        for seat in self.watched:
            for views in (False, True):
                self.join(seat, 0, views)

    def follow(self, other: "Side", entries: list[Entry]) -> None:
        """Be a copy of another table after those steps."""
        mine = [replace_token(entry, self) for entry in entries]
        shift = self.start - other.start
        self._open([replace(entry, at=entry.at + shift) for entry in mine])

    def join(self, seat: Seat, seq: int, views: bool) -> None:
        """One more connection."""
        ear = Ear()
        connection = TableConnection(self.hall, self.table, ear, "")  # type: ignore[arg-type]  # both stand in
        self.ends.append((connection, ear.heard))
        token = None if seat == SPECTATOR else self.token(seat)
        connection.hear(encode(Hello(token, seq, views, PROTOCOL)))

    def part(self) -> None:
        """The last connection ends."""
        self.ends.pop()[0].close()

    def say(self, seat: Seat, message: Any) -> None:
        """From a seat's first connection, or from someone unheard."""
        for connection, _ in self.ends:
            if self.table.presence.seat(connection) == seat:
                connection.hear(encode(message))
                return
        unheard = TableConnection(self.hall, self.table, Ear(), "")  # type: ignore[arg-type]  # both stand in
        unheard.token = self._hash(seat)
        self.table.ask(unheard, message)

    @property
    def ledger(self) -> Ledger:
        return self.table.ledger

    @property
    def state(self) -> Any:
        return None if self.ledger.match is None else self.ledger.match.state.duplicate()

    def heard(self) -> list[list[str]]:
        """What has been sent to each connection since last asked, without what is only this table's."""
        found = [[self.plain(text) for text in heard] for _, heard in self.ends]
        for _, heard in self.ends:
            heard.clear()
        return found

    def plain(self, text: str) -> str:
        return plain(text, self.row.id, self.row.seed)


def replace_token(entry: Entry, side: Side) -> Entry:
    if not isinstance(entry.step, Sat):
        return entry
    return replace(entry, step=replace(entry.step, token=side._hash(entry.step.seat)))


MOMENT = re.compile(r'"(at|created|since|t)":([0-9.]+)')
CHAIN = re.compile(r'"(chain|salt)":"[0-9a-f]{64}"')
"""Every value of the chain is salted: it tells nothing until the salts are shown, at the end."""


def plain(text: str, table: str, seed: str) -> str:
    """A message with the declared fields of its table blotted out, each as long as it was."""
    for word in (table, commitment_of(seed_of_round(seed, 1)), seed_of_round(seed, 1)):
        text = text.replace(word, "*" * len(word))
    text = CHAIN.sub(r'"\1":"*"', text)
    return MOMENT.sub(lambda found: f'"{found[1]}":{"*" * len(found[2])}', text)


# Two tables


class OtherTruth:
    """How the dice and cards of the twin land: as in ours, but otherwise where the watcher may not see them."""

    def __init__(
        self, spec: GameSpec, seats: int, variants: dict[str, str], watcher: Seat | None, rng: random.Random
    ) -> None:
        self.spec, self.seats, self.variants, self.watcher, self.rng = spec, seats, variants, watcher, rng
        self.reveals: Callable[..., bool] = lambda *_: False
        if spec.secrets is not None and watcher is not None:
            self.reveals = part_of_tests(spec, "secrets").reveals

    def follow(self, step: Acted | Started, ours: Any, theirs: Any) -> list[int] | None:
        """What lands in the twin from the state `theirs`; none if the step uncovers something or is not possible."""
        first, second = self._match(ours), self._match(theirs)
        if isinstance(step, Acted):
            if self.reveals(ours, step.seat, step.action) or second.objection(step.action, step.seat) is not None:
                return None
            first.push(step.action, step.seat)
            second.push(step.action, step.seat)
        for _ in range(20):
            found = self._land(self._match(first.state), self._match(second.state), step.land)
            if found is not None:
                return found
        return None

    def _match(self, state: Any) -> Match:
        return Match(self.spec, self.seats, variants=self.variants, settle=False, start=state)

    def _land(self, ours: Match, theirs: Match, land: list[int]) -> list[int] | None:
        found = []
        for outcome in land:
            if not theirs.awaits_chance:
                return None
            weights = theirs.odds()
            other = outcome if self._is_seen(ours, outcome) else self._other(weights, outcome)
            if other >= len(weights) or not weights[other]:
                return None
            ours.land(outcome)
            theirs.land(other)
            found.append(other)
        return found

    def _is_seen(self, match: Match, outcome: int) -> bool:
        return self.watcher is None or match.sees(self.watcher, CHANCE, outcome)

    def _other(self, weights: list[int], outcome: int) -> int:
        others = [number for number, weight in enumerate(weights) if weight and number != outcome]
        return self.rng.choice(others) if others and self.rng.random() < 0.6 else outcome


class Twins:
    """Two tables that hear the same; they differ in what the watcher (if one is named) may not know."""

    def __init__(self, spec: GameSpec, seats: int, variants: dict[str, str], watcher: Seat | None, seed: int) -> None:
        self.spec, self.seats, self.watcher = spec, seats, watcher
        self.variants = spec.variant_names(spec.options(variants))
        self.rng = random.Random(f"{spec.slug} {seats} {watcher} {seed}")
        self.truth = OtherTruth(spec, seats, self.variants, watcher, self.rng)
        watched = [*range(seats), SPECTATOR] if watcher is None else [watcher]
        self.told = Told()
        self.ours = Side(self._row("abcde23456", "5e" * 32, 0), spec, watched, START, Drawn(f"{seed}"))
        self.theirs = Side(self._row("vwxyz98765", "d1" * 32, LATER), spec, watched, START + LATER, self.told)
        self.count = 0
        self.compared = 0
        self.differing = 0

    def _row(self, table: str, seed: str, later: int) -> TableRow:
        settings = encode(Settings(pace=0)).decode()
        version = self.spec.rules_version
        return TableRow(
            table, later, self.spec.slug, version, self.seats, self.variants, settings, seed, START + later, "00" * 32
        )

    def id(self) -> str:
        self.count += 1
        return f"m.{self.count}"

    def both(self, seat: Seat, message: Any) -> None:
        """Ours hears it; the twin is made to follow; both have sent the same."""
        for side in (self.ours, self.theirs):
            side.hall.loop.moment += 0.25
        entries = len(self.ours.hall.store.kept)
        ours, theirs = self.ours.state, self.theirs.state
        self.ours.say(seat, message)
        self._prepare(entries, ours, theirs)
        self.theirs.say(seat, message)
        self.compare()

    def _prepare(self, entries: int, ours: Any, theirs: Any) -> None:
        stored = self.ours.hall.store.kept
        for entry in stored[entries:]:
            if isinstance(entry.step, Acted | Started):
                land = self.truth.follow(entry.step, ours, theirs)
                if land is None:
                    self.theirs.follow(self.ours, stored[:entries])
                    self.theirs.heard()
                    land = entry.step.land
                self.told.coming = list(land)

    def compare(self) -> None:
        """To the byte."""
        ours, theirs = self.ours.heard(), self.theirs.heard()
        assert ours == theirs, "the bytes differ"
        assert self.ours.advisers.asked == self.theirs.advisers.asked, "a hint knows more than its seat"
        self.compared += sum(map(len, ours))
        self.differing += self.ours.state != self.theirs.state
        assert self.ours.ledger.seq == self.theirs.ledger.seq

    # What happens

    def play(self, steps: int) -> None:
        """A match as people play it: they err, take back, come new."""
        self.compare()
        for seat in range(self.seats):
            self.both(seat, Agree(self.id(), True))
        self.both(0, Start(self.id()))
        for _ in range(steps):
            if self.ours.ledger.status == "over":
                break
            self._err()
            self._come_new()
            self._ask()
            self._move()
        self._come_new()

    def _ask(self) -> None:
        """Watchers who may act take a hint, from the same view and so with the same answer."""
        for seat in self.ours.watched:
            if seat in self.ours.ledger.actors and self.rng.random() < 0.15:
                self.both(seat, Hint(self.id(), self.ours.ledger.seq))

    def _move(self) -> None:
        ledger = self.ours.ledger
        assert ledger.match is not None
        seat = self.rng.choice(ledger.actors)
        legal = ledger.legal(seat)
        if self.rng.random() < 0.9:  # what the twin can do too keeps the two apart for longer
            possible = set(self.theirs.ledger.legal(seat))
            legal = [action for action in legal if action in possible] or legal
        action = self.rng.choice(legal)
        words = ledger.spec.notation.format_action(ledger.view(seat), seat, action)
        self.both(seat, Act(self.id(), ledger.seq, words))
        if ledger.undoer == seat and self.rng.random() < 0.3:
            self.both(seat, Undo(self.id(), ledger.seq))

    def _err(self) -> None:
        """Watchers try what they may not."""
        for seat in self.ours.watched:
            for message in self._refused(seat):
                seq = self.ours.ledger.seq
                self.both(seat, message)
                assert self.ours.ledger.seq == seq

    def _refused(self, seat: Seat) -> Iterator[Any]:
        ledger = self.ours.ledger
        if ledger.undoer != seat:
            yield Undo(self.id(), ledger.seq)
        for _ in range(3):
            words = "something else"
            if seat != SPECTATOR:
                number = self.rng.randrange(self.spec.actions)
                words = str(self.spec.notation.format_action(ledger.view(seat), seat, number))
            if seat == SPECTATOR or is_refused(ledger, seat, words):
                yield Act(self.id(), ledger.seq, words)

    def _come_new(self) -> None:
        """A new connection gets the same welcome from both, whatever it knows already."""
        seat = self.rng.choice(self.ours.watched)
        seq = self.rng.choice([0, 0, self.rng.randrange(self.ours.ledger.seq + 1)])
        for side in (self.ours, self.theirs):
            side.join(seat, seq, True)
        self.compare()
        for side in (self.ours, self.theirs):
            side.part()
        self.compare()


START = 1_700_000_000_000
LATER = 86_400_000


def is_refused(ledger: Ledger, seat: Seat, words: str) -> bool:
    try:
        action = read_act(ledger, seat, ledger.seq, words)
    except Refuse:
        return True
    assert ledger.match is not None
    return ledger.match.objection(action, seat) is not None


SECRETS = [
    pytest.param(spec, seats, variants, seat, id=f"{spec.slug}-{seats}-{'-'.join(variants.values()) or 'usual'}-{who}")
    for spec in SECRETIVE
    for seats in (2, 3)
    if seats in spec.seats
    for variants in ({}, *({variant.name: choice} for variant in spec.variants for choice in variant.choices[1:]))
    for seat, who in ((0, "first"), (seats - 1, "last"), (SPECTATOR, "spectator"))
]


@pytest.mark.parametrize(("spec", "seats", "variants", "seat"), SECRETS)
def test_two_truths_send_the_same_bytes(spec: GameSpec, seats: int, variants: dict[str, str], seat: Seat) -> None:
    compared = differing = hints = 0
    for seed in range(12):
        twins = Twins(spec, seats, variants, seat, seed)
        twins.play(STEPS)
        compared += twins.compared
        differing += twins.differing
        hints += len(twins.ours.advisers.asked)
        if differing > ENOUGH and compared > 200:
            break
    assert differing > ENOUGH, "the twins hardly ever differed"
    assert hints or seat == SPECTATOR
    assert compared > 200


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_the_same_events_send_the_same_bytes(spec: GameSpec) -> None:
    compared = 0
    for seed in range(2, 12):
        twins = Twins(spec, 2, {}, None, seed)
        twins.play(STEPS)
        assert twins.differing == 0
        compared += twins.compared
        if compared > 500:
            break
    assert compared > 500


def shows_the_truth(_narrator: Narrator, state: Any, _seat: Seat) -> Any:
    return state


@pytest.mark.parametrize("spec", SECRETIVE, ids=lambda spec: spec.slug)
def test_a_leak_is_noticed(spec: GameSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Narrator, "view", shows_the_truth)
    with pytest.raises(AssertionError, match="bytes differ"):
        Twins(spec, 2, {}, SPECTATOR, seed=1).play(STEPS)


# Over a real socket


class Wire:
    """A table of a real hall: a connection that is listened to, and one for each player."""

    def __init__(self, hall: Open, spec: GameSpec, seed: str) -> None:
        self.hall, self.spec, self.seed = hall, spec, seed
        self.players: list[ClientConnection] = []
        self.heard: list[str] = []

    async def open(self, watcher: Seat, close: AsyncExitStack) -> None:
        """Two players sit down; everyone has been greeted; the match begins."""
        given = [
            await self.hall.client.open_table(
                CreateTable(self.spec.slug, 2, "Ann", settings=Settings(pace=0, listed=False))
            )
        ]
        self.table = given[0].table
        given.append(await self.hall.client.take_seat(self.table, "Bob"))
        tokens = {seat: place.token for seat, place in enumerate(given)}
        address = f"{self.hall.url.replace('http', 'ws')}/ws/tables/{self.table}"
        self.watch = await close.enter_async_context(connect(address, compression=None, max_queue=None))
        await self.watch.send(encode(Hello(tokens.get(watcher), 0, True, PROTOCOL)).decode())
        await self.until("welcome")
        for seat in range(2):
            player = await close.enter_async_context(connect(address, compression=None, max_queue=None))
            await player.send(encode(Hello(tokens[seat], protocol=PROTOCOL)).decode())
            assert json.loads(await player.recv())["type"] == "welcome"
            self.players.append(player)
        await self.players[0].send(encode(Start("e.1")).decode())
        await self.until("update")

    async def until(self, kind: str, **fields: Any) -> None:
        """Listen up to a message of this type; the server's pings, which carry nothing but its clock, are left out."""
        end = asyncio.get_running_loop().time() + 20
        while True:
            async with asyncio.timeout_at(end):
                text = str(await self.watch.recv())
            message = json.loads(text)
            if message["type"] == "ping":
                continue
            self.heard.append(plain(text, self.table, self.seed))
            said = {**message.get("table", {}), **message}
            if message["type"] == kind and all(said[name] == value for name, value in fields.items()):
                return

    @property
    def ledger(self) -> Ledger:
        return self.hall.hall.tables[self.table].ledger

    @property
    def match(self) -> Match:
        assert self.ledger.match is not None
        return self.ledger.match

    async def act(self, seat: Seat, words: str, number: int) -> None:
        seq = self.ledger.seq
        await self.players[seat].send(encode(Act(f"a.{number + 1}", seq, words)).decode())
        await self.until("update", seq=seq + 1)

    async def err(self, number: int) -> None:
        """The watcher asks for what nobody may do."""
        await self.watch.send(encode(Act(f"x.{number + 1}", self.ledger.seq, "something else")).decode())
        await self.until("refused", id=f"x.{number + 1}")


@dataclass
class Pair:
    """Two tables of a real hall, step by step."""

    ours: Wire
    theirs: Wire
    told: Told
    truth: OtherTruth
    compared: int = 0
    differing: int = 0

    async def play(self, watcher: Seat, steps: int, close: AsyncExitStack) -> None:
        """Until something is uncovered."""
        await self.ours.open(watcher, close)
        land = [event.what for event in self.ours.match.events]
        found = self.truth.follow(Started(land), None, None)
        assert found is not None
        self.told.coming = found
        await self.theirs.open(watcher, close)
        self.compare()
        for number in range(steps):
            for side in (self.ours, self.theirs):
                await side.err(number)
            if self.ours.match.is_over or not await self.step(number):
                return
            self.compare()

    async def step(self, number: int) -> bool:
        """Somebody acts; false if the twin cannot follow."""
        match, rng = self.ours.match, self.truth.rng
        seat = rng.choice(match.actors)
        possible = set(self.theirs.match.legal_actions(seat))
        action = rng.choice([action for action in match.legal_actions(seat) if action in possible] or [0])
        if action not in possible:
            return False
        length, before = len(match), match.state.duplicate()
        words = match.spec.notation.format_action(match.view(seat), seat, action)
        await self.ours.act(seat, words, number)
        land = [moment.event.what for moment in self.ours.match.walk(length + 1)]
        found = self.truth.follow(Acted(seat, action, land), before, self.theirs.match.state.duplicate())
        if found is None:
            return False
        self.told.coming = found
        await self.theirs.act(seat, words, number)
        return True

    def compare(self) -> None:
        assert self.ours.heard == self.theirs.heard, "the bytes differ"
        self.compared += len(self.ours.heard)
        self.differing += self.ours.match.state != self.theirs.match.state
        self.ours.heard.clear()
        self.theirs.heard.clear()


def hides_from(spec: GameSpec, seat: Seat) -> bool:
    """Whether a match begins with something that a seat may not know."""
    match = Match(spec, 2, seed=1)
    return bool(match.view(seat) != match.state)


WIRES = [
    pytest.param(spec, seat, id=f"{spec.slug}-{who}")
    for spec in GAMES
    for seat, who in ((0, "first"), (1, "last"), (SPECTATOR, "spectator"))
    if (hides_from(spec, seat) if spec in SECRETIVE else seat != 0)
]


@pytest.mark.parametrize(("spec", "watcher"), WIRES)
async def test_over_a_socket(spec: GameSpec, watcher: Seat, hall: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    sources: dict[str, Drawn | Told] = {}
    seeds = iter([f"{number:064x}" for number in range(1000, 1100)])
    opening: list[str] = []

    def new_seed() -> str:
        return opening.pop(0)

    monkeypatch.setattr(opening_module, "new_seed", new_seed)
    monkeypatch.setattr(opening_module, "new_salt", lambda: "ab" * 32)
    monkeypatch.setattr(dice_module, "dice_of", lambda seed, *_: sources[seed])
    compared = differing = 0
    for number in range(5 if spec in SECRETIVE else 2):
        first, second, told = next(seeds), next(seeds), Told()
        opening[:] = [first, second]
        sources.update({seed_of_round(first, 1): Drawn(f"{spec.slug} {number}"), seed_of_round(second, 1): told})
        rng = random.Random(number)
        pair = Pair(Wire(hall, spec, first), Wire(hall, spec, second), told, OtherTruth(spec, 2, {}, watcher, rng))
        async with AsyncExitStack() as close:
            await pair.play(watcher, 8, close)
        compared += pair.compared
        differing += pair.differing
    assert compared > 15
    assert differing > 2 if spec in SECRETIVE else differing == 0
