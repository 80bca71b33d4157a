"""One rule, three users: live play asks, rebuilding applies, verify asks and applies."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar, get_args

import msgspec
import pytest

from quincunx import game
from quincunx.core.match import Match
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import variants_text
from quincunx.table import words
from quincunx.table.ledger import Ledger, LinkError
from quincunx.table.match_rules import act, begin, resume
from quincunx.table.proof import dice_of, player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.rules import KINDS
from quincunx.table.state import TableRow
from quincunx.table.steps import (
    Acted,
    Added,
    Agreed,
    AnyStep,
    Away,
    Closed,
    CoachChoice,
    Committed,
    Corrected,
    Decided,
    Entered,
    Entry,
    Filled,
    Followed,
    Hinted,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Resumed,
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
    live.does(Agreed(0, True), 0)
    live.does(begin(live.ledger))
    live.does(Agreed(1, True), 1)
    table = live.ledger
    live.does(Hinted(table.actors[0]), table.actors[0])
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


def trained() -> Live:
    """A match of Ann and a bot: the coach judges what she does, and she takes one action back."""
    live = Live(PIG)
    live.does(Sat(0, "Ann", "ann", 1))
    live.does(Decided(Settings(coach="training")), 0)
    live.does(Filled(1, "greedy", "Bo"), 0)
    live.does(begin(live.ledger))
    table = live.ledger
    took_back = False
    while table.status == "playing":
        if table.held is not None:
            if not took_back:
                live.does(Undone(0, len(table.match or ()) - 1), 0)
                took_back = True
                continue
            live.does(resume(table), 0 if len(live.entries) % 2 else None)
        else:
            (seat,) = table.actors
            live.does(act(table, seat, HOLD if HOLD in table.legal(seat) else ROLL, None), seat if seat == 0 else None)
    return live


LIVE, TRAINED = played(), trained()


def after(kind: type, nth: int = 0, live: Live = LIVE) -> int:
    """How many entries there are after the nth step of that kind."""
    found = [number for number, entry in enumerate(live.entries, 1) if type(entry.step) is kind]
    return found[nth]


def first_roll() -> Acted:
    return next(entry.step for entry in LIVE.entries if isinstance(entry.step, Acted) and entry.step.land)


def first_resumed() -> Resumed:
    return next(entry.step for entry in TRAINED.entries if isinstance(entry.step, Resumed) and entry.step.land)


Die = TypeVar("Die", Acted, Resumed)


def other_die(step: Die) -> Die:
    return msgspec.structs.replace(step, land=[(step.land[0] + 1) % 6, *step.land[1:]])


WAITING, FIRST_MOVE, OVER = after(Sat, 1), after(Started), len(LIVE.entries)
MOVER = first_roll().seat
HINTED = after(Hinted)
HELD = after(Resumed, live=TRAINED) - 1
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
    "a name after the end": (OVER, lambda: Renamed(0, "Anne"), 0, "names can no longer change"),
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
    "undone after a die": (FIRST_MOVE + 1, lambda: Undone(MOVER, 0), MOVER, "your own last action"),
    "another agrees for me": (WAITING, lambda: Agreed(0, True), 2, "only the player of seat 0"),
    "the hall agrees for me": (WAITING, lambda: Agreed(0, True), None, "only the player of seat 0"),
    "an agreement after the end": (OVER, lambda: Agreed(0, False), 0, "the match is over"),
    "a hint that not all agree to": (FIRST_MOVE, lambda: Hinted(MOVER), MOVER, "once everyone who plays has agreed"),
    "a hint for another": (HINTED - 1, lambda: Hinted(MOVER), 1 - MOVER, f"only the player of seat {MOVER}"),
    "a hint out of turn": (HINTED - 1, lambda: Hinted(1 - MOVER), 1 - MOVER, "it is the move of"),
    "a second hint": (HINTED, lambda: Hinted(MOVER), MOVER, "you have taken a hint in this position already"),
    "a player lets go on what nobody judges": (FIRST_MOVE, lambda: Resumed([3]), 0, "only the hall itself"),
    "what nobody judges goes on": (FIRST_MOVE, lambda: Resumed([3]), None, "no action waits for the coach"),
    "more than one action undone": (after(Undone) - 1, lambda: Undone(MOVER, 0), MOVER, "your own last action"),
}


FORGED_IN_TRAINING: dict[str, tuple[int, Callable[[], AnyStep], int | None, str]] = {
    "another die after a judged action": (HELD, lambda: other_die(first_resumed()), None, "from seed and entropy"),
    "no die after a judged action": (HELD, lambda: Resumed(), None, "where the rules ask for 1"),
    "a die before the coach has judged": (HELD - 1, lambda: Acted(0, ROLL, [3]), 0, "where the rules ask for 0"),
    "a bot acts before the coach has judged": (HELD, lambda: Acted(1, ROLL), None, "the coach judges the last action"),
}


@pytest.mark.parametrize("name", [*FORGED, *FORGED_IN_TRAINING])
def test_a_forged_step_is_refused_with_the_same_words_everywhere(name: str) -> None:
    live, forgeries = (LIVE, FORGED) if name in FORGED else (TRAINED, FORGED_IN_TRAINING)
    count, make, by, said = forgeries[name]
    ledger, step = live.until(count), make()
    with pytest.raises(Refuse) as refused:
        ledger.propose(step, 1000, by)
    reason = refused.value.reason
    assert said in str(reason)

    owner = step.owner if isinstance(step, Sat) else None if by is None else ledger.chairs[by].owner
    steps = [(entry.by, entry.step) for entry in live.entries]
    steps.insert(count, (owner, step))
    if isinstance(step, Added | Removed):  # as many seats as before when it was opened
        steps.append((1, Removed(0) if isinstance(step, Added) else Added()))
    lines = [f"| {text_of(number, 1000, who, what).decode()}" for number, (who, what) in enumerate(steps, 1)]
    finding = verify("\n".join([live.proof.partition("\n| ")[0], *lines, ""]), lambda _: PIG, live.witness)
    assert finding.verdict == WRONG
    assert finding.problem == words.AT_STEP(number=str(count + 1), reason=reason)

    if count < len(live.entries):
        forged = msgspec.structs.replace(live.entries[count], step=step, by=owner)
        with pytest.raises(LinkError):
            ledger.fold(forged)


def test_every_kind_of_step_has_a_rule_and_a_forgery() -> None:
    kinds = set(get_args(AnyStep))
    assert KINDS.keys() == kinds
    assert {type(make()) for _, make, _, _ in FORGED.values()} == kinds


@pytest.mark.parametrize("live", [LIVE, TRAINED])
def test_what_was_played_is_proved(live: Live) -> None:
    finding = verify(live.proof, lambda _: PIG, live.witness)
    assert (finding.verdict, finding.problem) == (PROVED, None)


def test_a_judged_action_has_the_dice_that_it_would_have_had() -> None:
    """Holding them back changes nothing: not even after the action was taken back."""
    match = TRAINED.ledger.finished
    dice = dice_of(TRAINED.ledger.dice_seed, TRAINED.ledger.rounds.entropy)
    again = Match(PIG, 2, chance=dice, variants=match.variants)
    for event in match.events:
        if not event.by_chance:
            again.push(event.what, event.who)
            again.settle()
    assert [event.what for event in again.events] == [event.what for event in match.events]


# The coach


def at_table(people: int, bots: int = 0, coach: CoachChoice = "hints") -> Live:
    """A match of so many people and bots that has begun."""
    live = Live(PIG, people + bots)
    for seat in range(people):
        live.does(Sat(seat, f"P{seat}", f"p{seat}", seat + 1))
    for seat in range(people, people + bots):
        live.does(Filled(seat, "greedy", f"B{seat}"), 0)
    live.does(Decided(Settings(coach=coach)), 0)
    live.does(begin(live.ledger))
    return live


@pytest.mark.parametrize("coach", ["off", "hints", "training"])
def test_one_person_decides_about_the_coach(coach: CoachChoice) -> None:
    assert at_table(1, 2, coach).ledger.coach == coach


def test_several_people_must_all_agree_and_are_not_trained() -> None:
    live = at_table(2, 1, "training")
    found: list[str] = []
    for seat, yes in ((0, True), (1, True), (0, False)):
        live.does(Agreed(seat, yes), seat)
        found.append(live.ledger.coach)
    assert found == ["off", "hints", "off"]


def test_whoever_left_has_still_to_have_agreed() -> None:
    live = at_table(2)
    live.does(Agreed(0, True), 0)
    live.does(Left(1), 1)
    assert live.ledger.coach == "off"


def test_whoever_sits_down_has_not_agreed() -> None:
    live = Live(PIG, 2)
    live.does(Sat(0, "Ann", "ann", 1))
    live.does(Sat(1, "Bob", "bob", 2))
    for seat in (0, 1):
        live.does(Agreed(seat, True), seat)
    live.does(Opened(1), 1)
    live.does(Sat(1, "Eve", "eve", 3))
    assert live.ledger.coach == "off"


def test_hints_are_counted_once_for_a_position() -> None:
    live = at_table(1, 1)
    table = live.ledger
    while table.actors != [0] or HOLD not in table.legal(0):
        live.does(act(table, table.actors[0], ROLL, None))
    live.does(Hinted(0), 0)
    live.does(act(table, 0, HOLD, None), 0)
    live.does(Undone(0, len(table.match or ()) - 1), 0)
    assert table.has_hint(0)
    live.does(act(table, 0, ROLL, None), 0)
    assert not table.has_hint(0)
    assert len(table.hints) == 1


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
    yield Decided(Settings(pace=rng.randrange(9), coach=rng.choice(COACHES))), by
    chosen = {variant.name: rng.choice(variant.choices) for variant in spec.variants}
    yield Varied(chosen, variants_text(table.variants)), by
    yield Away(seat, rng.choice([None, "random"])), by
    yield Agreed(seat, rng.random() < 0.7), seat
    yield Hinted(seat), by
    yield Resumed(), by
    yield Offered(seat, rng.random() < 0.5), seat
    for other in range(table.seats):
        yield Committed(other, number, live.hidden(other)), other
    yield Closed(number), by
    if rng.random() < 0.9:
        yield Revealed(seat, number, f"mine{seat}"), seat
    yield live.voids(*table.rounds.missing()), None


COACHES: list[CoachChoice] = ["off", "hints", "training"]


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
            if table.held is not None and table.held not in table.actors:
                live.does(resume(table))
                continue
            seat = table.held if table.held is not None else rng.choice(table.actors)
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
