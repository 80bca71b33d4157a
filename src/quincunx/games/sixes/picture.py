"""Battle of the Sixes for the browser.

stage         "rolling", "hard sixes", "soft sixes", "answering", "final roll" or "over"
round, roll   both from 1
final         whether this is the final roll of the round
turn          the seat that acts, or null
mat           {spaces: 60, winning: the marked spaces}
players       by seat: {total, points (of this round as it lies), last_points (of the round before), dice (faces of
              unplayed dice, high to low), in_cup (dice still to land), wins}
pairings      in the order they were laid: {sides: by seat {kind, dice}, points: by seat}; `kind` is "hard", "soft",
              "single" or "none"; `completes` (by seat) says that a single die may still be completed this round
waiting       the soft six that waits for its answer {seat, dice}, or null
table         the scoring table, row by row: {row, points, count: by seat}; `points` is what it scores, `count` how
              often it lies on the table for each seat
actions       what can be done now: {text, verb, dice, owner (whose dice they are), points (by seat: what it
              changes in the round's points), single and against for "add"}; `text` is what is sent
"""

from typing import Any

from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    WAYS,
    is_single,
    is_soft,
    points_against,
    wins,
)
from quincunx.games.sixes.legality import ACTIONS, ANSWER, COMPLETE, PASS, PLAY, ROLL, STOP, TAKE, may_be_completed
from quincunx.games.sixes.notation import AGAINST_NAMES, SIDE_FACES, format_action, rest_of
from quincunx.games.sixes.rules import legal_actions, round_points
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, HARD_SIXES, ROLLING, SEATS, SOFT_SIXES, State

STAGES = {
    ROLLING: "rolling",
    HARD_SIXES: "hard sixes",
    SOFT_SIXES: "soft sixes",
    ANSWERING: "answering",
    FINAL_ROLL: "final roll",
    ENDED: "over",
}
WINNING = (15, 24, 33, 42, 51, 60)
ROWS = {
    ("hard", "single"): words.HARD_SINGLE,
    ("hard", "none"): words.HARD_NONE,
    ("hard", "soft"): words.HARD_SOFT,
    ("hard", "hard"): words.HARD_HARD,
    ("soft", "single"): words.SOFT_SINGLE,
    ("soft", "none"): words.SOFT_NONE,
    ("soft", "soft"): words.SOFT_SOFT,
}
"""The rows of the scoring table: one's own side, the other's, and what the row is called."""
ROW_POINTS = tuple(
    points_against(mine, theirs)
    for mine, against in (
        (HARD, (FIRST_SINGLE, NO_DICE, FIRST_SOFT, HARD)),
        (FIRST_SOFT, (FIRST_SINGLE, NO_DICE, FIRST_SOFT)),
    )
    for theirs in against
)
"""What each row scores."""


def picture(view: State, seat: Seat) -> dict[str, Any]:
    """Everything the page draws."""
    acting = view.stage not in (ROLLING, ENDED)
    return {
        "stage": STAGES[view.stage],
        "round": view.rounds + 1,
        "roll": view.rolls + 1,
        "final": bool(view.is_final),
        "turn": view.turn if acting else None,
        "mat": {"spaces": WINNING[-1], "winning": list(WINNING)},
        "players": [_player(view, who) for who in range(SEATS)],
        "pairings": [_pairing(view, index) for index in range(view.pairings)],
        "waiting": _waiting(view),
        "table": [
            {"row": name(), "points": points, "count": [_count(view, who, row) for who in range(SEATS)]}
            for (row, name), points in zip(ROWS.items(), ROW_POINTS, strict=True)
        ],
        "actions": _actions(view, seat) if acting and seat == view.turn else [],
    }


def _player(view: State, who: Seat) -> dict[str, Any]:
    return {
        "total": view.total[who],
        "points": round_points(view, who),
        "last_points": view.last_points[who],
        "dice": [face for face in range(SIX, 0, -1) for _ in range(view.shown[who, face])],
        "in_cup": view.in_cup[who],
        "wins": wins(view.total[who]),
    }


def _pairing(view: State, index: int) -> dict[str, Any]:
    sides = [view.laid[who, index] for who in range(SEATS)]
    return {
        "sides": [{"kind": kind_of(side), "dice": list(SIDE_FACES[side])} for side in sides],
        "points": [points_against(sides[0], sides[1]), points_against(sides[1], sides[0])],
        "completes": [may_be_completed(view, who, index) for who in range(SEATS)],
    }


def kind_of(side: int) -> str:
    """What a side is, in a word."""
    if side == HARD:
        return "hard"
    if is_soft(side):
        return "soft"
    return "single" if is_single(side) else "none"


def _waiting(view: State) -> dict[str, Any] | None:
    if view.stage != ANSWERING:
        return None
    return {"seat": 1 - view.turn, "dice": list(SIDE_FACES[view.soft_six])}


def _count(view: State, who: Seat, row: tuple[str, str]) -> int:
    sides = [(view.laid[who, index], view.laid[1 - who, index]) for index in range(view.pairings)]
    return [(kind_of(mine), kind_of(theirs)) for mine, theirs in sides].count(row)


def _actions(view: State, seat: Seat) -> list[dict[str, Any]]:
    legal = [0] * ACTIONS
    return [_action(view, seat, action) for action in legal[: legal_actions(view, seat, legal)]]


def _action(view: State, seat: Seat, action: int) -> dict[str, Any]:
    described = {"text": format_action(view, seat, action), "dice": [], "owner": seat, "points": [0, 0]}
    if action in (PASS, ROLL, STOP):
        verb = ("pass", "roll", "stop")[action]
        return described | {"verb": verb}
    if action < PLAY:
        return described | _take(seat, action - TAKE + FIRST_SINGLE)
    if action < ANSWER:
        return described | _play(view, seat, action - PLAY + FIRST_SOFT)
    if action < COMPLETE:
        return described | _answer(view, seat, action - ANSWER + FIRST_SINGLE)
    return described | _add(seat, (action - COMPLETE) % WAYS, (action - COMPLETE) // WAYS)


def _points_for(seat: Seat, points: int) -> list[int]:
    return [points, 0] if seat == 0 else [0, points]


def _take(seat: Seat, side: int) -> dict[str, Any]:
    return {
        "verb": "take",
        "dice": list(SIDE_FACES[side]),
        "owner": 1 - seat,
        "points": _points_for(seat, points_against(HARD, side)),
    }


def _play(view: State, seat: Seat, soft: int) -> dict[str, Any]:
    unanswered = not any(view.shown.row(1 - seat))
    return {
        "verb": "play",
        "dice": list(SIDE_FACES[soft]),
        "points": _points_for(seat, points_against(soft, NO_DICE) if unanswered else 0),
    }


def _answer(view: State, seat: Seat, side: int) -> dict[str, Any]:
    return {
        "verb": "answer",
        "dice": list(SIDE_FACES[side]),
        "points": _points_for(1 - seat, points_against(view.soft_six, side)),
    }


def _add(seat: Seat, way: int, against: int) -> dict[str, Any]:
    added = rest_of(way)
    return {
        "verb": "add",
        "dice": list(added),
        "single": WAY_SINGLE[way],
        "against": AGAINST_NAMES[against],
        "points": _points_for(1 - seat, -1),
    }
