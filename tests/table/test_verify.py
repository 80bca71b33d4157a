"""Which matches are proved, and that nothing that was tampered with is."""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import Match, Seeded, game
from quincunx.cli import run
from quincunx.core.errors import LONGEST, shortened
from quincunx.core.spec import GameSpec
from quincunx.core.transcript import variants_text, write_transcript
from quincunx.table import proof
from quincunx.table.steps import decode_step, text_of
from quincunx.table.verify import CONSISTENT, PROVED, UNREADABLE, WRONG, Finding, Witness, verify
from tests.examples import pig

MASTER, SALT, TABLE = "ab" * 32, bytes(range(32)), "abc234defg"


def find(name: str) -> GameSpec:
    """Pig, or a game of the hall."""
    return pig.SPEC if name == "pig" else game(name)


class Hall:
    """Writes proofs as a hall does, by hand."""

    def __init__(
        self, spec: GameSpec = pig.SPEC, voided: int = 0, chosen: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.spec = spec
        self.opened = 2
        """How many seats the table had at first."""
        self.variants = spec.variant_names(spec.options())
        """The variants that it had at first."""
        self.steps: list[str] = []
        self.round = voided + 1
        self.entropy: list[str | None] = ["f00d", None]
        self.commitments = [proof.player_commitment(TABLE, self.round, 0, "f00d"), None]
        self.commitment = [
            proof.commitment_of(proof.seed_of_round(MASTER, number)) for number in range(1, self.round + 1)
        ]
        self.seed = proof.seed_of_round(MASTER, self.round)
        self.bots: list[str | None] = [None, "random"]
        self.names = ["Ann", "Wobble"]
        self.match = Match(spec, 2, variants=chosen, chance=proof.dice_of(self.seed, self.entropy), settle=False)

    def step(self, by: int | None, kind: str, **fields: Any) -> None:
        words = json.dumps({"type": kind, **fields}).encode()
        self.steps.append(text_of(len(self.steps) + 1, 1000 + len(self.steps), by, decode_step(words)).decode())

    def open(self, first: int = 1) -> None:
        """Until the match begins; `first` is the number of the first person who sits down."""
        self.step(first, "sat", seat=0, name="Eve", owner=first)
        self.step(first, "opened", seat=0)
        self.ann = first + 1
        self.step(self.ann, "sat", seat=0, name="Anne", owner=self.ann)
        self.step(self.ann, "filled", seat=1, bot="random", name=self.names[1])
        self.step(self.ann, "decided", settings={"pace": 1})
        for number in range(1, self.round):
            self.step(self.ann, "committed", seat=0, round=number, commitment="00" * 32)
            self.step(None, "closed", round=number)
            self.step(None, "voided", round=number, commitment=self.commitment[number])
        self.step(self.ann, "committed", seat=0, round=self.round, commitment=self.commitments[0])
        self.step(None, "closed", round=self.round)
        self.step(self.ann, "revealed", seat=0, round=self.round, entropy="f00d")
        self.step(None, "started", land=[moment.event.what for moment in self.match.play()])
        self.step(self.ann, "renamed", seat=0, name="Ann")

    def vary(self) -> None:
        """Somebody was host before, and changed the variants."""
        self.step(1, "sat", seat=0, name="Host", owner=1)
        self.step(1, "varied", variants=self.match.variants, was=variants_text(self.variants))
        self.step(1, "opened", seat=0)

    def play(self, seed: int = 0) -> None:
        """To the end, with an action that is undone now and then."""
        rng = random.Random(seed)
        while not self.match.is_over:
            seat = rng.choice(self.match.actors)
            action = rng.choice(self.match.legal_actions(seat))
            moments = self.match.play(action, seat)
            by = self.ann if seat == 0 else None
            land = [moment.event.what for moment in moments[1:]]
            self.step(by, "acted", seat=seat, action=action, **({"land": land} if land else {}))
            if self.spec is pig.SPEC and seat == 0 and self.match.actors and not land and rng.random() < 0.5:
                self.match.rewind(len(self.match) - 1)
                self.step(self.ann, "undone", seat=0, length=len(self.match))
        self.ended = len(self.steps)
        self.step(self.ann, "offered", seat=0, yes=True)

    def chain(self, last: int | None = None) -> str:
        """The chain after so many steps."""
        chain = proof.chain_start(
            TABLE, self.spec.slug, self.spec.rules_version, self.opened, self.variants, self.commitment[0]
        )
        for number, step in enumerate(self.steps[:last], 1):
            chain = proof.chain_after(chain, SALT, number, step.encode())
        return chain.hex()

    def notes(self) -> proof.Notes:
        return proof.Notes(
            table=TABLE,
            bots=self.bots,
            round=self.round,
            voided=self.round - 1,
            commitment=self.commitment,
            commitments=self.commitments,
            entropy=self.entropy,
            seed=self.seed,
            salt=SALT.hex(),
            chain=self.chain(),
        )

    def text(self, **changed: str) -> str:
        """The proof."""
        self.match.names[:] = self.names
        return write_transcript(self.match, self.notes().lines() | changed, self.steps)

    @property
    def witness(self) -> Witness:
        """Everything that a player may have noted."""
        return Witness(self.commitment[-1], self.chain(self.ended), "f00d")


def finished(spec: GameSpec = pig.SPEC, voided: int = 0) -> Hall:
    hall = Hall(spec, voided)
    hall.open()
    hall.play()
    return hall


def check(hall: Hall, text: str | None = None, witness: Witness | None = None) -> Finding:
    return verify(hall.text() if text is None else text, find, hall.witness if witness is None else witness)


# What is proved, and what a proof needs


@pytest.mark.parametrize("voided", [0, 1, 3])
@pytest.mark.parametrize("spec", [pig.SPEC, game("sixes"), game("lowdown")], ids=lambda spec: spec.slug)
def test_what_a_witness_noted_proves_the_match(spec: GameSpec, voided: int) -> None:
    hall = finished(spec, voided)
    finding = check(hall)
    assert (finding.verdict, finding.missing, finding.problem) == (PROVED, [], None)
    assert check(hall, witness=Witness(chain=hall.chain())).verdict == PROVED, "noted later, at the end of the file"
    assert check(hall, witness=Witness(chain=hall.chain(hall.ended).upper())).verdict == PROVED
    assert check(hall, text=hall.text().replace("\n", "\r\n")).verdict == PROVED


@pytest.mark.parametrize(
    ("witness", "missing"),
    [
        (lambda hall: Witness(), "--chain"),
        (lambda hall: Witness(hall.commitment[-1], None, "f00d"), "--chain"),
        (lambda hall: Witness(chain=hall.chain(3)), "you noted that after step 3"),
        (lambda hall: hall.witness._replace(commitment=hall.commitment[0]), "you noted that of round 1, voided"),
    ],
)
def test_what_was_not_noted_is_not_proved(witness: Callable[[Hall], Witness], missing: str) -> None:
    hall = finished(voided=1)
    finding = check(hall, witness=witness(hall))
    assert (finding.verdict, finding.problem) == (CONSISTENT, None)
    assert any(missing in str(line) for line in finding.missing)


@pytest.mark.parametrize(
    ("witness", "said"),
    [
        (Witness(commitment="00" * 32), "the commitment you noted is not that of this match"),
        (Witness(chain="00" * 32), "the chain you noted is not one of this match"),
        (Witness(entropy="beef"), "not made with your entropy"),
    ],
)
def test_a_witness_who_noted_something_else_is_heard(witness: Witness, said: str) -> None:
    finding = check(finished(), witness=witness)
    assert finding.verdict == WRONG
    assert said in str(finding.problem)


def test_a_transcript_without_steps_is_consistent() -> None:
    hall = finished()
    finding = check(hall, hall.text().partition("\n| ")[0] + "\n")
    assert finding.verdict == CONSISTENT
    assert any("download the proof" in str(line) for line in finding.missing)


def test_a_proof_of_older_rules_is_proved_if_it_goes_the_same_way() -> None:
    hall = finished()
    newer = replace(pig.SPEC, rules_version=2)
    assert verify(hall.text(), lambda _: newer, hall.witness).verdict == PROVED
    assert verify(hall.text(), lambda _: replace(pig.SPEC, rules_version=0), hall.witness).verdict == UNREADABLE


def test_seats_that_came_and_went_are_proved() -> None:
    hall = Hall()
    hall.opened = 3
    hall.step(1, "sat", seat=2, name="Host", owner=1)
    hall.step(1, "added")
    hall.step(1, "removed", seat=1)
    hall.step(1, "removed", seat=0)
    hall.step(1, "opened", seat=0)
    hall.open(first=2)
    hall.play()
    assert check(hall).verdict == PROVED
    hall.opened = 2
    wrong(check(hall, witness=Witness()), "chain over all steps")


def test_variants_that_were_changed_are_proved() -> None:
    spec = game("sixes")
    hall = Hall(spec, chosen={"dice": spec.variants[0].choices[1]})
    hall.vary()
    hall.open(first=2)
    hall.play()
    assert check(hall).verdict == PROVED
    hall.variants = hall.match.variants
    wrong(check(hall, witness=Witness()), "chain over all steps")


# Tampering


def wrong(finding: Finding, said: str) -> None:
    assert finding.verdict == WRONG, finding
    assert said in str(finding.problem)


def test_an_invented_match_on_the_same_seed_is_not_proved() -> None:
    honest, forged = finished(), Hall()
    forged.open()
    forged.play(seed=5)
    assert forged.match.state != honest.match.state
    assert check(forged, witness=Witness(honest.commitment[-1], None, "f00d")).verdict == CONSISTENT
    wrong(check(forged, witness=honest.witness), "the chain you noted is not one of this match")


def test_a_cut_off_end_is_wrong() -> None:
    hall = finished()
    text = hall.text()
    wrong(check(hall, text.replace("\n=", "\n#", 1)), "but the steps say '= ")
    lines = text.split("\n")
    last = next(number for number, line in enumerate(lines) if line.startswith("="))
    wrong(check(hall, "\n".join(lines[: last - 2] + lines[last + 1 :])), "the end is missing")
    wrong(check(hall, "\n".join(lines[:-2])), "chain over all steps")
    hall.steps[hall.ended - 1 :] = []
    wrong(check(hall), "the steps end before the match does")


def test_a_removed_action_is_wrong() -> None:
    hall = finished()
    place = next(number for number, step in enumerate(hall.steps) if '"undone"' in step)
    del hall.steps[place - 1 : place + 1]
    wrong(check(hall), "a step is missing or there is one too many")
    renumbered = [f"[{number},{step.split(',', 1)[1]}" for number, step in enumerate(hall.steps, 1)]
    hall.steps[:] = renumbered
    wrong(check(hall, witness=finished().witness), "the chain you noted")


@pytest.mark.parametrize("place", ["Ann", "pig", "seats", '"sat"'])
def test_half_a_character_makes_a_proof_unreadable(place: str) -> None:
    hall = finished()
    finding = check(hall, hall.text().replace(place, "\ud800"))
    assert finding.verdict == UNREADABLE
    assert str(finding.problem) == "\\ud800 is half a character and cannot be in a text"


def test_swapped_names_are_wrong() -> None:
    hall = finished()
    wrong(check(hall, hall.text().replace("names: Ann, Wobble", "names: Wobble, Ann")), "but the steps say 'names")


def test_other_bots_are_wrong() -> None:
    hall = finished()
    wrong(check(hall, hall.text(bots="random -")), "but the steps say 'bots: - random'")


def test_entropy_in_a_bots_seat_is_wrong() -> None:
    """The owner of a hall chooses the dice by what a bot adds."""
    hall = Hall()
    hall.entropy = ["f00d", "cafe"]
    hall.commitments = [hall.commitments[0], proof.player_commitment(TABLE, 1, 1, "cafe")]
    hall.match.chance = proof.dice_of(hall.seed, hall.entropy)
    hall.open()
    hall.play()
    wrong(check(hall), "; from seed and entropy it would be")


@pytest.mark.parametrize(
    "name", ["seed", "salt", "chain", "commitment", "commitments", "entropy", "table", "bots", "round"]
)
def test_a_stripped_note_is_wrong(name: str) -> None:
    hall = finished()
    text = "\n".join(line for line in hall.text().split("\n") if not line.startswith(f"{name}: "))
    wrong(check(hall, text), f"lacks the line {name!r}")


def test_another_seed_or_entropy_is_wrong() -> None:
    hall = finished()
    wrong(check(hall, hall.text(seed="cd" * 32)), "the seed does not belong to the commitment")
    wrong(check(hall, hall.text(entropy="beef -")), "does not belong to its player's commitment")
    beef = proof.player_commitment(TABLE, 1, 0, "beef")
    wrong(check(hall, hall.text(entropy="beef -", commitments=f"{beef} -")), "; from seed and entropy it would be")


@pytest.mark.parametrize("salt", [f"{SALT.hex()}00", SALT.hex().upper(), SALT.hex()[:-2], "-"])
def test_a_salt_key_that_no_hall_writes_is_wrong(salt: str) -> None:
    wrong(check(HONEST, HONEST.text(salt=salt)), "the line 'salt' must be a key")


def test_what_was_committed_to_when_one_revealed_is_what_counts() -> None:
    """A hall that plays along can ask for somebody's entropy before it has committed to its own, and write the steps
    down in another order."""
    hall = finished()
    noted = hall.witness._replace(commitments=f"{hall.commitments[0]},-")
    assert check(hall, witness=noted).verdict == PROVED
    wrong(check(hall, witness=noted._replace(commitments=f"{hall.commitments[0]},{'00' * 32}")), "when you revealed")
    wrong(check(hall, witness=noted._replace(commitments=f"{hall.commitments[0]}")), "when you revealed your entropy")
    wrong(verify(local(), find, Witness(commitments="-,-")), "you noted a commitment")


@pytest.mark.parametrize("number", [1, 2])
def test_the_commitments_of_void_rounds_cannot_be_others(number: int) -> None:
    hall = finished(voided=3)
    changed = hall.text().replace(f" {hall.commitment[number]} ", f" {'00' * 32} ")
    assert changed != hall.text()
    wrong(check(hall, changed), f"the hall's commitment of round {number + 1} is not the one it was committed to")


def test_a_step_of_another_owner_is_wrong() -> None:
    hall = finished()
    place = next(number for number, step in enumerate(hall.steps) if '"acted","seat":0' in step)
    hall.steps[place] = hall.steps[place].replace(",2,{", ",1,{", 1)
    wrong(check(hall), f"step {place + 1}: the person who asked, 1, has no seat here")


HONEST = finished()
TEXT = HONEST.text().encode()


@settings(max_examples=100)
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 255))
def test_no_byte_of_a_proof_can_be_another(place: int, change: int) -> None:
    changed = bytearray(TEXT)
    changed[place] ^= change
    try:
        text = changed.decode()
    except UnicodeDecodeError:
        return
    assert check(HONEST, text, Witness(chain=HONEST.chain())).verdict != PROVED


@settings(max_examples=40)
@given(st.data())
def test_no_line_of_a_proof_can_be_missing_doubled_or_moved(data: st.DataObject) -> None:
    lines = TEXT.decode().split("\n")
    place = data.draw(st.integers(0, len(lines) - 2))
    match data.draw(st.sampled_from(["remove", "double", "move"])):
        case "remove":
            del lines[place]
        case "double":
            lines.insert(place, lines[place])
        case _:
            line = lines.pop(place)
            lines.insert(data.draw(st.integers(0, len(lines) - 1)), line)
    text = "\n".join(lines)
    assert text.encode() == TEXT or check(HONEST, text).verdict != PROVED


ODD = (10**400, 1.5, "9" * 4000, [["y"] * 900], {"a": [1]})


def with_step(number: int, step: list[Any]) -> str:
    return TEXT.decode().replace(f"| {HONEST.steps[number]}\n", f"| {json.dumps(step, separators=(',', ':'))}\n")


def spoilt_steps() -> Iterator[str]:
    """Proofs with something else in one step of every kind, wherever it may say something."""
    kinds = {json.loads(text)[3]["type"]: number for number, text in enumerate(HONEST.steps)}
    for number in kinds.values():
        for name, value in json.loads(HONEST.steps[number])[3].items():
            for odd in (*ODD, *([one] for one in ODD if isinstance(value, list))):
                step = json.loads(HONEST.steps[number])
                step[3][name] = odd
                yield with_step(number, step)
    for place, odd in product(range(4), ODD):
        step = json.loads(HONEST.steps[0])
        step[place] = odd
        yield with_step(0, step)


def spoilt_lines() -> Iterator[str]:
    """Proofs with something else in a line of the header or in one of the first events."""
    lines = TEXT.decode().split("\n")
    for number, word in product(range(1, lines.index("") + 3), ("9" * 5000, "x" * 5000, "²", "9 " * 3000)):
        name, colon, _ = lines[number].partition(":")
        spoilt = f"{name}: {word}" if colon else f"{lines[number][:1]} {word}"
        yield "\n".join([*lines[:number], spoilt, *lines[number + 1 :]])


def test_whatever_a_file_says_the_answer_is_a_line_that_people_can_read() -> None:
    tried = 0
    for text in (*spoilt_steps(), *spoilt_lines()):
        finding = check(HONEST, text)
        tried += 1
        assert finding.problem is None or len(shortened(str(finding.problem))) <= LONGEST, text
        assert finding.verdict != PROVED or text.encode() == TEXT
    assert tried > 200


def test_what_is_quoted_is_cut_in_the_middle() -> None:
    step = json.loads(HONEST.steps[0])
    step[0] = int("1" + 399 * "0" + "7")
    finding = check(HONEST, with_step(0, step))
    said = shortened(str(finding.problem))
    assert re.fullmatch("step 1: its number is 10{50,}…0{20,}7: a step is missing or there is one too many", said)


# Local matches


def local(**notes: str) -> str:
    match = Match(pig.SPEC, 2, chance=Seeded("mine"))
    rng = random.Random(3)
    while not match.is_over:
        match.push(rng.choice(match.legal_actions()))
    return write_transcript(match, {"players": "person random", "dice": "seeded", "seed": "mine"} | notes)


def test_a_local_match_is_consistent_and_a_doctored_one_wrong() -> None:
    finding = verify(local(), find)
    assert (finding.verdict, finding.problem) == (CONSISTENT, None)
    assert any("dice and cards are those of the seed" in str(line) for line in finding.checked)
    wrong(verify(local(seed="other"), find), "; from the seed it would be")
    assert verify(local(dice="typed"), find).verdict == CONSISTENT
    assert verify(local(seed="other", given="999"), find).verdict == CONSISTENT
    for witness in (Witness(commitment="00"), Witness(chain="00"), Witness(entropy="00")):
        wrong(verify(local(), find, witness), "but the file has none")


def test_an_illegal_action_is_wrong_and_gibberish_unreadable() -> None:
    text = local()
    line = next(line for line in text.split("\n") if line.startswith("0 "))
    assert verify(text.replace(line, "1 roll", 1), find).verdict == WRONG
    assert verify(text.replace(line, "0 fly", 1), find).verdict == UNREADABLE
    assert verify("hello", find).verdict == UNREADABLE
    assert verify(text.replace("game: pig", "game: chess"), find).verdict == UNREADABLE


# The command


def test_the_command_says_the_verdict_by_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall, file = finished(game("sixes")), tmp_path / "proof.txt"
    file.write_text(hall.text())
    noted = ["--chain", hall.chain(hall.ended), "--commitment", hall.commitment[0], "--entropy", "f00d"]
    assert run(["verify", str(file), *noted]) == 0
    assert capsys.readouterr().out.endswith("\nproved\n")
    assert run(["verify", str(file)]) == 3
    assert "missing: the chain that someone noted" in capsys.readouterr().out
    assert run(["verify", str(file), "--chain", "00" * 32, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["code"]) == ("wrong", 1)
    assert "not one of this match" in told["problem"]
    file.write_bytes(b"\xff")
    assert run(["verify", str(file)]) == 2
    assert capsys.readouterr().err == "unreadable: not a text file: byte 0 is not valid UTF-8\n"
    assert run(["verify", str(tmp_path / "none.txt")]) == 2
