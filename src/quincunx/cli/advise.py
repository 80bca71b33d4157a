"""`advise`: rank the choices at a position."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli.options import GameName, Json, app
from quincunx.cli.output import plain_console, print_json, progress_bar
from quincunx.core.bots import MOST_PLAYOUTS, Budget
from quincunx.core.render import digits, percentage, say
from quincunx.core.spec import GameSpec
from quincunx.games import game
from quincunx.tui import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quincunx.bots.advice import Advice, OpenChoice
    from quincunx.thinking.found import Found


@app.command(
    epilog='quincunx advise phase10 "8 8 5 6 9 10 W W 3 1, phase 1, 2 rolls left" · '
    'quincunx advise sixes "6 5 4 2 1 1, against 4 4 3 2 2 1, total 12 to 9"'
)
def advise(
    name: GameName,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="In notation, or informally.", show_default=False)
    ],
    seat: Annotated[
        int | None, typer.Option(help="The seat to advise; by default the seat to act.", show_default=False)
    ] = None,
    playouts: Annotated[
        int, typer.Option(help="Number of playouts for comparing the choices.", min=10, max=MOST_PLAYOUTS)
    ] = 4000,
    as_json: Json = False,
) -> None:
    """Rank the choices at a position, with values, odds and reasons."""
    import asyncio

    from quincunx.bots.advice import choice_at, read_position
    from quincunx.tui.screen import Display

    spec = game(name)
    asked = choice_at(spec, read_position(spec, position), seat)
    with progress_bar() as progress:
        progress.add_task(say(words.THINKING_OF(game=spec.title)), total=None)

        def show_first(first: "Found[Advice]") -> None:
            if not as_json and not progress.disable:
                progress.console.print(say(first.result.why), say(words.BETTER_HINT_COMES(bot=first.level)), sep="\n")

        advice = asyncio.run(_best_advice(spec, asked, Budget(playouts=playouts), show_first))
    if as_json:
        print_json(advice.to_json())
        return
    view = asked.view
    players = [say(words.PLAYER_NUMBER(number=number)) for number in range(1, spec.seats_in(view) + 1)]
    console = plain_console()
    console.print(Display(spec).board(view, advice.seat, players))
    if advice.choices:
        console.print(_choices(advice))
    console.print(say(advice.sentences))


def _choices(advice: "Advice") -> "RenderableType":
    """The choices with their values.

    The lead is left out with one player, where it would repeat the points, and where tables tell only chances.
    """
    from quincunx.core.report import new_table

    in_wins = advice.unit == "wins"
    said = [{say(what): chance for what, chance in choice.odds} for choice in advice.choices]
    odds = list(dict.fromkeys(what for chances in said for what in chances))
    has_lead = in_wins and any(choice.tries for choice in advice.choices)
    lead = [words.LEAD()] if has_lead else []
    table = new_table(words.CHOICE(), words.VALUES[advice.unit](), words.ERROR(), *lead, *odds, words.TRIALS())
    for choice, chances in zip(advice.choices, said, strict=True):
        table.add_row(
            choice.text,
            percentage(choice.value, ".1f") if in_wins else digits(choice.value, ".1f"),
            digits(100 * choice.error if in_wins else choice.error, ".1f"),
            *([digits(choice.lead, "+.1f")] if has_lead else []),
            *(percentage(chances[what], ".1f") if what in chances else "" for what in odds),
            digits(choice.tries, ",") if choice.tries else say(words.EXACT()),
        )
    return table


async def _best_advice(
    spec: GameSpec, choice: "OpenChoice", budget: Budget, first: "Callable[[Found[Advice]], None]"
) -> "Advice":
    """The best advice; `first` gets the advice that is ready before it."""
    from quincunx.bots import bot_key
    from quincunx.thinking.found import Decision
    from quincunx.thinking.room import Room

    room = Room(quick=0)
    try:
        decision = Decision(spec, *choice, bot_key("advice", 0, choice.seat))
        async for found in room.weigh(decision, budget):
            if found.reason is not None:
                first(found)
    finally:
        await room.close()
    return found.result
