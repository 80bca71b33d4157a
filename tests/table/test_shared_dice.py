"""Dice that tables share: the same whatever is decided, nobody adds to them, and a proof of them can be checked."""

import random

import pytest

from quincunx import GAMES
from quincunx.core.spec import GameSpec
from quincunx.games import game
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act, begin
from quincunx.table.proof import commitment_of
from quincunx.table.refusal import Refuse
from quincunx.table.state import TableRow
from quincunx.table.steps import (
    Acted,
    Added,
    AnyStep,
    Closed,
    Committed,
    Decided,
    Entry,
    Filled,
    Followed,
    Offered,
    Opened,
    Removed,
    Sat,
    Settings,
)
from quincunx.table.verify import PROVED, WRONG, Witness, verify

SECRET = "5e" * 32
SERIES = "daily:2026-11-19"


class Shared:
    """A table of a series that Ann plays with decisions by chance; bots have the other seats."""

    def __init__(self, spec: GameSpec, decisions: int = 0, table: str = "shared2345") -> None:
        seats = spec.usual_seats
        variants = spec.variant_names(spec.options(spec.first_match))
        self.ledger = Ledger(
            spec,
            TableRow(
                table, 1, spec.slug, spec.rules_version, seats, variants, "{}", SECRET, 5, "ab" * 32, series=SERIES
            ),
        )
        self.entries: list[Entry] = []
        self.rng = random.Random(decisions)
        self.does(Sat(0, "Ann", "ann", 1, "a" * 32))
        for seat in range(1, seats):
            self.does(Filled(seat, "random", f"Bot {seat}"))
        self.does(begin(self.ledger))

    def does(self, step: AnyStep, by: int | None = None) -> None:
        entry = self.ledger.propose(step, 1000 + len(self.entries), by)
        self.ledger.fold(entry)
        self.entries.append(entry)

    def play(self) -> "Shared":
        while self.ledger.status == "playing":
            seat = self.rng.choice(self.ledger.actors)
            action = self.rng.choice(self.ledger.legal(seat))
            self.does(act(self.ledger, seat, action, None), seat if seat == 0 else None)
        return self

    def named(self) -> dict[int, tuple[tuple[int, ...], int]]:
        """By name of a landing: its odds and its outcome."""
        found = {}
        spec = self.ledger.spec
        assert spec.landing_name is not None
        for moment in self.ledger.finished.walk():
            if moment.event.by_chance:
                weights = [0] * spec.outcomes
                odds = tuple(weights[: spec.rules.odds(moment.before, weights)])
                found[spec.landing_name(moment.before)] = odds, moment.event.what
        return found


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_whatever_is_decided_the_same_die_of_the_same_turn_shows_the_same(spec: GameSpec) -> None:
    one, other = (Shared(spec, decisions).play().named() for decisions in (1, 2))
    both = [name for name in one.keys() & other.keys() if one[name][0] == other[name][0]]
    assert len(both) > 5
    assert all(one[name][1] == other[name][1] for name in both)


def test_a_proof_of_shared_dice_holds_against_their_commitment() -> None:
    table = Shared(game("sixes")).play()
    witness = Witness(commitment_of(SECRET), table.ledger.chain.hex())
    text = table.ledger.transcript(table.entries)
    finding = verify(text, game, witness)
    assert finding.verdict == PROVED, finding.problem
    assert any(SERIES in str(line) for line in finding.checked)
    assert verify(text, game, witness._replace(commitment="0" * 64)).verdict == WRONG
    assert verify(text.replace(SERIES, "daily:2026-11-20"), game, witness).verdict == WRONG


def test_another_die_is_found() -> None:
    table = Shared(game("sixes"))
    seat = table.ledger.actors[0]
    step = act(table.ledger, seat, table.ledger.legal(seat)[0], None)
    while not step.land:
        table.does(step, seat if seat == 0 else None)
        seat = table.ledger.actors[0]
        step = act(table.ledger, seat, table.ledger.legal(seat)[0], None)
    other = Acted(step.seat, step.action, [(step.land[0] + 1) % 6, *step.land[1:]])
    with pytest.raises(Refuse, match="die"):
        table.ledger.propose(other, 2000)


@pytest.mark.parametrize(
    "step",
    [
        Committed(0, 1, "0" * 64),
        Closed(1),
        Added(),
        Removed(1),
        Opened(1),
        Filled(1, "greedy", "G"),
        Decided(Settings(coach="training")),
        Offered(0, True),
    ],
    ids=lambda step: type(step).__name__,
)
def test_nobody_changes_a_table_that_is_the_same_for_all(step: AnyStep) -> None:
    table = Shared(game("phase10"))
    with pytest.raises(Refuse):
        table.ledger.propose(step, 2000, 0)
    if isinstance(step, Offered):
        table.play()
        with pytest.raises(Refuse, match="stays as it is"):
            table.ledger.propose(step, 2000, 0)
        with pytest.raises(Refuse, match="stays as it is"):
            table.ledger.propose(Followed("other23456"), 2000)


def test_only_the_pace_may_change() -> None:
    table = Shared(game("phase10"))
    table.does(Decided(Settings(pace=200)), 0)
    assert table.ledger.settings.pace == 200


def test_a_rebuilt_table_knows_its_player() -> None:
    table = Shared(game("sixes"))
    assert [chair.player for chair in table.ledger.chairs] == ["a" * 32, ""]
