"""Every sentence in every language: complete, with the right holes, in every plural; one place each."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx.core.catalogues import form_numbers
from quincunx.core.chance import Seeded
from quincunx.core.match import Match
from quincunx.core.messages import SENTENCES, Message
from quincunx.core.narration import narrator_of
from quincunx.core.render import ENGLISH, English, Translated, render
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from tools import messages

PLACES = messages.places()
LANGUAGES = sorted(messages.languages_of(PLACES))
SOURCE = messages.PAGE
COUNTS = (0, 1, 2, 3, 5, 11, 21, 100, 1_000_000)
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]
PUT_TOGETHER = (
    "page.status_",
    "page.bot_",
    "page.colour_",
    "page.letter_",
    "page.stand_in_",
    "page.chip_away_",
    "page.coach_",
    "page.react_",
    "page.news_",
    "page.over_finished_",
    "page.over_swing_",
    "page.rating_",
    "page.speed_",
    "page.strength_",
    "page.temper_",
    "page.minute_",
    "phase10.board_sort_",
    "mixeddoubles.board_face_",
)
"""The page's ids that are put together in its code."""


def catalogue_of(language: str) -> English:
    return ENGLISH if language == "en" else Translated(language)


def test_nothing_lacks_a_translation() -> None:
    assert "de" in LANGUAGES
    assert list(messages.flaws()) == []


def test_the_sources_declare_what_is_collected() -> None:
    for spec in GAMES:
        spec.part("words")
        spec.part("tutorial")
    for file in messages.PACKAGE.rglob("words.py"):
        import_module(".".join(file.relative_to(messages.PACKAGE.parent).with_suffix("").parts))
    elsewhere = {text.id for text in (*messages.drawn(), *messages.helping())}
    for spec in GAMES:
        elsewhere |= {text.id for text in messages.written(messages.PACKAGE / "games" / spec.slug)}
    collected = {text.id: text for place in PLACES for text in place.texts if text.id not in elsewhere}
    declared = {name: sentence for name, sentence in SENTENCES.items() if not name.startswith(("pig.", "test."))}
    assert collected.keys() == declared.keys()
    for name, text in collected.items():
        sentence = declared[name]
        assert (text.english, text.plural, text.rule) == (sentence.english, sentence.plural, sentence.rule)


def test_sentences_are_declared_in_words_and_tutorials_alone() -> None:
    files = [file for file in messages.PACKAGE.rglob("*.py") if any(messages.declared(file))]
    assert {file.name for file in files} == set(messages.DECLARING)


@cache
def trees() -> dict[Path, ast.Module]:
    """The package's files, parsed."""
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in messages.PACKAGE.rglob("*.py")}


def kinds_of_errors() -> set[str]:
    """What classes are called whose text people read."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"QuincunxError"}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def is_named(call: ast.Call, names: set[str]) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in names


def is_prose(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and " " in str(node.value))


def test_no_error_is_put_together_from_prose() -> None:
    errors, put_together = kinds_of_errors(), set()
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and is_named(node, errors) and any(map(is_prose, node.args)):
                put_together.add(str(file.relative_to(messages.PACKAGE)))
    # Programmers use the environments.
    assert [name for name in sorted(put_together) if not name.startswith("envs/")] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_message_renders_in_every_plural_without_holes_left(language: str) -> None:
    catalogue = catalogue_of(language)
    for spec in GAMES:
        spec.part("words")
        spec.part("tutorial")
    for sentence in list(SENTENCES.values()):
        for count in COUNTS:
            values: dict[str, Any] = {hole: f"<{hole}>" for hole in sentence.holes}
            if "count" in values or sentence.plural is not None:
                values["count"] = count
            text = render(Message(sentence.id, values), catalogue)
            assert not re.search(r"[{}]", text), f"{sentence.id} in {language}: {text}"
            assert [hole for hole in sentence.holes - {"count"} if f"<{hole}>" not in text] == [], sentence.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_forms_of_gettext_are_those_of_unicode(language: str) -> None:
    for place in PLACES:
        catalogue = messages.read(place.file(language), language)
        forms = form_numbers(language, catalogue.plural_expr)
        assert sorted(set(forms.values())) == list(range(catalogue.num_plurals))


def test_every_text_of_the_page_is_used_there() -> None:
    files = [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    page = [text.id for text in messages.drawn()]
    cards = re.compile(r"\w+\.(minute|sign)_")  # named after the game and its pieces
    unused = [key for key in page if f"'{key}'" not in code and not key.startswith(PUT_TOGETHER)]
    assert [key for key in unused if not cards.match(key)] == []


def said(spec: GameSpec, seed: int) -> Iterator[Message]:
    """What a random match says and asks."""
    choose = Random(seed)
    variants = {variant.name: choose.choice(variant.choices) for variant in spec.variants}
    seats = spec.seats[min(seed, len(spec.seats) - 1)]
    match = Match(spec, seats=seats, variants=variants, chance=Seeded(seed), names=NAMES[:seats], settle=False)
    narrator, prompt = narrator_of(spec), spec.part("display").prompt
    while not match.is_over and len(match) < 1500:
        if match.awaits_chance:
            yield spec.notation.describe_chance(match.state, match.names)
            moments = match.play()
        else:
            seat = choose.choice(match.actors)
            yield prompt(match.view(seat), seat)
            moments = match.play(choose.choice(match.legal_actions(seat)), seat)
        for watcher in (SPECTATOR, 0):
            for told in narrator.told(moments, watcher, match.names):
                yield from told.said


def ids_in(message: Message) -> Iterator[str]:
    """The ids of a message and of those inside it."""
    yield message.id
    for value in message.values.values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Message):
                yield from ids_in(part)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_a_whole_match_is_told_in_the_language_alone(spec: GameSpec, language: str) -> None:
    """By ids: every one that a match says has a translation, and none is a bare text."""
    translated = {
        entry.context
        for place in PLACES
        for entry in messages.read(place.file(language), language)
        if entry.string and not entry.fuzzy
    }
    for seed in range(2):
        ids = {name for message in said(spec, seed) for name in ids_in(message)}
        assert ids <= translated
        assert "core.plain" not in ids
        assert len(ids) > 5


def test_the_page_gets_one_file_a_language(tmp_path: Path) -> None:
    messages.compile_page(tmp_path)
    assert sorted(file.stem for file in (tmp_path / "messages").iterdir()) == sorted(["en", *LANGUAGES])
    assert '| "page.skip"' in (tmp_path / "keys.ts").read_text(encoding="utf-8")
    german = json.loads((tmp_path / "messages" / "de.json").read_text(encoding="utf-8"))
    assert german["language"] == "de"
    assert german["texts"]["core.points"] == {"one": "{count} Punkt", "other": "{count} Punkte"}
    assert german["rules"]["phase10.out_of_turn"] == "§11"
    assert not [name for name in german["texts"] if name.startswith("terminal.")]


def told() -> list[str]:
    """What is wrong, without the file."""
    return [flaw.partition(" ")[2] for flaw in messages.flaws()]


def test_a_new_language_is_a_set_of_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty catalogue lacks everything; a sentence whose English changes becomes fuzzy."""
    place = messages.Place(
        tmp_path, (messages.Text("test.a", "red"), messages.Text("test.b", "{count} die", "{count} dice"))
    )
    monkeypatch.setattr(messages, "places", lambda: [place])
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    messages.update(["fr"])
    assert told() == [
        "test.a is not translated",
        "test.b is not translated",
    ]
    file = place.file("fr")
    filled = file.read_text(encoding="utf-8").replace('msgid "red"\nmsgstr ""', 'msgid "red"\nmsgstr "rouge"')
    filled = filled.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "un dé"\nmsgstr[1] "{n} dés"')
    file.write_text(filled, encoding="utf-8")
    assert told() == ["test.b has the holes ['n'], the English ['count']"]
    filled = filled.replace("{n}", "{count}")
    file.write_text(filled.replace('"rouge"', '""\n"rouge"'), encoding="utf-8")
    assert told() == ["its lines are broken otherwise: run `python -m tools.messages update`"]
    file.write_text(filled, encoding="utf-8")
    assert list(messages.flaws()) == []
    place = messages.Place(tmp_path, (messages.Text("test.a", "bright red"),))
    assert sorted(told()) == [
        "test.a is not as the source says it: run `python -m tools.messages update`",
        "test.b is no sentence any more: run `python -m tools.messages update`",
    ]
    messages.update([])
    assert told() == ["test.a is marked as fuzzy: its English has changed"]


def test_a_new_folder_gets_a_catalogue_of_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = messages.Place(tmp_path / "old", (messages.Text("old.red", "red"),))
    new = messages.Place(tmp_path / "new", (messages.Text("new.blue", "blue"),))
    for place in (old, new):
        place.folder.mkdir()
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "places", lambda: [old])
    messages.update(["fr"])
    monkeypatch.setattr(messages, "places", lambda: [new, old])
    assert told() == [
        "new.blue is not as the source says it: run `python -m tools.messages update`",
        "old.red is not translated",
    ]
    messages.update([])
    assert told() == ["new.blue is not translated", "old.red is not translated"]


@pytest.mark.parametrize("word", ["zz", "pt_BR", "german", "", "../de"])
def test_what_is_no_language_gets_no_catalogue(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(messages, "places", lambda: [messages.Place(tmp_path, (messages.Text("test.a", "red"),))])
    monkeypatch.setattr(sys, "argv", ["messages", "update", word])
    with pytest.raises(SystemExit):
        messages.main()
    assert f"{word!r} is not a language" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_languages_are_named_as_babel_names_them() -> None:
    for word in ("fr", "pt-BR", "zh-Hant-TW"):
        assert messages.language_tag(word) == word


def is_said(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return str(name).isupper()


def test_what_somebody_wrote_is_quoted_by_the_language_not_by_python() -> None:
    by_python = [
        f"{file.relative_to(messages.PACKAGE)}, line {node.lineno}"
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and is_said(node)
        for word in node.keywords
        if isinstance(word.value, ast.Call) and is_named(word.value, {"repr"})
    ]
    assert by_python == []


SHELL = {"core.bot_needs_full", "core.needs_full", "sim.needs_ray"}
"""Sentences with a command in quotation marks, which a shell has to understand."""


def test_german_has_its_own_quotation_marks() -> None:
    english = [
        entry.context
        for place in PLACES
        for entry in messages.read(place.file("de"), "de")
        for text in ([entry.string] if isinstance(entry.string, str) else entry.string or ())
        if entry.context and re.search("""(^|[\\s(])['"“]""", text)
    ]
    assert set(english) == SHELL
