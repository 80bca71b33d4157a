"""`advise`: the choices at a position, weighed."""

from typing import Annotated

import typer

from quincunx.cli.options import GameName, Json, app
from quincunx.cli.output import plain_console, print_json, progress_bar
from quincunx.core.bots import MOST_PLAYOUTS
from quincunx.core.render import digits, percentage, say
from quincunx.games import game
from quincunx.tui import words


@app.command(
    epilog='quincunx advise phase10 "8 8 5 6 9 10 W W 3 1, phase 1, 2 rolls left" · '
    'quincunx advise sixes "6 5 4 2 1 1, against 4 4 3 2 2 1, total 12 to 9"'
)
def advise(
    name: GameName,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="In notation, or as people say it.", show_default=False)
    ],
    seat: Annotated[
        int | None, typer.Option(help="The seat that asks; whoever has to choose by default.", show_default=False)
    ] = None,
    playouts: Annotated[
        int, typer.Option(help="How many matches are played on to weigh the choices.", min=10, max=MOST_PLAYOUTS)
    ] = 4000,
    as_json: Json = False,
) -> None:
    """The choices at a position, best first, with their values, the odds of what matters and the reason."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable

    from quincunx.bots.advice import advise as weigh
    from quincunx.bots.advice import read_position
    from quincunx.core.bots import Budget

    spec = game(name)
    state = read_position(spec, position)
    with progress_bar() as progress:
        progress.add_task(say(words.THINKING_OF(game=spec.title)), total=None)
        advice = weigh(spec, state, seat=seat, budget=Budget(playouts=playouts))
    if as_json:
        print_json(advice.to_json())
        return
    table = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(words.CHOICE()))
    said = [{say(what): chance for what, chance in choice.odds} for choice in advice.choices]
    odds = list(dict.fromkeys(what for chances in said for what in chances))
    measures = (words.VALUES[advice.unit], words.ERROR, words.LEAD)
    for column in (*(say(what()) for what in measures), *odds, say(words.TRIALS())):
        table.add_column(column, justify="right")
    for choice, chances in zip(advice.choices, said, strict=True):
        in_wins = advice.unit == "wins"
        table.add_row(
            choice.text,
            percentage(choice.value, ".1f") if in_wins else digits(choice.value, ".1f"),
            digits(100 * choice.error if in_wins else choice.error, ".1f"),
            digits(choice.lead, "+.1f"),
            *(percentage(chances[what], ".1f") if what in chances else "" for what in odds),
            digits(choice.tries, ",") if choice.tries else say(words.EXACT()),
        )
    console = plain_console()
    console.print(table)
    console.print(say(advice.why))
