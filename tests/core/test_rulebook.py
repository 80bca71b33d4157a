"""Rules and rulings as texts that can be translated, and put together again."""

import re

import pytest

from quincunx.core.render import catalogue_of, languages, rules_of
from quincunx.core.rulebook import FILES, pieces, translated
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES

MARKDOWN = """\
# Pig

One die,
two lines.

§1 Roll.
§2 Hold.

| face | what |
| --- | --- |
| 1 | lost |
| 2 | 2 |
"""


def test_a_file_falls_into_pieces_with_ids() -> None:
    found = [(piece.id, piece.mark, piece.text) for piece in pieces("pig", "RULES.md", MARKDOWN) if piece.id]
    assert found == [
        ("pig.rules_pig", "# ", "Pig"),
        ("pig.rules_one_die_two_lines", "", "One die, two lines."),
        ("pig.s1", "§1 ", "Roll."),
        ("pig.s2", "§2 ", "Hold."),
        ("pig.rules_face_what", "", "| face | what |"),
        ("pig.rules_1_lost", "", "| 1 | lost |"),
    ]


def test_equal_texts_have_ids_of_their_own() -> None:
    found = [piece.id for piece in pieces("pig", "RULINGS.md", "## Aim\n\n## Aim\n") if piece.id]
    assert found == ["pig.rulings_aim", "pig.rulings_aim_2"]


def test_a_translation_replaces_texts_and_keeps_marks() -> None:
    german = {"pig.s1": "Würfle.", "pig.rules_one_die_two_lines": "Ein Würfel, zwei Zeilen."}
    lines = translated("pig", "RULES.md", MARKDOWN, german.get).split("\n")
    assert lines[:6] == ["# Pig", "", "Ein Würfel, zwei Zeilen.", "", "§1 Würfle.", "§2 Hold."]
    assert lines[-3:] == ["| 1 | lost |", "| 2 | 2 |", ""]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_rules_in_every_language_have_the_same_numbers_in_the_same_order(spec: GameSpec, name: str) -> None:
    source = spec.text(name)
    assert translated(spec.slug, name, source, lambda piece: None).split() == source.split()
    english = rules_of(spec, name, catalogue_of("en"))
    for language in languages():
        text = rules_of(spec, name, catalogue_of(language))
        marks = [piece.mark for piece in pieces(spec.slug, name, text)]
        assert marks == [piece.mark for piece in pieces(spec.slug, name, english)]
        assert (text == english) == (language == "en")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_people_read_every_sentence_with_the_aim_first(spec: GameSpec, language: str) -> None:
    text = rules_of(spec, "RULES.md", catalogue_of(language))
    read, written = re.findall(r"^§\d+", text, re.M), re.findall(r"^§\d+", spec.text("RULES.md"), re.M)
    assert sorted(read) == sorted(written)
    first = [piece.id for piece in pieces(spec.slug, "RULES.md", spec.text("RULES.md")) if piece.mark == "## "]
    aim = next(heading for heading in first if heading and re.search(r"rules_(aim|object)", heading))
    titles = re.findall(r"^## (.*)$", text, re.M)
    assert titles[0] == (catalogue_of(language).find(aim) or titles[0])
    assert re.search(r"^## (Aim|Object|Ziel)", text, re.M), titles


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_people_read_nothing_of_how_the_rules_were_written(spec: GameSpec, language: str) -> None:
    for name in FILES:
        text = rules_of(spec, name, catalogue_of(language))
        assert not re.search(r"\w\.(py|md)\b|\*\*(stated|deduced|invented|S|P|D|I)\*\*|^Marks:|\| mark \|", text, re.M)
        for line in text.split("\n"):
            if line.startswith("|"):
                assert line.endswith("|")
