"""Rules and rulings as texts that can be translated, and put together again."""

import re

import pytest

from quincunx.core.render import catalogue_of, languages, rules_of
from quincunx.core.rulebook import FILES, for_people, pieces, unmarked
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from tests.markers import misplaced

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
    lines = for_people("pig", "RULES.md", MARKDOWN, german.get).split("\n")
    assert lines[:6] == ["# Pig", "", "Ein Würfel, zwei Zeilen.", "", "§1 Würfle.", "§2 Hold."]
    assert lines[-3:] == ["| 1 | lost |", "| 2 | 2 |", ""]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_rules_in_every_language_have_the_same_numbers_in_the_same_order(spec: GameSpec, name: str) -> None:
    source = spec.text(name)
    assert " ".join(piece.mark + piece.text for piece in pieces(spec.slug, name, source)).split() == source.split()
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
    assert re.findall(r"^## (Aim|Object|Ziel)?", text, re.M)[0]


MARKED = """\
# Pig

<!-- for writers -->
Everything here
was made up.

## Things

<!-- last column for writers -->
| thing | what | from |
| --- | --- | --- |
| die | one | stated |

| face | what |
| --- | --- |
| 1 | lost |

§1 Roll.

<!-- first -->
## What for

§2 Win.
"""


def test_markers_say_what_people_read_whatever_the_words_are() -> None:
    text = for_people("pig", "RULES.md", MARKED, {"pig.rules_die_one_stated": "| Würfel | einer | gesagt |"}.get)
    assert re.findall(r"\S.*", text) == [
        "# Pig",
        "## What for",
        "§2 Win.",
        "## Things",
        "| thing | what |",
        "| --- | --- |",
        "| Würfel | einer |",
        "| face | what |",
        "| --- | --- |",
        "| 1 | lost |",
        "§1 Roll.",
    ]


def test_markers_are_no_texts_and_change_no_ids() -> None:
    ids = [piece.id for piece in pieces("pig", "RULES.md", MARKED) if piece.id]
    assert ids == [piece.id for piece in pieces("pig", "RULES.md", unmarked(MARKED)) if piece.id]
    assert "<!--" not in unmarked(MARKED)


@pytest.mark.parametrize(
    ("found", "put", "said"),
    [
        ("<!-- first -->\n", "", "must mark 1 of its sections as 'first'"),
        ("## Things", "<!-- first -->\n## Things", "must mark 1"),
        ("<!-- for writers -->", "<!-- for writer -->", "RULES.md, line 3: '<!-- for writer -->' is not a marker"),
        ("<!-- for writers -->\n", "<!-- for writers -->\n\n", "line 3"),
        ("<!-- last column for writers -->\n", "<!-- last column for writers -->\nA table:\n", "line 9"),
        ("§1 Roll.", "§1 Roll. <!-- twice -->", "line 18"),
    ],
)
def test_markers_that_mark_nothing_are_told(found: str, put: str, said: str) -> None:
    assert list(misplaced("RULES.md", MARKED)) == []
    assert said in "; ".join(misplaced("RULES.md", MARKED.replace(found, put)))
    assert list(misplaced("RULINGS.md", MARKED)) == ["RULINGS.md must mark 0 of its sections as 'first'"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_people_read_nothing_of_how_the_rules_were_written(spec: GameSpec, language: str) -> None:
    for name in FILES:
        text = rules_of(spec, name, catalogue_of(language))
        assert not re.search(r"\w\.(py|md)\b|\*\*(stated|deduced|invented|S|P|D|I)\*\*|^Marks:|\| mark \|", text, re.M)
        for line in text.split("\n"):
            if line.startswith("|"):
                assert line.endswith("|")


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_people_read_which_components_are_invented(spec: GameSpec) -> None:
    is_invented = re.search(r"\| [^|]*\b(invented|I)\b[^|]* \|$", spec.text("RULES.md"), re.M)
    assert ("our own" in rules_of(spec, "RULES.md", catalogue_of("en"))) == bool(is_invented)
