"""A new game in the page: Pig's folder, put beside the others, is all that the page needs to draw it."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.examples.pig import SPEC as PIG
from tests.web.drive import ROOT, SMALL_PHONE, Hall, Person, ready
from tests.web.gamepage import press
from tests.web.node import WEB, builder
from tools import messages
from tools.page_types import picture_types

PIG_FOLDER = ROOT / "tests" / "examples" / "pig"
NOT_COPIED = shutil.ignore_patterns("node_modules", "generated", "tests")


def said_by_pig() -> Iterator[messages.Text]:
    """What `tools.messages` would find, were Pig among the games."""
    yield from messages.declared(PIG_FOLDER / "words.py")
    for name, forms in json.loads((PIG_FOLDER / "board" / "texts.json").read_text(encoding="utf-8")).items():
        yield messages.Text(name, forms) if isinstance(forms, str) else messages.Text(name, *forms)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's sources with one more folder among its boards."""
    web = tmp_path_factory.mktemp("pig") / "web"
    shutil.copytree(WEB, web, ignore=NOT_COPIED)
    (web / "node_modules").symlink_to(WEB / "node_modules")
    board = web / "src" / "boards" / "pig"
    shutil.copytree(PIG_FOLDER / "board", board)
    (board / "picture.ts").write_text(picture_types(PIG), encoding="utf-8")
    generated = web / "src" / "generated"
    messages.compile_page(generated)
    for file in (generated / "messages").iterdir():
        catalogue = json.loads(file.read_text(encoding="utf-8"))
        catalogue["texts"] |= {text.id: messages.english(text) for text in said_by_pig()}
        file.write_text(json.dumps(catalogue), encoding="utf-8")
    with (generated / "keys.ts").open("a", encoding="utf-8") as keys:
        keys.writelines(f"  | {json.dumps(text.id)}\n" for text in said_by_pig())
    return web


def run(web: Path, *arguments: str) -> None:
    npm = builder().find_npm()
    command = [*npm.command, "run", *arguments]
    done = subprocess.run(command, cwd=web, env=npm.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def pig_hall(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall that has Pig, with a page that draws it."""
    static = sources.parent / "static"
    run(sources, "build", "--", "--outDir", str(static))
    hall = Hall(tmp_path_factory.mktemp("hall"), static=static, games=("tests.examples.pig",))
    hall.start()
    yield hall
    hall.stop()


def test_pig_is_shown_explained_and_played_to_its_end(pig_hall: Hall, people: Callable[..., Person]) -> None:
    """One test: the page is built for it alone, which takes ten seconds."""
    ann = people(pig_hall, size=SMALL_PHONE)
    page = ann.page
    ann.visit()
    page.wait_for_selector(".game[data-game=pig] svg.pig")
    card = page.locator(".game[data-game=pig]")
    assert card.evaluate("one => getComputedStyle(one).getPropertyValue('--accent')") == PIG.colour
    assert "Pig" in card.inner_text()
    ann.take_seat_of(pig_hall.open_table("pig", 2, ["greedy"]))
    page.wait_for_selector(".felt [data-part=brought]")
    ready(page)
    page.keyboard.press("?")
    minute = page.locator("dialog[open] [data-testid=minute]")
    minute.locator("ol svg, ol .die").first.wait_for()
    signs = minute.locator("ul p").all_inner_texts()
    assert len(signs) == 2
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    assert page.inner_text("[data-testid=sign] p") == signs[0]
    page.keyboard.press("Escape")
    while ready(page):
        told = page.locator(".side-log li").count()
        assert press(page, ".bar .btn.go") if turn_brought(ann) >= 12 else press(page, ".bar .btn.accent")
        page.wait_for_function("told => document.querySelectorAll('.side-log li').length > told", arg=told)
    assert page.locator(".over").is_visible()
    assert page.locator(".side-log .die").count() > 0
    assert ann.sideways() == 0


def turn_brought(someone: Person) -> int:
    return int("".join(filter(str.isdigit, someone.page.inner_text("[data-part=brought]"))))


@pytest.mark.slow
def test_the_types_of_pigs_board_hold(sources: Path) -> None:
    """svelte-check over the page with Pig's board: the picture's types are those of `picture.py`."""
    if not (WEB / "node_modules" / ".bin" / "svelte-check").exists():
        reason = "svelte-check is not installed (python web/build.py --tools installs it)"
        pytest.fail(reason) if os.environ.get("QUINCUNX_NO_SKIP") else pytest.skip(reason)
    run(sources, "check")
    board = sources / "src" / "boards" / "pig" / "Board.svelte"
    right = board.read_text(encoding="utf-8")
    board.write_text(right.replace("picture.brought", "picture.bought", 1), encoding="utf-8")
    with pytest.raises(AssertionError, match="bought"):
        run(sources, "check")
    board.write_text(right, encoding="utf-8")
