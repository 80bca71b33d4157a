"""`join` and `open`: play at a table of a hall, or in a tournament."""

from typing import Annotated

import typer

from quincunx.cli.options import GameName, Variants, app
from quincunx.core.errors import SetupError
from quincunx.games import game


@app.command(epilog="quincunx join http://127.0.0.1:8000/t/abc234defg --name Ann")
def join(
    link: Annotated[
        str, typer.Argument(metavar="LINK", help="The invitation to a table or a tournament.", show_default=False)
    ],
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    bot: Annotated[
        str | None, typer.Option(metavar="BOT", help="Let a bot play: mymodule:MyBot, or one of the game's bots.")
    ] = None,
) -> None:
    """Play at a table of a hall, or in a tournament, from the terminal."""
    from quincunx.client.terminal import join_table

    join_table(link, name, watch=watch, bot=bot)


@app.command("open", epilog="quincunx open sixes --name Ann")
def open_(
    name: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of players, including bots.", show_default=False)] = None,
    bots: Annotated[str, typer.Option(metavar="BOT,…", help="Bots for the last seats.")] = "",
    called: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "",
    variant: Variants = None,
    hall_url: Annotated[
        str | None,
        typer.Option("--hall", metavar="URL", help="Address of the hall. Default: the hall running on this machine."),
    ] = None,
    listed: Annotated[bool, typer.Option(help="Show the table in the lobby.")] = True,
    stay: Annotated[bool, typer.Option(help="Play from the terminal; --no-stay only prints the link.")] = True,
) -> None:
    """Open a table at a hall and play from the terminal."""
    from quincunx.client.terminal import open_table
    from quincunx.client.words import NO_HALL
    from quincunx.core.naming import clean_name
    from quincunx.protocol import CreateTable, Settings
    from quincunx.server.operations.open_hall import url_of_open_hall
    from quincunx.tui.play import read_variants

    spec = game(name)
    seats = spec.usual_seats if seats is None else seats
    spec.check_seats(seats)
    wanted = CreateTable(
        spec.slug,
        seats,
        clean_name(called),
        read_variants(variant),
        [bot.strip() for bot in bots.split(",") if bot.strip()],
        Settings(listed=listed),
    )
    url = hall_url or url_of_open_hall()
    if url is None:
        raise SetupError(NO_HALL())
    open_table(wanted, url, stay=stay)
