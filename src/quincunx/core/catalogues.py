"""GNU gettext catalogues, read by Babel: `msgctxt` is the id of a sentence, `msgid` its English.

Imports nothing of the project, so that the page can be built before the package is installed.
"""

from collections.abc import Sequence
from functools import cache
from gettext import c2py
from io import BytesIO
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po


def read_texts(po: bytes, language: str) -> dict[str, Any]:
    """Return the finished translations of a `.po` file by id: a text, or texts by plural form."""
    return texts_of(read_po(BytesIO(po)), language)


def texts_of(catalogue: Catalog, language: str) -> dict[str, Any]:
    """The finished translations of a catalogue by their ids."""
    texts: dict[str, Any] = {}
    for entry in catalogue:
        if not entry.context or entry.fuzzy or not entry.string:
            continue
        if isinstance(entry.string, str):
            texts[entry.context] = entry.string
        elif all(entry.string):
            texts[entry.context] = by_form(entry.string, language, catalogue.plural_expr)
    return texts


def by_form(texts: Sequence[str], language: str, plural_expr: str) -> dict[str, str]:
    """Return the texts of an entry by Unicode's names of plural forms (one, few, other); gettext numbers them."""
    return {form: texts[number] for form, number in form_numbers(language, plural_expr).items()}


@cache
def form_numbers(language: str, plural_expr: str) -> dict[str, int]:
    """Return the index of gettext's text for each named plural form: that of the form's smallest number."""
    number_of, form_of = c2py(plural_expr), Locale.parse(language, sep="-").plural_form
    found: dict[str, int] = {}
    for count in (*range(200), 1_000_000):
        found.setdefault(str(form_of(count)), number_of(count))
    return found
