"""`quincunx replay`: step through a match in the terminal."""

from rich.text import Text

from quincunx.core.match import Match
from quincunx.core.narration import narrator_of
from quincunx.core.render import say
from quincunx.core.timeline import Moment
from quincunx.core.words import quoted
from quincunx.tui import words
from quincunx.tui.screen import Display, help_page, spoken_help, standings_table
from quincunx.tui.terminal import Terminal

NEXT, BACK, FIRST, LAST, HELP, QUIT = (
    ("", "n", "next"),
    ("b", "back", "p"),
    ("first",),
    ("last",),
    ("?", "help"),
    ("q",),
)


class ReplayScreen:
    """Steps through a match, skipping moments without text."""

    def __init__(self, match: Match, terminal: Terminal) -> None:
        self.match = match
        self.terminal = terminal
        self.display = Display(match.spec)
        told = narrator_of(match.spec).told(match.walk(), None, match.names)
        self.lines = [(number, say(one.said)) for number, one in enumerate(told) if one.said]
        """The lines of the log, each with the index of its event."""
        self.place = 0

    def run(self) -> None:
        """Show moments until the reader leaves."""
        self.terminal.say(Text(f"{self.match.spec.title} · {', '.join(self.match.names)}", style="bold"))
        if not self.lines:
            self.terminal.say(Text(say(words.NOTHING_YET())))
            return
        self._show()
        while True:
            asked = words.REPLAY_AT(number=self.place + 1, count=len(self.lines))
            try:
                line = self.terminal.ask(say(asked)).lower()
            except EOFError:
                return
            if line in QUIT or line in ("quit", "exit"):
                return
            self._obey(line)

    def _obey(self, line: str) -> None:
        if line in HELP:
            self.terminal.say(help_page(spoken_help(words.REPLAY_HELP)))
        elif line in NEXT and self.place == len(self.lines) - 1:
            self._end()
        elif (place := self._wanted(line)) is None:
            self.terminal.complain(say(words.NO_SUCH_MOMENT(text=quoted(line), count=len(self.lines))))
        else:
            self.place = place
            self._show()

    def _wanted(self, line: str) -> int | None:
        """The moment that a line asks for, or None."""
        if line.isascii() and line.isdigit():
            return int(line) - 1 if 1 <= int(line) <= len(self.lines) else None
        steps = {**dict.fromkeys(NEXT, self.place + 1), **dict.fromkeys(BACK, max(0, self.place - 1))}
        return {**steps, **dict.fromkeys(FIRST, 0), **dict.fromkeys(LAST, len(self.lines) - 1)}.get(line)

    def _show(self) -> None:
        number, said = self.lines[self.place]
        moment: Moment = next(self.match.walk(number, number + 1))
        self.terminal.console.rule(style="dim")
        self.terminal.say(self.display.board(moment.after, self._watcher(moment), self.match.names), Text(f"• {said}"))

    def _watcher(self, moment: Moment) -> int:
        """The seat whose board is shown.

        It is the seat that acted or, after dice and cards, the next to act.
        """
        if not moment.event.by_chance:
            return moment.event.who
        fork = self.match.fork(moment.number + 1)
        return fork.actors[0] if fork.actors else 0

    def _end(self) -> None:
        self.terminal.say(Text(say(words.REPLAY_ENDS() if self.match.is_over else words.NOT_OVER())))
        self.terminal.say(standings_table(self.match))
