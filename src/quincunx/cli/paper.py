"""`print`: a score sheet and player aid on paper."""

from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.options import GameName, app
from quincunx.core.errors import SetupError
from quincunx.core.render import language
from quincunx.core.words import quoted
from quincunx.games import game
from quincunx.sim import words


@app.command("print", epilog="quincunx print phase10 --pdf phase10.pdf --paper letter")
def print_sheet(
    name: GameName,
    pdf: Annotated[Path, typer.Option("--pdf", metavar="FILE", help="File to write.")],
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="Size of the paper.")] = "a4",
) -> None:
    """Write a score sheet and player aid on one page."""
    from quincunx.sim.paper import PAPERS, write_sheet
    from quincunx.sim.plot import check

    spec = game(name)
    if paper not in PAPERS:
        raise SetupError(words.NO_PAPER(paper=quoted(paper), known=", ".join(PAPERS)))
    check(pdf)
    write_sheet(spec, pdf, language(), paper)
