"""Dice that can be checked, and the command that checks them."""

import json
from pathlib import Path

import pytest

from quincunx.cli import run
from quincunx.core.proof import commitment_of, dice_of
from tests.server.conftest import Open, wait_for
from tests.server.test_play import play_on


def test_entropy_changes_every_die() -> None:
    from quincunx.core.match import Match
    from quincunx.games import game

    rolls = []
    for entropy in (["a", "b"], ["a", "c"], ["b", "a"]):
        match = Match(game("phase10"), 2, chance=dice_of("00" * 32, entropy))
        rolls.append(match.state.to_bytes())
    assert len(set(rolls)) == 3


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
    text = file.read_text()
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

    lines = text.splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("*"))
    word = lines[number].split()[1]
    other = next(face for face in ("5r", "6o", "7b", "8g", "9o", "10g") if face != word)
    lines[number] = lines[number].replace(word, other, 1)
    file.write_text("\n".join(lines))
    assert run(["verify", str(file)]) in (1, 2), "another die may also make what follows unreadable"

    file.write_text(text.replace("entropy: ", "entropy: x"))
    assert run(["verify", str(file)]) == 1
    assert "does not belong to its player's commitment" in capsys.readouterr().err

    file.write_text(text.replace("seed: ", "seed: 0"))
    assert run(["verify", str(file)]) == 1
    assert "does not belong to the commitment" in capsys.readouterr().err


def test_verify_says_what_is_wrong_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.txt"
    assert run(["verify", str(file)]) == 2
    file.write_text("hello")
    assert run(["verify", str(file)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 2
