"""`analyse`: luck and decisions of a finished match."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import Json, app
from quincunx.cli.output import plain_console, print_json, progress_bar
from quincunx.core.render import say
from quincunx.games import game
from quincunx.tui import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quincunx.analysis import Analysis
    from quincunx.core.match import Match
    from quincunx.core.messages import Message


@app.command(epilog="quincunx analyse match.txt")
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript of a finished match.", show_default=False)],
    deep: Annotated[bool, typer.Option("--deep", help="Smaller errors, by ten times as many trials.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Plot the curve of the match (PNG, SVG or PDF).")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a self-contained page.")] = None,
    as_json: Json = False,
) -> None:
    """Analyse a match: luck and mistakes of every seat, with the reasons."""
    import msgspec

    from quincunx.analysis import Study
    from quincunx.analysis.sentences import as_text
    from quincunx.core.transcript import read_header, read_transcript
    from quincunx.sim import plot as plotting

    text = file.read_text(encoding="utf-8")
    match = read_transcript(game(read_header(text)[0].game), text)
    Study(match)  # fail before a worker starts if this cannot be analysed or written
    if plot is not None:
        plotting.check(plot)
    if html is not None:
        html.touch()
    analysis = analysis_with_bar(match, deep=deep)
    if plot is not None:
        from quincunx.analysis.plot import draw

        draw(analysis, plot)
    if html is not None:
        from quincunx.analysis.page import page

        html.write_text(page(analysis), encoding="utf-8")
    if as_json:
        print_json(msgspec.to_builtins(as_text(analysis)))
        return
    plain_console().print(_report(analysis))


def analysis_with_bar(match: "Match", *, deep: bool = False) -> "Analysis[Message]":
    """Analyse a finished match on all cores, with a progress bar."""
    import asyncio

    return asyncio.run(_analysis(match, deep=deep))


async def _analysis(match: "Match", *, deep: bool) -> "Analysis[Message]":
    from quincunx.analysis import analyse_in
    from quincunx.thinking.process import usable_cores
    from quincunx.thinking.room import Room

    room = Room(quick=0)
    try:
        with progress_bar() as progress:
            bar = progress.add_task(say(words.ANALYSING(game=match.spec.title)), total=None)

            def heard(done: int, count: int) -> None:
                progress.update(bar, completed=done, total=count)

            return await analyse_in(room, match, deep=deep, progress=heard, at_once=usable_cores())
    finally:
        await room.close()


def _report(analysis: "Analysis[Message]") -> "RenderableType":
    """The accounts, the dearest mistakes and the luckiest rolls."""
    from rich.console import Group
    from rich.text import Text

    from quincunx.analysis import words as said
    from quincunx.analysis.sentences import ACCOUNT_TITLES, account_row, how_it_was_valued
    from quincunx.core.report import new_table

    first, *others = (title() for title in ACCOUNT_TITLES)
    table = new_table(first, *others)
    for account in analysis.accounts:
        table.add_row(*account_row(analysis, account))
    parts: list[RenderableType] = [table, Text(say(how_it_was_valued(analysis)))]
    for title, highlights in ((said.MISTAKES, analysis.mistakes), (said.ROLLS, analysis.rolls)):
        parts += [Text(), Text(say(title()), style="bold")]
        parts += [Text(say(one.said)) for one in highlights] or [Text(say(said.NONE_FOUND()))]
    return Group(*parts)
