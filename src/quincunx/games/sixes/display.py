"""Battle of the Sixes in a terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.seats import Seat
from quincunx.games.sixes.combinations import SIX, dice_shown, has_soft, points_against, wins
from quincunx.games.sixes.legality import can_complete, may_be_completed
from quincunx.games.sixes.notation import faces_text, side_text
from quincunx.games.sixes.rules import round_points
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, HARD_SIXES, ROLLING, SEATS, State

WINNING_SCORES = "15 24 33 42 51 60+"

HELP = """\
take 5               set your hard six against a single 5 of the opponent: 2 points
take 5+1             set it against a soft six of the opponent: 1 point, and both dice are gone
play 4+2             play a soft six; the opponent must answer
answer 2             answer with a single die: the soft six scores 1
answer 5+1           answer with a soft six: nobody scores
add 3+1 to 2 vs hard complete a single die of yours that lies against a hard (or soft) six
pass                 play nothing now; two passes in a row end this roll
roll, stop           make the final roll, or decline it
Dice are told apart by their numbers only. A * marks a single die that may still be completed."""


def board(view: State, seat: Seat, names: Sequence[str]) -> RenderableType:
    """The score mat, the unplayed dice and the pairings of the round."""
    parts: list[RenderableType] = [_mat(view, names)]
    if view.pairings or view.stage == ANSWERING:
        parts.append(_pairings(view, names))
    parts.append(_now(view, names))
    return Group(*parts)


def prompt(view: State, seat: Seat) -> str:
    """What is asked of the seat now."""
    if view.stage == HARD_SIXES:
        sixes = view.shown[seat, SIX]
        return f"{sixes} hard six{'es' * (sixes > 1)} to match · take a die or a soft six of the opponent"
    if view.stage == ANSWERING:
        return f"soft six {side_text(view.soft_six)} · answer with a soft six or a single die"
    if view.stage == FINAL_ROLL:
        dice = dice_shown(view.shown, seat)
        return f"the final roll, {dice} {'die' if dice == 1 else 'dice'} · roll or stop"
    may = ["play one"] * has_soft(view.shown, seat)
    may += ["complete a single die (add … to …)"] * can_complete(view, seat)
    return f"soft sixes · {', '.join(may)} or pass"


def _mat(view: State, names: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (f"round {view.rounds + 1}, roll {view.rolls + 1}", "score", "this round", "unplayed dice"):
        table.add_column(heading, justify="right" if heading in ("score", "this round") else "left")
    for seat in range(SEATS):
        acts = view.stage not in (ROLLING, ENDED) and seat == view.turn
        table.add_row(
            Text(("▶ " if acts else "  ") + names[seat], style="bold reverse" if acts else "bold"),
            Text(str(view.total[seat]), style="bold green" if wins(view.total[seat]) else ""),
            str(view.last_points[seat] if view.stage == ENDED else round_points(view, seat)),
            _dice(view, seat),
        )
    table.caption = f"winning scores: {WINNING_SCORES}"
    return table


def _dice(view: State, seat: Seat) -> Text:
    text = Text()
    for face in faces_text(view.shown.row(seat)).split():
        text.append(f" {face} ", style="bold white on red" if face == "6" else "bold black on white")
        text.append(" ")
    text.append("· " * view.in_cup[seat], style="dim")
    return text if text.plain else Text("none", style="dim")


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
        return Text("The match is over.", style="bold")
    words = ["final roll"] if view.is_final else []
    if view.rounds and not view.pairings:
        last = ", ".join(f"{names[seat]} {view.last_points[seat]}" for seat in range(SEATS))
        words.append(f"last round: {last}")
    return Text(" · ".join(words), style="dim")
