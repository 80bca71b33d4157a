"""Matches that were played under older rules: they are read as long as they go the same way."""

from pathlib import Path

import pytest

from quincunx import GAMES, TranscriptError, game, read_transcript
from quincunx.core.transcript import read_header
from tests.contract.games import ROOT

KEPT = sorted((ROOT / "tests" / "data" / "transcripts").glob("*.txt"))
"""One or two of each game for each version of its rules, as they were written then. They are never changed."""


def test_every_version_of_every_game_is_kept() -> None:
    kept = {(header.game, header.rules) for header, _ in (read_header(path.read_text("utf-8")) for path in KEPT)}
    for spec in GAMES:
        for version in range(1, spec.rules_version + 1):
            assert (spec.slug, version) in kept, f"no transcript of {spec.slug}, rules version {version}"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_an_old_transcript_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    header, first = read_header(text)
    match = read_transcript(game(header.game), text)
    assert match.is_over
    assert match.transcript().splitlines()[first:] == text.splitlines()[first:]


OLD_POPALOTSY = """quincunx 1
game: popalotsy
rules: 1
seats: 2

* r4 r5 o6 b4 y1 y2 y3 y4 g1 g2
* 3 1 1 1 1
"""


def test_a_match_that_goes_another_way_under_the_new_rules_is_refused_in_a_sentence() -> None:
    """Version 1 let a seat drop wrongly 200 times; now it is done after 20 (R21)."""
    spec = game("popalotsy")
    assert not read_transcript(spec, OLD_POPALOTSY + "0 o6 on r\n" * 20).is_over
    with pytest.raises(TranscriptError) as caught:
        read_transcript(spec, OLD_POPALOTSY + "0 o6 on r\n" * 21)
    assert str(caught.value) == (
        "this was played under version 1 of the rules of PoPalotsy, and does not go the same way under version 2 "
        "(line 28: it is not seat 0's move)"
    )


def test_a_result_that_does_not_come_out_is_refused() -> None:
    path = next(path for path in KEPT if path.name.startswith("popalotsy-3"))
    *lines, result = path.read_text("utf-8").splitlines()
    with pytest.raises(TranscriptError, match=r"does not go the same way under version 2 \(line .*: the result"):
        read_transcript(game("popalotsy"), "\n".join([*lines, result.replace(" 1 0", " 1 1")]))


def test_rules_that_this_version_does_not_know_are_refused() -> None:
    with pytest.raises(TranscriptError, match="under version 9 of the rules of PoPalotsy; this is version 2"):
        read_transcript(game("popalotsy"), OLD_POPALOTSY.replace("rules: 1", "rules: 9"))
