"""Whether the table allows what somebody asks for, and which step it becomes. Nothing changes here.

A decision looks at the ledger as it is when the request's turn has come; a `Refuse` says why not.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from quincunx.bots import check_level, default_bot
from quincunx.core.bots import read_bot
from quincunx.core.errors import IllegalAction, NotationError, SetupError
from quincunx.core.messages import Message
from quincunx.core.naming import bot_name, fresh_name
from quincunx.core.seats import Seat
from quincunx.table import words
from quincunx.table.dice import REVEAL_MS
from quincunx.table.proof import PATIENT_ROUNDS, commitment_of, player_commitment, seed_of_round
from quincunx.table.refusal import Refuse
from quincunx.table.state import Chair, Ledger, Play, advance
from quincunx.table.steps import (
    Acted,
    Added,
    AnyStep,
    Away,
    Closed,
    Committed,
    Decided,
    Filled,
    Followed,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Revealed,
    Sat,
    Started,
    Undone,
    Voided,
)

Decision: TypeAlias = tuple[AnyStep, Play | None]
GONE_S = 15
"""Seconds that a player must have been gone before the host may let a bot play for them."""


# Seats


def sit(ledger: Ledger, name: str, token: str, seat: Seat | None) -> Sat:
    """A person sits down."""
    if ledger.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN_WATCH())
    _check_calm(ledger)
    if ledger.seat_of(token) is not None:  # a write in doubt was stored after all, and this is decided again
        raise Refuse("seat", words.HERE_ALREADY())
    free = [number for number, chair in enumerate(ledger.chairs) if chair.is_empty]
    if not free:
        raise Refuse("seat", words.ALL_TAKEN())
    if seat is not None and seat not in free:
        raise Refuse("seat", (words.SEAT_TAKEN if seat < ledger.seats else words.NO_SUCH_SEAT)(seat=seat))
    seat = free[0] if seat is None else seat
    return Sat(seat, fresh_name(name, ledger.others(seat), seat), token, ledger.next_owner)


def fill(ledger: Ledger, by: Seat, seat: Seat, bot: str, is_there: Callable[[Seat], bool]) -> Filled | Away:
    """The host lets a bot play a seat."""
    _check_host(ledger, by)
    _check_calm(ledger)
    chair = _chair(ledger, seat)
    try:
        check_level(ledger.spec, bot, ledger.seats)
    except SetupError as error:
        raise Refuse("seat", error.message) from None
    if ledger.status == "over":
        raise Refuse("status", words.IS_OVER())
    if chair.is_human:
        if ledger.status == "waiting":
            raise Refuse("seat", words.SITS_THERE(name=chair.name))
        if is_there(seat):
            raise Refuse("seat", words.JUST_HERE(name=chair.name, count=GONE_S))
        return Away(seat, bot)
    return Filled(seat, bot, "" if chair.left else bot_name(read_bot(bot).name, ledger.others(seat), ledger.id, seat))


def open_seat(ledger: Ledger, by: Seat, seat: Seat) -> Opened:
    """The host sends a bot or a person away before the match."""
    _check_host(ledger, by)
    _check_waiting(ledger)
    _check_calm(ledger)
    chair = _chair(ledger, seat)
    if chair.is_empty:
        raise Refuse("seat", words.NOBODY_THERE(seat=seat))
    if seat == by:
        raise Refuse("seat", words.OWN_SEAT())
    return Opened(seat)


def add_seat(ledger: Ledger, by: Seat) -> Added:
    """The host puts one more seat to the table."""
    _check_host(ledger, by)
    _check_waiting(ledger)
    _check_calm(ledger)
    _check_size(ledger, ledger.seats + 1)
    return Added()


def remove_seat(ledger: Ledger, by: Seat, seat: Seat) -> Removed:
    """The host takes an empty seat away."""
    _check_host(ledger, by)
    _check_waiting(ledger)
    _check_calm(ledger)
    chair = _chair(ledger, seat)
    if not chair.is_empty:
        raise Refuse("seat", words.SITS_THERE(name=chair.name))
    _check_size(ledger, ledger.seats - 1)
    return Removed(seat)


def rename(ledger: Ledger, seat: Seat, name: str) -> Renamed:
    """A player goes by another name."""
    if ledger.status == "over":
        raise Refuse("status", words.NAMES_STAY())
    return Renamed(seat, fresh_name(name, ledger.others(seat), seat))


def leave(ledger: Ledger, seat: Seat) -> Left | Opened:
    """A player gives the seat up."""
    return Opened(seat) if ledger.status == "waiting" else Left(seat)


def pass_host(
    ledger: Ledger, connected: Callable[[Seat], bool], is_gone: Callable[[Seat], bool] = lambda _: False
) -> Hosted:
    """Another person becomes host, since the host has left, or has been gone for long and somebody else is there."""
    host, others = ledger.host, [seat for seat in ledger.people if seat != ledger.host]
    present = list(filter(connected, others))
    if not others or (host is not None and not (present and is_gone(host))):
        raise Refuse("host", words.HAS_HOST())
    return Hosted((present or others)[0])


def stand_in(ledger: Ledger, seat: Seat) -> Away:
    """A bot plays for a player who is absent, has run out of time or has left."""
    chair = ledger.chairs[seat]
    if not (chair.is_human or chair.left) or chair.bot is not None or ledger.status != "playing":
        raise Refuse("seat", words.NOBODY_MISSING())
    return Away(seat, default_bot(ledger.spec))


def come_back(ledger: Ledger, seat: Seat) -> Away:
    """A player plays again, in place of the bot that stood in."""
    if not (ledger.chairs[seat].is_human and ledger.chairs[seat].bot):
        raise Refuse("seat", words.HERE_ALREADY())
    return Away(seat)


# The table


def change(ledger: Ledger, by: Seat, chosen: Mapping[str, Any]) -> Decided:
    """The host changes settings."""
    _check_host(ledger, by)
    return Decided(msgspec.structs.replace(ledger.settings, **chosen))


def offer(ledger: Ledger, seat: Seat, yes: bool) -> Offered:
    """A player wants another match, or does not."""
    if ledger.status != "over":
        raise Refuse("status", words.NOT_OVER())
    if ledger.rematch is not None:
        raise Refuse("status", words.NEXT_IS_OPEN())
    return Offered(seat, yes)


def follow(ledger: Ledger, table: str) -> Followed:
    """The table of the next match is open."""
    if ledger.rematch is not None:
        raise Refuse("status", words.NEXT_IS_OPEN())
    return Followed(table)


# Dice, and the beginning


def commit(ledger: Ledger, seat: Seat, number: int, commitment: str, meant: Seat | None = None) -> Committed:
    """A player commits to entropy, once a round, for the seat that it is meant for."""
    _check_waiting(ledger)
    rounds = ledger.rounds
    if number != rounds.number or rounds.stage != "commit" or meant not in (None, seat):
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if rounds.failed[seat]:
        raise Refuse("status", words.DID_NOT_REVEAL())
    if rounds.commitments[seat] is not None:
        raise Refuse("status", words.COMMITTED_ALREADY())
    return Committed(seat, number, commitment)


def reveal(ledger: Ledger, seat: Seat, number: int, entropy: str) -> Revealed:
    """A player shows what the commitment was made of."""
    _check_waiting(ledger)
    rounds = ledger.rounds
    if number != rounds.number or rounds.stage != "reveal":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if rounds.commitments[seat] is None or rounds.entropy[seat] is not None:
        raise Refuse("status", words.NOTHING_TO_REVEAL())
    if player_commitment(ledger.id, number, seat, entropy) != rounds.commitments[seat]:
        raise Refuse("dice", words.OTHER_ENTROPY())
    return Revealed(seat, number, entropy)


def start(ledger: Ledger, by: Seat) -> Decision:
    """The host starts the match without waiting for more commitments, and after enough void rounds without waiting for
    everyone to reveal."""
    _check_host(ledger, by)
    _check_waiting(ledger)
    for seat, chair in enumerate(ledger.chairs):
        if chair.is_empty:
            raise Refuse("seat", words.SEAT_EMPTY(seat=seat))
    rounds = ledger.rounds
    if rounds.stage == "commit":
        return _close_or_begin(ledger)
    if rounds.voided < PATIENT_ROUNDS:
        _check_calm(ledger)
    return begin(ledger)


def go_on(ledger: Ledger, now: int) -> Decision | None:
    """What the hall does by itself before the match: close a round of the dice, void it, or begin."""
    rounds = ledger.rounds
    if ledger.status != "waiting":
        return None
    if rounds.stage == "reveal":
        missing = rounds.missing()
        if not ledger.is_full:
            return void(ledger), None
        if not missing:
            return None if ledger.counting(now) else begin(ledger)
        return (void(ledger, missing), None) if now >= rounds.since + REVEAL_MS else None
    if not ledger.is_full:
        return None
    awaited = [seat for seat in ledger.people if rounds.commitments[seat] is None and not rounds.failed[seat]]
    if awaited and not (rounds.voided and now >= rounds.since + REVEAL_MS):
        return None
    return _close_or_begin(ledger)


def void(ledger: Ledger, failed: Sequence[Seat] = ()) -> Voided:
    """This round of the dice does not count, since these seats have not revealed or somebody has left."""
    number = ledger.rounds.number
    return Voided(number, list(failed), commitment_of(seed_of_round(ledger.seed, number + 1)))


def _close_or_begin(ledger: Ledger) -> Decision:
    """Close the round, so that those who have committed reveal, or begin if nobody has; for a race it is closed in any
    case, to count it down."""
    is_awaited = any(ledger.rounds.commitments) or ledger.countdown
    return (Closed(ledger.rounds.number), None) if is_awaited else begin(ledger)


def begin(ledger: Ledger) -> Decision:
    """The match begins."""
    match = ledger.new_match()
    play = advance(match, match.chance)
    return Started([moment.event.what for moment in play.moments]), play


# The match


def read_act(ledger: Ledger, seat: Seat, seq: int, text: str) -> int:
    """The action that a text says, if this seat may act now; read with nothing but what the seat may know."""
    _check_fresh(ledger, seat, seq)
    if seat not in ledger.actors:
        raise Refuse("turn", _whose_move(ledger))
    try:
        return ledger.spec.notation.parse_action(ledger.view(seat), seat, text)
    except NotationError as error:
        raise Refuse("notation", error.message) from None


def act(ledger: Ledger, seat: Seat, action: int, at: int | None) -> Decision:
    """A seat acts, if the rules allow it, and the dice and cards land that follow; `at` is the time in a race."""
    match = ledger.match
    if match is None or seat not in ledger.actors:
        raise Refuse("turn", _whose_move(ledger))
    try:
        play = advance(match, match.chance, action, seat, at)
    except IllegalAction as error:
        raise Refuse("rules", error.reason) from None
    return Acted(seat, action, [moment.event.what for moment in play.moments[1:]], at), play


def race_time(ledger: Ledger, moment: int | None) -> int | None:
    """In a race: milliseconds from the beginning of the match to a moment, never before what has already happened."""
    match = ledger.match
    if moment is None or match is None:
        return None
    earliest = 0
    for index in range(len(match) - 1, -1, -1):
        if (at := match.event(index).at) is not None:
            earliest = at
            break
    return max(earliest, moment - ledger.started)


def undo(ledger: Ledger, seat: Seat, seq: int) -> Undone:
    """A seat takes its last action back."""
    _check_fresh(ledger, seat, seq)
    if seat != ledger.undoer:
        raise Refuse("rules", words.ONLY_OWN_LAST())
    assert ledger.match is not None
    return Undone(seat, len(ledger.match) - 1)


# Checks


def _chair(ledger: Ledger, seat: Seat) -> Chair:
    if not 0 <= seat < ledger.seats:
        raise Refuse("seat", words.NO_SUCH_SEAT(seat=seat))
    return ledger.chairs[seat]


def _check_size(ledger: Ledger, seats: int) -> None:
    if ledger.origin is not None:
        raise Refuse("seat", words.SEATS_OF_POSITION())
    try:
        ledger.spec.check_seats(seats)
    except SetupError as error:
        raise Refuse("seat", error.message) from None


def _check_calm(ledger: Ledger) -> None:
    """Refuse to change who sits where while players reveal their parts of the dice."""
    if ledger.rounds.stage == "reveal":
        raise Refuse("status", words.REVEALING())


def _check_host(ledger: Ledger, seat: Seat) -> None:
    if seat != ledger.host:
        raise Refuse("host", words.HOST_ONLY())


def _check_waiting(ledger: Ledger) -> None:
    if ledger.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN())


def _check_fresh(ledger: Ledger, seat: Seat, seq: int) -> None:
    """Refuse unless the match is being played and the seat knew the position well enough when it decided."""
    if ledger.status != "playing":
        raise Refuse("status", words.IS_OVER() if ledger.status == "over" else words.NOT_BEGUN())
    if seq < ledger.horizon(seat):
        raise Refuse("stale", words.MOVED_ON())


def _whose_move(ledger: Ledger) -> Message:
    names = [ledger.names[seat] for seat in ledger.actors]
    return words.MOVE_OF(names=names) if names else words.NOBODY_MAY_ACT()
