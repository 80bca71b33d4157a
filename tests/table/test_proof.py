"""The arithmetic of proofs is as documented, recomputed here by hand."""

import hashlib
import hmac

import pytest

from quincunx import TranscriptError
from quincunx.table import proof


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_seeds_and_commitments_are_as_documented() -> None:
    seed = proof.seed_of_round("ab" * 32, 3)
    assert seed == sha("ab" * 32 + ":3")
    assert proof.commitment_of(seed) == sha(seed)
    assert proof.player_commitment("abc234defg", 3, 1, "f00d") == sha("abc234defg:3:1:f00d")


def test_the_key_of_the_dice_is_as_documented() -> None:
    words = "quincunx dice 2\nseed\nfirst\n\nthird"
    assert proof.key_of("seed", ["first", None, "third"]) == hashlib.sha256(words.encode()).digest()
    assert proof.dice_of("seed", ["first", None, "third"]).seed == proof.key_of("seed", ["first", None, "third"])


def test_the_chain_is_as_documented() -> None:
    start = hashlib.sha256(b"quincunx chain 2\ntable\npig\n1\n2\na=x, b=y\ncc").digest()
    assert proof.chain_start("table", "pig", 1, 2, {"a": "x", "b": "y"}, "cc") == start
    key, chain, ours = bytes(range(32)), start, start
    for number, text in enumerate((b"[1,0,null,{}]", b"[2,5,1,{}]"), 1):
        salt = hmac.new(key, str(number).encode(), hashlib.sha256).digest()[:16]
        chain = hashlib.sha256(chain + hashlib.sha256(salt + text).digest()).digest()
        ours = proof.chain_after(ours, key, number, text)
        assert ours == chain


@pytest.mark.parametrize("length", [1, 32, 64, 65, 200])
def test_a_salt_is_an_hmac_whatever_the_length_of_its_key(length: int) -> None:
    key = bytes(number % 251 for number in range(length))
    for number in (1, 20_000):
        assert proof.salt_of(key, number) == hmac.digest(key, b"%d" % number, "sha256")[:16]


def test_notes_are_lines_of_a_header_and_back() -> None:
    notes = proof.Notes("t", [None, "greedy"], 2, 1, ["b", "c"], ["d", None], ["e", None], "s", "aa", "bb")
    lines = notes.lines()
    assert lines["bots"] == "- greedy"
    assert proof.Notes.read(lines, 2) == notes
    with pytest.raises(TranscriptError, match="'bots' must have a word for every seat"):
        proof.Notes.read(lines, 3)
    with pytest.raises(TranscriptError, match="lacks the line 'salt'"):
        proof.Notes.read({name: line for name, line in lines.items() if name != "salt"}, 2)
    with pytest.raises(TranscriptError, match="'round' must be a whole number"):
        proof.Notes.read(lines | {"round": "two"}, 2)
