"""Dice that can be checked, and the command that checks them."""

import asyncio
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from quincunx.cli import run
from quincunx.protocol import Act, Commit, CreateTable, Leave, Reveal
from quincunx.server.config import HallConfig
from quincunx.server.hall.authority import Ask
from quincunx.server.hall.broadcast import Watcher
from quincunx.server.hall.hall import Hall
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.info import dice_info
from quincunx.table.dice import REVEAL_MS
from quincunx.table.proof import PATIENT_ROUNDS, commitment_of, dice_of, player_commitment, seed_of_round
from quincunx.table.steps import Voided
from quincunx.table.verify import PROVED, WRONG, Witness, verify
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, opened, wait_for
from tests.server.still import StillTable
from tests.server.test_play import play_on


def test_entropy_changes_every_die() -> None:
    from quincunx.core.match import Match
    from quincunx.games import game

    rolls = []
    for entropy in (["a", "b"], ["a", "c"], ["b", "a"]):
        match = Match(game("phase10"), 2, chance=dice_of("00" * 32, entropy))
        rolls.append(match.state.to_bytes())
    assert len(set(rolls)) == 3


def test_who_withholds_is_left_out_and_the_proof_tells_it() -> None:
    """Bob copies Ann's commitment, which he can never reveal; then the hall starts again between close and start."""
    at = StillTable(PIG)
    ann, bob = (at.connect(at.sit(name)) for name in ("Ann", "Bob"))
    table = at.ledger.id

    def ann_commits(number: int) -> None:
        ann.say(Commit(ann.id(), number, player_commitment(table, number, 0, f"ann{number}")))

    ann_commits(1)
    bob.say(Commit(bob.id(), 1, at.ledger.rounds.commitments[0] or ""))
    ann_commits(1)
    assert at.ledger.rounds.stage == "reveal"
    ann.say(Reveal(ann.id(), 1, "ann1"))
    for stolen in ("ann1", "bob1"):
        bob.say(Reveal(bob.id(), 1, stolen))
    told = [(message["type"], message.get("code")) for message in (*ann.hear(), *bob.hear())]
    assert [code for kind, code in told if kind == "refused"] == ["stale", "dice", "dice"]
    at.hall.loop.passes(REVEAL_MS / 1000 + 1)
    assert (at.ledger.rounds.number, at.ledger.rounds.failed) == (2, (False, True))
    bob.say(Commit(bob.id(), 2, player_commitment(table, 2, 1, "bob2")))
    assert bob.hear()[-1]["code"] == "status", "the dice are made without him"
    ann_commits(2)
    at.table.void_round()
    ann_commits(3)
    ann.say(Reveal(ann.id(), 3, "ann3"))
    assert at.ledger.status == "playing"
    assert (dice_info(at.ledger).contributing, dice_info(at.ledger).voided) == ([True, False], 2)
    while at.ledger.status == "playing":
        mover = (ann, bob)[at.ledger.actors[0]]
        mover.say(Act(mover.id(), at.ledger.seq, "hold"))  # refused unless something has been rolled
        mover.say(Act(mover.id(), at.ledger.seq, "roll"))
    shown = [commitment_of(seed_of_round(at.row.seed, number)) for number in (1, 2, 3)]
    voided = [entry.step for entry in at.store.kept if isinstance(entry.step, Voided)]
    assert voided == [Voided(1, [1], shown[1]), Voided(2, [], shown[2])]
    proof, noted = at.ledger.transcript(at.store.kept), Witness(shown[2], at.ledger.chain.hex(), "ann3")
    assert verify(proof, lambda _: PIG, noted).verdict == PROVED
    assert "\nvoided: 2\n" in proof
    assert verify(proof.replace(shown[1], shown[0]), lambda _: PIG, noted).verdict == WRONG


def test_a_stranger_who_sits_down_again_and_again_voids_two_rounds() -> None:
    at = StillTable(PIG)
    ann = at.connect(at.sit("Ann"))
    for number in range(1, PATIENT_ROUNDS + 2):
        bob = at.connect(at.sit("Bob"))
        ann.say(Commit(ann.id(), number, player_commitment(at.ledger.id, number, 0, "ann")))
        bob.say(Commit(bob.id(), number, "ab" * 32))
        ann.say(Reveal(ann.id(), number, "ann"))
        if at.ledger.status == "playing":
            break
        at.hall.loop.passes(REVEAL_MS / 1000 + 1)
        bob.say(Leave(bob.id()))
    assert (at.ledger.status, at.ledger.rounds.voided) == ("playing", PATIENT_ROUNDS)
    assert dice_info(at.ledger).contributing == [True, False]


async def test_who_could_not_reveal_while_the_hall_was_away_is_not_left_out(
    config: HallConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(config) as before:
        given = await before.client.open_table(CreateTable("pig", 2, "Ann"))
        other = await before.client.take_seat(given.table, "Bob")
        table, silent = await before.hall.table(given.table), SimpleNamespace(send=lambda _: None)
        for seat, token in enumerate((given.token, other.token)):
            request = Commit("a.1", 1, player_commitment(given.table, 1, seat, "mine"))
            table.authority.submit(Ask(hash_of(token or ""), request, cast(Watcher, silent)))
        await wait_for(lambda: table.ledger.rounds.stage == "reveal")
    now = Hall.now
    monkeypatch.setattr(Hall, "now", lambda hall: now(hall) + 2 * REVEAL_MS)
    async with opened(config) as after:
        ledger = (await after.hall.table(given.table)).ledger
        await wait_for(lambda: ledger.rounds.number == 2)
        rounds = ledger.rounds
        assert (rounds.stage, rounds.voided, rounds.failed) == ("commit", 1, (False, False))


async def _finished(hall: Open, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A proof, and what its player noted."""
    table = await hall.table("phase10", 2, bots=["random"])
    (ann,) = table.clients
    assert ann.table is not None
    shown = ann.table.dice
    assert shown.seed is None
    assert shown.entropy[0] is not None
    await play_on(ann)
    await wait_for(lambda: ann.table is not None and ann.table.dice.seed)
    assert commitment_of(ann.table.dice.seed or "") == shown.commitment
    file = tmp_path / "match.txt"
    file.write_text(await hall.client.proof(table.table), encoding="utf-8")
    key = table.table, 1
    noted = {"--commitment": ann.commitments[key], "--entropy": ann.entropy[key], "--chain": ann.table.chain}
    assert noted["--commitment"] == shown.commitment
    await table.close()
    return file, noted


async def test_verify_recomputes_every_die(hall: Open, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, noted = await _finished(hall, tmp_path)
    assert run(["verify", str(file), *(word for pair in noted.items() for word in pair)]) == 0
    assert "proved" in capsys.readouterr().out
    assert run(["verify", str(file), "--commitment", noted["--commitment"]]) == 3
    told = capsys.readouterr().out
    assert "committed to when you noted the commitment" in told
    assert "dice and cards follow from the hall's seed, 1 player's entropy and the odds" in told
    assert run(["verify", str(file), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["outcome"] == "consistent"

    assert run(["verify", str(file), "--commitment", "00" * 32]) == 1
    assert "not that of this match" in capsys.readouterr().err


async def test_the_checker_of_the_page_checks_a_match_and_one_played_on_from_it(hall: Open) -> None:
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- tests: the checker -->\n```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    table = await hall.table("sixes", 2, bots=["random"])
    (ann,) = table.clients
    await play_on(ann)
    fork = await hall.client.open_fork(table.table, 20, "Ann", bot="random")
    async with hall.client.watch(fork.table, fork.token) as again:
        await play_on(again)
        for client, id_ in ((ann, table.table), (again, fork.table)):
            landings = await asyncio.to_thread(names["check"], hall.url, id_, client.chain)
            assert landings > 50
            with pytest.raises(AssertionError, match="before the chain was noted"):
                await asyncio.to_thread(names["check"], hall.url, id_, "00" * 32)
    await table.close()
