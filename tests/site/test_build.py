"""The files of a site: what is in them, and that the engine in them plays by itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.core.errors import SetupError
from quincunx.games import GAMES, game
from quincunx.server.config import STATIC
from quincunx.site import build
from quincunx.site.knowledge import bots_of

MOST_BYTES = 8_000_000
"""What a visitor may be sent."""
ALONE = """
import sys, asyncio, json, re
ours = {"quincunx", "msgspec", "structlog", "platformdirs", "memory"}
finders = list(sys.meta_path)
class Ours:
    def find_spec(self, name, path=None, target=None):
        file = name.replace(".", "/")
        if re.match(UNUSED, file + ".py") or re.match(UNUSED, file + "/"):
            return None
        if name.partition(".")[0] not in ours | set(sys.stdlib_module_names):
            return None
        found = (finder.find_spec(name, path, target) for finder in finders)
        return next((spec for spec in found if spec is not None), None)
sys.meta_path[:] = [Ours()]
sys.path[:0] = [ENGINE, TESTS]
import quincunx
assert quincunx.__file__.startswith(ENGINE)
from memory import MemoryDatabase, Page
from quincunx.games import GAMES
async def play():
    page, found = Page(MemoryDatabase(), GAMES), {}
    for spec in GAMES:
        for bot in ("random", "greedy", "expert", "master"):
            wanted = {"game": spec.slug, "seats": spec.usual_seats, "name": "Ann", "settings": {"pace": 0}}
            status, seat = await page.ask("/tables", bots=[bot] * (spec.usual_seats - 1), **wanted)
            assert status == 200, seat
            line = len(page.heard) + 1
            news = await page.play(line, await page.join(line, seat["table"], seat["token"]), moves=MOVES)
            found[f"{spec.slug} {bot}"] = news["to_act"] == "over"
    print(json.dumps(found))
asyncio.run(play())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with an empty runtime."""
    folder = tmp_path_factory.mktemp("site")
    runtime = folder / "runtime"
    runtime.mkdir()
    (runtime / "pyodide.mjs").write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "RUNTIME", runtime)
        build.write_site(folder / "public")
    return folder / "public"


def played(site: Path, moves: int) -> dict[str, bool]:
    """By game and bot: whether a match is over after so many moves, with nothing but the engine of a site."""
    engine, here = str(site / "engine" / "engine.zip"), str(Path(__file__).parent)
    names = {"ENGINE": engine, "TESTS": here, "MOVES": moves, "UNUSED": build.UNUSED.pattern}
    program = "".join(f"{name} = {value!r}\n" for name, value in names.items()) + ALONE
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, bool] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_engine_plays_alone(site: Path) -> None:
    assert set(played(site, 2)) == {f"{spec.slug} {bot}" for spec in GAMES for bot in spec.bot_names}


@pytest.mark.slow
def test_the_engine_plays_every_game_to_its_end_alone(site: Path) -> None:
    assert all(played(site, 10_000).values())


def test_the_page_knows_that_there_is_no_hall(site: Path) -> None:
    page = (site / "index.html").read_text()
    assert 'data-hall="none"' in page
    assert (site / "404.html").read_text() == page
    assert 'data-hall="none"' not in (STATIC / "index.html").read_text()


def test_the_service_worker_keeps_every_file(site: Path) -> None:
    kept = json.loads((site / "sw.js").read_text().partition("const FILES = ")[2].partition("\n\n")[0])
    files = {f"/{file.relative_to(site).as_posix()}" for file in site.rglob("*") if file.is_file()}
    assert set(kept) == files - {"/index.html", "/404.html", "/sw.js"} | {"/"}


def test_games_are_offered_with_the_bots_that_know_what_they_need(site: Path) -> None:
    levels = {told["slug"]: told["bots"] for told in json.loads((site / "written" / "games.json").read_text())}
    assert levels["sixes"] == ["random", "greedy", "expert", "master"]
    assert levels["phase10"] == ["random", "greedy", "expert"], "it knows choices by heart, and a search needs values"


def test_bots_without_their_knowledge_are_not_offered() -> None:
    assert bots_of(game("sixes"), knows=False) == ["random", "greedy"]


def test_rules_and_lessons_are_written_in_every_language(site: Path) -> None:
    for spec in GAMES:
        for language in ("en", "de"):
            assert json.loads((site / "written" / f"{spec.slug}.texts.{language}.json").read_text())["rules"]
            assert json.loads((site / "written" / f"{spec.slug}.lesson.{language}.json").read_text())["steps"]


def test_the_same_sources_make_the_same_site_again_in_its_place(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "RUNTIME", site.parent / "runtime")
    before = (site / "sw.js").read_bytes()
    build.write_site(site)
    assert (site / "sw.js").read_bytes() == before


def test_a_folder_with_something_else_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    monkeypatch.setattr(build, "RUNTIME", tmp_path)
    with pytest.raises(SetupError, match="is not installed"):
        build.write_site(tmp_path)
    (tmp_path / "pyodide.mjs").write_text("")
    with pytest.raises(SetupError, match="has other files"):
        build.write_site(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


@pytest.mark.skipif(
    not (build.RUNTIME / "pyodide.mjs").is_file(), reason="python web/build.py --runtime has not been run"
)
def test_a_visitor_is_sent_little(tmp_path: Path) -> None:
    assert sum(build.write_site(tmp_path).values()) <= MOST_BYTES
