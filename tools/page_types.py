"""The page's types, made from the structs that the hall sends: nobody copies them by hand.

    python -m tools.page_types            writes web/src/lib/protocol.ts, web/src/lib/drawing.ts and
                                          web/src/boards/<slug>/picture.ts
    python -m tools.page_types --check    says which of them are not current

msgspec turns the protocol (`protocol.py`) and the pictures (`picture.py` of each game, what they share is in
`core/drawing.py`) into JSON schemas, this turns those into TypeScript. The docstring of a class or field becomes a
comment there.
"""

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from quincunx import protocol
from quincunx.core import drawing
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from quincunx.table import dice, state, steps

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "web" / "src"
LIB = {protocol: PAGE / "lib" / "protocol.ts", drawing: PAGE / "lib" / "drawing.ts"}
SHARED = (dice, state, steps)
"""Where a table declares what the protocol sends as it is."""
IMPORTS = {"Message": "say", "Colour": "drawing"}
"""Types that others import, and the file of `lib` that has them."""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
SENT_BY_THE_PAGE = (
    protocol.CreateTable,
    protocol.TakeSeat,
    protocol.PlayOn,
    protocol.CreateTournament,
    protocol.JoinTournament,
    protocol.TournamentOrder,
    protocol.PlayDaily,
    protocol.MeAsked,
    protocol.KeyAsked,
    protocol.Way,
    protocol.Witnessed,
    *get_args(protocol.AnyClientMessage),
)
CONSTANTS = {protocol.__name__: ("PROTOCOL", "CLOSE_PROTOCOL", "CLOSE_NO_TABLE")}
"""Numbers that the page has to know."""
WIDTH = 160


class Types:
    """The types of one module of structs."""

    def __init__(self, module: ModuleType, sent: tuple[type, ...] = ()) -> None:
        self.module = module
        homes = (module.__name__, *(home.__name__ for home in SHARED if module is protocol))
        own = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") in homes]
        structs = [thing for thing in own if inspect.isclass(thing) and issubclass(thing, msgspec.Struct)]
        self.structs = [struct for struct in structs if msgspec.structs.fields(struct)]
        self.aliases = {name: value for name, value in vars(module).items() if get_origin(value) is Literal}
        self.constants = CONSTANTS.get(module.__name__, ())
        _, self.schemas = msgspec.json.schema_components(self.structs, ref_template="{name}")
        self.sent = {struct.__name__ for struct in sent}
        self.docs = {name: doc for home in homes for name, doc in _docs(sys.modules[home])}
        self.imported: set[str] = set()

    def text(self) -> str:
        """The whole file."""
        source = Path(inspect.getfile(self.module)).relative_to(ROOT).as_posix()
        body = "\n".join([*self._aliases(), *self._interfaces(), *self._unions(), *self._constants()])
        lib = "./" if self.module in LIB else "../../lib/"
        imports = [f"import type {{ {name} }} from '{lib}{IMPORTS[name]}'\n" for name in sorted(self.imported)]
        head = f"/** {source} for the page, made by tools/page_types.py: change it there. */\n\n"
        return head + "".join(imports) + ("\n" if imports else "") + body

    def _aliases(self) -> Iterator[str]:
        for name, value in self.aliases.items():
            if self.module is drawing or name not in IMPORTS:
                choices = _union([_literal(choice) for choice in get_args(value)])
                yield f"{_comment(self.docs.get(name), '')}export type {name} = {choices}\n"

    def _interfaces(self) -> Iterator[str]:
        for struct in self.structs:
            schema = self.schemas[struct.__name__]
            name, told = struct.__name__, schema["properties"].items()
            fields = "".join(self._field(struct, field, kind, schema["required"]) for field, kind in told)
            yield f"{_comment(self.docs.get(name), '')}export interface {name} {{\n{fields}}}\n"

    def _field(self, struct: type, name: str, field: dict[str, Any], required: list[str]) -> str:
        is_sure = name in required or (struct.__name__ not in self.sent and "default" in field)
        kind = self._type(field)
        if struct.__name__ in self.sent and field.get("$ref") in self.schemas and "default" in field:
            kind = f"Partial<{kind}>"
        owners = [base.__name__ for base in struct.__mro__]
        doc = next(filter(None, (self.docs.get(f"{owner}.{name}") for owner in owners)), None)
        return f"{_comment(doc, '  ')}  {name}{'' if is_sure else '?'}: {kind}\n"

    def _unions(self) -> Iterator[str]:
        for name, value in vars(self.module).items():
            members = [one.__name__ for one in get_args(value) if one in self.structs]
            if get_origin(value) in (Union, type(int | str)) and len(members) == len(get_args(value)):
                choices = "".join(f"\n  | {one}" for one in members)
                yield f"{_comment(self.docs.get(name), '')}export type {name} ={choices}\n"

    def _constants(self) -> Iterator[str]:
        for name in self.constants:
            yield f"{_comment(self.docs.get(name), '')}export const {name} = {getattr(self.module, name)}"
        if self.constants:
            yield ""

    def _type(self, schema: Mapping[str, Any]) -> str:
        if "$ref" in schema:
            return self._named(schema["$ref"])
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self._type(one) for one in schema["anyOf"]))
        if "enum" in schema:
            return self._choice(schema["enum"])
        if "prefixItems" in schema:
            return f"[{', '.join(self._type(one) for one in schema['prefixItems'])}]"
        if schema.get("type") == "array":
            items = self._type(schema["items"]) if "items" in schema else "unknown"
            return f"({items})[]" if " | " in items else f"{items}[]"
        if schema.get("type") == "object":
            return f"Record<string, {self._type(schema.get('additionalProperties', {}))}>"
        return SIMPLE[schema["type"]] if "type" in schema else "unknown"

    def _named(self, name: str) -> str:
        if name in IMPORTS:
            self.imported.add(name)
        elif name not in {struct.__name__ for struct in self.structs}:
            raise SystemExit(f"{self.module.__name__}: {name} is of another module, which the page does not know")
        return name

    def _choice(self, choices: list[Any]) -> str:
        for name, alias in {"Colour": drawing.Colour, **self.aliases}.items():
            if set(get_args(alias)) == set(choices):
                if name in IMPORTS:
                    self.imported.add(name)
                return name
        return " | ".join(map(_literal, choices))


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _union(parts: list[str]) -> str:
    line = " | ".join(parts)
    return line if len(line) < WIDTH else "".join(f"\n  | {part}" for part in parts)


def _comment(doc: str | None, indent: str) -> str:
    return f"{indent}/** {' '.join(doc.split())} */\n" if doc else ""


def _docs(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The docstrings of a module's classes, their fields and its values, by name."""
    tree = ast.parse(inspect.getsource(module))
    yield from _under("", tree.body)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            if doc := ast.get_docstring(node):
                yield node.name, doc
            yield from _under(f"{node.name}.", node.body)


def _under(prefix: str, body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node, after in pairwise(body):
        targets = (
            [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []
        )
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            yield from ((prefix + one.id, str(after.value.value)) for one in targets if isinstance(one, ast.Name))


def picture_types(spec: GameSpec) -> str:
    """The types of a game's picture."""
    return Types(import_module(f"{spec.package}.picture")).text()


def files() -> Iterator[tuple[Path, str]]:
    """Every file that is made, and what belongs into it."""
    for module, file in LIB.items():
        yield file, Types(module, SENT_BY_THE_PAGE).text()
    for spec in GAMES:
        if (PAGE / "boards" / spec.slug).is_dir():
            yield PAGE / "boards" / spec.slug / "picture.ts", picture_types(spec)


def stale() -> list[Path]:
    """The files that are not current."""
    return [file for file, text in files() if not file.is_file() or file.read_text(encoding="utf-8") != text]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say what is not current")
    if parser.parse_args().check:
        found = [file.relative_to(ROOT).as_posix() for file in stale()]
        if found:
            sys.exit(f"not current: {', '.join(found)}; run `python -m tools.page_types`")
        return
    for file, text in files():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
