"""A race in the terminal, on a real clock."""

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from quincunx.bots.reactions import reaction_ms
from quincunx.core.errors import QuincunxError
from quincunx.core.race import race_starter
from quincunx.core.render import say
from quincunx.core.seats import CHANCE, Seat
from quincunx.tui import words
from quincunx.tui.pace import Pace, real_pace
from quincunx.tui.saving import Keeper
from quincunx.tui.session import COMMAND_WORDS, Session
from quincunx.tui.terminal import CURSOR, Terminal

if TYPE_CHECKING:
    from rich.live import Live

GLANCE = 350
"""Milliseconds from the last look at the board to the action: what changes in between is not seen."""
TICK = 500
"""Milliseconds after which the clock on the screen is drawn again."""
SHOWN_NEWS = 5
COMMANDS = ("help", "rules", "legal", "board", "quit")
"""The commands of a race besides actions."""


@dataclass
class Intent:
    """A bot's next action.

    The bot decides at the time `glance` and acts at the time `act`, in milliseconds of the race.
    """

    glance: int
    act: int
    action: int | None = None

    @property
    def due(self) -> int:
        """The next of the two times."""
        return self.glance if self.action is None else self.act


class Race(Session):
    """A match of races; between races the players take turns."""

    def __init__(self, keeper: Keeper, terminal: Terminal, *, bot_speed: float = 1.0, pace: Pace | None = None) -> None:
        self.pace = pace or real_pace(terminal.console)
        if not self.pace.single_keys:
            terminal = Terminal(terminal.console, self._read_line)
        super().__init__(keeper, terminal, quick=True)
        self.commands = (*COMMANDS, "undo", "correct") if self.types_dice else COMMANDS
        self.bot_speed = bot_speed
        self.starter = race_starter(self.match.spec, self.match.seats, self.match.variants)
        self.watcher = self.watchers[0]
        self.at_keyboard = self.persons[0] if self.persons else None
        self.intents: dict[Seat, Intent] = {}
        self.ready = False
        self.complaint = ""
        self.page: RenderableType | None = None
        """The text shown in place of the board during a race, until the next line."""
        self.live: Live | None = None
        self.ran = max((event.at or 0 for event in self.match.events), default=0)
        """Milliseconds of all races before this one."""
        self.began = 0
        """The time of the race's beginning, by `pace.now()`."""

    @property
    def clock(self) -> int:
        """Milliseconds of racing so far; it stops between races."""
        return self.ran + self.pace.now() - self.began

    def _step(self) -> None:
        if not self.match.awaits_chance:
            self._get_ready(say(words.RACE_GOES_ON()))
            self._race()
        elif len(self.match.odds()) == self.starter and not self.ready:
            self._get_ready(say(words.RACE_STARTS()))
        else:
            self._let_land()

    def _let_land(self) -> None:
        if self.types_dice:
            self._type_dice()
        else:
            self._happen(CHANCE, self.match.chance.outcome(self.match))

    def _get_ready(self, question: str) -> None:
        """Before a race, show the person the cards and let them type commands."""
        if self.ready:
            return
        self._tell_news(self.watcher)
        if self.at_keyboard is not None:
            self._show_board(self.at_keyboard)
            self._pause(question, self.at_keyboard)
        self.ready = True

    def _obey(self, line: str, seat: Seat | None) -> bool:
        command = self._command(line)
        if command in COMMAND_WORDS and (command not in self.commands or self._is_late_to_undo(command)):
            self._say_while_racing(say(words.NOT_IN_A_RACE(command=command, commands=" ".join(self.commands))))
            return True
        return super()._obey(line, seat)

    def _is_late_to_undo(self, command: str) -> bool:
        return command in ("undo", "correct") and not self.match.awaits_chance

    # While it runs

    def _race(self) -> None:
        self.began = self.pace.now()
        self.intents.clear()
        self._make_intents()
        with self.pace.alert(), self._screen():
            while self.match.actors:
                self._wait_for_someone()
        self.ran = self.clock
        self.ready = False
        self._tell_news(self.watcher)

    @contextlib.contextmanager
    def _screen(self) -> Iterator[None]:
        """Redraw the screen on every event, or print news as lines.

        Redrawing needs single keys.
        """
        if not self.pace.single_keys:
            self._tell_news(self.watcher)
            self._show_board(self.watcher)
            yield
            return
        from rich.live import Live

        self.live = Live(RaceScreen(self), console=self.terminal.console, screen=True, auto_refresh=False)
        with self.live:
            yield
        self.live = None

    def _wait_for_someone(self) -> None:
        self._refresh()
        now = self.clock
        waits = [intent.due - now for intent in self.intents.values()]
        if self.live is not None:
            waits.append(TICK)
        line = self.pace.line(self.pace.now() + max(0, min(waits)) if waits else None)
        if line is not None:
            self._run_line(line.strip())
        for seat in [seat for seat, intent in self.intents.items() if intent.due <= self.clock]:
            self._carry_out(seat)
        self._make_intents()

    def _refresh(self) -> None:
        if self.live is None:
            self._tell_news(self.watcher)
        else:
            self.live.refresh()

    def _run_line(self, line: str) -> None:
        self.complaint, self.page = "", None
        if self.at_keyboard is None:
            return
        if not line:
            self._say_while_racing("")
        elif not self._obey(line, self.at_keyboard):
            try:
                self._happen(self.at_keyboard, self._read_action(line, self.at_keyboard), self.clock)
                self._keep()
            except QuincunxError as error:
                self._say_while_racing(say(error.message))

    def _say_while_racing(self, complaint: str) -> None:
        if self.live is not None:
            self.complaint = complaint
        elif complaint:
            self.terminal.complain(complaint)
        else:
            self._show_board(self.watcher)

    def _show_page(self, command: str, rest: list[str], seat: Seat | None) -> None:
        if self.live is None:
            super()._show_page(command, rest, seat)
        else:
            self.page = self._page(command, rest, seat)

    def _show_board(self, seat: Seat) -> None:
        if self.live is None:  # else the screen shows it anyway
            super()._show_board(seat)

    # Bots

    def _make_intents(self) -> None:
        """Plan an action for every bot that may act."""
        actors = self.match.actors
        for seat, player in enumerate(self.players):
            if seat not in actors:
                self.intents.pop(seat, None)
            elif player.bot is not None and seat not in self.intents:
                act = self.clock + self._reaction(seat, player.bot)
                self.intents[seat] = Intent(max(self.clock, act - GLANCE), act)

    def _reaction(self, seat: Seat, bot: str) -> int:
        dice = random.Random(f"{self.keeper.playing.seed} {seat} {len(self.match)}")
        return round(reaction_ms(self.match, bot, dice) / self.bot_speed)

    def _carry_out(self, seat: Seat) -> None:
        if seat not in self.match.actors:
            return
        intent = self.intents[seat]
        if intent.action is None:
            intent.action = self._bot_choice(seat)
            return
        del self.intents[seat]
        if self.match.objection(intent.action, seat) is None:
            self._happen(seat, intent.action, self.clock)
            self._keep()

    def _read_line(self, cursor: str) -> str:
        line = self.pace.line(None) or ""
        self.terminal.say(Text(cursor + line))
        return line


class RaceScreen:
    """The board, the latest news and the typed line."""

    def __init__(self, race: Race) -> None:
        self.race = race

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        race = self.race
        height = options.height or console.height
        free = options.update(height=None)
        board = race.page or race.display.board(race.match.view(race.watcher), race.watcher, race.names)
        bottom = console.render_lines(self._bottom(), free)
        top = console.render_lines(board, free)[: max(0, height - len(bottom))]
        for line in [*top, *bottom][:height]:
            yield from line
            yield Segment.line()

    def _bottom(self) -> Text:
        race = self.race
        sentences = [sentences[race.watcher] for _, sentences in race.news[race.read[race.watcher] :]]
        text = Text()
        for sentence in [sentence for sentence in sentences if sentence][-SHOWN_NEWS:]:
            text.append(f"• {say(sentence)}\n")
        text.append(f"✗ {race.complaint}\n" if race.complaint else "\n", "red")
        seconds = (race.clock - race.ran) // 1000
        if race.at_keyboard is None:
            return text.append(f"{seconds} s", "bold")
        prompt = race.display.prompt(race.match.view(race.at_keyboard), race.at_keyboard)
        return text.append(f"{seconds} s · {prompt}\n", "bold").append(CURSOR + race.pace.typing + "▏")
