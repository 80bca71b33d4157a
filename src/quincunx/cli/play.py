"""`play`, `learn` and `rules`: one game in the terminal."""

import re
from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli.options import GameName, Json, Variants, app, complete_game, finite
from quincunx.cli.output import plain_console, print_json, show
from quincunx.core.errors import SetupError
from quincunx.core.render import rules_of, say
from quincunx.games import game
from quincunx.tui import words


@app.command(epilog="quincunx play phase10 --seats 3 --bots greedy,random")
def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Omit it to list the games.", autocompletion=complete_game),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Number of players, including bots.", show_default=False)] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="BOT,…", help="Bots for the last seats; none for people only.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Names of the people, in the order of their seats.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="A word that determines all dice and cards.")] = None,
    variant: Variants = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved match.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="File to save the match in.")] = None,
    dice: Annotated[
        str | None,
        typer.Option(
            metavar="seeded|named|typed",
            help="Dice from the seed; named ones, the same whatever is decided; or real dice that you type in.",
        ),
    ] = None,
    bot_speed: Annotated[
        float, typer.Option(help="Speed of bots in a race; 1 is the usual speed of their level.", callback=finite)
    ] = 1.0,
    quick: Annotated[bool, typer.Option("--quick", help="Do not pause after a bot's turn.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the game's variants, bots and commands.")] = False,
) -> int:
    """Play in the terminal, against bots or sharing a keyboard."""
    if name is None or list_:
        from quincunx.tui.offers import games, offers

        plain_console().print(games() if name is None else offers(game(name)))
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
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Omit it to list the games.")] = None,
) -> None:
    """Play a guided first match in the terminal."""
    from quincunx.core.tutorial import has_tutorial, lesson_of
    from quincunx.tui.offers import lessons

    if name is None:
        plain_console().print(lessons())
        return
    spec = game(name)
    if not has_tutorial(spec):
        raise SetupError(words.LEARN_NONE(game=spec.title))
    from quincunx.tui.learn import Learn
    from quincunx.tui.terminal import Terminal

    Learn(lesson_of(spec, say(words.SOMEBODY())), Terminal()).run()


@app.command(epilog="quincunx rules phase10")
def rules(name: GameName, as_json: Json = False) -> None:
    """Show the rules and rulings of a game."""
    spec = game(name)
    texts = {"rules": rules_of(spec, "RULES.md"), "rulings": rules_of(spec, "RULINGS.md")}
    if as_json:
        print_json({"game": spec.slug, "title": spec.title} | {part: _sentences(text) for part, text in texts.items()})
        return
    from rich.markdown import Markdown

    show(Markdown("\n\n".join(_markdown(text) for text in texts.values())))


def _sentences(text: str) -> dict[str, str]:
    """The numbered lines of a rules text by their number."""
    numbered = (re.fullmatch(r"((?:§|R)\d+) (.*)", line) for line in text.splitlines())
    return {line[1]: line[2] for line in numbered if line is not None}


def _markdown(text: str) -> str:
    """The text with every numbered line as its own paragraph."""
    return re.sub(r"^((?:§|R)\d+) ", r"\n**\1** ", text, flags=re.MULTILINE)
