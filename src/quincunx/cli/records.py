"""`replay` and `verify`: read a saved match."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.cli.options import Json, app
from quincunx.cli.output import no_text, print_json, show
from quincunx.core import words as core_words
from quincunx.core.errors import shortened
from quincunx.core.render import say
from quincunx.games import game
from quincunx.tui import words

if TYPE_CHECKING:
    from quincunx.core.match import Match
    from quincunx.table.verify import Finding


@app.command(epilog="quincunx replay match.txt --step")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript.", show_default=False)],
    step: Annotated[
        bool | None,
        typer.Option(
            "--step/--no-step",
            help="Step through the match, forward and back; the default in a terminal.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Step through a match, or print all of it."""
    from quincunx.core.transcript import read_header, read_transcript

    text = file.read_text(encoding="utf-8")
    match = read_transcript(game(read_header(text)[0].game), text)
    if not as_json and (sys.stdin.isatty() and sys.stdout.isatty() if step is None else step):
        from quincunx.tui.replay import ReplayScreen
        from quincunx.tui.terminal import Terminal

        ReplayScreen(match, Terminal()).run()
        return
    events = _told(match)
    if as_json:
        print_json(_replay_json(match, events))
        return
    from rich.console import Group
    from rich.text import Text

    from quincunx.tui.screen import standings_table

    lines = [Text(event["line"]) for event in events if event["line"]]
    seats = core_words.SEATS(count=match.seats)
    title = Text(say(words.MATCH_OF(game=match.spec.title, seats=seats)), style="bold")
    show(Group(title, *lines, Text(), standings_table(match)))


def _told(match: "Match") -> list[dict[str, Any]]:
    """Every event with its notation and its description, nothing hidden."""
    from quincunx.core.narration import narrator_of
    from quincunx.core.seats import CHANCE

    moments, notation = list(match.walk()), match.spec.notation
    told = narrator_of(match.spec).told(moments, None, match.names)
    texts = [
        notation.format_outcome(before, what) if who == CHANCE else notation.format_action(before, who, what)
        for _, before, (who, what, _), _ in moments
    ]
    return [
        {"who": moment.who, "text": text, "line": say(moment.said), "at": event.at}
        for moment, text, event in zip(told, texts, match.events, strict=True)
    ]


def _replay_json(match: "Match", events: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "game": match.spec.slug,
        "rules": match.spec.rules_version,
        "seats": match.seats,
        "names": match.names,
        "variants": match.variants,
        "over": match.is_over,
        "events": events,
        "standings": [row._asdict() for row in match.standings()],
    }


@app.command(epilog="quincunx verify proof.txt --chain 81ce… --commitment 3f0a…")
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript or a hall's proof.", show_default=False)],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that the hall showed before the match.")
    ] = None,
    chain: Annotated[str | None, typer.Option(metavar="HEX", help="The chain that the hall showed at the end.")] = None,
    entropy: Annotated[str | None, typer.Option(metavar="TEXT", help="Your own entropy.")] = None,
    commitments: Annotated[
        str | None,
        typer.Option(metavar="HEX,…", help="The commitments of all seats at the time you revealed your entropy."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Check every action and every die of a match.

    The verdict is the exit code: proved (0), wrong (1), unreadable (2), consistent (3) or real dice (4). Consistent
    means that nothing is wrong, but a proof needs more; the output lists what. Real dice are entered by people: nothing
    proves them.
    """
    from quincunx.table.verify import UNREADABLE, Finding, Witness
    from quincunx.table.verify import verify as check

    try:
        finding = check(file.read_text(encoding="utf-8"), game, Witness(commitment, chain, entropy, commitments))
    except UnicodeDecodeError as error:
        finding = Finding(UNREADABLE, problem=no_text(error))
    if as_json:
        print_json({"file": str(file), "code": finding.verdict} | {"outcome": finding.name} | _finding_json(finding))
    else:
        _say_finding(finding)
    return finding.verdict


def _finding_json(finding: "Finding") -> dict[str, Any]:
    return {
        "checked": [say(line) for line in finding.checked],
        "missing": [say(line) for line in finding.missing],
        "problem": finding.problem and shortened(say(finding.problem)),
    }


def _say_finding(finding: "Finding") -> None:
    for line in finding.checked:
        sys.stdout.write(f"{say(words.CHECKED(what=line))}\n")
    for line in finding.missing:
        sys.stdout.write(f"{say(words.MISSING(what=line))}\n")
    if finding.problem is None:
        sys.stdout.write(f"{say(finding.says)}\n")
    else:
        sys.stderr.write(f"{shortened(say(words.FOUND(outcome=finding.says, problem=finding.problem)))}\n")
