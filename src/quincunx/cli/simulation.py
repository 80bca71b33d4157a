"""`simulate`, `arena`, `solve` and `bench`: statistics of many matches."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.options import INTERRUPTED, GameName, Json, Ray, Variants, app, finite
from quincunx.cli.output import plain_console, print_json, progress_bar
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.render import digits, percentage, say
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES, game
from quincunx.tui import words


@app.command(epilog="quincunx simulate phase10 --seats 3 --bots greedy,random,random --matches 100000 --seed 7")
def simulate(
    name: GameName,
    seats: Annotated[
        int | None, typer.Option(help="Number of players. Default: the number of bots named, or two.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,…", help="One bot for all seats or one per seat; greedy@2 is twice as fast in a race."
        ),
    ] = "random",
    matches: Annotated[int, typer.Option(help="Number of matches.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures, on any number of workers.")] = 0,
    variant: Variants = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes. Default: the number of cores.", show_default=False)
    ] = None,
    ray: Ray = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Plot a histogram of the points (PNG, SVG or PDF).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Simulate many matches between bots: wins, points, events."""
    from quincunx.sim import plot as plotting
    from quincunx.sim.report import report
    from quincunx.sim.simulate import Plan
    from quincunx.sim.simulate import simulate as play_all
    from quincunx.thinking.process import usable_cores
    from quincunx.tui.play import read_variants

    names = [bot.strip() for bot in bots.split(",")]
    plan = Plan.of(game(name), seats=seats, bots=names, matches=matches, seed=seed, variants=read_variants(variant))
    _check_workers(workers, ray)
    if plot is not None:
        plotting.check(plot)
    with progress_bar() as progress:
        task = progress.add_task(say(words.MAKING_READY_FOR(game=plan.spec.title)), total=plan.matches)

        def played(more: int) -> None:
            progress.update(task, advance=more, description=plan.spec.title)

        simulation = play_all(plan, workers=workers or usable_cores(), ray=ray, progress=played)
    if plot is not None:
        plotting.draw(simulation, plot)
    if as_json:
        print_json(simulation.to_json())
    else:
        plain_console().print(report(simulation))


@app.command(
    epilog="quincunx arena sixes --bots random,greedy,expert --matches 2000 · "
    "quincunx arena sixes --exploit expert --variant dice=4"
)
def arena(
    name: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,…", help="The bots; master:200 uses 200 playouts per move, mymodule:MyBot is your own."
        ),
    ] = "random,greedy,expert",
    seats: Annotated[int, typer.Option(help="Number of seats per table.")] = 2,
    matches: Annotated[int, typer.Option(help="Maximum number of matches per pairing.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures, on any number of workers.")] = 0,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop a pairing when a sequential test (50 % against 52 %) is decided.")
    ] = False,
    replays: Annotated[
        int,
        typer.Option(help="Replays of each turn that remove luck from the scores; 0 for plain scores only."),
    ] = 31,
    variant: Variants = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes. Default: the number of cores.", show_default=False)
    ] = None,
    ray: Ray = None,
    exploit: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Instead: compare a bot of a solved game with perfect play, and list its worst mistakes.",
        ),
    ] = None,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Save the results in this file and continue from them.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Plot the ratings (PNG, SVG or PDF).")] = None,
    as_json: Json = False,
) -> int:
    """Rate bots in a round robin with duplicate dice."""
    from quincunx.sim import plot as plotting
    from quincunx.sim.arena import Arena, ArenaPlan, run_arena
    from quincunx.sim.arena_report import arena_report, draw_arena
    from quincunx.thinking.process import usable_cores
    from quincunx.tui.play import read_variants

    if exploit is not None:
        _exploit(game(name), exploit, matches, seed, read_variants(variant), as_json=as_json)
        return 0
    names = [bot.strip() for bot in bots.split(",")]
    plan = ArenaPlan.of(
        game(name),
        names,
        seats=seats,
        matches=matches,
        seed=seed,
        variants=read_variants(variant),
        until_sure=until_sure,
        replays=replays,
    )
    _check_workers(workers, ray)
    if plot is not None:
        plotting.check(plot)
    played, code = Arena(plan), 0
    total = plan.groups * plan.group * len(plan.lineups)
    with progress_bar() as progress:
        task = progress.add_task(say(words.MAKING_READY_FOR(game=plan.spec.title)), total=total)

        def heard(more: int) -> None:
            progress.update(task, advance=more, description=plan.spec.title)

        try:
            for now in run_arena(plan, workers=workers or usable_cores(), ray=ray, progress=heard, state=state):
                played = now
        except KeyboardInterrupt:
            code = INTERRUPTED
    if code:
        so_far = digits(sum(played.played.values()) * plan.group, ",")
        sys.stderr.write(f"{say(words.INTERRUPTED(played=so_far, total=digits(total, ',')))}\n")
    if code and state is not None:
        sys.stderr.write(f"{say(words.STOPPED(path=str(state)))}\n")
    if not played.pairings:
        return code
    if plot is not None:
        draw_arena(played, plot)
    if as_json:
        print_json(played.to_json() | {"interrupted": bool(code)})
    else:
        plain_console().print(arena_report(played))
    return code


def _exploit(spec: GameSpec, bot: str, matches: int, seed: int, variants: dict[str, str], *, as_json: bool) -> None:
    from quincunx.sim.exploit import exploit
    from quincunx.solvers.solved import SOLVED

    if spec.slug not in SOLVED:
        raise SetupError(words.ONLY_SOLVED(game=spec.title, solved=list(SOLVED)))
    with progress_bar(parts=True) as progress:
        task = progress.add_task(say(words.MAKING_READY_FIRST()), total=1.0)

        def done(what: Message, part: float) -> None:
            progress.update(task, advance=part, description=say(what))

        found = exploit(spec, bot, matches=matches, seed=seed, variants=variants, progress=done)
    if as_json:
        print_json(found.to_json())
    else:
        plain_console().print(found.report())


@app.command(epilog="quincunx solve phase10 --certify --json · quincunx solve sixes --dice 4 --plot wins.png")
def solve(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A solved game: {solved}.", show_default=False)],
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of the tables. Default: the user's cache folder."),
    ] = None,
    dice: Annotated[
        int | None, typer.Option(help="Dice of each player, where that is a variant: 4, 5 or 6.", show_default=False)
    ] = None,
    certify: Annotated[
        bool,
        typer.Option("--certify", help="Also check the solution with independent code, and play matches by the rules."),
    ] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Plot the solution (PNG, SVG or PDF).")] = None,
    as_json: Json = False,
) -> int:
    """Show exact optimal play of a solved game.

    The first run builds the tables. This takes minutes to hours, several GiB of memory and up to a GiB of disk
    space. You can interrupt it with Ctrl-C; the next run continues. Later runs only read the tables.
    """
    from quincunx.sim import plot as plotting
    from quincunx.solvers.solved import SOLVED

    spec = game(name)
    if spec.slug not in SOLVED:
        raise SetupError(words.ONLY_SOLVED(game=spec.title, solved=list(SOLVED)))
    solver = SOLVED[spec.slug].solver
    if dice is not None:
        solver = solver.with_dice(dice)
    if plot is not None:
        plotting.check(plot)
    with progress_bar(parts=True) as progress:
        task = progress.add_task(say(words.MAKING_READY_FIRST()), total=1.0)

        def done(what: Message, part: float) -> None:
            if progress.disable and progress.tasks[task].description != say(what):
                sys.stderr.write(f"{percentage(progress.tasks[task].completed, '.0f')} {say(what)}\n")
            progress.update(task, advance=part, description=say(what))

        solver.build(folder, done)
        if certify:
            progress.reset(task, description=say(words.MAKING_READY_TO_CHECK()))
            certificate = solver.certify(folder, done)
    found = solver.figures(folder)
    if plot is not None:
        found.draw(plot)
    if as_json:
        print_json(found.to_json() | ({"certificate": certificate.to_json()} if certify else {}))
    else:
        plain_console().print(found.report())
        if certify:
            plain_console().print("\n".join(map(say, certificate.lines())))
    return int(certify and not certificate.holds)


@app.command(epilog="quincunx bench phase10")
def bench(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Measure one game; omit it to measure all.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Number of players. Default: two, or the fewest possible.", show_default=False)
    ] = None,
    seconds: Annotated[float, typer.Option(help="Seconds per measurement.", min=0.01, callback=finite)] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure events and decisions per second on one core."""
    from quincunx.sim.speed import MODE_NAMES, MODES, measure, speed_table
    from quincunx.sim.words import MODES as MODES_SAID

    specs = list(GAMES) if name is None else [game(name)]
    for spec in specs:
        spec.check_seats(seats or spec.seats[0])
    speeds = []
    with progress_bar() as progress:
        task = progress.add_task(say(words.MAKING_READY()), total=len(specs) * len(MODES))
        for spec in specs:
            for mode in MODES:
                progress.update(task, description=f"{spec.title}, {say(MODES_SAID[MODE_NAMES[mode]]())}")
                speeds.append(measure(spec, seats=seats, mode=mode, seconds=seconds))
                progress.advance(task)
    if as_json:
        print_json([speed.to_json() for speed in speeds])
    else:
        plain_console().print(speed_table(speeds))


def _check_workers(workers: int | None, ray: str | None) -> None:
    if workers is not None and workers < 1:
        raise SetupError(words.NO_WORKERS(workers=str(workers)))
    if workers is not None and ray is not None:
        raise SetupError(words.WORKERS_OF_RAY())
