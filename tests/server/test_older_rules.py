"""A table that was begun under older rules, opened by a hall that has newer ones."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import msgspec
import pytest

from quincunx.client.connection import HallError
from quincunx.core.fields import Grid
from quincunx.core.seats import Seat
from quincunx.core.spec import GameSpec
from quincunx.core.standings import POINTS
from quincunx.games.popalotsy import SPEC as POPALOTSY
from quincunx.games.popalotsy import rules as popalotsy
from quincunx.games.popalotsy.state import MOST_WRONG
from quincunx.server.config import HallConfig
from quincunx.server.hall.info import changes_of, summary_of
from quincunx.server.store.book import Record
from quincunx.server.store.store import Store, Write, WriteResult
from quincunx.table.rules import act, begin
from quincunx.table.state import Ledger, Play
from quincunx.table.steps import AnyStep, Entry, Sat
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import HOLD, ROLL, TARGET, State
from tests.server.conftest import opened
from tests.server.still import row_of

TABLE = "older23456"
ANOTHER_WAY = (
    f"table {TABLE} was begun under version 1 of the rules of {{}} and does not go the same way under version 2: {{}}"
)


class Older:
    """A table of two people as an older hall has stored it."""

    def __init__(self, spec: GameSpec, *, listed: bool = True) -> None:
        self.row = row_of(replace(spec, rules_version=1), 2, TABLE, listed=listed)
        self.ledger = Ledger(replace(spec, rules_version=1), self.row)
        self.entries: list[Entry] = []
        self.record: Record | None = None
        for seat in range(2):
            self.happen(Sat(seat, f"N{seat}", f"token-{seat}", seat + 1))
        self.happen(*begin(self.ledger))

    def happen(self, step: AnyStep, play: Play | None = None) -> None:
        entry = self.ledger.propose(step, len(self.entries), play=play)
        changes = changes_of(self.ledger, entry)
        self.record = changes[2] if changes else None
        self.ledger.fold(entry)
        self.entries.append(entry)

    def act(self, seat: Seat, action: int) -> None:
        self.happen(*act(self.ledger, seat, action, None))

    async def store(self, db: str) -> None:
        store = Store(db)
        await store.open()
        done: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        store.append(
            Write(TABLE, 1, self.entries, done.set_result, summary_of(self.ledger), opened=self.row, record=self.record)
        )
        assert await done is WriteResult.STORED
        await store.close()


def with_rules(spec: GameSpec, **functions: Callable[..., object]) -> GameSpec:
    """The game under version 2 of its rules, in which these are others."""
    rules = ModuleType(spec.rules.__name__)
    vars(rules).update(vars(spec.rules), **functions)
    return replace(spec, rules=rules, rules_version=2)


def finished_pig() -> Older:
    older = Older(PIG)
    while older.ledger.status == "playing":
        assert older.ledger.match is not None
        state: State = older.ledger.match.state
        wins = state.brought and state.score[state.turn] + state.brought >= TARGET
        older.act(state.turn, HOLD if wins or state.brought >= 20 else ROLL)
    assert older.record is not None
    return older


def doubled(state: State, out: Grid) -> None:
    PIG.rules.standings(state, out)
    for seat in range(state.seats):
        out[seat, POINTS] *= 2


async def test_a_step_that_is_not_possible_any_more_is_no_damage(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as at_that_time:
        at_that_time.setattr(popalotsy, "MOST_WRONG", 10**9)
        older = Older(POPALOTSY)
        wrong_drops = 0
        while wrong_drops <= MOST_WRONG:
            match = older.ledger.match
            assert match is not None
            seat = older.ledger.actors[0]
            for action in match.legal_actions(seat):
                fork = match.fork()
                fork.play(action, seat)
                if fork.state.wrong[seat] > match.state.wrong[seat]:
                    older.act(seat, action)
                    wrong_drops += 1
                    break
        await older.store(config.db)
    async with opened(config) as hall:
        with pytest.raises(HallError, match=ANOTHER_WAY.format("PoPalotsy", r"step \d+ is not possible")):
            await hall.client.table(TABLE)


async def test_a_match_that_ends_otherwise_than_the_book_says_is_not_opened(config: HallConfig) -> None:
    await finished_pig().store(config.db)
    config.games = (with_rules(PIG, standings=doubled),)
    async with opened(config) as hall:
        with pytest.raises(HallError, match=ANOTHER_WAY.format("Pig", "it does not end as the book says")):
            await hall.client.table(TABLE)


async def test_a_match_that_goes_the_same_way_is_opened(config: HallConfig) -> None:
    older = finished_pig()
    await older.store(config.db)
    config.games = (with_rules(PIG),)
    async with opened(config) as hall:
        assert (await hall.client.table(TABLE)).status == "over"


async def test_what_was_changed_since_is_damage_under_any_rules(config: HallConfig) -> None:
    older = finished_pig()
    older.entries[4] = msgspec.structs.replace(older.entries[4], at=77)
    await older.store(config.db)
    config.games = (with_rules(PIG),)
    async with opened(config) as hall:
        with pytest.raises(HallError, match=f"table {TABLE} is damaged and cannot be opened: step 5"):
            await hall.client.table(TABLE)
