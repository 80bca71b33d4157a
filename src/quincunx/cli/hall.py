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
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.", is_eager=True)] = False,
    lang: Annotated[  # taken off the line before, so that it may stand anywhere
        str | None,
        typer.Option(metavar="LANGUAGE", help="One of {languages}, after any command too; the system's by default."),
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
    host: Annotated[str | None, typer.Option(help="The address to listen on; loopback by default.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8000 by default, or the next free one.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open to the local network; print the address as a QR code.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page.")] = True,
    allowance: Annotated[
        int,
        typer.Option(
            metavar="MS",
            help="In races, how many milliseconds of a round trip are made up for at most.",
            min=0,
            max=2000,
        ),
    ] = 400,
    tables_an_hour: Annotated[
        int, typer.Option(help="How many tables one address may open within an hour.", min=1)
    ] = 120,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Another origin of the hall, or whose pages may connect: https://dice.example"
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy before the hall whose X-Forwarded-For is believed."),
    ] = None,
    public_figures: Annotated[
        bool, typer.Option("--public-figures", help="Show /metrics and /schema to everyone, not to this machine alone.")
    ] = False,
    workers: Annotated[
        int, typer.Option(help="Processes that serve together, on PostgreSQL; one that dies is started again.", min=1)
    ] = 1,
    keep: Annotated[
        int | None,
        typer.Option(
            metavar="DAYS",
            help="Throw tables away that have not moved for so long, finished or not; without it only those that never"
            " began, after a week.",
            min=1,
            show_default=False,
        ),
    ] = None,
    tidy: Annotated[bool, typer.Option("--tidy", help="Throw away what is not kept, say what, and leave.")] = False,
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Copy the hall's SQLite file, even while it is open, and leave."),
    ] = None,
) -> None:
    """Open the hall: the server and its page, for you and whoever has the link."""
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
        metavar="ADDRESS", help="An address or a network, as 203.0.113.9 or 2001:db8:1:2::/64.", show_default=False
    ),
]


@admin_app.callback(epilog="quincunx hall admin tables")
def admin(context: typer.Context, db: Db = None, as_json: Json = False) -> None:
    """For whoever runs a hall that is open: what is going on there, and how to end it."""
    if context.invoked_subcommand is None:
        from quincunx.server.operations.admin import show_status

        show_status(db, as_json)


@admin_app.command("tables", epilog="quincunx hall admin tables --json")
def admin_tables(db: Db = None, as_json: Json = False) -> None:
    """The tables that are listed or that someone is at."""
    from quincunx.server.operations.admin import show_tables

    show_tables(db, as_json)


@admin_app.command("connections", epilog="quincunx hall admin connections")
def admin_connections(db: Db = None, as_json: Json = False) -> None:
    """Who is connected, from which address, to what."""
    from quincunx.server.operations.admin import show_connections

    show_connections(db, as_json)


@admin_app.command("close", epilog="quincunx hall admin close abc234defg")
def admin_close(table: TableId, db: Db = None) -> None:
    """Close a table for good."""
    from quincunx.server.operations.admin import close_table

    close_table(db, table)


@admin_app.command("unname", epilog="quincunx hall admin unname abc234defg 1")
def admin_unname(
    table: TableId,
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="The player's seat, counted from 0.", show_default=False)],
    db: Db = None,
) -> None:
    """Take a player's name away."""
    from quincunx.server.operations.admin import remove_name

    remove_name(db, table, seat)


@admin_app.command("ban", epilog="quincunx hall admin ban 203.0.113.9")
def admin_ban(address: Address, db: Db = None) -> None:
    """Keep an address or a network out, now and after a restart."""
    from quincunx.server.operations.admin import ban

    ban(db, address)


@admin_app.command("unban", epilog="quincunx hall admin unban 203.0.113.9")
def admin_unban(address: Address, db: Db = None) -> None:
    """Let an address or a network in again."""
    from quincunx.server.operations.admin import unban

    unban(db, address)
