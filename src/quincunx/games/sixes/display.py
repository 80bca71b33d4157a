"""Battle of the Sixes in a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.messages import Message
from quincunx.core.render import say
from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import SIX, dice_shown, has_soft, points_against, wins
from quincunx.games.sixes.legality import can_complete, may_be_completed
from quincunx.games.sixes.notation import faces_text, side_text
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, HARD_SIXES, ROLLING, SEATS, State

WINNING_SCORES = "15 24 33 42 51 60+"

HELP = words.HELP


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """The score mat, the unplayed dice and the pairings of the round."""
    parts: list[RenderableType] = [_mat(view, names)]
    if view.pairings or view.stage == ANSWERING:
        parts.append(_pairings(view, names))
    parts.append(_now(view, names))
    return Group(*parts)


def prompt(view: State, seat: Seat) -> Message:
    """The choice that the seat must make now."""
    if view.stage == HARD_SIXES:
        return words.PROMPT_HARD(count=view.shown[seat, SIX])
    if view.stage == ANSWERING:
        return words.PROMPT_ANSWER(dice=words.FACES(codes=side_text(view.soft_six)))
    if view.stage == FINAL_ROLL:
        return words.PROMPT_FINAL(count=dice_shown(view.shown, seat))
    if has_soft(view.shown, seat):
        return words.PROMPT_BOTH() if can_complete(view, seat) else words.PROMPT_PLAY()
    return words.PROMPT_COMPLETE() if can_complete(view, seat) else words.PROMPT_PASS()


def _mat(view: State, names: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(words.ROUND_AND_ROLL(round=view.rounds + 1, roll=view.rolls + 1)))
    table.add_column(say(words.SCORE()), justify="right")
    table.add_column(say(words.THIS_ROUND()), justify="right")
    table.add_column(say(words.UNPLAYED()))
    for seat in range(SEATS):
        acts = view.stage not in (ROLLING, ENDED) and seat == view.turn
        table.add_row(
            Text(("▶ " if acts else "  ") + names[seat], style="bold reverse" if acts else "bold"),
            Text(str(view.total[seat]), style="bold green" if wins(view.total[seat]) else ""),
            str(view.last_points[seat] if view.stage == ENDED else round_points(view, seat)),
            _dice(view, seat),
        )
    table.caption = say(words.WINNING_SCORES(scores=WINNING_SCORES))
    return table


def _dice(view: State, seat: Seat) -> Text:
    text = Text()
    for face in faces_text(view.shown.row(seat)).split():
        text.append(f" {face} ", style="bold white on red" if face == "6" else "bold black on white")
        text.append(" ")
    text.append("· " * view.in_cup[seat], style="dim")
    return text if text.plain else Text(say(words.NONE()), style="dim")


def _pairings(view: State, names: Sequence[str]) -> Table:
    table = Table(box=box.MINIMAL, pad_edge=False)
    table.add_column(names[0], justify="right")
    table.add_column("", justify="center")
    table.add_column(names[1])
    for pairing in range(view.pairings):
        sides = [view.laid[seat, pairing] for seat in range(SEATS)]
        points = f"{points_against(*sides)} : {points_against(*reversed(sides))}"
        left, right = (_side(view, seat, pairing) for seat in range(SEATS))
        table.add_row(left, points, right)
    if view.stage == ANSWERING:
        waiting = [side_text(view.soft_six), "?"]
        table.add_row(waiting[view.turn == 0], "", waiting[view.turn == 1])
    return table


def _side(view: State, seat: Seat, pairing: int) -> str:
    return side_text(view.laid[seat, pairing]) + "*" * may_be_completed(view, seat, pairing)


def _now(view: State, names: Sequence[str]) -> Text:
    if view.stage == ENDED:
        return Text(say(words.IS_OVER()), style="bold")
    said = [say(words.FINAL())] if view.is_final else []
    if view.rounds and not view.pairings:
        last = ", ".join(f"{names[seat]} {view.last_points[seat]}" for seat in range(SEATS))
        said.append(say(words.LAST_ROUND(points=last)))
    return Text(" · ".join(said), style="dim")
