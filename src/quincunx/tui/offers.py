"""Lists of the games, and of a game's variants, bots and commands."""

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from quincunx.bots import bots_here, default_bot, lack_of_tables, plays_here
from quincunx.core import words as core_words
from quincunx.core.bots import PERFECT
from quincunx.core.render import say
from quincunx.core.report import text_table
from quincunx.core.spec import GameSpec
from quincunx.core.tutorial import has_tutorial
from quincunx.games import GAMES
from quincunx.solvers.solved import SOLVED
from quincunx.tui import words
from quincunx.tui.screen import Display, help_page


def games() -> RenderableType:
    """A line for each game."""
    table = text_table(words.GAME(), words.SEATS(), words.BOTS())
    for spec in GAMES:
        name = Text.assemble((spec.slug, "bold"), f"\n{say(spec.tagline())}")
        table.add_row(name, seats_text(spec), ", ".join(bots_here(spec)))
    return Group(table, Text(say(words.MORE_OF_A_GAME(command=f"quincunx play {GAMES[0].slug} --list"))))


def lessons() -> RenderableType:
    """A line for each game that has a guided first match."""
    table = text_table(words.GAME())
    for spec in filter(has_tutorial, GAMES):
        table.add_row(Text.assemble((spec.slug, "bold"), f"\n{say(spec.tagline())}"))
    return Group(table, Text(say(words.LEARN_LIST(command=f"quincunx learn {GAMES[0].slug}"))))


def offers(spec: GameSpec) -> RenderableType:
    """The options of a game for `quincunx play --list`."""
    parts: list[RenderableType] = [
        Text.assemble((spec.title, "bold"), f" · {say(spec.tagline())}"),
        Text(f"{say(words.SEATS())}: {seats_text(spec)}   --seats {spec.seats[-1]}"),
        Text(say(words.BOTS_WEAKEST_FIRST(usual=default_bot(spec)))),
        _levels(spec),
        Text(f"  --bots {','.join(bots_here(spec)[-2:])}"),
    ]
    for variant in spec.variants:
        parts.append(Text(f"{variant.name}: {say(variant.question())}"))
        for number, choice in enumerate(variant.choices):
            label = f"   {say(variant.labels[number]())}" if variant.labels else ""
            usual = f"   {say(words.BY_DEFAULT())}" if number == 0 else ""
            parts.append(Text(f"  --variant {_quoted(f'{variant.name}={choice}')}{label}{usual}"))
    return Group(*parts, Text(), help_page(Display(spec).help))


def _levels(spec: GameSpec) -> RenderableType:
    """The bots with descriptions and measured ratings."""
    table = RichTable(box=None, show_header=False, pad_edge=False, padding=(0, 0, 0, 2))
    is_solved = spec.slug in SOLVED and plays_here(spec, PERFECT)
    for bot in (*bots_here(spec), *((PERFECT,) if is_solved else ())):
        rating = spec.ratings.get(bot)
        about = say(core_words.LEVELS[bot]()) if bot in core_words.LEVELS else ""
        if bot == PERFECT and (lack := lack_of_tables(spec)) is not None:
            about += f" ({say(lack)})"
        if bot == default_bot(spec):
            about += f" {say(words.BY_DEFAULT())}"
        table.add_row(bot, "" if rating is None else str(rating), about)
    return table


def seats_text(spec: GameSpec) -> str:
    """The possible numbers of players."""
    fewest, most = spec.seats[0], spec.seats[-1]
    return str(most) if fewest == most else f"{fewest}–{most}"


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text
