"""`judge`: rulings for people who play at a table of their own."""

import sys
from typing import Annotated

import typer

from quincunx.cli.options import GameName, Json, app
from quincunx.cli.output import print_json
from quincunx.core.messages import SENTENCES
from quincunx.core.render import say
from quincunx.games import game


@app.command(epilog='quincunx judge phase10 "8 8 5 6 9 10 W W 3 1, phase 1" · quincunx judge sixes "hard vs 4+2"')
def judge(
    name: GameName,
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="[QUESTION]", help="Omit it to list the possible questions.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge dice, piles and rows of a match on a real table."""
    module = game(name).part("judge")
    text = " ".join(question or [])
    if not text:
        questions = [{"about": say(asked.about()), "example": asked.example} for asked in module.QUESTIONS]
        if as_json:
            print_json({"question": "", "answers": [], "questions": questions})
        for asked in [] if as_json else questions:
            sys.stdout.write(f'{asked["about"]}\n  quincunx judge {name} "{asked["example"]}"\n')
        return
    answers = module.judge(text)
    if as_json:
        said = [{"said": say(each), "rule": SENTENCES[each.id].rule} for each in answers]
        print_json({"question": text, "answers": said, "questions": []})
    else:
        sys.stdout.write("".join(f"{say(each)}\n" for each in answers))
