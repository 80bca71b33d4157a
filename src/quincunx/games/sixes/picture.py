"""Battle of the Sixes for the browser."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from quincunx.core.drawing import Drawn
from quincunx.core.messages import Message, Sentence
from quincunx.core.seats import Seat
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import (
    FIRST_SINGLE,
    FIRST_SOFT,
    HARD,
    NO_DICE,
    SIX,
    WAY_SINGLE,
    points_against,
    wins,
)
from quincunx.games.sixes.legality import (
    ACTIONS,
    COMPLETE,
    PASS,
    PLAY,
    ROLL,
    STOP,
    TAKE,
    against_of,
    may_be_completed,
    side_of,
    verb_of,
    way_of,
)
from quincunx.games.sixes.notation import AGAINST_NAMES, SIDE_FACES, SideKind, format_action, kind_of, rest_of
from quincunx.games.sixes.rules import legal_actions, round_points
from quincunx.games.sixes.state import ANSWERING, ENDED, FINAL_ROLL, HARD_SIXES, ROLLING, SEATS, SOFT_SIXES, State

Stage: TypeAlias = Literal["rolling", "hard sixes", "soft sixes", "answering", "final roll", "over"]
Verb: TypeAlias = Literal["pass", "roll", "stop", "take", "play", "answer", "add"]

STAGES: dict[int, Stage] = {
    ROLLING: "rolling",
    HARD_SIXES: "hard sixes",
    SOFT_SIXES: "soft sixes",
    ANSWERING: "answering",
    FINAL_ROLL: "final roll",
    ENDED: "over",
}
WINNING = (15, 24, 33, 42, 51, 60)
SIMPLE: dict[int, Verb] = {PASS: "pass", ROLL: "roll", STOP: "stop"}
"""The actions without dice."""
ROWS: dict[tuple[SideKind, SideKind], Sentence] = {
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
"""The points of each row."""


class SixesMat(Drawn):
    """The scoring mat."""

    spaces: int
    winning: list[int]
    """The marked spaces."""


class SixesPlayer(Drawn):
    """A player."""

    total: int
    points: int
    """The points of this round as the dice lie now."""
    last_points: int
    """The points of the round before."""
    dice: list[int]
    """The faces of unplayed dice, high to low."""
    in_cup: int
    """The number of dice that have still to land."""
    wins: bool


class SixesSide(Drawn):
    """One seat's side of a pairing."""

    kind: SideKind
    dice: list[int]


class SixesPairing(Drawn):
    """Dice that lie against each other; everything by seat."""

    sides: list[SixesSide]
    points: list[int]
    completes: list[bool]
    """Whether a single die may still be completed this round."""


class SixesWaiting(Drawn):
    """A soft six that waits for its answer."""

    seat: int
    dice: list[int]


class SixesRow(Drawn):
    """A row of the scoring table."""

    row: Message
    points: int
    """Its points."""
    count: list[int]
    """By seat: the number of times it lies on the table."""


class SixesAction(Drawn):
    """Something that can be done now."""

    text: str
    """The text of the action."""
    dice: list[int]
    owner: int
    """Whose dice they are."""
    points: list[int]
    """By seat: its change of the round's points."""
    verb: Verb
    single: int | UnsetType = UNSET
    """The die that others are added to."""
    against: Literal["hard", "soft"] | UnsetType = UNSET
    """The side that the die lies against."""


class SixesPicture(Drawn):
    """Everything the page draws."""

    stage: Stage
    round: int
    """The number of the round, from 1."""
    roll: int
    """The number of the roll in the round, from 1."""
    final: bool
    """Whether this is the final roll of the round."""
    turn: int | None
    """The seat that acts."""
    mat: SixesMat
    players: list[SixesPlayer]
    pairings: list[SixesPairing]
    """The pairings of the round in the order in which they were laid."""
    waiting: SixesWaiting | None
    table: list[SixesRow]
    actions: list[SixesAction]


def picture(view: State, seat: Seat) -> SixesPicture:
    """The picture of a seat's view."""
    acting = view.stage not in (ROLLING, ENDED)
    return SixesPicture(
        stage=STAGES[view.stage],
        round=view.rounds + 1,
        roll=view.rolls + 1,
        final=bool(view.is_final),
        turn=view.turn if acting else None,
        mat=SixesMat(WINNING[-1], list(WINNING)),
        players=[_player(view, who) for who in range(SEATS)],
        pairings=[_pairing(view, index) for index in range(view.pairings)],
        waiting=_waiting(view),
        table=[
            SixesRow(name(), points, [_count(view, who, row) for who in range(SEATS)])
            for (row, name), points in zip(ROWS.items(), ROW_POINTS, strict=True)
        ],
        actions=_actions(view, seat) if acting and seat == view.turn else [],
    )


def lit(view: State, seat: Seat, action: int) -> list[str]:
    """The dice of an action where they lie, or its button."""
    done = _action(view, seat, action)
    if not done.dice:
        return [f"do-{done.verb}"]
    lying = _player(view, done.owner).dice
    places = [lying.index(face) + done.dice[:n].count(face) for n, face in enumerate(done.dice)]
    return [f"die-{done.owner}-{place}" for place in places]


def _player(view: State, who: Seat) -> SixesPlayer:
    return SixesPlayer(
        total=view.total[who],
        points=round_points(view, who),
        last_points=view.last_points[who],
        dice=[face for face in range(SIX, 0, -1) for _ in range(view.shown[who, face])],
        in_cup=view.in_cup[who],
        wins=wins(view.total[who]),
    )


def _pairing(view: State, index: int) -> SixesPairing:
    sides = [view.laid[who, index] for who in range(SEATS)]
    return SixesPairing(
        sides=[SixesSide(kind_of(side), list(SIDE_FACES[side])) for side in sides],
        points=[points_against(sides[0], sides[1]), points_against(sides[1], sides[0])],
        completes=[may_be_completed(view, who, index) for who in range(SEATS)],
    )


def _waiting(view: State) -> SixesWaiting | None:
    if view.stage != ANSWERING:
        return None
    return SixesWaiting(1 - view.turn, list(SIDE_FACES[view.soft_six]))


def _count(view: State, who: Seat, row: tuple[SideKind, SideKind]) -> int:
    sides = [(view.laid[who, index], view.laid[1 - who, index]) for index in range(view.pairings)]
    return [(kind_of(mine), kind_of(theirs)) for mine, theirs in sides].count(row)


def _actions(view: State, seat: Seat) -> list[SixesAction]:
    legal = [0] * ACTIONS
    return [_action(view, seat, action) for action in legal[: legal_actions(view, seat, legal)]]


def _action(view: State, seat: Seat, action: int) -> SixesAction:
    text = format_action(view, seat, action)
    verb = verb_of(action)
    if verb in SIMPLE:
        return SixesAction(text, [], seat, [0, 0], SIMPLE[verb])
    if verb == COMPLETE:
        way, against = way_of(action), AGAINST_NAMES[against_of(action)]
        return SixesAction(text, list(rest_of(way)), seat, _points_for(1 - seat, -1), "add", WAY_SINGLE[way], against)
    side = side_of(action)
    if verb == TAKE:
        points = _points_for(seat, points_against(HARD, side))
        return SixesAction(text, list(SIDE_FACES[side]), 1 - seat, points, "take")
    if verb == PLAY:
        unanswered = not any(view.shown.row(1 - seat))
        points = _points_for(seat, points_against(side, NO_DICE) if unanswered else 0)
        return SixesAction(text, list(SIDE_FACES[side]), seat, points, "play")
    points = _points_for(1 - seat, points_against(view.soft_six, side))
    return SixesAction(text, list(SIDE_FACES[side]), seat, points, "answer")


def _points_for(seat: Seat, points: int) -> list[int]:
    return [points, 0] if seat == 0 else [0, points]
