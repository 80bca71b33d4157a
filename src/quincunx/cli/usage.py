"""Translated `--help` and error messages for Typer, which has only English ones.

The texts of a command are its docstring and the `help=` of its options. `usage_id` derives the id of a translation from
the English text.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, cast

import typer
from typer.core import TyperCommand, TyperGroup

from quincunx.core import words as core_words
from quincunx.core.errors import SetupError
from quincunx.core.messages import Message
from quincunx.core.render import digits, languages, say, say_usage
from quincunx.core.spec import either
from quincunx.core.words import quoted
from quincunx.games import GAMES
from quincunx.solvers.solved import SOLVED
from quincunx.tui import words

Function = TypeVar("Function", bound=Callable[..., Any])

UsageError = cast(type[Exception], typer.BadParameter.__base__)
"""The errors that Typer raises for invalid arguments."""

NUMBERS = {
    "int": (words.NOT_WHOLE, words.NOT_WHOLE_FROM, words.NOT_WHOLE_BETWEEN),
    "float": (words.NO_NUMBER, words.NO_NUMBER_FROM, words.NO_NUMBER_BETWEEN),
}
"""By Typer's kinds of numbers: the sentences for no limit, a least and a most."""

TITLES = {
    "ARGUMENTS_PANEL_TITLE": words.ARGUMENTS,
    "OPTIONS_PANEL_TITLE": words.OPTIONS,
    "COMMANDS_PANEL_TITLE": words.COMMANDS,
    "REQUIRED_LONG_STRING": words.REQUIRED,
}
"""The headings in Typer's help, by their names there."""

COMPLETION = {"install_completion": words.INSTALL_COMPLETION, "show_completion": words.SHOW_COMPLETION}
"""The descriptions of Typer's own options, by name."""


class UnknownCommandError(SetupError):
    """An unknown command of a group."""

    def __init__(self, message: Message, group: str) -> None:
        super().__init__(message)
        self.group = group


class _Helpful:
    """A command with a translated `--help`."""

    params: list[Any]
    help: str | None
    epilog: str | None

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line."""
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]  # Typer's class beside this one has it
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{say(words.USAGE())} ")

    def get_help_option(self, ctx: Any) -> Any:
        """`--help` itself."""
        option = super().get_help_option(ctx)  # type: ignore[misc]  # likewise
        if option is not None:
            option.help = say(words.THIS_HELP())
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Format the whole help."""
        from typer import rich_utils

        for name, title in TITLES.items():
            setattr(rich_utils, name, say(title()))
        rich_utils.DEFAULT_STRING = say(words.DEFAULT(value="{}"))
        _translate(self)
        for command in getattr(self, "commands", {}).values():
            _translate(command)
        super().format_help(ctx, formatter)  # type: ignore[misc]  # likewise


class Command(_Helpful, TyperCommand):
    """A single command."""


class Commands(_Helpful, TyperGroup):
    """A group of commands with translated errors."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of a name."""
        if args[0].startswith("-") or self.get_command(ctx, args[0]) is not None:
            return super().resolve_command(ctx, args)
        near = get_close_matches(args[0], self.list_commands(ctx))
        said = words.NO_SUCH_COMMAND(command=quoted(args[0]))
        if near:
            said = words.NO_SUCH_COMMAND_BUT(command=quoted(args[0]), known=either(tuple(near)))
        raise UnknownCommandError(said, ctx.command_path)


class App(typer.Typer):
    """Commands whose help is translated."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=Commands, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Declare a command; `epilog` is an example of its use."""
        return super().command(name, cls=Command, **settings)


def _translate(command: Any) -> None:
    """Replace a command's English texts by translations, once."""
    command.help = _translated(command.help)
    if command.epilog:
        command.epilog = say(words.EXAMPLE(command=command.epilog))
    for parameter in command.params:
        said = COMPLETION.get(parameter.name)
        parameter.help = _translated(parameter.help) if said is None else say(said())


def _translated(english: str | None) -> str | None:
    if not english:
        return english
    games = ", ".join(spec.slug for spec in GAMES)
    said = say_usage(english, games=games, solved=", ".join(SOLVED), languages=", ".join(languages()))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in said.split("\n\n"))


def complaint(error: Any, line: Sequence[str]) -> Message:
    """Translate an error that Typer found in a command line."""
    parameter, option = getattr(error, "param", None), getattr(error, "option_name", None)
    if parameter is not None:
        return _of_parameter(error, parameter)
    if option is None:
        is_word_too_many = type(error) is UsageError
        return words.EXTRA_ARGUMENTS() if is_word_too_many else core_words.PLAIN(text=error.format_message())
    if hasattr(error, "possibilities"):
        known = ", ".join(sorted(error.possibilities or ()))
        return words.NO_SUCH_OPTION_BUT(option=option, known=known) if known else words.NO_SUCH_OPTION(option=option)
    has_value = any(word.startswith(f"{option}=") for word in line)
    return (words.TAKES_NO_VALUE if has_value else words.NEEDS_VALUE)(option=quoted(option))


def _of_parameter(error: Any, parameter: Any) -> Message:
    """Translate an error in the value of an argument or option."""
    is_option, kind = parameter.param_type_name == "option", parameter.type
    option = quoted(parameter.opts[-1] if is_option else parameter.human_readable_name)
    if not error.message:
        return words.MISSING_ARGUMENT(argument=option)
    sentences = NUMBERS.get(kind.name.partition(" ")[0])
    if sentences is None:
        return core_words.PLAIN(text=error.format_message())
    plain, least_only, both = sentences
    least, most = (_bound(getattr(kind, end, None)) for end in ("min", "max"))
    if least is None:
        return plain(option=option)
    return least_only(option=option, least=least) if most is None else both(option=option, least=least, most=most)


def _bound(number: float | None) -> int | str | None:
    """A bound of a range, for a sentence."""
    return digits(number, "g") if isinstance(number, float) else number
