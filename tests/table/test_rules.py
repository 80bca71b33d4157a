"""One rule, three users: live play asks, rebuilding applies, verify asks and applies."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import get_args

import msgspec
import pytest

from quincunx import game
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import variants_text
from quincunx.table import words
from quincunx.table.ledger import Ledger, LinkError
from quincunx.table.proof import player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.rules import KINDS, act, begin
from quincunx.table.state import TableRow
from quincunx.table.steps import (
    Acted,
    Added,
    AnyStep,
    Away,
    Closed,
    Committed,
    Corrected,
    Decided,
    Entered,
    Entry,
    Filled,
    Followed,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Revealed,
    Sat,
    Settings,
    Started,
    Undone,
    Varied,
    Voided,
    text_of,
)
from quincunx.table.verify import PROVED, WRONG, Witness, verify
from tests.examples import pig

PIG = pig.SPEC
ROLL, HOLD = 0, 1


def row_of(spec: GameSpec, seats: int = 2) -> TableRow:
    """A table as it is opened."""
    variants = spec.variant_names(spec.options())
    return TableRow("rules23456", 1, spec.slug, spec.rules_version, seats, variants, "{}", "5e" * 32, 5, "ab" * 32)


class Live:
    """A table that is played at, with all its entries."""

    def __init__(self, spec: GameSpec = PIG, seats: int = 2) -> None:
        self.row = row_of(spec, seats)
        self.ledger = Ledger(spec, self.row)
        self.entries: list[Entry] = []

    def does(self, step: AnyStep, by: int | None = None) -> None:
        """A step is asked for, stored and applied."""
        entry = self.ledger.propose(step, 1000 + len(self.entries), by)
        self.ledger.fold(entry)
        self.entries.append(entry)

    def commits(self, seat: int) -> None:
        number = self.ledger.rounds.number
        self.does(Committed(seat, number, self.hidden(seat)), seat)

    def hidden(self, seat: int) -> str:
        return player_commitment(self.row.id, self.ledger.rounds.number, seat, f"mine{seat}")

    def voids(self, *failed: int) -> Voided:
        number = self.ledger.rounds.number
        return Voided(number, list(failed), self.ledger.dice.commitment(number + 1))

    def until(self, count: int) -> Ledger:
        """The table after its first so many entries, rebuilt."""
        ledger = Ledger(self.ledger.spec, self.row)
        for entry in self.entries[:count]:
            ledger.fold(entry)
        return ledger

    @property
    def proof(self) -> str:
        return self.ledger.transcript(self.entries)

    @property
    def witness(self) -> Witness:
        return Witness(chain=self.ledger.chain.hex())


def played() -> Live:
    """A match of Ann and Bob on three seats, of which one was taken away, with a void round and an action undone."""
    live = Live(PIG, 3)
    live.does(Sat(0, "Ann", "ann", 1))
    live.does(Sat(2, "Bob", "bob", 2))
    live.does(Removed(1), 0)
    live.commits(0)
    live.commits(1)
    live.does(Closed(1))
    live.does(Revealed(0, 1, "mine0"), 0)
    live.does(live.voids())
    live.commits(0)
    live.commits(1)
    live.does(Closed(2), 0)
    live.does(Revealed(0, 2, "mine0"), 0)
    live.does(Revealed(1, 2, "mine1"), 1)
    live.does(begin(live.ledger))
    table = live.ledger
    held = False
    while table.status == "playing":
        (seat,) = table.actors
        may_hold = HOLD in table.legal(seat)
        live.does(act(table, seat, HOLD if may_hold else ROLL, None), seat)
        if may_hold and not held and table.undoer is not None:
            live.does(Undone(seat, len(table.match or ()) - 1), seat)
            held = True
    live.does(Offered(0, True), 0)
    return live


LIVE = played()
TEXT = LIVE.proof


def after(kind: type, nth: int = 0) -> int:
    """How many entries there are after the nth step of that kind."""
    found = [number for number, entry in enumerate(LIVE.entries, 1) if type(entry.step) is kind]
    return found[nth]


def first_roll() -> Acted:
    return next(entry.step for entry in LIVE.entries if isinstance(entry.step, Acted) and entry.step.land)


def other_die(step: Acted) -> Acted:
    return msgspec.structs.replace(step, land=[(step.land[0] + 1) % 6, *step.land[1:]])


WAITING, FIRST_MOVE, OVER = after(Sat, 1), after(Started), len(LIVE.entries)
MOVER = first_roll().seat
FORGED: dict[str, tuple[int, Callable[[], AnyStep], int | None, str]] = {
    "a seat that is taken": (WAITING, lambda: Sat(0, "Eve", "eve", 3), None, "seat 0 is taken"),
    "a person who is not next": (WAITING, lambda: Sat(1, "Eve", "eve", 2), None, "person 2 sits down where person 3"),
    "somebody sits down too late": (FIRST_MOVE, lambda: Sat(1, "Eve", "eve", 3), None, "the match has begun"),
    "somebody sits down while others reveal": (after(Closed), lambda: Sat(1, "E", "e", 3), None, "a moment"),
    "a bot on a person's seat": (WAITING, lambda: Filled(0, "random", "Wobble"), None, "Ann sits there"),
    "a bot that there is not": (WAITING, lambda: Filled(1, "genius", "G"), None, "has no bot 'genius'"),
    "a guest fills a seat": (WAITING, lambda: Filled(1, "random", "W"), 2, "only the host"),
    "a guest sends the host away": (WAITING, lambda: Opened(0), 2, "only the host"),
    "the hall adds a seat": (WAITING, Added, None, "only the host"),
    "a seat is added while others reveal": (after(Closed), Added, 0, "a moment"),
    "a taken seat goes": (WAITING, lambda: Removed(2), 0, "Bob sits there"),
    "a seat that there is not": (WAITING, lambda: Removed(7), 0, "there is no seat 7"),
    "a player leaves for another": (FIRST_MOVE, lambda: Left(1), 0, "only the player of seat 1"),
    "another's name": (WAITING, lambda: Renamed(2, "Bobby"), 0, "only the player of seat 2"),
    "a name after the end": (OVER, lambda: Renamed(0, "Anne"), 0, "its names stay"),
    "a player makes themselves host": (WAITING, lambda: Hosted(2), 2, "only the hall itself"),
    "settings of a guest": (WAITING, lambda: Decided(Settings(pace=1)), 2, "only the host"),
    "variants that there are not": (WAITING, lambda: Varied({"jokers": "yes"}, ""), 0, "has no variant 'jokers'"),
    "a stand-in of a guest": (FIRST_MOVE, lambda: Away(0, "greedy"), 1, "only the host"),
    "a stand-in before the match": (WAITING, lambda: Away(0, "greedy"), None, "nobody is missing there"),
    "an offer before the end": (FIRST_MOVE, lambda: Offered(0, True), 0, "the match is not over"),
    "a player opens the next table": (OVER, lambda: Followed("next234567"), 0, "only the hall itself"),
    "another commits for me": (after(Removed), lambda: Committed(0, 1, "00" * 32), 1, "only the player of seat 0"),
    "the hall commits for me": (after(Removed), lambda: Committed(0, 1, "00" * 32), None, "only the player of seat 0"),
    "a second commitment": (after(Committed), lambda: Committed(0, 1, "00" * 32), 0, "you have committed already"),
    "a late commitment": (after(Closed), lambda: Committed(0, 1, "00" * 32), 0, "round 1 of the dice is under way"),
    "a commitment of another round": (after(Removed), lambda: Committed(0, 2, "00" * 32), 0, "round 1 of the dice"),
    "another round is closed": (after(Committed, 1), lambda: Closed(2), None, "round 1 of the dice"),
    "a table with an empty seat is closed": (WAITING, lambda: Closed(1), None, "seat 1 is empty"),
    "other entropy": (after(Closed), lambda: Revealed(0, 1, "chosen"), 0, "not what you have committed to"),
    "revealed twice": (after(Revealed), lambda: Revealed(0, 1, "mine0"), 0, "you have nothing to reveal"),
    "a round is voided that all have revealed": (
        after(Revealed, 2),
        lambda: Voided(2, [], LIVE.ledger.dice.commitment(3)),
        None,
        "everybody has revealed",
    ),
    "a player voids a round": (after(Closed), lambda: Voided(1, [], "00" * 32), 0, "only the hall itself"),
    "the next commitment is another": (after(Closed), lambda: Voided(1, [1], "00" * 32), None, "commitment of round 2"),
    "a beginning with a skipped reveal": (after(Revealed, 1), lambda: Started([]), None, "a moment"),
    "a guest starts": (after(Revealed, 2), lambda: Started([]), 1, "only the host"),
    "another's turn": (FIRST_MOVE, lambda: Acted(1 - MOVER, ROLL), 1 - MOVER, "it is the move of"),
    "another's action": (FIRST_MOVE, lambda: Acted(MOVER, ROLL), 1 - MOVER, f"only the player of seat {MOVER}"),
    "an action before the match": (WAITING, lambda: Acted(0, ROLL), 0, "nobody may act now"),
    "an action that the rules forbid": (FIRST_MOVE, lambda: Acted(MOVER, HOLD), MOVER, ""),
    "a changed die": (FIRST_MOVE, lambda: other_die(first_roll()), MOVER, "; from seed and entropy it would be"),
    "a die that does not land": (FIRST_MOVE, lambda: Acted(MOVER, ROLL), MOVER, "where the rules ask for 1"),
    "a die that a player enters": (FIRST_MOVE, lambda: Entered(MOVER, MOVER, [5]), MOVER, "the hall rolls the dice"),
    "a die that a player corrects": (
        FIRST_MOVE,
        lambda: Corrected(MOVER, 0, MOVER, ["6"], 0, [(256, 5)]),
        MOVER,
        "the hall rolls the dice",
    ),
    "undone after a die": (FIRST_MOVE + 1, lambda: Undone(MOVER, 0), MOVER, "only your own last action"),
    "more than one action undone": (after(Undone) - 1, lambda: Undone(MOVER, 0), MOVER, "only your own last action"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_step_is_refused_with_the_same_words_everywhere(name: str) -> None:
    count, make, by, said = FORGED[name]
    ledger, step = LIVE.until(count), make()
    with pytest.raises(Refuse) as refused:
        ledger.propose(step, 1000, by)
    reason = refused.value.reason
    assert said in str(reason)

    owner = step.owner if isinstance(step, Sat) else None if by is None else ledger.chairs[by].owner
    steps = [(entry.by, entry.step) for entry in LIVE.entries]
    steps.insert(count, (owner, step))
    if isinstance(step, Added | Removed):  # as many seats as before when it was opened
        steps.append((1, Removed(0) if isinstance(step, Added) else Added()))
    lines = [f"| {text_of(number, 1000, who, what).decode()}" for number, (who, what) in enumerate(steps, 1)]
    finding = verify("\n".join([TEXT.partition("\n| ")[0], *lines, ""]), lambda _: PIG, LIVE.witness)
    assert finding.verdict == WRONG
    assert finding.problem == words.AT_STEP(number=str(count + 1), reason=reason)

    if count < len(LIVE.entries):
        forged = msgspec.structs.replace(LIVE.entries[count], step=step, by=owner)
        with pytest.raises(LinkError):
            ledger.fold(forged)


def test_every_kind_of_step_has_a_rule_and_a_forgery() -> None:
    kinds = set(get_args(AnyStep))
    assert KINDS.keys() == kinds
    assert {type(make()) for _, make, _, _ in FORGED.values()} == kinds


def test_what_was_played_is_proved() -> None:
    finding = verify(TEXT, lambda _: PIG, LIVE.witness)
    assert (finding.verdict, finding.problem) == (PROVED, None)


# Anything that may happen


def wishes(live: Live, rng: random.Random) -> Iterator[tuple[AnyStep, int | None]]:
    """What somebody might do now, allowed or not."""
    table = live.ledger
    seat, by = rng.randrange(table.seats), rng.choice([None, *range(table.seats)])
    spec, number = table.spec, table.rounds.number
    yield Sat(seat, f"P{table.next_owner}", f"t{table.next_owner}", table.next_owner), None
    yield Filled(seat, "random", f"B{seat}"), by
    seating: list[AnyStep] = [Opened(seat), Added(), Removed(seat), Left(seat)]
    yield rng.choice(seating), by
    yield Renamed(seat, f"N{rng.random()}"), by
    yield Hosted(seat), None
    yield Decided(Settings(pace=rng.randrange(9), away=rng.choice(["wait", "bot"]))), by
    chosen = {variant.name: rng.choice(variant.choices) for variant in spec.variants}
    yield Varied(chosen, variants_text(table.variants)), by
    yield Away(seat, rng.choice([None, "random"])), by
    yield Offered(seat, rng.random() < 0.5), seat
    for other in range(table.seats):
        yield Committed(other, number, live.hidden(other)), other
    yield Closed(number), by
    if rng.random() < 0.9:
        yield Revealed(seat, number, f"mine{seat}"), seat
    yield live.voids(*table.rounds.missing()), None


def wander(live: Live, seed: int) -> None:
    """Anything happens that may, and the match comes to an end."""
    rng, table = random.Random(seed), live.ledger
    while table.status != "over":
        for step, by in wishes(live, rng):
            was = live.ledger.fork()
            try:
                entry = table.propose(step, 1000, by)
            except Refuse:
                continue
            table.after(entry)
            assert_alike(table, was)
            live.does(step, by)
        if table.status == "waiting" and table.is_full and not table.rounds.missing():
            live.does(begin(table))
        for _ in range(40):
            if table.status != "playing":
                break
            seat = rng.choice(table.actors)
            live.does(act(table, seat, rng.choice(table.legal(seat)), 0 if table.is_race else None))
            if table.undoer is not None and table.chairs[table.undoer].is_human and rng.random() < 0.3:
                live.does(Undone(table.undoer, len(table.match or ()) - 1), table.undoer)


def assert_alike(one: Ledger, other: Ledger) -> None:
    """Two tables are the same, whichever way they came about."""
    for name in set(type(one).__mro__[1].__slots__) - {"trial", "match", "_names", "_is_race"}:  # type: ignore[attr-defined]
        assert getattr(one, name) == getattr(other, name), name
    assert (one.match is None) == (other.match is None)
    if one.match is not None and other.match is not None:
        assert list(one.match.events) == list(other.match.events)
        assert one.match.state == other.match.state


@pytest.mark.parametrize("slug", ["pig", "sixes", "popalotsy", "lowdown"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_allowed_is_proved_and_rebuilt_alike(slug: str, seed: int) -> None:
    """What a step was tried on is adopted by live play, and played again by rebuilding."""
    spec = PIG if slug == "pig" else game(slug)
    live = Live(spec)
    wander(live, seed)
    assert_alike(live.until(len(live.entries)), live.ledger)
    finding = verify(live.proof, lambda _: spec, live.witness)
    assert (finding.verdict, finding.problem) == (PROVED, None)


def test_a_table_needs_no_numpy() -> None:
    """It is to run in a browser as it is."""
    heavy = {"numpy", "numba", "sqlalchemy", "litestar"}
    code = f"import sys, quincunx.table.verify; sys.exit(bool({heavy} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
