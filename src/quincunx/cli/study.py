"""`analyse`: what luck and what decisions brought in a finished match."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import Json, app
from quincunx.cli.output import plain_console, print_json, progress_bar
from quincunx.core.render import digits, say
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
    deep: Annotated[bool, typer.Option("--deep", help="Smaller errors, for ten times as many trials.")] = False,
    as_json: Json = False,
) -> None:
    """Analyse a match: luck and mistakes of every seat, with the reasons."""
    import asyncio

    import msgspec

    from quincunx.analysis import Study
    from quincunx.analysis.telling import as_text
    from quincunx.core.transcript import read_header, read_transcript

    text = file.read_text(encoding="utf-8")
    match = read_transcript(game(read_header(text)[0].game), text)
    Study(match)  # what cannot be analysed is refused before a worker is started
    analysis = asyncio.run(_analysis(match, deep=deep))
    if as_json:
        print_json(msgspec.to_builtins(as_text(analysis)))
        return
    console = plain_console()
    console.print(_accounts(analysis))
    for highlight in (*analysis.mistakes, *analysis.rolls):
        console.print(say(highlight.said))


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


def _accounts(analysis: "Analysis[Message]") -> "RenderableType":
    """What start, luck and decisions brought every seat; the last column is the sum."""
    from quincunx.analysis.words import GRADES
    from quincunx.core.report import new_table

    share = 100 if analysis.unit == "wins" else 1
    titles = (words.LUCK(), words.OWN_DECISIONS(), words.OTHERS_DECISIONS(), words.CORRECTION(), words.RESULT())
    table = new_table(words.PLAYER(), words.START(), *titles, words.ERROR_RATE(), words.GRADE())
    for account in analysis.accounts:
        parts = (account.luck, account.own, account.others, account.correction)
        table.add_row(
            account.name,
            digits(share * account.start / analysis.scale, ".1f"),
            *(digits(share * part / analysis.scale, "+.1f") for part in parts),
            digits(share * account.result / analysis.scale, ".1f"),
            digits(share * account.error_rate / analysis.scale, ".2f"),
            say(GRADES[account.grade]()) if account.grade else "",
        )
    return table
