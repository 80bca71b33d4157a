"""A table in plain text, for language models and other text players.

    table = TextTable("phase10", seats=2, seed=7)
    while (seat := table.seat) is not None:
        table.answer(model(table.prompt()))

The prompt has the board as that seat may know it and the legal actions in the notation of transcripts; `rules` gives
the rules, which are the same at every prompt. An answer is one action; an illegal one changes nothing and is returned
with its objection.
"""

import io
import sys
from collections.abc import Mapping

from rich.console import Console

from quincunx.core.errors import IllegalAction, QuincunxError
from quincunx.core.match import Match
from quincunx.core.render import say
from quincunx.core.rulebook import FILES, unmarked
from quincunx.core.seats import SPECTATOR, Seat
from quincunx.core.spec import GameSpec
from quincunx.core.words import NO_SUCH_SEAT
from quincunx.games import game as game_of

WIDTH = 100
MOST_LISTED = 200
"""More legal actions than this are not listed: the words for them are."""


def board_text(match: Match, seat: Seat = SPECTATOR) -> str:
    """The board as a seat may know it, without colours."""
    out = io.StringIO()
    console = Console(
        file=out, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False, markup=False, emoji=False
    )
    console.print(match.spec.part("display").board(match.view(seat), seat, match.names))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def render_board(match: Match, seat: Seat, mode: str | None) -> str | None:
    """The board as an environment renders it: printed for people, else returned."""
    text = board_text(match, seat)
    if mode != "human":
        return text
    sys.stdout.write(text + "\n")
    return None


class TextTable:
    """One match with a text interface."""

    def __init__(
        self,
        game: str | GameSpec,
        seats: int | None = None,
        *,
        seed: int | str | None = None,
        variants: Mapping[str, str] | None = None,
        names: list[str] | None = None,
    ) -> None:
        spec = game_of(game) if isinstance(game, str) else game
        self.match = Match(spec, seats, seed=seed, variants=variants, names=names)
        self.refusals = 0
        """The number of answers that were no legal action."""

    @property
    def seat(self) -> Seat | None:
        """The seat to answer; None when the match is over. If several may act, the lowest seat."""
        actors = self.match.actors
        return actors[0] if actors else None

    def rules(self) -> str:
        """The rules and rulings, in full."""
        spec = self.match.spec
        return "\n".join(unmarked(spec.text(name)) for name in FILES)

    def prompt(self, seat: Seat | None = None) -> str:
        """Everything that a seat needs to answer, rules aside: the board, what it may do, how to write it."""
        seat = self.seat if seat is None else seat
        if seat is None:
            return f"The match is over.\n\n{self.result()}"
        if not 0 <= seat < self.match.seats:
            raise IllegalAction(NO_SUCH_SEAT(seat=seat))
        return "\n\n".join([f"You are {self.match.names[seat]}.", board_text(self.match, seat), self._legal(seat)])

    def _legal(self, seat: Seat) -> str:
        match = self.match
        legal = match.legal_actions(seat)
        if not legal:
            return "It is not your move."
        if len(legal) > MOST_LISTED:
            help_lines = (f"{typed}  {say(what())}".strip() for typed, what in match.spec.part("display").HELP)
            return "\n".join([f"You have {len(legal):,} legal actions, written so:", *help_lines])
        view = match.view(seat)
        texts = (match.spec.notation.format_action(view, seat, action) for action in legal)
        return "Your legal actions, one to a line. Answer with exactly one of them:\n" + "\n".join(texts)

    def answer(self, text: str, seat: Seat | None = None) -> str | None:
        """Perform the action on the last non-empty line; return the reason if it is illegal."""
        seat = self.seat if seat is None else seat
        if seat is None:
            return "the match is over"
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        try:
            self.match.push_text(lines[-1] if lines else "", seat)
        except QuincunxError as error:
            self.refusals += 1
            return str(error)
        return None

    def result(self) -> str:
        """Places and points, best first."""
        names = self.match.names
        return "\n".join(f"{row.place}. {names[row.seat]}: {row.points}" for row in self.match.standings())

    def transcript(self) -> str:
        """The match in the usual notation."""
        return self.match.transcript()
