"""`daily`: one match per day and game, with the same dice for everybody."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import app, complete_game
from quincunx.cli.output import plain_console
from quincunx.core.render import say
from quincunx.games import GAMES, game
from quincunx.tui import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quincunx.bots.daily import Daily
    from quincunx.core.match import Match


@app.command(epilog="quincunx daily phase10")
def daily(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Omit it to list today's matches.", autocompletion=complete_game),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not pause after a bot's turn.")] = False,
) -> int:
    """Play the daily match: the same dice for everybody, one try."""
    from quincunx.bots.daily import Daily
    from quincunx.tui.daily import kept, play_daily

    today = datetime.now(UTC).date()
    if name is None:
        plain_console().print(_list([Daily(spec, today) for spec in GAMES]))
        return 0
    one = Daily(game(name), today)
    playing = kept(one)
    if playing is None or not playing.match.is_over:
        plain_console().print(say(words.DAILY_DICE(day=today.isoformat())))
        code = play_daily(one, quick=quick)
        playing = kept(one)
        if code or playing is None or not playing.match.is_over:
            return code
    plain_console().print(_result(one, playing.match))
    return 0


def _list(dailies: "list[Daily]") -> "RenderableType":
    """Today's matches and how far they are."""
    from rich.console import Group
    from rich.text import Text

    from quincunx.core.report import text_table
    from quincunx.tui.daily import command_of, kept, streak

    table = text_table(words.GAME(), words.PLAYED())
    for one in dailies:
        playing = kept(one)
        if playing is None:
            state = words.DAILY_NEW(command=command_of(one))
        elif playing.match.is_over:
            state = words.DAILY_DONE(points=_points(playing.match))
        else:
            state = words.DAILY_GOES_ON(command=command_of(one))
        table.add_row(one.spec.title, say(state))
    days = streak(GAMES, dailies[0].day)
    return Group(table, Text(say(words.STREAK(count=days)))) if days else table


def _points(match: "Match") -> int:
    from quincunx.bots.daily import PLAYER

    return next(row.points for row in match.standings() if row.seat == PLAYER)


def _result(one: "Daily", match: "Match") -> "RenderableType":
    """The points beside par, what the decisions cost, and a line to share."""
    from rich.console import Group
    from rich.text import Text

    from quincunx.analysis.sentences import amount
    from quincunx.analysis.sharing import pips
    from quincunx.bots.daily import PAR, PLAYER
    from quincunx.cli.study import analysis_with_bar

    with plain_console(errors=True).status(say(words.DAILY_PAR_COMES(bot=PAR))):
        par = _points(one.par())
    analysis = analysis_with_bar(match)
    loss = amount(-analysis.accounts[PLAYER].own, alone=match.seats == 1)
    head = words.DAILY_HEAD(game=one.spec.title, day=one.day.isoformat())
    line = words.DAILY_LINE(points=_points(match), par=par, marks=pips(analysis, PLAYER))
    return Group(
        Text(say(words.DAILY_PAR(points=_points(match), par=par, bot=PAR))),
        Text(say(words.DAILY_LOSS(loss=loss))),
        Text(),
        Text(say(words.DAILY_SHARE()), style="dim"),
        Text(say(head)),
        Text(say(line)),
    )
