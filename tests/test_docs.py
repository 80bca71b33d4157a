"""Documents that are made from the games, or quote them, agree with them."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import pytest

from quincunx import GAMES, protocol
from quincunx.core.contract import MODULES, NEEDED, OPTIONAL_FUNCTIONS, Candidates, Estimate
from quincunx.core.spec import GameSpec
from quincunx.server.config import HallConfig
from quincunx.server.http.app import make_app
from quincunx.sim.simulate import simulate
from tests.examples import pig
from tools import game_docs

ROOT = Path(__file__).resolve().parent.parent
STALE = 'is not what the game\'s folder says now: run `make docs` (ARGS="--text" keeps the figures)'

HALL = "src/quincunx/server/http/app.py"

every_game = pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)


def page_of(spec: GameSpec) -> str:
    return game_docs.page_path(spec).read_text(encoding="utf-8")


@every_game
def test_a_page_says_what_the_folder_says(spec: GameSpec) -> None:
    fresh = game_docs.page(spec, figures="")
    assert game_docs.without_figures(page_of(spec)) == game_docs.without_figures(fresh), f"{spec.slug}.md {STALE}"


@every_game
def test_a_page_has_every_sentence_and_ruling(spec: GameSpec) -> None:
    page = page_of(spec)
    for name in ("RULES.md", "RULINGS.md"):
        for mark, sentence in re.findall(r"^((?:§|R)\d+) (.*)", spec.text(name), re.MULTILINE):
            assert f"\n**{mark}** {sentence}\n" in page


@every_game
def test_the_figures_are_of_these_rules(spec: GameSpec) -> None:
    page = page_of(spec)
    assert f"rules version {spec.rules_version}." in page
    for plan in game_docs.plans(spec):
        assert f"\n{game_docs.command(plan)}\n" in page


@pytest.mark.slow
@every_game
def test_the_figures_can_be_had_again(spec: GameSpec) -> None:
    fresh = game_docs.figures_text([simulate(game_docs.plans(spec)[0])])
    page = page_of(spec)
    rows = [line for line in fresh.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) >= 3
    for row in rows:
        assert f"\n{row}\n" in page, f"the figures of {spec.slug}.md are old: run `make docs`"


@every_game
def test_the_plot_is_small(spec: GameSpec) -> None:
    plot = game_docs.page_path(spec).with_suffix(".png").read_bytes()
    assert plot.startswith(b"\x89PNG")
    assert len(plot) < 100_000


def test_every_game_and_nothing_else_has_a_page() -> None:
    names = {f"{spec.slug}{suffix}" for spec in GAMES for suffix in (".md", ".png")}
    assert {path.name for path in game_docs.FOLDER.iterdir()} == names | {"README.md"}
    index = (game_docs.FOLDER / "README.md").read_text(encoding="utf-8")
    assert index == game_docs.index(GAMES), f"docs/games/README.md {STALE}"


def test_any_game_gets_a_page_and_a_plot(tmp_path: Path) -> None:
    """The example game, with few matches."""
    simulations = [simulate(plan) for plan in game_docs.plans(pig.SPEC, matches=20)]
    page = game_docs.page(pig.SPEC, game_docs.figures_text(simulations))
    assert "| `hold` | Ann holds and has" in page
    assert "| rolls per match |" in page
    assert "None: there is one way to play." in page
    game_docs.plot(simulations, tmp_path / "pig.png")
    assert (tmp_path / "pig.png").read_bytes().startswith(b"\x89PNG")


def test_what_contributing_quotes_stands_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    quotes = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", text, re.DOTALL)
    assert len(quotes) == text.count("```python") + text.count("```text")
    assert {"rules.py", "RULES.md", "bots.py"} <= {Path(name).name for name, _ in quotes}
    for name, quote in quotes:
        assert quote in (ROOT / name).read_text(encoding="utf-8"), f"{name} does not say:\n{quote}"


def test_links_lead_somewhere() -> None:
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_engine_has_every_function_of_a_game_as_it_is_called() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    told = {name: vars(protocol)["__call__"] for name, protocol in OPTIONAL_FUNCTIONS.items()}
    told |= {"candidates": Candidates.__call__, "estimate": Estimate.__call__}
    for form in filter(None, MODULES.values()):
        told |= vars(form)
    for name, member in told.items():
        if isinstance(member, FunctionType) and not name.startswith("_"):
            _, *wanted = signature(member).parameters
            assert f"`{name}({', '.join(wanted)})" in text, f"docs/engine.md does not tell {name}"


def test_the_engine_tells_every_module_of_a_game_and_which_are_needed() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert [f"{name}.py" for name in MODULES if f"\n  {name}.py " not in text] == []
    (line,) = (line for line in text.splitlines() if "are required; the other modules" in line)
    assert re.findall(r"`(\w+)\.py`", line) == ["rules", *NEEDED]


TOLD = {
    "Settings": ("**`table`**", "settings {"),
    "VariantInfo": ("**Games.**", "variants ["),
    "SolutionInfo": ("`GET /api/games/{slug}/solution`",),
    "LevelInfo": ("**Games.**", "levels ["),
    "GameInfo": ("**Games.**", "A game is `{"),
    "GameTexts": ("`GET /api/games/{slug}/texts",),
    "AskableInfo": ("`GET /api/games/{slug}/judge", "questions ["),
    "RulingInfo": ("`GET /api/games/{slug}/judge", "answers ["),
    "JudgeInfo": ("`GET /api/games/{slug}/judge",),
    "FaceInfo": ("**Real dice.**", "`faces` ["),
    "ThrowInfo": ("**Real dice.**", "each throw is `{"),
    "DueInfo": ("**Real dice.**", "`due {"),
    "EntryInfo": ("`POST /api/tables/{id}/entries", "each `{"),
    "EntriesAsked": ("`POST /api/tables/{id}/entries",),
    "CreateTable": ("`POST /api/tables`",),
    "TakeSeat": ("`POST /api/tables/{id}/seats`",),
    "PlayOn": ("`POST /api/tables/{id}/forks`",),
    "Origin": ("**`table`**", "origin {"),
    "SeatGiven": ("`POST /api/tables/{id}/seats`",),
    "StandIn": ("**`table`**", "stand_in {"),
    "SeatInfo": ("**`table`**", "`seats` ["),
    "DiceInfo": ("**`table`**", "dice {"),
    "Landings": ("`GET /api/tables/{id}/landings`",),
    "TableInfo": ("**`table`**",),
    "HallInfo": ("`GET /api/hall`",),
    "TableSummary": ("`GET /api/tables`",),
    "StandingInfo": ("**`snapshot`** and **`update`**", "`standings` ["),
    "ReplayMoment": ("**Replays.**", "moments ["),
    "Replay": ("**Replays.**",),
    "Swing": ("A course has", "swing {"),
    "Course": ("A course has",),
    "BookSeat": ("**Records.**", "each of its seats `{"),
    "BookMatch": ("**Records.**", "Each match is `{"),
    "BookTotal": ("**Records.**", "each total `{"),
    "BookGame": ("**Records.**",),
    "Way": ("`POST /api/qr`",),
    "Device": ("`POST /api/tables/{id}/news`", "device {"),
    "TellMe": ("`POST /api/tables/{id}/news`",),
    "TellNoMore": ("`POST /api/news/stop`",),
    "NewsInfo": ("`GET /api/news`",),
    "QrCode": ("`POST /api/qr`",),
    "Witnessed": ("`POST /api/tables/{id}/witness`",),
    "Problem": ("JSON in and out", "A refusal is `{"),
    "Health": ("`GET /health`",),
    "SomeSettings": ("`change` |", "settings {"),
    "Line": ("**`snapshot`** and **`update`**", "`lines` ["),
    "Frame": ("An `update` adds", "`frames` ["),
    "Snapshot": ("**`snapshot`** and **`update`**",),
    "LessonStep": ("**Lessons.**", "steps ["),
    "LessonInfo": ("**Lessons.**",),
    "LessonReply": ("`GET /api/games/{slug}/lesson/reply",),
    "StudyAsked": ("`POST /api/studies`",),
    "StudyInfo": ("**Studies.**", "An answer is `{"),
    "Study": ("- `unit`",),
    "StudyDecision": ("- `unit`", "- `decisions` ["),
    "StudyChoice": ("- `unit`", "choices` ["),
    "StudyRoll": ("- `unit`", "- `rolls` ["),
    "StudyAccount": ("- `unit`", "- `accounts` ["),
    "TryAsked": ("`POST /api/studies/{id}/tries`",),
    "Tried": ("`POST /api/studies/{id}/tries`",),
    "ChoiceInfo": ("`hints` counts", "is `{"),
    "CorrectionAsked": ("`POST /api/tables/{id}/corrections`",),
    "CorrectionInfo": ("`POST /api/tables/{id}/corrections`",),
    "PlayDaily": ("`POST /api/dailies/{game}`",),
    "MeAsked": ("`POST /api/me`",),
    "KeyAsked": ("`POST /api/dailies/{game}/{day}`",),
    "DayInfo": ("`GET /api/dailies`", "days ["),
    "DailyInfo": ("`GET /api/dailies`", "games ["),
    "Dailies": ("`GET /api/dailies`",),
    "DailyResult": ("- `GET /api/dailies`", "`DailyResult` is `{"),
    "Par": ("- `GET /api/dailies`", "par {"),
    "DailyRow": ("- `GET /api/dailies`", "rows ["),
    "League": ("`GET /api/dailies/{game}/{day}/league`",),
    "LeagueRow": ("`GET /api/dailies/{game}/{day}/league`", "rows ["),
    "PlayerInfo": ("`POST /api/me`",),
    "MyDaily": ("`POST /api/me`", "dailies ["),
    "Rating": ("A rating is", "A rating is `{"),
    "PublicPlayer": ("`GET /api/players/{id}`",),
    "RatedGame": ("`GET /api/ratings`",),
    "CreateTournament": ("`POST /api/tournaments`",),
    "TournamentOpened": ("`POST /api/tournaments`",),
    "JoinTournament": ("`POST /api/tournaments/{id}/players`",),
    "TournamentJoined": ("`POST /api/tournaments/{id}/players`",),
    "TournamentOrder": ("`POST /api/tournaments/{id}/orders`",),
    "WhoAmI": ("`POST /api/tournaments/{id}/self`",),
    "TournamentSelf": ("`POST /api/tournaments/{id}/self`",),
    "TournamentInfo": ("- `status` is `waiting`", "`TournamentInfo` is `{"),
    "TournamentPlayer": ("- `status` is `waiting`", "players ["),
    "TournamentStanding": ("- `status` is `waiting`", "standings ["),
    "RoundScore": ("- `status` is `waiting`", "standings [", "rounds ["),
    "RoundInfo": ("- `status` is `waiting`", "]], rounds ["),
    "RoundTable": ("- `status` is `waiting`", "]], rounds [", "tables ["),
    "TableResult": ("- `status` is `waiting`", "result {"),
}
"""Where docs/protocol.md tells a struct that is no message: the beginning of a paragraph or of a row of a table, and
what opens the list of its fields there, if they are told within another struct's."""


def protocol_page() -> str:
    return (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def passage(text: str, beginning: str) -> str:
    """The one paragraph or row of a table that begins so."""
    blocks = re.split(r"\n\n|\n(?=\| )", text)
    (found,) = [block for block in blocks if block.removeprefix("| ").lstrip("\n").startswith(beginning)]
    return found.replace("\n", " ")


def inside(text: str, opening: str) -> str:
    """What stands between a bracket that the opening ends with and the one that closes it."""
    rest, depth = text[text.index(opening) + len(opening) :], 1
    for end, letter in enumerate(rest):
        depth += (letter in "[{") - (letter in "]}")
        if not depth:
            return f"`{rest[:end]}`" if opening.endswith("`{") or "`" not in rest[:end] else rest[:end]
    raise AssertionError(f"docs/protocol.md does not close {opening}")


def named(text: str) -> set[str]:
    """The words of a passage that are set as code, but for what stands in brackets."""
    while (without := re.sub(r"\[[^][{}]*\]|\{[^][{}]*\}", "", text)) != text:
        text = without
    return {word for code in re.findall(r"`([^`]*)`", text) for word in re.findall(r"\w+", code)}


def message_row(message: type[msgspec.Struct], text: str) -> str:
    """The row of a message in the table of its side."""
    side = "client" if issubclass(message, protocol.ClientMessage) else "server"
    table = text.partition(f"### From the {side}\n")[2].partition("\n#")[0]
    tag = message.__struct_config__.tag
    if side == "server" and tag in ("ping", "pong"):
        return passage(table, "`ping`, `pong` |")
    return passage(table, f"`{tag}` |")


def told_fields(name: str, struct: type[msgspec.Struct], text: str) -> set[str]:
    """The fields that docs/protocol.md names where it tells this struct."""
    if struct is protocol.Update:
        return named(passage(text, "**`snapshot`** and **`update`**")) | named(passage(text, "An `update` adds"))
    if issubclass(struct, protocol.ClientMessage | protocol.ServerMessage):
        return named(message_row(struct, text))
    beginning, *opening = TOLD[name]
    found = passage(text, beginning)
    for bracket in opening:
        found = inside(found, bracket)
    return named(found)


def structs_with_fields() -> Iterator[tuple[str, type[msgspec.Struct]]]:
    for name, found in vars(protocol).items():
        is_struct = isinstance(found, type) and issubclass(found, msgspec.Struct)
        if is_struct and found.__module__ == protocol.__name__ and found.__struct_fields__:
            yield name, found


def test_the_protocol_is_told_whole() -> None:
    """Every request, every type of message, every field in the passage about its struct."""
    text = protocol_page()
    for method, path in re.findall(r'@(get|post)\(\s*"(/[^"]+)"', (ROOT / HALL).read_text(encoding="utf-8")):
        request = f"{method.upper()} {path}".replace("{table_id:str}", "{id}").replace("{slug:str}", "{slug}")
        assert re.search(rf"`{re.escape(request)}[`?]", text), f"docs/protocol.md does not tell {request}"
    for name, struct in structs_with_fields():
        lacking = set(struct.__struct_fields__) - told_fields(name, struct, text)
        assert lacking == set(), f"docs/protocol.md does not tell {name}'s {', '.join(sorted(lacking))}"


def test_the_protocol_tells_every_query() -> None:
    """Every parameter of a request, in the row about it."""
    text, asked = protocol_page(), 0
    for path, methods in make_app(HallConfig("sqlite://")).openapi_schema.to_schema()["paths"].items():
        for method, told in methods.items():
            queries = {one["name"] for one in told.get("parameters", ()) if one["in"] == "query"}
            if queries:
                shown = re.sub(r"\{\w+_id\}", "{id}", path)
                row = passage(text, f"`{method.upper()} {shown}?")
                assert queries <= named(row), f"docs/protocol.md does not tell {', '.join(queries)} of {path}"
                asked += len(queries)
    assert asked >= 7


def test_what_the_documents_call_a_package_is_one() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("- **Imports point down**"))
    for name in re.findall(r"`(\w+)`", line):
        assert find_spec(f"quincunx.{name}") is not None, f"CONTRIBUTING.md names {name}"


def test_the_examples_of_the_engine_run() -> None:
    """Those that stand for themselves, one after the other."""
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8").partition("## A match")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 2
    space: dict[str, Any] = {"print": lambda *_: None}
    for block in blocks:
        exec(block, space)
    assert len(space["moments"]) >= 1
