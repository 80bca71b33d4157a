"""Steps about the seats, and people's decisions around a match."""

from msgspec.structs import replace

from quincunx.bots import default_bot
from quincunx.core.bots import PERFECT
from quincunx.core.errors import SetupError
from quincunx.core.seats import Seat
from quincunx.core.transcript import variants_text
from quincunx.core.words import NO_SUCH_BOT, quoted
from quincunx.solvers.solved import solved_for
from quincunx.table import words
from quincunx.table.checks import (
    Kind,
    Kinds,
    chair_at,
    check_calm,
    check_hall,
    check_host,
    check_host_or_hall,
    check_own,
    check_own_or_hall,
    check_waiting,
)
from quincunx.table.refusal import Refuse
from quincunx.table.state import EMPTY, Chair, TableState
from quincunx.table.steps import (
    Added,
    Agreed,
    Away,
    Decided,
    Filled,
    Followed,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Sat,
    Varied,
)


def _check_sat(table: TableState, step: Sat, by: Seat | None) -> None:
    check_hall(by)
    if table.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN_WATCH())
    check_calm(table)
    if step.token and step.token in table.tokens:  # a write in doubt was stored after all, and this is decided again
        raise Refuse("seat", words.HERE_ALREADY())
    if table.is_full:
        raise Refuse("seat", words.ALL_TAKEN())
    if not chair_at(table, step.seat).is_empty:
        raise Refuse("seat", words.SEAT_TAKEN(seat=step.seat))
    if step.owner != table.next_owner:
        raise Refuse("seat", words.OTHER_PERSON(person=str(step.owner), next=table.next_owner))


def _sit(table: TableState, step: Sat) -> None:
    table.owners = step.owner
    _put(table, step.seat, Chair(name=step.name, token=step.token, owner=step.owner, player=step.player))
    table.tokens[step.token] = step.seat
    table.own[step.seat] = 0
    table.agreed[step.seat] = False
    table.host = step.seat if table.host is None else table.host


def _check_filled(table: TableState, step: Filled, by: Seat | None) -> None:
    check_host_or_hall(table, by)
    check_calm(table)
    chair = chair_at(table, step.seat)
    known = (*table.spec.bot_names, PERFECT) if solved_for(table.spec, table.seats) else table.spec.bot_names
    if step.bot not in known:
        raise Refuse("seat", NO_SUCH_BOT(game=table.spec.title, bot=quoted(step.bot), known=", ".join(known)))
    if table.status == "over":
        raise Refuse("status", words.IS_OVER())
    if chair.is_human:
        raise Refuse("seat", words.SITS_THERE(name=chair.name))


def _fill(table: TableState, step: Filled) -> None:
    chair = table.chairs[step.seat]
    name = chair.name if chair.left else step.name
    _put(table, step.seat, Chair(name=name, bot=step.bot, left=chair.left, player=chair.player))


def _check_opened(table: TableState, step: Opened, by: Seat | None) -> None:
    chair = chair_at(table, step.seat)
    if by != step.seat or chair.is_empty:
        check_host(table, by)
        check_calm(table)
    check_waiting(table)
    if chair.is_empty:
        raise Refuse("seat", words.NOBODY_THERE(seat=step.seat))


def _open(table: TableState, step: Opened) -> None:
    _vacate(table, step.seat)
    _put(table, step.seat, EMPTY)
    table.rounds = table.rounds.forgotten(step.seat)


def _check_added(table: TableState, _: Added, by: Seat | None) -> None:
    check_host(table, by)
    check_waiting(table)
    check_calm(table)
    _check_size(table, table.seats + 1)


def _add(table: TableState, _: Added) -> None:
    table.seats += 1
    table.chairs.append(EMPTY)
    table.offers.append(None)
    table.own.append(0)
    table.agreed.append(False)
    table.rounds = table.rounds.added()
    table._names = None


def _check_removed(table: TableState, step: Removed, by: Seat | None) -> None:
    check_host(table, by)
    check_waiting(table)
    check_calm(table)
    chair = chair_at(table, step.seat)
    if not chair.is_empty:
        raise Refuse("seat", words.SITS_THERE(name=chair.name))
    _check_size(table, table.seats - 1)


def _remove(table: TableState, step: Removed) -> None:
    seat = step.seat
    table.seats -= 1
    del table.chairs[seat], table.offers[seat], table.own[seat], table.agreed[seat]
    table.rounds = table.rounds.removed(seat)
    table.tokens = {token: other - (other > seat) for token, other in table.tokens.items()}
    if table.host is not None and table.host > seat:
        table.host -= 1
    table._names = None


def _check_left(table: TableState, step: Left, by: Seat | None) -> None:
    check_own_or_hall(table, step.seat, by)
    if table.status == "waiting":
        raise Refuse("status", words.NOT_BEGUN())


def _leave(table: TableState, step: Left) -> None:
    _vacate(table, step.seat)
    chair = table.chairs[step.seat]
    bot = default_bot(table.spec) if table.settings.away == "bot" else chair.bot
    _put(table, step.seat, Chair(name=chair.name, bot=bot, left=True, player=chair.player))
    table.offers[step.seat] = None


def _check_renamed(table: TableState, step: Renamed, by: Seat | None) -> None:
    check_own_or_hall(table, step.seat, by)
    if table.status == "over":
        raise Refuse("status", words.NAMES_STAY())


def _rename(table: TableState, step: Renamed) -> None:
    _put(table, step.seat, replace(table.chairs[step.seat], name=step.name))


def _check_hosted(table: TableState, step: Hosted, by: Seat | None) -> None:
    check_hall(by)
    if table.host == step.seat or not chair_at(table, step.seat).is_human:
        raise Refuse("host", words.HAS_HOST())


def _make_host(table: TableState, step: Hosted) -> None:
    table.host = step.seat


def _check_away(table: TableState, step: Away, by: Seat | None) -> None:
    chair = chair_at(table, step.seat)
    if step.bot is None:
        check_own_or_hall(table, step.seat, by)
        if chair.bot is None:
            raise Refuse("seat", words.HERE_ALREADY())
        return
    check_host_or_hall(table, by)
    is_someones = chair.is_human or chair.left
    if not is_someones or (by is None and chair.bot is not None) or table.status != "playing":
        raise Refuse("seat", words.NOBODY_MISSING())


def _stand_in(table: TableState, step: Away) -> None:
    table.chairs[step.seat] = replace(table.chairs[step.seat], bot=step.bot)


def _check_decided(table: TableState, step: Decided, by: Seat | None) -> None:
    is_hall = by is None and table.series is not None
    if not is_hall and (by is None or by != table.host):
        raise Refuse("host", words.HOST_ONLY())
    if table.series is not None and replace(step.settings, pace=table.settings.pace) != table.settings:
        raise Refuse("host", words.SAME_FOR_ALL())


def _decide(table: TableState, step: Decided) -> None:
    table.settings = step.settings


def _check_varied(table: TableState, step: Varied, by: Seat | None) -> None:
    check_host(table, by)
    check_waiting(table)
    check_calm(table)
    if table.start is not None:
        raise Refuse("status", words.VARIANTS_OF_POSITION())
    try:
        whole = table.spec.variant_names(table.spec.options(step.variants))
    except SetupError as error:
        raise Refuse("rules", error.message) from None
    if step.was != variants_text(table.variants) or step.variants != whole:
        raise Refuse("stale", words.OTHER_VARIANTS())


def _vary(table: TableState, step: Varied) -> None:
    table.variants = step.variants
    table._is_race = None


def _check_offered(table: TableState, step: Offered, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    check_alone_standing(table)
    check_over(table)


def _offer(table: TableState, step: Offered) -> None:
    table.offers[step.seat] = step.yes


def _check_followed(table: TableState, _: Followed, by: Seat | None) -> None:
    check_hall(by)
    check_alone_standing(table)
    check_over(table)


def _follow(table: TableState, step: Followed) -> None:
    table.rematch = step.table


def _check_agreed(table: TableState, step: Agreed, by: Seat | None) -> None:
    check_own(table, step.seat, by)
    if table.status == "over":
        raise Refuse("status", words.IS_OVER())


def _agree(table: TableState, step: Agreed) -> None:
    table.agreed[step.seat] = step.yes


def _check_size(table: TableState, seats: int) -> None:
    if table.origin is not None:
        raise Refuse("seat", words.SEATS_OF_POSITION())
    try:
        table.spec.check_seats(seats)
    except SetupError as error:
        raise Refuse("seat", error.message) from None


def check_alone_standing(table: TableState) -> None:
    if table.series is not None:
        raise Refuse("status", words.SAME_FOR_ALL())


def check_over(table: TableState) -> None:
    if table.status != "over":
        raise Refuse("status", words.NOT_OVER())
    if table.rematch is not None:
        raise Refuse("status", words.NEXT_IS_OPEN())


def _put(table: TableState, seat: Seat, chair: Chair) -> None:
    table.chairs[seat] = chair
    table._names = None


def _vacate(table: TableState, seat: Seat) -> None:
    """Clear a seat: its player's token, and that they were the host."""
    chair = table.chairs[seat]
    if chair.token is not None:
        table.tokens.pop(chair.token, None)
    if table.host == seat:
        table.host = None


SEATS: Kinds = {
    Sat: Kind(_check_sat, _sit),
    Filled: Kind(_check_filled, _fill),
    Opened: Kind(_check_opened, _open),
    Added: Kind(_check_added, _add),
    Removed: Kind(_check_removed, _remove),
    Left: Kind(_check_left, _leave),
    Renamed: Kind(_check_renamed, _rename),
    Hosted: Kind(_check_hosted, _make_host),
    Away: Kind(_check_away, _stand_in),
    Decided: Kind(_check_decided, _decide),
    Varied: Kind(_check_varied, _vary),
    Offered: Kind(_check_offered, _offer),
    Followed: Kind(_check_followed, _follow),
    Agreed: Kind(_check_agreed, _agree),
}
