"""Every sentence, ruling and objection has its test; every game has all its parts."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

from quincunx import Match, read_transcript
from quincunx.core.rulebook import FILES
from quincunx.core.spec import GameSpec
from tests.contract.games import every_game, folder_of_tests
from tests.markers import misplaced


def numbered(text: str, mark: str) -> list[int]:
    """The numbers of the lines that start with a mark and a number."""
    return [int(number) for number in re.findall(rf"^{mark}(\d+) \S", text, re.MULTILINE)]


def test_functions(folder: Path) -> Iterator[ast.FunctionDef]:
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


test_functions.__test__ = False  # type: ignore[attr-defined]  # a helper, whatever its name


def cited(folder: Path, letter: str) -> set[int]:
    """The sentences (s) or rulings (r) that test names cite: test_s3_s4_… and test_r7_…"""
    numbers: set[int] = set()
    for function in test_functions(folder):
        head = re.match(r"test((?:_[sr]\d+)+)(?:_|$)", function.name)
        if head:
            numbers |= {int(number) for number in re.findall(rf"_{letter}(\d+)", head.group(1))}
    return numbers


@every_game
def test_sentences_are_numbered_without_gaps(spec: GameSpec) -> None:
    for name, mark in (("RULES.md", "§"), ("RULINGS.md", "R")):
        numbers = numbered(spec.text(name), mark)
        assert numbers, f"{name} of {spec.slug} has no line that starts with {mark}1"
        assert numbers == list(range(1, len(numbers) + 1))


@every_game
def test_the_rules_mark_what_people_read_first_and_what_not(spec: GameSpec) -> None:
    for name in FILES:
        assert list(misplaced(name, spec.text(name))) == []


@every_game
def test_every_sentence_has_a_test_and_every_test_a_sentence(spec: GameSpec) -> None:
    assert cited(folder_of_tests(spec), "s") == set(numbered(spec.text("RULES.md"), "§"))


@every_game
def test_every_ruling_has_a_test_and_every_test_a_ruling(spec: GameSpec) -> None:
    assert cited(folder_of_tests(spec), "r") == set(numbered(spec.text("RULINGS.md"), "R"))


@every_game
def test_every_test_asserts_something(spec: GameSpec) -> None:
    for function in test_functions(folder_of_tests(spec)):
        asserts = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.Assert)
            or (isinstance(node, ast.Attribute) and node.attr == "raises")
            or (isinstance(node, ast.Name) and re.match("(assert|check|expect|refuse)", node.id))
        ]
        assert asserts, f"{function.name} of {spec.slug} asserts nothing"


@every_game
def test_rules_cite_only_what_exists(spec: GameSpec) -> None:
    sentences, rulings = numbered(spec.text("RULES.md"), "§"), numbered(spec.text("RULINGS.md"), "R")
    folder = spec.folder
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        for number in re.findall(r"§(\d+)", source):
            assert int(number) in sentences, f"{path.name} of {spec.slug} cites §{number}"
        for number in re.findall(r"\bR(\d+)\b(?!\))", " ".join(re.findall(r"#.*", source))):
            assert int(number) in rulings, f"{path.name} of {spec.slug} cites R{number}"


@every_game
def test_every_objection_names_its_rule(spec: GameSpec) -> None:
    for sentence in spec.objections.values():
        assert sentence.rule, sentence.id


@every_game
def test_goldens_replay(spec: GameSpec) -> None:
    goldens = sorted((folder_of_tests(spec) / "golden").glob("*.txt"))
    assert goldens, f"{spec.slug} has no golden transcript"
    for path in goldens:
        text = path.read_text(encoding="utf-8")
        assert "#" in text, f"{path.name} does not say what it is for"
        match = read_transcript(spec, text)
        assert len(match) > 0


@every_game
def test_what_a_page_is_told_of_a_game_is_what_its_rules_do(spec: GameSpec) -> None:
    """The seat with the fewest is first where low wins, the one with the most where it does not."""
    match = Match(spec, spec.usual_seats, seed=3)
    rng = random.Random(3)
    lead = 0
    while not match.is_over:  # in the end another rule may decide who is first
        points = [row.points for row in match.standings()]
        assert points == sorted(points, reverse=not spec.low_wins)
        lead += points[0] != points[-1]
        seat = rng.choice(match.actors)
        match.push(rng.choice(match.legal_actions(seat)), seat)
    assert lead > 0
    assert spec.usual_seats in spec.seats
