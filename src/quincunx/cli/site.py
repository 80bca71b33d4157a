"""`site`: write the page with the engine in the browser, for any static host."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.options import app
from quincunx.core.render import digits, say


@app.command(epilog="quincunx site public")
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to; an older site is replaced.")],
    serve: Annotated[bool, typer.Option("--open", help="Then open the site in the browser, until Ctrl-C.")] = False,
) -> None:
    """Write a static site that plays without a server."""
    from quincunx.site import words
    from quincunx.site.build import write_site

    sizes = write_site(folder)
    size = digits(sum(sizes.values()) / 1e6, ".1f")
    sys.stdout.write(f"{say(words.WRITTEN(folder=str(folder), files=len(sizes), size=size))}\n")
    if serve:
        from quincunx.site.serve import serve_site

        serve_site(folder)
