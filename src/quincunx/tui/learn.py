"""`quincunx learn`: a guided first match in the terminal."""

from rich import box
from rich.panel import Panel
from rich.text import Text

from quincunx.core.narration import narrator_of
from quincunx.core.render import say
from quincunx.core.tutorial import READER, Lesson
from quincunx.tui import words
from quincunx.tui.screen import Display, help_page, legal_text, rules_text, spoken_help
from quincunx.tui.terminal import Terminal

BACK, SHOW, LEGAL, RULES, BOARD, HELP, QUIT = (
    ("b", "back"),
    ("show",),
    ("legal",),
    ("rules",),
    ("board",),
    ("?", "help"),
    ("q", "quit", "exit"),
)
WIDEST = 88
"""The most columns of what the coach says: longer lines read badly."""


class Learn:
    """Leads a person through a lesson."""

    def __init__(self, lesson: Lesson, terminal: Terminal) -> None:
        self.lesson = lesson
        self.terminal = terminal
        self.display = Display(lesson.spec)
        self.narrator = narrator_of(lesson.spec)
        self.place = 0
        self.told = -1
        """The last step whose events have been printed; -1 before the first."""
        self.drawn = -1
        """The number of events on the last drawn board; -1 to redraw it."""
        self.hinted = False
        """Whether the explanation of how to act has been printed."""

    def run(self) -> bool:
        """Run the lesson; return whether the reader finished it."""
        self.terminal.say(Text(self.lesson.spec.title, style="bold"))
        self.terminal.say(Text(say(words.LEARN_WELCOME()), style="dim"))
        self._show()
        while True:
            try:
                line = self.terminal.ask(self._question())
            except EOFError:
                return False
            word = line.lower().split()[0] if line.split() else ""
            if word in QUIT:
                return False
            if self._obey(word, line) and self.place == len(self.lesson):
                self.terminal.say(Text(say(words.LEARN_OVER())), Text(f"  {self._next_command()}"))
                return True

    def _question(self) -> str:
        number = words.LEARN_AT(number=self.place + 1, count=len(self.lesson))
        step = self.lesson.steps[self.place]
        if step.act is None:
            return f"{say(number)} · {say(words.LEARN_READ())}"
        position = self.lesson.position(self.place)
        return f"{say(number)} · {self.display.prompt(position.view(READER), READER)}"

    def _obey(self, word: str, line: str) -> bool:
        """Run a typed line; return whether the step changed."""
        if word in BACK:
            self.place = max(0, self.place - 1)
            self._show()
        elif word in HELP:
            self.terminal.say(help_page(self.display.help), Text(), help_page(spoken_help(words.LEARN_HELP)))
        elif word in LEGAL:
            self.terminal.say(Text(legal_text(self.lesson.position(self.place), READER)))
        elif word in RULES:
            self.terminal.say(Text(rules_text(self.lesson.spec, *line.split(maxsplit=1)[1:])))
        elif word in BOARD:
            self.drawn = -1
            self._show()
        elif self.lesson.steps[self.place].act is None:
            return self._read_on(line)
        else:
            return self._try(word, line)
        return False

    def _read_on(self, line: str) -> bool:
        if line:
            self.terminal.complain(say(words.LEARN_READ_ON()))
            return False
        return self._next()

    def _try(self, word: str, line: str) -> bool:
        """Try the reader's action, or explain why it is wrong."""
        asked = self.lesson.steps[self.place].act or ""
        if not line:
            self.terminal.say(Text(say(words.LEARN_ACT())))
            return False
        if word in SHOW:
            self.terminal.say(Text(f"> {asked}", style="bold"))
            line = asked
        reply = self.lesson.reply(self.place, line)
        if reply.is_right:
            return self._next()
        self.terminal.complain(say(reply.said or ()))
        return False

    def _next(self) -> bool:
        self.place += 1
        if self.place < len(self.lesson):
            self._show()
        return True

    def _show(self) -> None:
        """Print the news, the board if it changed, and the text."""
        lesson, place = self.lesson, self.place
        position = lesson.position(place)
        for told in self.narrator.told(lesson.moments(place), READER, lesson.match.names) if place > self.told else ():
            if told.said:
                self.terminal.say(Text(f"• {say(told.said)}"))
        self.told = max(self.told, place)
        if len(position) != self.drawn:
            self.drawn = len(position)
            self.terminal.console.rule(style="dim")
            self.terminal.say(self.display.board(position.view(READER), READER, position.names))
        width = min(WIDEST, self.terminal.console.width)
        self.terminal.say(Panel(Text(say(lesson.steps[place].says())), box=box.ROUNDED, width=width, style="bold"))
        if lesson.steps[place].act is not None and not self.hinted:
            self.hinted = True
            self.terminal.say(Text(say(words.LEARN_ACT()), style="dim"))

    def _next_command(self) -> str:
        variants = "".join(f" --variant {name}={choice}" for name, choice in self.lesson.tutorial.variants.items())
        return f"quincunx play {self.lesson.spec.slug}{variants}"
