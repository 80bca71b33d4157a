"""One match in a terminal, in turns."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from quincunx.bots import bot_key
from quincunx.core.bots import Budget
from quincunx.core.errors import NotationError, QuincunxError
from quincunx.core.messages import Message
from quincunx.core.narration import narrator_of
from quincunx.core.real import Throw, face_text
from quincunx.core.render import say
from quincunx.core.seats import CHANCE, SPECTATOR, Seat
from quincunx.core.timeline import Moment
from quincunx.table.entry import fit_says, rolls_of
from quincunx.table.refusal import Refuse
from quincunx.thinking.background import BackgroundRoom
from quincunx.thinking.found import Decision, Found
from quincunx.tui import words
from quincunx.tui.dice import RealDice
from quincunx.tui.players import people
from quincunx.tui.saving import TYPED, Keeper
from quincunx.tui.screen import (
    Display,
    course_table,
    help_page,
    last_news,
    legal_text,
    number_seats,
    rules_text,
    spoken_help,
    standings_table,
)
from quincunx.tui.terminal import Terminal

if TYPE_CHECKING:
    from quincunx.bots.advice import Advice

THOUGHT_S = 1.0
"""Seconds that a bot that searches thinks about an action or a hint."""
SHOWN_ENTRIES = 12
"""The number of typed throws to list at a time."""
COMMAND_WORDS = ("help", "rules", "legal", "hint", "board", "undo", "quick", "save", "quit")
ANOTHER_NAME = {"?": "help", "q": "quit", "exit": "quit", "takeback": "undo"}


class Quit(Exception):  # noqa: N818  # no error: a person quits
    """A person quits the match."""


class Session:
    """A match between people at one keyboard and bots."""

    commands: tuple[str, ...] = COMMAND_WORDS

    def __init__(self, keeper: Keeper, terminal: Terminal, *, quick: bool = False) -> None:
        self.keeper = keeper
        self.terminal = terminal
        self.quick = quick
        self.match = keeper.playing.match
        self.players = keeper.playing.players
        self.names = self.match.names
        self.spec = self.match.spec
        self.display = Display(self.spec)
        self.narrator = narrator_of(self.spec)
        self.persons = people(self.players)
        if self.types_dice:
            self.commands = (*self.commands, "correct")
        self.room = BackgroundRoom()
        for bot in {player.bot for player in self.players if player.bot is not None}:
            self.room.prepare(self.spec, bot)
        self.stood_in: set[str] = set()
        """The announced stand-ins: bots that another level plays for."""
        self.watchers = self.persons or [SPECTATOR]
        self.at_keyboard: Seat | None = None
        self.news: list[tuple[int, dict[Seat, list[Message]]]] = []
        """The log: the number of events at the time, and each watcher's lines."""
        self.read = dict.fromkeys(self.watchers, 0)
        """By watcher: the number of events already printed."""
        self.dice = RealDice(self.match)
        terminal.complete_with(self._words)

    @property
    def types_dice(self) -> bool:
        """Whether people throw real dice and type the results."""
        return self.keeper.playing.dice == TYPED

    def run(self) -> None:
        """Play until the match is over."""
        self._welcome()
        while not self.match.is_over:
            self._step()
        self._keep()
        self._finish()

    def _step(self) -> None:
        if self.match.awaits_chance:
            self._let_land()
            return
        seat = self._next_person()
        if seat is None:
            self._let_bot_act(self.match.actors[0])
        else:
            self._let_person_act(seat)

    def _next_person(self) -> Seat | None:
        """The next person to act.

        The person at the keyboard stays there while they may act; people come before bots.
        """
        asked = [seat for seat in self.match.actors if seat in self.persons]
        if self.at_keyboard in asked:
            return self.at_keyboard
        return asked[0] if asked else None

    # What happens

    def _happen(self, who: int, what: int, at: int | None = None) -> None:
        match = self.match
        number, before = len(match), match.state
        if who == CHANCE:
            match.land(what)
        else:
            match.push(what, who, at=at)
        moment = Moment(number, before, match.event(number), match.state)
        said = {watcher: self.narrator.told([moment], watcher, self.names)[0].said for watcher in self.watchers}
        self.news.append((len(match), said))

    def _let_land(self) -> None:
        if self.types_dice:
            self._type_dice()
            return
        while self.match.awaits_chance:
            self._happen(CHANCE, self.match.chance.outcome(self.match))

    def _let_bot_act(self, seat: Seat) -> None:
        self._happen(seat, self._bot_choice(seat))
        if not self.persons:
            self._keep()
            self._tell_news(SPECTATOR)

    def _bot_choice(self, seat: Seat) -> int:
        key = bot_key(self.keeper.playing.seed, len(self.match), seat)
        legal = self.match.legal_actions(seat)
        bot = self.players[seat].bot or ""
        if not self.persons:
            self.room.prepare(self.spec, bot, wait=True)
        decision = Decision(self.spec, self.match.view(seat), seat, legal, key)
        found = self.room.answer(decision, bot, THOUGHT_S)
        self._tell_stand_in(bot, found)
        return found.result

    def _tell_stand_in(self, bot: str, found: Found[int]) -> None:
        """Report when another level stands in for a bot."""
        stands_in = found.reason is not None
        if stands_in == (bot in self.stood_in):
            return
        if stands_in:
            self.stood_in.add(bot)
            told = words.STANDS_IN(bot=bot, by=found.level)
        else:
            self.stood_in.discard(bot)
            told = words.PLAYS_ITSELF(bot=bot)
        self.terminal.say(Text(say(told), style="dim"))

    # A person acts

    def _let_person_act(self, seat: Seat) -> None:
        if not self._pass_keyboard(seat):
            return
        self._show_board_and_news(seat)
        moment = len(self.match)
        rolls = False
        while len(self.match) == moment:
            line = self._ask(self._question(seat))
            if line and not self._obey(line, seat):
                rolls = self._try(line, seat)
        if len(self.match) > moment:
            self._let_reconsider(seat, rolls)

    def _question(self, seat: Seat) -> str:
        prompt = self.display.prompt(self.match.view(seat), seat)
        return f"{self.names[seat]} · {prompt}" if len(self.persons) > 1 else prompt

    def _try(self, line: str, seat: Seat) -> bool:
        """Run a typed line; return whether dice or cards follow."""
        try:
            action = self._read_action(line, seat)
            self._happen(seat, action)
        except QuincunxError as error:
            self.terminal.complain(error)
            return False
        return action in self.spec.rolls

    def _read_action(self, line: str, seat: Seat) -> int:
        """Parse an action; players' names may replace seats."""
        try:
            return self.match.parse_action(line, seat)
        except NotationError as error:
            try:
                return self.match.parse_action(number_seats(line, self.names), seat)
            except NotationError:
                raise error from None  # about what was typed

    def _let_reconsider(self, seat: Seat, rolls: bool) -> None:
        """Ask to confirm an action before it becomes final.

        If a person acts next, their own prompt serves.
        """
        settled = self.quick or self.types_dice or self._bar_to_undo() is not None
        if settled or (rolls and self.match.awaits_chance) or self._next_person() is not None:
            return
        self._tell_news(seat)
        self._pause(say(words.GO_ON()), seat)

    def _pause(self, question: str, seat: Seat) -> bool:
        """Wait for Enter; return False after an undo."""
        moment = len(self.match)
        while len(self.match) == moment:
            line = self._ask(question)
            if not line:
                return True
            if not self._obey(line, seat):
                self.terminal.complain(say(words.ENTER_FIRST(commands=" ".join(self.commands))))
        return False

    def _pass_keyboard(self, seat: Seat, *, always: bool = False) -> bool:
        """Pass the keyboard to another person; return False after an undo.

        The screen is hidden first if their views differ, or `always`.
        """
        leaving, self.at_keyboard = self.at_keyboard, seat
        if leaving == seat or len(self.persons) == 1 or not (always or self._differ(leaving, seat)):
            return True
        if leaving is not None:
            self.at_keyboard = leaving
            self._tell_news(leaving)
            if not self._pause(say(words.HIDE_AND_PASS(name=self.names[seat])), leaving):
                return False
            self.at_keyboard = seat
        self.terminal.hide()
        return self._pause(say(words.WHEN_ALONE(name=self.names[seat])), seat)

    def _differ(self, one: Seat | None, other: Seat) -> bool:
        others = self.persons if one is None else [one]
        view = self.match.view(other)
        return any(self.match.view(seat) != view for seat in others)

    # Real dice

    def _type_dice(self) -> None:
        """Ask for the dice or cards that are due; only their roller sees secret ones."""
        throw = self.dice.throw
        if throw.secret and throw.owner in self.persons and not self._pass_keyboard(throw.owner, always=True):
            return
        if self.at_keyboard is not None:
            self._tell_news(self.at_keyboard)
        line = self._ask(say(self.dice.question()))
        if not line or self._obey(line, self.at_keyboard):
            return
        try:
            landing = self.dice.take(line)
        except Refuse as refusal:
            self.terminal.complain(say(refusal.reason))
            return
        for outcome in landing:
            self._happen(CHANCE, outcome)

    def _correct(self, number: str = "", line: str = "") -> None:
        """List what was typed, latest or from a number on, or change one of it."""
        entries = [entry for entry in self.dice.entries() if not entry.throw.secret or self._may_know(entry.throw)]
        if number.isdecimal() and 0 < int(number) <= len(entries) and line:
            try:
                found, misfit = self.dice.correction(entries[int(number) - 1], line)
            except Refuse as refusal:
                self.terminal.complain(say(refusal.reason))
                return
            self.terminal.say(Text(say(fit_says(self.match, misfit, self._reader))))
            if misfit is None or self._ask(say(words.CORRECT_DROPS())) == "correct":
                self.dice.correct(found)
                self._rewind(len(self.match))
            return
        first = max(1, int(number)) if number.isdecimal() else 1
        for place, entry in enumerate(entries[first - 1 :][:SHOWN_ENTRIES], first):
            faces = [
                face_text(self.match, entry.slots[at].state, what)
                for at, what in zip(entry.throw.places, entry.land, strict=True)
            ]
            owner = "" if entry.throw.owner is None else f"{self.names[entry.throw.owner]}: "
            self.terminal.say(Text(f"{place}  {owner}{' '.join(faces)}"))
        self.terminal.say(Text(say(words.CORRECT_HOW()), style="dim"))
        if (earlier := first + SHOWN_ENTRIES) <= len(entries):
            self.terminal.say(Text(say(words.CORRECT_EARLIER(number=str(earlier))), style="dim"))

    def _may_know(self, throw: Throw) -> bool:
        return throw.owner not in self.persons or throw.owner == self.at_keyboard

    @property
    def _reader(self) -> Seat:
        return SPECTATOR if self.at_keyboard is None else self.at_keyboard

    # Commands

    def _command(self, line: str) -> str:
        word = line.split()[0].lower()
        return ANOTHER_NAME.get(word, word)

    def _obey(self, line: str, seat: Seat | None) -> bool:
        """Run the line if it is a command; return whether it was."""
        command, rest = self._command(line), line.split(maxsplit=1)[1:]
        if command not in self.commands:
            return False
        match command:
            case "help" | "rules" | "legal":
                self._show_page(command, rest, seat)
            case "hint":
                self._hint(seat)
            case "board":
                self._show_board(self.watchers[0] if seat is None else seat)
            case "undo":
                self._undo()
            case "correct":
                self._correct(*" ".join(rest).split(maxsplit=1))
            case "quick":
                self.quick = not self.quick
                self.terminal.say(Text(say(words.STAND_AT_ONCE() if self.quick else words.ENTER_CONFIRMS())))
            case "save":
                self._save_copy(*rest)
            case _:
                raise Quit
        return True

    def _hint(self, seat: Seat | None) -> None:
        """Print the best hint that is ready, a better one later."""
        if seat is None or seat not in self.match.actors:
            self.terminal.complain(say(words.NOBODYS_MOVE()))
            return
        match, view = self.match, self.match.view(seat)
        key = bot_key(self.keeper.playing.seed, len(match), seat)
        show = partial(self._show_better_hint, seat, view)
        decision = Decision(self.spec, view, seat, match.legal_actions(seat), key)
        found = self.room.weigh(decision, Budget(seconds=THOUGHT_S), better=show)
        self.terminal.say(Text(say(found.result.sentences)))
        if found.reason is not None:
            self.terminal.say(Text(say(words.BETTER_HINT_COMES(bot=found.level)), style="dim"))

    def _show_better_hint(self, seat: Seat, view: Any, found: "Found[Advice] | QuincunxError") -> None:
        """Print a later hint if the position is the same."""
        if self.at_keyboard == seat and self.match.view(seat) == view:
            if isinstance(found, QuincunxError):
                said = [words.NO_BETTER_HINT(reason=found.message)]
            else:
                said = found.result.sentences
            self.terminal.interject(Text(say(said)))

    def _show_page(self, command: str, rest: list[str], seat: Seat | None) -> None:
        self.terminal.say(self._page(command, rest, seat))

    def _page(self, command: str, rest: list[str], seat: Seat | None) -> RenderableType:
        """The page of `help`, `rules` or `legal`."""
        if command == "rules":
            return Text(rules_text(self.spec, *rest))
        if command == "legal":
            if seat is None or seat not in self.match.actors:
                return Text(say(words.NOBODYS_MOVE()))
            return Text(legal_text(self.match, seat))
        offered = [(typed, what) for typed, what in words.HELP if typed.split()[0] in self.commands]
        return Group(help_page(self.display.help), Text(), help_page(spoken_help(offered)))

    def _undo(self) -> None:
        if self.types_dice:
            self._undo_typed()
        elif (bar := self._bar_to_undo()) is not None:
            self.terminal.complain(say(words.NOT_TAKEN_BACK(reason=bar)))
        else:
            self._take_back()

    def _bar_to_undo(self) -> Message | None:
        """Why the last event cannot be undone, or None."""
        if not len(self.match):
            return words.NOTHING_YET()
        (moment,) = self.match.walk(len(self.match) - 1)
        bar = self.narrator.bar_to_undo(moment, self.match.seats)
        if bar is None and moment.event.who not in self.persons:
            return words.ACTED_SINCE(name=self.names[moment.event.who])
        return None if bar is None else words.BARS[bar]()

    def _undo_typed(self) -> None:
        """Undo the last typed dice or a person's last action."""
        if self.dice.forget():
            self.terminal.say(Text(f"↩ {say(words.TYPE_AGAIN())}"))
            return
        if not len(self.match):
            self.terminal.complain(say(words.NOTHING_YET()))
            return
        while len(self.match):
            if self.match.event(len(self.match) - 1).by_chance:
                self._rewind(rolls_of(self.match)[-1])
                self.terminal.say(Text(f"↩ {say(words.TYPE_AGAIN())}"))
                return
            if self._take_back() in self.persons:
                return

    def _take_back(self) -> int:
        """Undo the last event; return who caused it."""
        event = self.match.event(len(self.match) - 1)
        self._rewind(len(self.match) - 1)
        if event.by_chance:
            what = f"{self.match.format_outcome(event.what)} ({self._chance()})"
        else:
            what = f"{self.names[event.who]}: {self.match.format_action(event.what, event.who)}"
        self.terminal.say(Text(f"↩ {say(words.TAKEN_BACK(what=what))}"))
        return event.who

    def _chance(self) -> str:
        return say(self.spec.notation.describe_chance(self.match.state, self.names))

    def _rewind(self, length: int) -> None:
        self.match.rewind(length)
        self.news = [item for item in self.news if item[0] <= length]
        for watcher in self.watchers:
            self.read[watcher] = min(self.read[watcher], len(self.news))

    def _save_copy(self, name: str = "") -> None:
        if not name:
            self.terminal.say(Text(say(words.KEPT_AND_COPY(path=str(self.keeper.path)))))
            return
        try:
            self.keeper.copy(Path(name).expanduser())
            self.terminal.say(Text(say(words.COPIED(path=name))))
        except QuincunxError as error:
            self.terminal.complain(error)

    def _words(self) -> list[str]:
        """The words for Tab completion: commands and legal actions."""
        words = set(self.commands)
        if self.at_keyboard is not None:
            for action in self.match.legal_actions(self.at_keyboard):
                words.update(self.match.format_action(action, self.at_keyboard).split())
        return sorted(words)

    # Screen and file

    def _ask(self, question: str) -> str:
        self._keep()
        return self.terminal.ask(question)

    def _keep(self) -> None:
        """Save the match."""
        try:
            self.keeper.keep()
        except QuincunxError as error:
            self.terminal.complain(say(words.NOT_SAVED(reason=error.message)))

    def _welcome(self) -> None:
        players = ", ".join(
            player.name if player.bot is None else say(words.BOT(name=player.name, bot=player.bot))
            for player in self.players
        )
        self.terminal.say(Text(self.spec.title, style="bold") + Text(f" · {players}"))
        self.terminal.say(Text(say(words.WELCOME()), style="dim"))

    def _tell_news(self, watcher: Seat, *, but: int = 0) -> None:
        """Print a watcher's news except the last few lines.

        Watchers with the same view have read it too.
        """
        for said in self._unread(watcher)[: -but or None]:
            self.terminal.say(Text(f"• {said}"))
        for other in self.watchers:
            if other == watcher or not self._differ(watcher, other):
                self.read[other] = len(self.news)

    def _unread(self, watcher: Seat) -> list[str]:
        return [say(said[watcher]) for _, said in self.news[self.read[watcher] :] if said[watcher]]

    def _show_board(self, seat: Seat) -> None:
        self.terminal.console.rule(style="dim")
        self.terminal.say(self.display.board(self.match.view(seat), seat, self.names))

    def _show_board_and_news(self, seat: Seat) -> None:
        """Print the board and the latest news under it."""
        board = self.display.board(self.match.view(seat), seat, self.names)
        last = last_news(self.terminal.console, board, self._unread(seat))
        self._tell_news(seat, but=len(last))
        self._show_board(seat)
        for said in last:
            self.terminal.say(Text(f"• {said}"))

    def _finish(self) -> None:
        for watcher in self.watchers[:1]:
            self._tell_news(watcher)
            self._show_board(watcher)
        self.terminal.say(standings_table(self.match))
        course = course_table(self.match)
        if course is not None:
            self.terminal.say(course)
        self.terminal.say(Text(say(words.KEPT(path=str(self.keeper.path)))))
