"""Turns messages into steps, and the passing of time into steps of the hall.

The rules of the table (`table/rules.py`) decide whether a step may happen. This module adds what only the hall knows:
who is there, which position a message refers to, and the time.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import asdict, replace

from quincunx import protocol
from quincunx.bots import check_level, default_bot
from quincunx.core.bots import read_bot
from quincunx.core.errors import NotationError, SetupError
from quincunx.core.naming import bot_name, fresh_name
from quincunx.core.seats import Seat
from quincunx.core.transcript import variants_text
from quincunx.protocol import AnyRequest
from quincunx.server import words
from quincunx.table import words as table_words
from quincunx.table.checks import whose_move
from quincunx.table.dice import REVEAL_MS
from quincunx.table.entry_rules import correction, enter
from quincunx.table.ledger import Ledger
from quincunx.table.match_rules import begin, resume
from quincunx.table.refusal import Refuse
from quincunx.table.steps import (
    Added,
    Agreed,
    AnyStep,
    Away,
    Closed,
    Committed,
    Decided,
    Filled,
    Hinted,
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
    Varied,
    Voided,
)

GONE_S = 15
"""Seconds that a player must be absent before the host may let a bot play for them."""


def step_of(ledger: Ledger, seat: Seat, request: AnyRequest, is_there: Callable[[Seat], bool]) -> AnyStep:
    """Return the step that a player's message requests, for all messages but actions of the match."""
    match request:
        case protocol.Undo(_, seq):
            check_fresh(ledger, seat, seq)
            return Undone(seat, 0 if ledger.match is None else len(ledger.match) - 1)
        case protocol.Enter(_, since, faces, owner):
            if since != ledger.due_since:
                raise Refuse("stale", table_words.MOVED_ON())
            return enter(ledger, seat, owner, faces)
        case protocol.Correct(_, entry, faces, owner):
            return correction(ledger, seat, entry, owner, faces)
        case protocol.Commit(_, number, commitment, meant):
            if meant not in (None, seat):
                raise Refuse("stale", table_words.OTHER_STAGE(round=ledger.rounds.number))
            return Committed(seat, number, commitment)
        case protocol.Reveal(_, number, entropy):
            return Revealed(seat, number, entropy)
        case protocol.Start():
            return start(ledger, seat)
        case protocol.Fill(_, other, bot):
            return fill(ledger, other, bot, is_there)
        case protocol.Open(_, other):
            if other == seat:
                raise Refuse("seat", words.OWN_SEAT())
            return Opened(other)
        case protocol.Add():
            return Added()
        case protocol.Remove(_, other):
            return Removed(other)
        case protocol.Rename(_, name):
            return rename(ledger, seat, name)
        case protocol.Change(_, settings):
            some = {name: value for name, value in asdict(settings).items() if value is not UNSET}
            return Decided(replace(ledger.settings, **some))
        case protocol.Vary(_, variants):
            return vary(ledger, variants)
        case protocol.Back():
            return Away(seat)
        case protocol.Agree(_, yes):
            return Agreed(seat, yes)
        case protocol.Hint(_, seq):
            check_fresh(ledger, seat, seq)
            return Hinted(seat)
        case protocol.Resume():
            return resume(ledger)
        case protocol.Offer(_, yes):
            return Offered(seat, yes)
        case protocol.Leave():
            return Opened(seat) if ledger.status == "waiting" else Left(seat)
    raise AssertionError(f"{request} becomes a step elsewhere")


def sit(ledger: Ledger, name: str, token: str, seat: Seat | None, player: str = "") -> Sat:
    """Seat a person, on the first empty seat if none is named; a player who sits there already is a guest."""
    if seat is None:
        seat = next(iter(ledger.empty), 0)
    if any(chair.player == player for chair in ledger.chairs):
        player = ""
    return Sat(seat, fresh_name(name, ledger.others(seat), seat), token, ledger.next_owner, player)


def fill(ledger: Ledger, seat: Seat, bot: str, is_there: Callable[[Seat], bool]) -> Filled | Away:
    """Let a bot play a seat, for good or for an absent player."""
    chair = ledger.chairs[seat] if seat < ledger.seats else None
    try:
        check_level(ledger.spec, bot, ledger.seats)
    except SetupError as error:
        raise Refuse("seat", error.message) from None
    if chair is not None and chair.is_human and ledger.status == "playing":
        if is_there(seat):
            raise Refuse("seat", words.JUST_HERE(name=chair.name, count=GONE_S))
        return Away(seat, bot)
    has_name = chair is None or not chair.left
    return Filled(seat, bot, bot_name(read_bot(bot).name, ledger.others(seat), ledger.id, seat) if has_name else "")


def fill_seats(steps: list[AnyStep], bots: Mapping[Seat, str], table: str) -> None:
    """Bots play these seats of a new table, on which the people of `steps` sit already."""
    names = [step.name for step in steps if isinstance(step, Sat)]
    for seat, bot in bots.items():
        names.append(bot_name(read_bot(bot).name, names, table, seat))
        steps.append(Filled(seat, bot, names[-1]))


def rename(ledger: Ledger, seat: Seat, name: str) -> Renamed:
    """A player goes by another name."""
    return Renamed(seat, fresh_name(name, ledger.others(seat), seat))


def vary(ledger: Ledger, chosen: dict[str, str]) -> Varied:
    """Change variants of the game; those that are not named stay."""
    spec = ledger.spec
    try:
        variants = spec.variant_names(spec.options(ledger.variants | chosen))
    except SetupError as error:
        raise Refuse("rules", error.message) from None
    return Varied(variants, variants_text(ledger.variants))


def pass_host(
    ledger: Ledger, connected: Callable[[Seat], bool], is_gone: Callable[[Seat], bool] = lambda _: False
) -> Hosted:
    """Pass the hosting on, if the host has left, or has been gone for long and another person is there."""
    host, others = ledger.host, [seat for seat in ledger.people if seat != ledger.host]
    present = list(filter(connected, others))
    if not others or (host is not None and not (present and is_gone(host))):
        raise Refuse("host", table_words.HAS_HOST())
    return Hosted((present or others)[0])


def stand_in(ledger: Ledger, seat: Seat) -> Away:
    """Let a bot play for a player who is absent, has run out of time or has left."""
    return Away(seat, default_bot(ledger.spec))


# The beginning


def start(ledger: Ledger, by: Seat) -> AnyStep:
    """Start without waiting for more players or commitments.

    Empty seats are removed first, one by one; then the hall goes on by itself.
    """
    if ledger.status == "waiting" and by == ledger.host and (empty := ledger.empty):
        fewest = ledger.spec.seats[0]
        if ledger.seats - len(empty) < fewest:
            raise Refuse("seat", words.TOO_FEW(count=fewest))
        return Removed(empty[-1])
    return _close_or_begin(ledger) if ledger.rounds.stage == "commit" else begin(ledger)


def go_on(ledger: Ledger, now: int) -> AnyStep | None:
    """Return the hall's own step before the match: close a round of the dice, void it, or begin."""
    rounds = ledger.rounds
    if ledger.status != "waiting":
        return None
    if rounds.stage == "reveal":
        missing = rounds.missing()
        if not ledger.is_full:
            return void(ledger)
        if not missing:
            return None if ledger.counting(now) else begin(ledger)
        return void(ledger, missing) if now >= rounds.since + REVEAL_MS else None
    if not ledger.is_full:
        return None
    if not ledger.dice.take_entropy:
        return begin(ledger)
    awaited = [seat for seat in ledger.people if rounds.commitments[seat] is None and not rounds.failed[seat]]
    if awaited and not (rounds.voided and now >= rounds.since + REVEAL_MS):
        return None
    return _close_or_begin(ledger)


def void(ledger: Ledger, failed: Sequence[Seat] = ()) -> Voided:
    """Void this round of the dice, since these seats have not revealed or somebody has left."""
    number = ledger.rounds.number
    return Voided(number, list(failed), ledger.dice.commitment(number + 1))


def _close_or_begin(ledger: Ledger) -> Closed | Started:
    """Close the round, so that committed players reveal, or begin if there are none.

    A race always closes it, for its countdown.
    """
    is_awaited = any(ledger.rounds.commitments) or ledger.countdown
    return Closed(ledger.rounds.number) if is_awaited else begin(ledger)


# The match


def read_act(ledger: Ledger, seat: Seat, seq: int, text: str) -> int:
    """Parse an action, if this seat may act now, from nothing but what the seat may know."""
    check_fresh(ledger, seat, seq)
    if seat not in ledger.actors:
        raise Refuse("turn", whose_move(ledger))
    try:
        return ledger.spec.notation.parse_action(ledger.view(seat), seat, text)
    except NotationError as error:
        raise Refuse("notation", error.message) from None


def race_time(ledger: Ledger, moment: int | None) -> int | None:
    """In a race: return the milliseconds from the beginning of the match to a moment, never before the last event."""
    match = ledger.match
    if moment is None or match is None:
        return None
    earliest = 0
    for index in range(len(match) - 1, -1, -1):
        if (at := match.event(index).at) is not None:
            earliest = at
            break
    return max(earliest, moment - ledger.started)


def check_fresh(ledger: Ledger, seat: Seat, seq: int) -> None:
    """Refuse unless the match is being played and the seat knew the position well enough when it decided."""
    if ledger.status != "playing":
        raise Refuse("status", table_words.IS_OVER() if ledger.status == "over" else table_words.NOT_BEGUN())
    if seq < ledger.horizon(seat):
        raise Refuse("stale", table_words.MOVED_ON())
