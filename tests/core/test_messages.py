"""Sentences are declared once, messages fill them, renderers show them in the reader's language."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.core.catalogues import read_texts
from quincunx.core.errors import IllegalAction, SetupError
from quincunx.core.messages import SENTENCES, Message, Sentence, english, flaw_of, rule_of
from quincunx.core.render import ENGLISH, English, Translated, render, say, speak
from quincunx.core.words import NO_SUCH_GAME, POINTS, quoted
from tests.examples.pig import words as pig

CASES = json.loads((Path(__file__).parent.parent / "data" / "messages.json").read_text(encoding="utf-8"))


@pytest.fixture
def own_sentences() -> Iterator[None]:
    """What a test declares is forgotten afterwards."""
    before = dict(SENTENCES)
    yield
    SENTENCES.clear()
    SENTENCES.update(before)


class Given(Translated):
    """A language whose texts are given."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(given["language"])
        self.given = given["texts"]

    def forms(self, name: str) -> Any:
        return self.given.get(name) or super().forms(name)


@pytest.mark.usefixtures("own_sentences")
@pytest.mark.parametrize(("language", "message", "text"), CASES["cases"])
def test_messages_are_rendered_as_the_cases_say(language: str, message: list[Any], text: str) -> None:
    source = CASES["catalogues"]["en"]
    for name, forms in source["texts"].items():
        singular, plural = (forms, None) if isinstance(forms, str) else (forms["one"], forms["other"])
        Sentence(name, singular, plural, rule=source["rules"].get(name))
    catalogue: English = ENGLISH if language == "en" else Given(CASES["catalogues"][language])
    assert render(Message(*message), catalogue) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "there is no game 'it's\\n\\x1b[31m'; there are none"),
        ("de", "es gibt kein Spiel „it's\\n\\x1b[31m“; es gibt none"),
    ],
)
def test_what_somebody_wrote_is_quoted_as_the_language_does_and_cannot_give_orders(language: str, text: str) -> None:
    message = NO_SUCH_GAME(game=quoted("it's\n\x1b[31m"), known="none")
    catalogue = ENGLISH if language == "en" else Translated(language)
    assert render(message, catalogue) == text
    assert render(msgspec.json.decode(msgspec.json.encode(message), type=Message), catalogue) == text


def test_what_is_no_text_is_quoted_as_python_writes_it() -> None:
    assert [quoted(value) for value in (None, 3, [1, "a"])] == ["None", "3", "[1, 'a']"]


def test_a_message_crosses_the_wire_as_its_id_and_its_values() -> None:
    message = pig.HOLDS(name="Ann", count=1)
    data = msgspec.json.encode(message)
    assert data == b'["pig.holds",{"name":"Ann","count":1}]'
    assert msgspec.json.decode(data, type=Message) == message


def test_a_message_in_a_message_survives_the_wire() -> None:
    message = Message("core.cannot", {"action": "hold", "reason": pig.NOTHING_ROLLED()})
    again = msgspec.json.decode(msgspec.json.encode(message), type=Message)
    assert str(again) == str(message) == "hold: a turn has at least one roll (R1)"


@pytest.mark.usefixtures("own_sentences")
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Sentence("Pig.rolls", "x"), "not an id of a sentence"),
        (lambda: Sentence("rolls", "x"), "not an id of a sentence"),
        (lambda: Sentence("pig.rolls", "another text"), "two sentences are called pig.rolls"),
        (lambda: Sentence("pig.new", "x", rule="rule 3"), "names no rules"),
        (lambda: Sentence("pig.new", "a card", "cards"), "has a plural, but no {count}"),
    ],
)
def test_what_is_no_sentence_is_refused(make: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        make()


def test_a_message_with_other_values_than_holes_has_a_flaw() -> None:
    assert flaw_of(pig.ROLLS(name="Ann", die=2)) is None
    assert "pig.rolls has the holes" in str(flaw_of(pig.ROLLS(name="Ann")))
    assert "pig.rolls has the holes" in str(flaw_of(pig.ROLLS(name="Ann", die=pig.ROLLS())))
    assert "no sentence is called pig.sleeps" in str(flaw_of(Message("pig.sleeps")))
    assert "cannot be said" in str(flaw_of(pig.ROLLS(name="Ann", die=1.5)))  # type: ignore[arg-type]  # on purpose


def test_the_rule_of_an_objection_is_the_first_it_names() -> None:
    assert rule_of(pig.NOTHING_ROLLED()) == "R1"
    assert rule_of(pig.ROLLS(name="Ann", die=1)) is None


def test_an_error_carries_its_message_and_its_text_is_english() -> None:
    error = SetupError(POINTS(count=2))
    assert (str(error), error.message) == ("2 points", POINTS(count=2))
    assert SetupError("as it is").message.values == {"text": "as it is"}
    refused = IllegalAction(Message("core.cannot", {"action": "hold", "reason": "no"}), pig.NOTHING_ROLLED())
    assert (str(refused), str(refused.reason)) == ("hold: no", "a turn has at least one roll (R1)")


def test_several_messages_are_said_one_after_the_other() -> None:
    said = [pig.ROLLS(name="Ann", die=1), pig.TURN_IS_LOST()]
    assert say(said) == english(said) == "Ann rolls 1. The turn is lost."


def test_a_process_speaks_one_language_and_falls_back_to_english() -> None:
    speak("de")
    assert say(pig.TURN_IS_LOST()) == "The turn is lost."


def test_unfinished_entries_of_a_catalogue_are_not_used() -> None:
    po = """
msgid ""
msgstr "Language: pl\\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && n!=12 ? 1 : 2);\\n"

msgctxt "core.points"
msgid "{count} point"
msgid_plural "{count} points"
msgstr[0] "{count} punkt"
msgstr[1] "{count} punkty"
msgstr[2] "{count} punktów"

#, fuzzy
msgctxt "core.red"
msgid "red"
msgstr "niebieski"

msgctxt "core.blue"
msgid "blue"
msgstr ""
"""
    forms = {"one": "{count} punkt", "few": "{count} punkty", "many": "{count} punktów"}
    assert read_texts(po.encode(), "pl") == {"core.points": forms}
