"""Messages as text in a reader's language: English without any catalogue, others from `.po` files by Babel.

`web/src/lib/say.ts` does the same for the page; both are tested on `tests/data/messages.json`.
"""

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, Final, TypeAlias

from quincunx.core import words
from quincunx.core.errors import SetupError
from quincunx.core.messages import COUNT, HOLE, HOMES, SENTENCES, Message, usage_id
from quincunx.core.rulebook import for_people
from quincunx.core.words import PERCENT, quoted

Forms: TypeAlias = str | dict[str, str]
"""A text, or one for each of the language's plural forms, by the name that Unicode gives the form: one, few, other."""


class English:
    """The language of the source: needs no catalogue."""

    language = "en"

    def forms(self, name: str) -> Forms:
        """The texts of a sentence."""
        sentence = SENTENCES.get(name)
        if sentence is None:
            return f"[{name}]"
        return sentence.english if sentence.plural is None else {"one": sentence.english, "other": sentence.plural}

    def find(self, name: str) -> Forms | None:
        """The translation of an id; None in English."""
        return None

    def plural(self, count: int) -> str:
        """Which form goes with a number."""
        return "one" if count == 1 else "other"

    separators = (".", ",")
    """The decimal point and the thousands separator."""

    def number(self, number: int) -> str:
        """A number in digits."""
        return f"{number:,}"

    def join(self, parts: Sequence[str]) -> str:
        """Several texts as one: `a, b and c`."""
        return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


class Translated(English):
    """Another language; the catalogues of a game are read when its first message is rendered."""

    def __init__(self, language: str) -> None:
        from babel import Locale, UnknownLocaleError

        self.language = language
        try:
            self._locale = Locale.parse(language, sep="-")
        except (UnknownLocaleError, ValueError):
            raise SetupError(words.NO_LANGUAGE_OF_CATALOGUE(language=quoted(language))) from None
        symbols = self._locale.number_symbols["latn"]
        self.separators = (symbols["decimal"], symbols["group"])
        self._read: dict[str, dict[str, Forms]] = {}

    def forms(self, name: str) -> Forms:
        """The texts of a sentence in the catalogue, or in English if it lacks them."""
        return self.find(name) or super().forms(name)

    def find(self, name: str) -> Forms | None:
        """The translation of an id, or None."""
        home = HOMES.get(name.partition(".")[0], "quincunx")
        if home not in self._read:
            self._read[home] = _read(home, self.language)
        return self._read[home].get(name)

    def plural(self, count: int) -> str:
        """Return the plural form for a number, by the language's own rule."""
        return str(self._locale.plural_form(count))

    def number(self, number: int) -> str:
        """A number in digits, with the language's own separators."""
        from babel.numbers import format_decimal

        return str(format_decimal(number, locale=self._locale))

    def join(self, parts: Sequence[str]) -> str:
        """Several texts as one, as the language joins lists."""
        from babel.lists import format_list

        return str(format_list(list(parts), locale=self._locale))


ENGLISH: Final = English()
CONTROL_CHARACTERS: Final = dict.fromkeys(
    [*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0)], "\N{REPLACEMENT CHARACTER}"
)
"""The text shown for each control character but the line feed: a terminal would obey them."""


def printable(text: str) -> str:
    """User input without control sequences for the terminal."""
    return text.translate(CONTROL_CHARACTERS)


def render(message: Message, catalogue: English = ENGLISH) -> str:
    """A message as text, followed by its rules in brackets."""
    name, values = message
    forms = catalogue.forms(name)
    if isinstance(forms, dict):
        forms = forms.get(catalogue.plural(values[COUNT])) or forms["other"]

    def fill(hole: Any) -> str:
        return _value(values[hole[1]], catalogue) if hole[1] in values else str(hole[0])

    text = HOLE.sub(fill, forms)
    sentence = SENTENCES.get(name)
    return f"{text} ({sentence.rule})" if sentence is not None and sentence.rule else text


def _value(value: Any, catalogue: English) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return catalogue.number(value)
    if isinstance(value, Message) or (len(value) == 2 and isinstance(value[1], dict)):
        return render(Message(*value), catalogue)
    return catalogue.join([_value(part, catalogue) for part in value])


def _read(package: str, language: str) -> dict[str, Forms]:
    """The texts of a package's catalogue of a language by their ids; none if it has none."""
    from quincunx.core.catalogues import read_texts

    file = resources.files(package).joinpath("locale", f"{language}.po")
    return read_texts(file.read_bytes(), language) if file.is_file() else {}


def languages() -> list[str]:
    """English, and those that there is a catalogue of."""
    folder = resources.files("quincunx").joinpath("locale")
    found = [file.name.removesuffix(".po") for file in folder.iterdir() if file.name.endswith(".po")]
    return sorted([ENGLISH.language, *found])


def catalogue_of(language: str) -> English:
    """The catalogue of a language."""
    return ENGLISH if language == ENGLISH.language else Translated(language)


def rules_of(spec: Any, name: str, catalogue: English | None = None) -> str:
    """Return RULES.md or RULINGS.md of a game for readers, in the process's language by default."""
    said = catalogue or _Speaker.catalogue
    markdown: str = spec.text(name)
    return for_people(spec.slug, name, markdown, lambda piece: str(said.find(piece) or "") or None)


class _Speaker:
    """The language of this process, for programs with one reader: the terminal."""

    catalogue: English = ENGLISH


def speak(language: str) -> None:
    """Set the language of `say`."""
    _Speaker.catalogue = catalogue_of(language)


def language() -> str:
    """The language of this process."""
    return _Speaker.catalogue.language


def digits(number: float, form: str) -> str:
    """Format a number (`,.1f`) with the decimal point and separators of this language."""
    english = f"{number:{form}}"
    point, group = _Speaker.catalogue.separators
    return english.translate({ord("."): point, ord(","): group})


def percentage(share: float, form: str) -> str:
    """Format a share as a percentage of this language."""
    return say(PERCENT(number=digits(100 * share, form)))


def say(said: Message | Iterable[Message]) -> str:
    """Render a message, or several in sequence, in the language of this process."""
    if isinstance(said, Message):
        return render(said, _Speaker.catalogue)
    return " ".join(render(message, _Speaker.catalogue) for message in said)


def say_usage(english: str, **values: str) -> str:
    """Translate a text of `--help`; its English is declared with the command."""
    text = _Speaker.catalogue.find(usage_id(english)) or english
    return HOLE.sub(lambda hole: values.get(hole[1], hole[0]), str(text))
