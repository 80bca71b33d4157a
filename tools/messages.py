"""All sentences in one place: collected from the sources, kept up to date in the catalogues, compiled for the page.

    python -m tools.messages update       new and changed sentences into every catalogue (.po)
    python -m tools.messages update fr    the same, and catalogues for a new language
    python -m tools.messages check        what lacks a translation, or has one with other holes
    python -m tools.messages page         the page's catalogues, one file a language (web/build.py does it, too)

Sentences are read from the source, not imported: the page is built before the package is installed.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "quincunx"
PAGE = ROOT / "web" / "src"
COMPILED = PAGE / "generated"
HOLE = re.compile(r"\{(\w+)\}")
SOURCE = "en"
NOT_FOR_THE_PAGE = re.compile(
    r"(terminal|usage|position|transcript|proof|system|sim|solvers|host|news)\.|\w+\.([sr]\d+|(rules|rulings|learn|flaw|said|figure)_\w+)$"
)
"""What only the terminal says; and rules and tutorials, which the page asks the hall for when somebody opens them."""
DECLARING = ("words.py", "tutorial.py")
"""Files that declare sentences."""
COMMAND_LINE = PACKAGE / "cli"
DECORATORS = ("command", "callback")
"""What makes a function a command, whose docstring `--help` shows."""


@dataclass(frozen=True)
class Text:
    """A sentence as translators meet it."""

    id: str
    english: str
    plural: str | None = None
    rule: str | None = None

    @property
    def holes(self) -> frozenset[str]:
        """What its values are called."""
        return frozenset(HOLE.findall(f"{self.english} {self.plural or ''}"))

    @property
    def msgid(self) -> str | tuple[str, str]:
        """The English as gettext keys it: one text, or singular and plural."""
        return self.english if self.plural is None else (self.english, self.plural)


@dataclass(frozen=True)
class Place:
    """A folder with its own catalogues, and the texts that belong there."""

    folder: Path
    texts: tuple[Text, ...]

    def languages(self) -> list[str]:
        """The languages that it has a catalogue of."""
        return sorted(file.stem for file in self.folder.glob("locale/*.po"))

    def file(self, language: str) -> Path:
        """Its catalogue of a language."""
        return self.folder / "locale" / f"{language}.po"


def places() -> list[Place]:
    """Every game's folder, and the package's for all the rest."""
    texts = list(collect())
    doubled = {text.id for text in texts if sum(other.id == text.id for other in texts) > 1}
    if doubled:
        raise SystemExit(f"two sentences are called {sorted(doubled)[0]}")
    games = sorted(folder for folder in (PACKAGE / "games").iterdir() if (folder / "words.py").is_file())
    slugs = {folder.name for folder in games}
    found = [Place(folder, tuple(text for text in texts if _slug(text) == folder.name)) for folder in games]
    return [Place(PACKAGE, tuple(text for text in texts if _slug(text) not in slugs)), *found]


def languages_of(everything: Sequence[Place]) -> set[str]:
    """The languages that any place has a catalogue of."""
    return {language for place in everything for language in place.languages()}


def _slug(text: Text) -> str:
    return text.id.partition(".")[0]


def collect() -> Iterator[Text]:
    """All sentences of the sources."""
    for name in DECLARING:
        for file in sorted(PACKAGE.rglob(name)):
            yield from declared(file)
    for folder in sorted((PACKAGE / "games").iterdir()):
        yield from written(folder)
    yield from drawn()
    yield from helping()


def helping() -> Iterator[Text]:
    """What `--help` shows of the commands, their arguments and options; a text that several share is one."""
    usage_id = _core("messages").usage_id
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in sorted(COMMAND_LINE.glob("*.py")))
    found = dict.fromkeys(text for tree in trees for text in _help_texts(tree))
    return (Text(usage_id(english), english) for english in found)


def _help_texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help":
            yield ast.literal_eval(node.value)
        elif isinstance(node, ast.FunctionDef) and any(map(_makes_a_command, node.decorator_list)):
            yield from filter(None, [ast.get_docstring(node)])


def _makes_a_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in DECORATORS


def drawn() -> Iterator[Text]:
    """The texts of the page and of its boards."""
    for file in (PAGE / "texts.json", *sorted(PAGE.glob("boards/*/texts.json"))):
        for name, forms in json.loads(file.read_text(encoding="utf-8")).items():
            yield Text(name, forms) if isinstance(forms, str) else Text(name, *forms)


def written(folder: Path) -> Iterator[Text]:
    """The pieces of a game's rules and rulings."""
    rulebook = _core("rulebook")
    for name in rulebook.FILES:
        if (folder / name).is_file():
            for piece, _, text in rulebook.pieces(folder.name, name, (folder / name).read_text(encoding="utf-8")):
                if piece is not None:
                    yield Text(piece, text)


def declared(file: Path) -> Iterator[Text]:
    """The sentences that a file declares."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence":
            try:
                values = [ast.literal_eval(value) for value in node.args]
                named = {str(word.arg): ast.literal_eval(word.value) for word in node.keywords}
            except ValueError:
                where = f"{file.relative_to(ROOT)}, line {node.lineno}"
                raise SystemExit(f"{where}: a sentence is written out, not put together") from None
            yield Text(*values, **named)


# Catalogues


class Kept(Catalog):
    """A catalogue as it is written: without dates and addresses, which would change with every update."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header that mean something."""
        wanted = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")
        return [(name, value) for name, value in super().mime_headers if name in wanted]


def read(file: Path, language: str) -> Catalog:
    """A catalogue; an empty one if there is no file yet."""
    if not file.is_file():
        return Catalog(locale=language.replace("-", "_"), fuzzy=False)
    with file.open("rb") as stream:
        return read_po(stream, locale=language.replace("-", "_"))


def updated(place: Place, language: str) -> Catalog:
    """The catalogue with exactly the texts that there are now; where the English has changed, marked as fuzzy."""
    old = read(place.file(language), language)
    known = {entry.context: entry for entry in old if entry.context}
    new = Kept(locale=language.replace("-", "_"), fuzzy=False, header_comment=_header(place, language))
    for text in place.texts:
        was = known.get(text.id)
        notes = [f"by {text.rule}"] if text.rule else []
        if was is None or not was.string or isinstance(was.string, str) != (text.plural is None):
            new.add(text.msgid, context=text.id, auto_comments=notes)
        else:
            same = was.id == text.msgid or (not isinstance(was.id, str) and tuple(was.id) == text.msgid)
            flags = ["fuzzy"] if was.fuzzy or not same else []
            new.add(text.msgid, was.string, context=text.id, flags=flags, auto_comments=notes)
    return new


def _header(place: Place, language: str) -> str:
    what = "the engine, the hall, the terminal and the page" if place.folder == PACKAGE else place.folder.name
    return f"# Sentences of {what}: {language}. Kept up to date by `python -m tools.messages update`."


def update(languages: Sequence[str]) -> None:
    """New and changed sentences into every catalogue; a place without one of some language gets it."""
    everything = places()
    for place in everything:
        for language in sorted({*languages, *languages_of(everything)}):
            file = place.file(language)
            catalogue = updated(place, language)
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(_as_written(catalogue))


def _as_written(catalogue: Catalog) -> bytes:
    stream = BytesIO()
    write_po(stream, catalogue, width=120)
    return stream.getvalue()


def flaws() -> Iterator[str]:
    """What is not translated, not as the English asks, or not as `update` would write it."""
    everything = places()
    for language in sorted(languages_of(everything)):
        for place in everything:
            file = place.file(language)
            found = [(text, problem) for text, entry in _pairs(place, language) if (problem := _flaw(text, entry))]
            for text, problem in found:
                yield f"{file.relative_to(ROOT)}: {text.id} {problem}"
            if not found and file.is_file() and file.read_bytes() != _as_written(updated(place, language)):
                yield f"{file.relative_to(ROOT)}: its lines are broken otherwise: run `python -m tools.messages update`"


def _pairs(place: Place, language: str) -> Iterator[tuple[Text, Any]]:
    known = {entry.context: entry for entry in read(place.file(language), language) if entry.context}
    for text in place.texts:
        yield text, known.pop(text.id, None)
    for name in known:
        yield Text(name, ""), None


def _flaw(text: Text, entry: Any) -> str | None:
    if not text.english:
        return "is no sentence any more: run `python -m tools.messages update`"
    if entry is None or (tuple(entry.id) if not isinstance(entry.id, str) else entry.id) != text.msgid:
        return "is not as the source says it: run `python -m tools.messages update`"
    texts = [entry.string] if isinstance(entry.string, str) else list(entry.string)
    if not all(texts):
        return "is not translated"
    if entry.fuzzy:
        return "is marked as fuzzy: its English has changed"
    for said in texts:
        holes = frozenset(HOLE.findall(said))
        if holes != text.holes and not (text.plural is not None and holes | {"count"} == text.holes):
            return f"has the holes {sorted(holes)}, the English {sorted(text.holes)}"
    return None


# For the page


def compile_page(folder: Path = COMPILED) -> None:
    """A file of texts and their rules for each language, and the page's ids as a type."""
    everything = places()
    languages = languages_of(everything)
    rules = {text.id: text.rule for place in everything for text in place.texts if text.rule}
    catalogues = folder / "messages"
    catalogues.mkdir(parents=True, exist_ok=True)
    for stale in catalogues.glob("*.json"):
        if stale.stem not in {SOURCE, *languages}:
            stale.unlink()
    for language in sorted({SOURCE, *languages}):
        page = json.dumps(page_catalogue(everything, language, rules), ensure_ascii=False, separators=(",", ":"))
        _write(catalogues / f"{language}.json", page)
    keys = "".join(f"\n  | {json.dumps(text.id)}" for text in drawn())
    _write(folder / "keys.ts", f"/** The id of a text of the page. */\nexport type Key ={keys}\n")


def _write(file: Path, text: str) -> None:
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def page_catalogue(everything: Sequence[Place], language: str, rules: dict[str, str]) -> dict[str, Any]:
    """What the page loads of a language; English stands in for what has no translation."""
    texts: dict[str, Any] = {}
    for place in everything:
        texts |= {text.id: english(text) for text in place.texts}
        if language != SOURCE and place.file(language).is_file():
            texts |= _core("catalogues").read_texts(place.file(language).read_bytes(), language)
    texts = {name: forms for name, forms in texts.items() if not NOT_FOR_THE_PAGE.match(name)}
    return {"language": language, "texts": texts, "rules": rules}


def english(text: Text) -> str | dict[str, str]:
    """The English of a text as catalogues hold it."""
    return text.english if text.plural is None else {"one": text.english, "other": text.plural}


@cache
def _core(name: str) -> ModuleType:
    """A module of `core` by its path: the package need not be installed."""
    spec = spec_from_file_location(f"quincunx_{name}", PACKAGE / "core" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def language_tag(text: str) -> str:
    """The name of a language, as its catalogues are called; an ArgumentTypeError for any other word."""
    try:
        Locale.parse(text, sep="-")
    except (UnknownLocaleError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a language; expected de, pt-BR, …") from None
    return text


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("update", "check", "page"))
    parser.add_argument(
        "languages", nargs="*", type=language_tag, help="with update: languages to begin, as de or pt-BR"
    )
    asked = parser.parse_args()
    if asked.what == "update":
        update(asked.languages)
    elif asked.what == "page":
        compile_page()
    elif found := list(flaws()):
        sys.stderr.write("\n".join(found) + "\n")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
