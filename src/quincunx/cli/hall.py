"""`hall` and `hall admin`: open a hall and look after it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.options import Db, Json, app
from quincunx.cli.usage import App


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
    lang: Annotated[  # taken off the line before, so that it may stand anywhere
        str | None,
        typer.Option(
            metavar="LANGUAGE", help="One of {languages}; may follow any command. Default: the system's language."
        ),
    ] = None,
) -> None:
    if version:
        from quincunx import __version__

        sys.stdout.write(f"quincunx {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        hall(context)


hall_app = App(invoke_without_command=True)
app.add_typer(hall_app, name="hall")


@hall_app.callback(epilog="quincunx hall --lan")
def hall(
    context: typer.Context,
    db: Db = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on. Default: loopback.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on. Default: 8000, or the next free one.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open the hall to the local network and print a QR code of its address.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    allowance: Annotated[
        int,
        typer.Option(
            metavar="MS",
            help="Maximum latency compensation in races, in milliseconds of round trip.",
            min=0,
            max=2000,
        ),
    ] = 400,
    tables_an_hour: Annotated[
        int, typer.Option(help="Number of tables that one address may open per hour.", min=1)
    ] = 120,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="Public origin of the hall, or another origin whose pages may connect: https://dice.example",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address of a reverse proxy whose X-Forwarded-For header is trusted."),
    ] = None,
    peer: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS[:PORT]",
            help="Address of this machine at which the hall's processes on other machines reach this one.",
            show_default=False,
        ),
    ] = None,
    webhook: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="POST notifications to this URL: turns of absent players, rounds, dailies, finished matches. The"
            " variable QUINCUNX_WEBHOOK_SECRET has the secret that signs them.",
            show_default=False,
        ),
    ] = None,
    mail_from: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Offer notifications by mail, sent from this address. The variables QUINCUNX_SMTP_USER and"
            " QUINCUNX_SMTP_PASSWORD have the login at the mail server, if it needs one.",
            show_default=False,
        ),
    ] = None,
    smtp: Annotated[str, typer.Option(metavar="HOST[:PORT]", help="Mail server for these mails.")] = "localhost:25",
    public_figures: Annotated[
        bool, typer.Option("--public-figures", help="Serve /metrics and /schema to everyone, not only to this machine.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(help="Number of server processes (needs PostgreSQL). A process that dies is restarted.", min=1),
    ] = 1,
    keep: Annotated[
        int | None,
        typer.Option(
            metavar="DAYS",
            help="Delete tables that have been idle for this many days, finished or not. Without it, only tables that"
            " never began are deleted, after a week.",
            min=1,
            show_default=False,
        ),
    ] = None,
    tidy: Annotated[
        bool, typer.Option("--tidy", help="Delete expired tables, print what was deleted, and exit.")
    ] = False,
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Back up the SQLite file, even of a running hall, and exit."),
    ] = None,
) -> None:
    """Open the hall: the game server and its web page."""
    if context.invoked_subcommand is not None:
        return
    if tidy or backup is not None:
        from quincunx.server.operations.upkeep import back_up_hall, tidy_hall

        if backup is not None:
            back_up_hall(db, backup)
        if tidy:
            tidy_hall(db, keep)
        return
    from quincunx.server.operations.open_hall import open_hall

    open_hall(
        db=db,
        host=host,
        port=port,
        lan=lan,
        browser=browser,
        allowance=allowance,
        tables_an_hour=tables_an_hour,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        peer=peer,
        webhook=webhook,
        mail_from=mail_from,
        smtp=smtp,
        public_figures=public_figures,
        keep_days=keep,
        workers=workers,
    )


admin_app = App(invoke_without_command=True)
hall_app.add_typer(admin_app, name="admin")
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.", show_default=False)]
Address = Annotated[
    str,
    typer.Argument(
        metavar="ADDRESS", help="An address or a network, such as 203.0.113.9 or 2001:db8:1:2::/64.", show_default=False
    ),
]


@admin_app.callback(epilog="quincunx hall admin tables")
def admin(context: typer.Context, db: Db = None, as_json: Json = False) -> None:
    """Administer a running hall."""
    if context.invoked_subcommand is None:
        from quincunx.server.operations.admin import show_status

        show_status(db, as_json)


@admin_app.command("tables", epilog="quincunx hall admin tables --json")
def admin_tables(db: Db = None, as_json: Json = False) -> None:
    """List the tables that are public or in use."""
    from quincunx.server.operations.admin import show_tables

    show_tables(db, as_json)


@admin_app.command("connections", epilog="quincunx hall admin connections")
def admin_connections(db: Db = None, as_json: Json = False) -> None:
    """List the connections: address, table and seat."""
    from quincunx.server.operations.admin import show_connections

    show_connections(db, as_json)


@admin_app.command("players", epilog="quincunx hall admin players")
def admin_players(db: Db = None, as_json: Json = False) -> None:
    """List the players with a key, and the number of keys from their address."""
    from quincunx.server.operations.admin import show_players

    show_players(db, as_json)


@admin_app.command("dailies", epilog="quincunx hall admin dailies")
def admin_dailies(db: Db = None, as_json: Json = False) -> None:
    """List today's results of dailies; closing a table removes its result."""
    from quincunx.server.operations.admin import show_results

    show_results(db, as_json)


@admin_app.command("tournaments", epilog="quincunx hall admin tournaments")
def admin_tournaments(db: Db = None, as_json: Json = False) -> None:
    """List the running tournaments."""
    from quincunx.server.operations.admin import show_tournaments

    show_tournaments(db, as_json)


@admin_app.command("end", epilog="quincunx hall admin end abc234defg")
def admin_end(
    tournament: Annotated[str, typer.Argument(help="The tournament's id, from its link.")], db: Db = None
) -> None:
    """End a tournament after the current round."""
    from quincunx.server.operations.admin import tell
    from quincunx.server.operations.admin_socket import EndRequest

    tell(db, EndRequest(tournament))


@admin_app.command("close", epilog="quincunx hall admin close abc234defg")
def admin_close(table: TableId, db: Db = None) -> None:
    """Close a table for good, and remove its result from records, dailies and ratings."""
    from quincunx.server.operations.admin import tell
    from quincunx.server.operations.admin_socket import CloseRequest

    tell(db, CloseRequest(table))


@admin_app.command("unname", epilog="quincunx hall admin unname abc234defg 1")
def admin_unname(
    table: TableId,
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="The player's seat, counted from 0.", show_default=False)],
    db: Db = None,
) -> None:
    """Remove a player's name."""
    from quincunx.server.operations.admin import tell
    from quincunx.server.operations.admin_socket import UnnameRequest

    tell(db, UnnameRequest(table, seat))


@admin_app.command("ban", epilog="quincunx hall admin ban 203.0.113.9")
def admin_ban(address: Address, db: Db = None) -> None:
    """Ban an address or a network, also after a restart."""
    from quincunx.server.operations.admin import tell
    from quincunx.server.operations.admin_socket import BanRequest

    tell(db, BanRequest(address))


@admin_app.command("unban", epilog="quincunx hall admin unban 203.0.113.9")
def admin_unban(address: Address, db: Db = None) -> None:
    """Lift the ban of an address or a network."""
    from quincunx.server.operations.admin import tell
    from quincunx.server.operations.admin_socket import UnbanRequest

    tell(db, UnbanRequest(address))
