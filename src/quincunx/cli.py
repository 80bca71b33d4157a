"""The command line: words in, exit codes out.

Nothing heavy is imported before a command needs it: `quincunx --help` and `quincunx play` start at once.
"""

import json
import math
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.core import words as core_words
from quincunx.core.bots import MOST_PLAYOUTS
from quincunx.core.errors import QuincunxError, SetupError, shortened, system_reason
from quincunx.core.messages import Message
from quincunx.core.render import digits, languages, percentage, printable, rules_of, say, speak
from quincunx.core.words import quoted
from quincunx.games import GAMES, game
from quincunx.tui import words
from quincunx.tui.usage import App, UnknownCommandError, UsageError, complaint

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress

    from quincunx.core.match import Match
    from quincunx.core.verify import Finding

BROKEN_PIPE, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes: nobody reads what is printed; the input is wrong; Ctrl-C."""
NO_LANGUAGE = ("C", "POSIX")
"""Locales of a system that names none."""

app = App(
    name="quincunx",
    help="Five dice games on one engine: play them, look up their rules, simulate them."
    " Without a command the hall opens, a page in the browser.",
    epilog="quincunx play phase10",
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of {games}.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, host:6379, ray://host:10001, or local for one of this machine alone.",
        show_default=False,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME=CHOICE", help="Play by a variant; can be given several times."),
]


def _finite(number: float) -> float:
    """The same number, unless it is none (`nan`) or without end (`inf`)."""
    if not math.isfinite(number):
        raise typer.BadParameter(str(number))
    return number


_swallowed: list[object] = []
"""Ctrl-C that the compiler has met in a callback, where Python can only drop it: another error comes of it later."""


def main() -> None:
    """The entry point of `quincunx`."""
    sys.unraisablehook = _notice
    if sys.stdin is None:  # closed by whoever started it
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open to the end
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # open to the end
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what a terminal or a file's encoding lacks
    sys.exit(run(sys.argv[1:]))


def _notice(dropped: "sys.UnraisableHookArgs") -> None:
    if issubclass(dropped.exc_type, KeyboardInterrupt):
        _swallowed.append(dropped.object)
    else:
        sys.__unraisablehook__(dropped)


def run(line: Sequence[str]) -> int:
    """Carry out a command line; its exit code. What is wrong with it is said in one line."""
    try:
        code = app(_speak(line), prog_name="quincunx", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens any more
        return BROKEN_PIPE
    except UsageError as error:
        return _refuse(say(complaint(error, line)), _command_of(error))
    except UnknownCommandError as error:
        return _refuse(say(error.message), error.group)
    except QuincunxError as error:
        return _refuse(say(error.message))
    except UnicodeDecodeError as error:
        return _refuse(say(_no_text(error)))
    except OSError as error:
        return _refuse(say(_of_system(error)))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except RuntimeError:
        if _swallowed:
            return INTERRUPTED
        raise
    return code if isinstance(code, int) else 0


def _no_text(error: UnicodeDecodeError) -> Message:
    return words.NO_TEXT_FILE(byte=str(error.start))


def _of_system(error: OSError) -> Message:
    reason = system_reason(error)
    return words.AT_FILE(path=str(error.filename), reason=reason) if error.filename else reason


def _speak(line: Sequence[str]) -> list[str]:
    """Choose the language by `--lang` (anywhere on the line) or by the system; the other words of the line."""
    chosen, rest = "", list[str]()
    given = iter(line)
    for word in given:
        if word == "--":
            return [*rest, word, *given]
        if word == "--lang" or word.startswith("--lang="):
            chosen = word.partition("=")[2] or next(given, "")
            if chosen not in languages():
                speak(_system_language())
                raise SetupError(core_words.NO_SUCH_LANGUAGE(language=quoted(chosen), known=", ".join(languages())))
        else:
            rest.append(word)
    speak(chosen or _system_language())
    return rest


def _system_language() -> str:
    """As gettext finds it: the first of LANGUAGE that there is a catalogue of, else what the first variable names.

    Where that is nothing or C, it is English, whatever LANGUAGE says.
    """
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), NO_LANGUAGE[0])
    if re.split(r"[.@]", named)[0] in NO_LANGUAGE:
        return "en"
    for wanted in (*os.environ.get("LANGUAGE", "").split(":"), named):
        tag = re.split(r"[.@]", wanted)[0].replace("_", "-")
        for name in (tag, tag.partition("-")[0]):
            if name in languages():
                return name
    return "en"


def _refuse(reason: str, command: str = "quincunx") -> int:
    sys.stderr.write(f"{command}: {printable(shortened(' '.join(reason.split())))}\n")
    return BAD_INPUT


def _command_of(error: Any) -> str:
    path: str = error.ctx.command_path if error.ctx is not None else "quincunx"
    return path


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


Db = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…; a file in the user's data folder by default."),
]
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
        from quincunx.server.upkeep import back_up_hall, tidy_hall

        if backup is not None:
            back_up_hall(db, backup)
        if tidy:
            tidy_hall(db, keep)
        return
    from quincunx.server.commands import open_hall

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
        from quincunx.server.admin import show_status

        show_status(db, as_json)


@admin_app.command("tables", epilog="quincunx hall admin tables --json")
def admin_tables(db: Db = None, as_json: Json = False) -> None:
    """The tables that are listed or that someone is at."""
    from quincunx.server.admin import show_tables

    show_tables(db, as_json)


@admin_app.command("connections", epilog="quincunx hall admin connections")
def admin_connections(db: Db = None, as_json: Json = False) -> None:
    """Who is connected, from which address, to what."""
    from quincunx.server.admin import show_connections

    show_connections(db, as_json)


@admin_app.command("close", epilog="quincunx hall admin close abc234defg")
def admin_close(table: TableId, db: Db = None) -> None:
    """Close a table for good."""
    from quincunx.server.admin import close_table

    close_table(db, table)


@admin_app.command("unname", epilog="quincunx hall admin unname abc234defg 1")
def admin_unname(
    table: TableId,
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="The player's seat, counted from 0.", show_default=False)],
    db: Db = None,
) -> None:
    """Take a player's name away."""
    from quincunx.server.admin import remove_name

    remove_name(db, table, seat)


@admin_app.command("ban", epilog="quincunx hall admin ban 203.0.113.9")
def admin_ban(address: Address, db: Db = None) -> None:
    """Keep an address or a network out, now and after a restart."""
    from quincunx.server.admin import ban

    ban(db, address)


@admin_app.command("unban", epilog="quincunx hall admin unban 203.0.113.9")
def admin_unban(address: Address, db: Db = None) -> None:
    """Let an address or a network in again."""
    from quincunx.server.admin import unban

    unban(db, address)


@app.command(epilog="quincunx join http://127.0.0.1:8000/t/abc234defg --name Ann")
def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The invitation to a table.", show_default=False)],
    name: Annotated[str, typer.Option(help="What the others call you.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    bot: Annotated[
        str | None, typer.Option(metavar="BOT", help="Let a bot play, mymodule:MyBot or one of the game's.")
    ] = None,
) -> None:
    """Play at a table of a hall from the terminal."""
    from quincunx.server.remote import join_table

    join_table(link, name, watch=watch, bot=bot)


@app.command("open", epilog="quincunx open sixes --name Ann")
def open_(
    name: GameName,
    seats: Annotated[int | None, typer.Option(help="How many play, bots included.", show_default=False)] = None,
    bots: Annotated[str, typer.Option(metavar="BOT,…", help="The bots of the last seats.")] = "",
    called: Annotated[str, typer.Option("--name", help="What the others call you.")] = "",
    variant: Variants = None,
    hall_url: Annotated[
        str | None, typer.Option("--hall", metavar="URL", help="The hall; without it, the one that is open here.")
    ] = None,
    listed: Annotated[bool, typer.Option(help="Show the table in the lobby.")] = True,
    stay: Annotated[bool, typer.Option(help="Play there from the terminal; without it only the link is shown.")] = True,
) -> None:
    """Make a table at a hall, show its link and QR code, and play there from the terminal."""
    from quincunx.core.naming import clean_name
    from quincunx.server.protocol import CreateTable, Settings
    from quincunx.server.remote import open_table
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
    open_table(wanted, hall_url, stay=stay)


@app.command(epilog="quincunx verify proof.txt --chain 81ce… --commitment 3f0a…")
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript or a hall's proof.", show_default=False)],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that was shown before the match.")
    ] = None,
    chain: Annotated[str | None, typer.Option(metavar="HEX", help="The chain that was shown at the end.")] = None,
    entropy: Annotated[str | None, typer.Option(metavar="TEXT", help="What you added to the dice.")] = None,
    commitments: Annotated[
        str | None, typer.Option(metavar="HEX,…", help="What every seat was committed to when you told that.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Check a match: every action, every die, and that nobody changed anything.

    It is proved (exit code 0), wrong (1), unreadable (2) or consistent (3): then nothing is wrong, and what is missing
    for a proof is listed.
    """
    from quincunx.core.verify import UNREADABLE, Finding, Witness
    from quincunx.core.verify import verify as check

    try:
        finding = check(file.read_text(encoding="utf-8"), game, Witness(commitment, chain, entropy, commitments))
    except UnicodeDecodeError as error:
        finding = Finding(UNREADABLE, problem=_no_text(error))
    if as_json:
        _print_json({"file": str(file), "code": finding.verdict} | {"outcome": finding.name} | _finding_json(finding))
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


@app.command(epilog="quincunx play phase10 --seats 3 --bots greedy,random")
def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Without it the games are listed.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, bots included.", show_default=False)] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="BOT,…", help="The bots of the last seats; none for people only.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="What the people are called, in the order of their seats.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="A word that decides all dice and cards.")] = None,
    variant: Variants = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the match.")] = None,
    dice: Annotated[
        str | None, typer.Option(metavar="seeded|typed", help="Dice from the seed, or your own, typed in as they land.")
    ] = None,
    bot_speed: Annotated[
        float, typer.Option(help="How fast bots are in a race; 1 is the speed of their level.", callback=_finite)
    ] = 1.0,
    quick: Annotated[bool, typer.Option("--quick", help="No pause after a bot's turn.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Tell the game's variants, bots and words.")] = False,
) -> int:
    """Play in the terminal, against bots or with others at one keyboard."""
    if name is None or list_:
        from quincunx.tui.offers import games, offers

        _console().print(games() if name is None else offers(game(name)))
        return 0
    from quincunx.tui.play import play as play_match

    return play_match(
        name,
        seats=seats,
        bots=bots,
        names=names,
        seed=seed,
        variants=variant or (),
        resume=resume,
        save=save,
        dice=dice,
        bot_speed=bot_speed,
        quick=quick,
    )


@app.command(epilog="quincunx learn phase10")
def learn(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Without it the games are listed.")] = None,
) -> None:
    """A guided first match in the terminal: three minutes on the real board, every choice explained."""
    from quincunx.core.tutorial import has_tutorial, lesson_of
    from quincunx.tui.offers import lessons

    if name is None:
        _console().print(lessons())
        return
    spec = game(name)
    if not has_tutorial(spec):
        raise SetupError(words.LEARN_NONE(game=spec.title))
    from quincunx.tui.learn import Learn
    from quincunx.tui.terminal import Terminal

    Learn(lesson_of(spec, say(words.LEARN_READER())), Terminal()).run()


@app.command(epilog="quincunx rules phase10")
def rules(name: GameName, as_json: Json = False) -> None:
    """The rules and rulings of a game, in our own words."""
    spec = game(name)
    texts = {"rules": rules_of(spec, "RULES.md"), "rulings": rules_of(spec, "RULINGS.md")}
    if as_json:
        _print_json({"game": spec.slug, "title": spec.title} | {part: _sentences(text) for part, text in texts.items()})
        return
    from rich.markdown import Markdown

    _show(Markdown("\n\n".join(_markdown(text) for text in texts.values())))


def _sentences(text: str) -> dict[str, str]:
    """The numbered lines of a rules text by their number."""
    numbered = (re.fullmatch(r"((?:§|R)\d+) (.*)", line) for line in text.splitlines())
    return {line[1]: line[2] for line in numbered if line is not None}


def _markdown(text: str) -> str:
    """The text with every numbered line as a paragraph of its own."""
    return re.sub(r"^((?:§|R)\d+) ", r"\n**\1** ", text, flags=re.MULTILINE)


@app.command(epilog="quincunx simulate phase10 --seats 3 --bots greedy,random,random --matches 100000 --seed 7")
def simulate(
    name: GameName,
    seats: Annotated[int | None, typer.Option(help="How many play; as many as bots are named, or two.")] = None,
    bots: Annotated[
        str,
        typer.Option(metavar="BOT,…", help="One for all seats or one for each; greedy@2 is twice as fast in a race."),
    ] = "random",
    matches: Annotated[int, typer.Option(help="How many matches.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures, on any number of workers.")] = 0,
    variant: Variants = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that play; as many as there are cores.", show_default=False)
    ] = None,
    ray: Ray = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw a histogram of the points (PNG, SVG or PDF).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Many matches between bots: who wins how often, with how many points, in how many events."""
    from quincunx.bots.worker import usable_cores
    from quincunx.sim import plot as plotting
    from quincunx.sim.report import report
    from quincunx.sim.simulate import Plan
    from quincunx.sim.simulate import simulate as play_all
    from quincunx.tui.play import read_variants

    names = [bot.strip() for bot in bots.split(",")]
    plan = Plan.of(game(name), seats=seats, bots=names, matches=matches, seed=seed, variants=read_variants(variant))
    _check_workers(workers, ray)
    if plot is not None:
        plotting.check(plot)
    with _progress() as progress:
        task = progress.add_task(say(words.MAKING_READY_FOR(game=plan.spec.title)), total=plan.matches)

        def played(more: int) -> None:
            progress.update(task, advance=more, description=plan.spec.title)

        simulation = play_all(plan, workers=workers or usable_cores(), ray=ray, progress=played)
    if plot is not None:
        plotting.draw(simulation, plot)
    if as_json:
        _print_json(simulation.to_json())
    else:
        _console().print(report(simulation))


@app.command(epilog="quincunx solve phase10 --plot scores.png · quincunx solve phase10 --certify --json")
def solve(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A game that is solved: {solved}.", show_default=False)],
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the tables are kept; the user's cache folder by default."),
    ] = None,
    certify: Annotated[
        bool,
        typer.Option(
            "--certify", help="Check the solution too, by other code; and play a million matches through the rules."
        ),
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw how likely each final score is (PNG, SVG or PDF).")
    ] = None,
    as_json: Json = False,
) -> int:
    """Exact optimal play of a solved game: tables, values, chances.

    The first time it builds the tables, which takes minutes, some GiB of memory and up to a GiB on disk. Ctrl-C
    interrupts it, the next call goes on. After that it only reads them.
    """
    from quincunx.sim import plot as plotting
    from quincunx.solvers.solved import SOLVED

    spec = game(name)
    if spec.slug not in SOLVED:
        raise SetupError(words.ONLY_SOLVED(game=spec.title, solved=", ".join(SOLVED)))
    solver = SOLVED[spec.slug].solver
    if plot is not None:
        plotting.check(plot)
    with _parts_progress() as progress:
        task = progress.add_task(say(words.MAKING_READY_FIRST()), total=1.0)

        def done(what: Message, part: float) -> None:
            progress.update(task, advance=part, description=say(what))

        solver.build(folder, done)
        if certify:
            progress.reset(task, description=say(words.MAKING_READY_TO_CHECK()))
            certificate = solver.certify(folder, done)
    found = solver.figures(folder)
    if plot is not None:
        found.draw(plot)
    if as_json:
        _print_json(found.to_json() | ({"certificate": certificate.to_json()} if certify else {}))
    else:
        _console().print(found.report())
        if certify:
            _console().print("\n".join(map(say, certificate.lines())))
    return int(certify and not certificate.holds)


@app.command(epilog="quincunx arena sixes --bots random,greedy,expert --matches 2000")
def arena(
    name: GameName,
    bots: Annotated[
        str, typer.Option(metavar="BOT,…", help="Who meets whom; master:200 has 200 playouts, mymodule:MyBot is yours.")
    ] = "random,greedy,expert",
    seats: Annotated[int, typer.Option(help="How many sit at a table.")] = 2,
    matches: Annotated[int, typer.Option(help="How many matches of every pairing, at most.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures, on any number of workers.")] = 0,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop a pairing when a sequential test is sure (50 against 52 %).")
    ] = False,
    variant: Variants = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that play; as many as there are cores.", show_default=False)
    ] = None,
    ray: Ray = None,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Keep the results there, and go on with them.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw the ratings (PNG, SVG or PDF).")] = None,
    as_json: Json = False,
) -> int:
    """A round robin of bots with duplicate dice: ratings and scores with their bounds."""
    from quincunx.bots.worker import usable_cores
    from quincunx.sim import plot as plotting
    from quincunx.sim.arena import Arena, ArenaPlan, run_arena
    from quincunx.sim.arena_report import arena_report, draw_arena
    from quincunx.tui.play import read_variants

    names = [bot.strip() for bot in bots.split(",")]
    plan = ArenaPlan.of(
        game(name),
        names,
        seats=seats,
        matches=matches,
        seed=seed,
        variants=read_variants(variant),
        until_sure=until_sure,
    )
    _check_workers(workers, ray)
    if plot is not None:
        plotting.check(plot)
    played, code = Arena(plan), 0
    with _progress() as progress:
        total = plan.groups * plan.group * len(plan.lineups)
        task = progress.add_task(say(words.MAKING_READY_FOR(game=plan.spec.title)), total=total)

        def heard(more: int) -> None:
            progress.update(task, advance=more, description=plan.spec.title)

        try:
            for now in run_arena(plan, workers=workers or usable_cores(), ray=ray, progress=heard, state=state):
                played = now
        except KeyboardInterrupt:
            code = INTERRUPTED
    if code and state is not None:
        sys.stderr.write(f"{say(words.STOPPED(path=str(state)))}\n")
    if not played.pairings:
        return code
    if plot is not None:
        draw_arena(played, plot)
    if as_json:
        _print_json(played.to_json())
    else:
        _console().print(arena_report(played))
    return code


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
    with _progress() as progress:
        progress.add_task(say(words.THINKING_OF(game=spec.title)), total=None)
        advice = weigh(spec, state, seat=seat, budget=Budget(playouts=playouts))
    if as_json:
        _print_json(advice.to_json())
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
    console = _console()
    console.print(table)
    console.print(say(advice.why))


@app.command(epilog="quincunx bench phase10")
def bench(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; without it all are measured.")] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many play; two by default, or as few as can.", show_default=False)
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.", min=0.01, callback=_finite)] = 1.0,
    as_json: Json = False,
) -> None:
    """Events and decisions a second of random play, compiled and interpreted, on one core."""
    from quincunx.sim.speed import MODE_NAMES, MODES, measure, speed_table
    from quincunx.sim.words import MODES as MODES_SAID

    specs = list(GAMES) if name is None else [game(name)]
    for spec in specs:
        spec.check_seats(seats or spec.seats[0])
    speeds = []
    with _progress() as progress:
        task = progress.add_task(say(words.MAKING_READY()), total=len(specs) * len(MODES))
        for spec in specs:
            for mode in MODES:
                progress.update(task, description=f"{spec.title}, {say(MODES_SAID[MODE_NAMES[mode]]())}")
                speeds.append(measure(spec, seats=seats, mode=mode, seconds=seconds))
                progress.advance(task)
    if as_json:
        _print_json([speed.to_json() for speed in speeds])
    else:
        _console().print(speed_table(speeds))


@app.command(epilog="quincunx replay match.txt --step")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript.", show_default=False)],
    step: Annotated[
        bool | None,
        typer.Option(
            "--step/--no-step",
            help="Go through it moment by moment, forth and back; the usual way in a terminal.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """What happened in a match: the board moment by moment, or all of it in words, and how it stands at the end."""
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
        _print_json(_replay_json(match, events))
        return
    from rich.console import Group
    from rich.text import Text

    lines = [Text(event["line"]) for event in events if event["line"]]
    seats = core_words.SEATS(count=match.seats)
    title = Text(say(words.MATCH_OF(game=match.spec.title, seats=seats)), style="bold")
    now = Text(say((words.STANDINGS if match.is_over else words.STANDINGS_SO_FAR)()), style="bold")
    _show(Group(title, *lines, Text(), now, _standings(match)))


def _told(match: "Match") -> list[dict[str, Any]]:
    """Every event with its text and its line in words, as someone tells it who has seen everything."""
    from quincunx.core.narration import narrator_of

    told = narrator_of(match.spec).told(match.walk(), None, match.names)
    return [
        {"who": moment.who, "text": moment.text, "line": say(moment.said), "at": event.at}
        for moment, event in zip(told, match.events, strict=True)
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


def _standings(match: "Match") -> "RenderableType":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable

    table = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(words.PLACE()), justify="right")
    table.add_column(say(words.NAME()))
    table.add_column(say(core_words.UNITS[match.spec.unit]()), justify="right")
    for row in match.standings():
        table.add_row(str(row.place), match.names[row.seat], digits(row.points, ","))
    return table


def _check_workers(workers: int | None, ray: str | None) -> None:
    if workers is not None and workers < 1:
        raise SetupError(words.NO_WORKERS(workers=str(workers)))
    if workers is not None and ray is not None:
        raise SetupError(words.WORKERS_OF_RAY())


def _console(*, errors: bool = False) -> "Console":
    from quincunx.tui.console import PlainConsole

    return PlainConsole(stderr=errors)


def _progress() -> "Progress":
    """A bar on standard error, so that what is printed can be piped; gone when it is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = _console(errors=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _parts_progress() -> "Progress":
    """The same for work that is measured in parts of the whole."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    console = _console(errors=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _show(renderable: "RenderableType") -> None:
    """Print; through the user's pager where it would not fit on the screen."""
    console = _console()
    if not console.is_terminal:
        console.print(renderable)
        return
    with console.capture() as captured:
        console.print(renderable)
    text = captured.get()
    if text.count("\n") < console.height:
        sys.stdout.write(text)
        return
    import pydoc

    os.environ.setdefault("LESS", "-R")
    pydoc.pager(text)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
