"""Run a command line and return its exit code."""

import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

import typer

from quincunx.cli.options import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, app
from quincunx.cli.output import no_text
from quincunx.cli.usage import UnknownCommandError, UsageError, complaint
from quincunx.core import full
from quincunx.core import words as core_words
from quincunx.core.errors import BotError, QuincunxError, SetupError, shortened, system_reason
from quincunx.core.messages import Message
from quincunx.core.render import languages, printable, say, speak
from quincunx.core.words import quoted
from quincunx.tui import words

NO_LANGUAGE = ("C", "POSIX")
"""Locales of a system that names none."""


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
            stream.reconfigure(errors="replace")  # characters that the encoding of the terminal or file lacks
    sys.exit(run(sys.argv[1:]))


def _notice(dropped: "sys.UnraisableHookArgs") -> None:
    if issubclass(dropped.exc_type, KeyboardInterrupt):
        _swallowed.append(dropped.object)
    else:
        sys.__unraisablehook__(dropped)


def run(line: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    An error is printed in one line.
    """
    try:
        code = app(_speak(line), prog_name="quincunx", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of the pipe is gone
        return BROKEN_PIPE
    except UsageError as error:
        return _refuse(say(complaint(error, line)), _command_of(error))
    except UnknownCommandError as error:
        return _refuse(say(error.message), error.group)
    except BotError as error:
        sys.stderr.write(error.frames)
        return _refuse(say(error.message))
    except QuincunxError as error:
        return _refuse(say(error.message))
    except ModuleNotFoundError as error:
        if (lack := full.lack(error)) is None:
            raise
        return _refuse(say(lack.message))
    except UnicodeDecodeError as error:
        return _refuse(say(no_text(error)))
    except OSError as error:
        return _refuse(say(_of_system(error)))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except RuntimeError:
        if _swallowed:
            return INTERRUPTED
        raise
    return code if isinstance(code, int) else 0


def _of_system(error: OSError) -> Message:
    reason = system_reason(error)
    return words.AT_FILE(path=str(error.filename), reason=reason) if error.filename else reason


def _speak(line: Sequence[str]) -> list[str]:
    """Set the language, and return the other words of the line.

    `--lang` may stand anywhere on the line; without it the system decides.
    """
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
    """The language of the environment: the first in LANGUAGE with a catalogue, else by the locale variables.

    English if the locale is unset or C, whatever LANGUAGE says.
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
