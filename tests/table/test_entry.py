"""Tables with real dice: people enter what lies there in any order, and correct what they entered wrongly."""

import random
from collections.abc import Mapping, Sequence

import pytest

from quincunx import GAMES, game
from quincunx.core.errors import NotationError
from quincunx.core.match import Match
from quincunx.core.real import Face, faces_of, match_faces, pad_of, slots_of, throws_of
from quincunx.core.seats import Seat
from quincunx.table import words
from quincunx.table.entry import due_of, entries_of
from quincunx.table.entry_rules import correction, enter
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import act, begin
from quincunx.table.refusal import Refuse
from quincunx.table.state import TableRow
from quincunx.table.steps import Corrected, Entry, Filled, Sat, Undone
from quincunx.table.verify import REAL_DICE, Witness, verify


class Real:
    """A table with real dice at which everybody enters what they have rolled."""

    def __init__(self, slug: str, seats: int, *, bots: int = 0, variants: Mapping[str, str] | None = None) -> None:
        spec = game(slug)
        chosen = spec.variant_names(spec.options(variants or {}))
        self.row = TableRow("real234567", 1, slug, spec.rules_version, seats, chosen, "{}", "5e" * 32, 5, "ab" * 32)
        self.row.real = True
        self.ledger = Ledger(spec, self.row)
        self.entries: list[Entry] = []
        for seat in range(seats - bots):
            self.does(Sat(seat, f"P{seat}", f"t{seat}", seat + 1))
        for seat in range(seats - bots, seats):
            self.does(Filled(seat, "random", f"B{seat}"))
        self.does(begin(self.ledger))

    @property
    def match(self) -> Match:
        assert self.ledger.match is not None
        return self.ledger.match

    def does(self, step: object, by: int | None = None) -> None:
        entry = self.ledger.propose(step, 1000 + len(self.entries), by)  # type: ignore[arg-type]  # any step
        self.ledger.fold(entry)
        self.entries.append(entry)

    def enters(self, owner: Seat | None, faces: str | Sequence[str], by: Seat | None = None) -> None:
        seat = by if by is not None else owner if owner is not None else 0
        typed = faces.split() if isinstance(faces, str) else faces
        self.does(enter(self.ledger, seat, owner, typed), seat)

    def acts(self, text: str) -> None:
        (seat,) = self.ledger.actors
        self.does(act(self.ledger, seat, self.match.parse_action(text, seat), None), seat)

    def corrects(self, number: int, faces: str, by: Seat = 0) -> None:
        """Another reading of the entry of that number."""
        entry = entries_of(self.match)[number]
        self.does(correction(self.ledger, by, entry.first, entry.throw.owner, faces.split()), by)

    def rebuilt(self) -> Ledger:
        ledger = Ledger(self.ledger.spec, self.row)
        for entry in self.entries:
            ledger.fold(entry)
        return ledger

    def verdict(self) -> int:
        text = self.ledger.transcript(self.entries)
        finding = verify(text, lambda _: self.ledger.spec, Witness(chain=self.ledger.chain.hex()))
        assert finding.problem is None
        return finding.verdict


def roll(real: Real, rng: random.Random) -> tuple[Seat | None, list[str]]:
    """What somebody who is asked to enter something might have rolled or drawn."""
    match, due = real.match, due_of(real.match, real.ledger.tray)
    throw = rng.choice(due.throws)
    slots = slots_of(match)
    while True:
        faces = [rng.choice(faces_of(match, slots[place])).text for place in throw.places]
        try:
            enter(real.ledger, throw.owner or 0, throw.owner, faces)
        except Refuse:  # the same card twice
            continue
        return throw.owner, faces


def choice(real: Real, seat: Seat, rng: random.Random) -> int:
    """Anything; in Phase 10 what a bot does, or the match would take long."""
    legal = real.ledger.legal(seat)
    if real.ledger.spec.slug != "phase10":
        return rng.choice(legal)
    return real.ledger.spec.bots["greedy"](real.ledger.view(seat), seat, legal, len(legal), [1, 2, 3, 4])  # type: ignore[call-arg]  # it needs no knowledge


def played(slug: str, seats: int, seed: int, variants: Mapping[str, str]) -> tuple[Real, list[tuple[object, ...]]]:
    """A match to its end, with what was entered and done."""
    rng, real = random.Random(seed), Real(slug, seats, variants=variants)
    script: list[tuple[object, ...]] = []
    while real.ledger.status == "playing":
        if real.match.awaits_chance:
            owner, faces = roll(real, rng)
            script.append((owner, faces))
            real.enters(owner, faces)
        else:
            seat = rng.choice(real.ledger.actors)
            action = choice(real, seat, rng)
            script.append((seat, action, None))
            real.does(act(real.ledger, seat, action, None), seat)
    return real, script


LAID = "10b Wr 1b 9r 2b 6r 5o 8r 7b 3r"
"""Ten faces of the ten dice of Phase 10."""

MATCHES: list[tuple[str, int, dict[str, str]]] = [
    ("phase10", 1, {}),
    ("phase10", 3, {}),
    ("sixes", 2, {}),
    ("lowdown", 3, {"first": "drawn"}),
]
MATCHES += [("mixeddoubles", 3, {}), ("popalotsy", 3, {"form": "turns"}), ("popalotsy", 2, {"form": "race"})]


@pytest.mark.parametrize("seed", [7, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(40))])
@pytest.mark.parametrize(("slug", "seats", "variants"), MATCHES)
def test_any_order_of_faces_gives_the_same_transcript(
    slug: str, seats: int, variants: dict[str, str], seed: int
) -> None:
    real, script = played(slug, seats, seed, variants)
    shuffled, rng = Real(slug, seats, variants=variants), random.Random(1)
    for step in script:
        if len(step) == 2:
            owner, faces = step
            assert isinstance(faces, list)
            shuffled.enters(owner, rng.sample(faces, len(faces)))  # type: ignore[arg-type]  # a seat or none
        else:
            seat, action, _ = step
            shuffled.does(act(shuffled.ledger, seat, action, None), seat)  # type: ignore[arg-type]  # numbers
    assert shuffled.match.transcript() == real.match.transcript()
    assert shuffled.ledger.status == "over"
    assert list(real.rebuilt().match.events) == list(real.match.events)  # type: ignore[union-attr]  # it has begun
    assert real.verdict() == REAL_DICE


def test_every_game_can_be_played_with_real_dice() -> None:
    assert {slug for slug, _, _ in MATCHES} == {spec.slug for spec in GAMES}


# Phase 10: which of the ten dice shows which face


def test_ten_faces_are_matched_to_the_ten_dice() -> None:
    real = Real("phase10", 1)
    real.enters(0, LAID.split())
    shown = [moment.after for moment in real.match.walk()][-1]
    assert sorted(real.match.spec.notation.format_action(shown, 0, 1023).split()) == ["all", "reroll"]
    assert real.match.actors == [0]


def test_an_impossible_face_is_refused_with_the_nearest() -> None:
    real = Real("phase10", 1)
    with pytest.raises(Refuse, match=r"'7p' cannot lie there now; the nearest that can is 7r"):
        real.enters(0, LAID.replace("7b", "7p"))
    with pytest.raises(Refuse, match=r"10 dice or cards are due, not 3"):
        real.enters(0, "Wr 1b 9r")
    with pytest.raises(Refuse, match="'' cannot lie there now"):
        real.enters(0, ["", *LAID.split()[1:]])


def test_five_low_dice_are_refused() -> None:
    """Only four dice have the numbers 1 to 4."""
    found = "not all of these can lie there now: 1r 2b; the nearest set that can is 1b 1g 1r 1o 8b 5r 6r 7b 8r 9r"
    with pytest.raises(Refuse, match=found) as refused:
        Real("phase10", 1).enters(0, "1b 1g 1r 1o 2b 5r 6r 7b 8g 9r")
    nearest = str(refused.value.reason).rpartition(" can is ")[2]
    Real("phase10", 1).enters(0, nearest)


@pytest.mark.parametrize("seed", range(40))
def test_dice_that_look_alike_are_told_apart_by_what_they_show_later(seed: int) -> None:
    """Whatever really lay there can be entered, though the first matching may have taken other dice for it."""
    rng, spec, real = random.Random(seed), game("phase10"), Real("phase10", 1)
    dice = slots_of(real.match)
    lies = [rng.choice(faces_of(real.match, slot)).text for slot in dice]
    real.enters(0, rng.sample(lies, 10))
    for _ in range(2):
        keeps = sorted(rng.sample(range(10), rng.randrange(1, 10)))
        real.acts("keep " + " ".join(lies[die] for die in keeps))
        for die in set(range(10)) - set(keeps):
            lies[die] = rng.choice(faces_of(Real("phase10", 1).match, dice[die])).text
        thrown = [lies[die] for die in range(10) if die not in keeps]
        pad = {face.text for face in pad_of(real.match, slots_of(real.match))}
        assert set(thrown) <= pad, "what really lies there can be tapped"
        real.enters(0, rng.sample(thrown, len(thrown)))
        shown = next(moment.after for moment in reversed([*real.match.walk()]) if moment.event.by_chance)
        if real.match.actors and shown.rolls == real.match.state.rolls:
            codes = [spec.notation.format_outcome(_before(die, shown), shown.face[die]) for die in range(10)]
            assert sorted(codes) == sorted(lies)
    assert list(real.rebuilt().match.events) == list(real.match.events)  # type: ignore[union-attr]  # it has begun


def _before(die: int, state: object) -> object:
    """A state in which that die lands next."""
    other = state.duplicate()  # type: ignore[attr-defined]  # a state
    other.rolling = 1 << die
    return other


# Who enters what


def test_secret_dice_are_entered_by_their_roller_only() -> None:
    real = Real("lowdown", 3)
    with pytest.raises(Refuse, match="these are secret: P2 enters them"):
        real.enters(2, "3 red", by=1)
    real.enters(2, "red 3")
    assert real.ledger.view(0).number[2] == 0
    assert len(real.match) == 0  # the open dice land first
    real.enters(0, "blue 5 5 green", by=1)
    assert real.match.actors == [0]
    assert real.match.state.number == [5, 5, 3]
    assert real.ledger.view(0).number[2] == -1


def test_the_secret_dice_of_a_bot_are_entered_by_anyone() -> None:
    real = Real("lowdown", 3, bots=1)
    real.enters(2, "3 red", by=0)
    assert real.ledger.tray == {2: [2, 0]}


def test_nothing_is_entered_twice() -> None:
    real = Real("sixes", 2)
    real.enters(1, "1 2 3 4 5 6")
    with pytest.raises(Refuse, match="not due"):
        real.enters(1, "1 2 3 4 5 6")
    assert len(real.match) == 0
    real.enters(0, "6 5 4 3 2 1")
    with pytest.raises(Refuse, match="not due"):
        real.enters(0, "6 5 4 3 2 1")


def test_a_card_is_there_as_often_as_the_deck_has_it() -> None:
    real = Real("popalotsy", 2, variants={"form": "turns"})
    real.enters(0, "r1 r1 r3 r4 r5")
    with pytest.raises(Refuse, match="cannot land now"):
        real.enters(1, "r3 o1 o2 o3 o4")
    real.enters(1, "b3 o1 o2 o3 o4")
    with pytest.raises(Refuse, match="'3' may be several: b3 g3 o3 r3 y3"):
        real.enters(None, "3 1 2 4 5")
    real.enters(None, "b1 g2 y3 o4 r5")
    assert real.match.state.face == [5, 4, 3, 2, 1]


def test_the_faces_of_secret_cards_do_not_tell_what_others_hold() -> None:
    """In the second deal other hands hold cards of which there is one."""
    rng, real = random.Random(2), Real("popalotsy", 2, variants={"form": "turns"})
    while real.match.state.rounds == 0 or not any(slot.secret for slot in slots_of(real.match)):
        if real.match.awaits_chance:
            real.enters(*roll(real, rng))
        else:
            (seat,) = real.ledger.actors
            real.does(act(real.ledger, seat, choice(real, seat, rng), None), seat)
    assert real.match.state.held[0] + real.match.state.held[1] > 0
    for slot in slots_of(real.match):
        assert {face.text for face in faces_of(real.match, slot)} == {f"{c}{n}" for c in "roygb" for n in range(1, 7)}


def test_cards_of_mixed_doubles_are_dealt_in_any_order() -> None:
    real = Real("mixeddoubles", 2)
    real.enters(1, "steal extra-roll blue3")
    real.enters(0, "minus-five red1 red1")
    assert real.match.state.minus_five == 0
    assert real.match.state.palette_steal[1] == 1


def test_the_hall_commits_to_nothing() -> None:
    real = Real("sixes", 2)
    assert real.ledger.dice.commitment(1) == ""
    assert str(words.PLAYERS_ROLL()) == "people roll the dice of this table: nobody commits to anything"


def test_an_action_is_taken_back_before_its_dice_are_entered() -> None:
    real = Real("phase10", 1)
    real.enters(0, LAID)
    real.acts("reroll L1")
    real.does(Undone(0, len(real.match) - 1), 0)
    assert real.match.actors == [0]


def test_a_row_of_equal_faces_gives_equal_outcomes() -> None:
    match = Match(game("sixes"), 2, settle=False)
    slots = slots_of(match)
    first = throws_of(slots)[0]
    mine = [slots[place] for place in first.places]
    assert match_faces(match, mine, list("616233")) == [0, 1, 2, 2, 5, 5]
    with pytest.raises(NotationError):
        match_faces(match, mine, list("716233"))


# Corrections


def test_a_correction_that_fits_keeps_what_followed() -> None:
    real = Real("phase10", 1)
    real.enters(0, LAID)
    real.acts("keep 10b Wr")
    before = list(real.match.events)
    real.enters(0, [face.text for face in _some_faces(real)])
    real.corrects(0, LAID.replace("7b", "8g"))
    assert len(real.match) == len(before) + 8
    assert real.ledger.corrections[-1].misfit is None
    assert isinstance(real.entries[-1].step, Corrected)
    assert list(real.rebuilt().match.events) == list(real.match.events)  # type: ignore[union-attr]  # it has begun


def _some_faces(real: Real) -> list[Face]:
    match = real.match
    return [faces_of(match, slot)[0] for slot in slots_of(match)]


def test_a_correction_names_the_point_where_it_no_longer_fits() -> None:
    real = Real("sixes", 2)
    real.enters(0, "6 1 2 3 4 5")
    real.enters(1, "1 1 2 3 4 5")
    real.acts("take 5")
    real.corrects(0, "1 1 2 3 4 5")
    misfit = real.ledger.corrections[-1].misfit
    assert misfit is not None
    assert real.match.spec.notation.format_action(misfit.before, 0, misfit.event.what) == "take 5"
    assert len(real.match) == 12
    assert real.ledger.status == "playing"
    assert real.rebuilt().corrections == real.ledger.corrections


def test_a_match_with_corrections_is_verified_and_never_proved() -> None:
    rng, real = random.Random(3), Real("sixes", 2)
    corrected = 0
    while real.ledger.status == "playing":
        if real.match.awaits_chance:
            real.enters(*roll(real, rng))
            entries = entries_of(real.match)
            if corrected < 5 and rng.random() < 0.2 and entries:
                entry = rng.choice(entries[-10:])
                faces = [str(rng.randrange(1, 7)) for _ in entry.land]
                real.does(correction(real.ledger, 0, entry.first, entry.throw.owner, faces), 0)
                corrected += 1
        else:
            (seat,) = real.ledger.actors
            real.does(act(real.ledger, seat, rng.choice(real.ledger.legal(seat)), None), seat)
    assert corrected == 5
    assert real.verdict() == REAL_DICE
    assert list(real.rebuilt().match.events) == list(real.match.events)  # type: ignore[union-attr]  # it has begun


def test_only_what_was_entered_is_corrected() -> None:
    real = Real("sixes", 2)
    with pytest.raises(Refuse, match="no such dice"):
        correction(real.ledger, 0, 3, 0, ["1"])
    real.enters(0, "6 1 2 3 4 5")
    with pytest.raises(Refuse, match="cannot lie there now; the nearest that can is"):
        real.corrects(0, "7 1 2 3 4 5")


def test_the_secret_dice_of_another_are_not_corrected() -> None:
    real = Real("lowdown", 2)
    real.enters(0, "1 2 red blue")
    real.enters(1, "3 green")
    with pytest.raises(Refuse, match="these are secret: P1 enters them"):
        real.corrects(1, "4 green", by=0)
    real.corrects(1, "4 green", by=1)
    assert real.match.state.number[2] == 4
