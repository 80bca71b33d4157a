"""Notifications: devices, their subscriptions and the last number sent; the hall's own secrets."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from quincunx.server.store.schema import devices, secrets, tables, tournaments, wishes

DEVICES_OF_SEAT = 5
"""The most devices per seat; another one replaces the oldest."""
WISHES_OF_DEVICE = 200
"""The most subscriptions per device; another one replaces the oldest."""
AT_ONCE = 500
"""The most devices notified in one go."""
HOOK = "webhook"
"""Stands in `wishes` for the host's webhook, which is no device."""


class DeviceRow(NamedTuple):
    """A browser or a mail address that wants news."""

    id: str
    """A hash of the endpoint."""
    endpoint: str
    """The URL of its push service for messages to it; `mailto:…` for a mail address."""
    key: str
    secret: str
    language: str
    confirmed: bool = True
    """Whether it is confirmed: browsers at once, mail addresses by the first mail."""


class WishRow(NamedTuple):
    """Something that news are wanted of."""

    kind: str
    about: str
    """A table, a tournament or, of dailies, the game where they were asked for."""
    who: str
    """The hash of the token of a seat or a player; empty for dailies."""
    told: int
    """The number of the last turn, round or day that needs no notification."""


def read_secret(connection: Connection, name: str) -> str | None:
    """Return one of the hall's secrets."""
    return connection.scalar(select(secrets.c.value).where(secrets.c.name == name))


def note_secret(connection: Connection, name: str, value: str) -> None:
    """Keep a secret that is new."""
    connection.execute(insert(secrets).values(name=name, value=value))


def knows_device(connection: Connection, device: str) -> bool:
    """Whether the device has a subscription."""
    return connection.scalar(select(devices.c.id).where(devices.c.id == device)) is not None


def add_wish(connection: Connection, device: DeviceRow, wish: WishRow, now: int) -> None:
    """Store a subscription; a device has one for dailies, whichever game it is for."""
    known = update(devices).where(devices.c.id == device.id)
    if not connection.execute(known.values(language=device.language)).rowcount:
        connection.execute(insert(devices).values(**device._asdict(), created=now))
    same = and_(wishes.c.device == device.id, wishes.c.kind == wish.kind)
    if wish.who:
        same = and_(same, wishes.c.about == wish.about, wishes.c.who == wish.who)
    connection.execute(delete(wishes).where(same))
    connection.execute(insert(wishes).values(device=device.id, **wish._asdict(), at=now))
    if wish.who:
        of_seat = (wishes.c.kind == wish.kind, wishes.c.about == wish.about, wishes.c.who == wish.who)
        _keep_latest(connection, DEVICES_OF_SEAT, *of_seat, wishes.c.device != HOOK)
    _keep_latest(connection, WISHES_OF_DEVICE, wishes.c.device == device.id)


def _keep_latest(connection: Connection, most: int, *where: object) -> None:
    found = select(wishes).where(*where).order_by(wishes.c.at.desc()).offset(most)  # type: ignore[arg-type]  # clauses
    for row in connection.execute(found).all():
        _drop(connection, row.device, row.kind, row.about, row.who)


def _drop(connection: Connection, device: str, kind: str, about: str, who: str) -> None:
    here = (wishes.c.device == device, wishes.c.kind == kind, wishes.c.about == about, wishes.c.who == who)
    connection.execute(delete(wishes).where(*here))


def mailed(connection: Connection, secret: str) -> DeviceRow | None:
    """The mail address whose mails name that secret."""
    if "\0" in secret:  # PostgreSQL takes no such text
        return None
    here = (devices.c.secret == secret, devices.c.endpoint.like("mailto:%"))
    row = connection.execute(select(*devices.c[*DeviceRow._fields]).where(*here)).one_or_none()
    return None if row is None else DeviceRow(*row)


def confirm(connection: Connection, device: str) -> None:
    """Confirm a mail address."""
    connection.execute(update(devices).where(devices.c.id == device).values(confirmed=True))


def drop_wishes(connection: Connection, device: str, kind: str | None = None) -> None:
    """Delete a device's subscriptions, of one kind or all, and the device if none are left."""
    here = [wishes.c.device == device, *([] if kind is None else [wishes.c.kind == kind])]
    connection.execute(delete(wishes).where(*here))
    _drop_idle(connection, devices.c.id == device)


def _drop_idle(connection: Connection, *where: object) -> None:
    wanting = select(wishes.c.device)
    connection.execute(delete(devices).where(devices.c.id.not_in(wanting), *where))  # type: ignore[arg-type]  # clauses


def is_wanted(connection: Connection, kind: str, about: str) -> bool:
    """Whether a device has subscribed to that."""
    return connection.scalar(select(func.count()).where(wishes.c.kind == kind, wishes.c.about == about)) != 0


def claim(
    connection: Connection, kind: str, about: str | None, who: Sequence[str], number: int, limit: int = AT_ONCE
) -> list[tuple[DeviceRow, str]]:
    """Return the devices that this process must notify, each with its subject; no other process gets them.

    The process that raises `told` first sends the notification, so a device gets it once.
    """
    here = [wishes.c.kind == kind, wishes.c.told < number, devices.c.confirmed]
    if about is not None:
        here += [wishes.c.about == about, wishes.c.who.in_(who)]
    found = select(*devices.c[*DeviceRow._fields], wishes.c.about, wishes.c.who).join(
        devices, devices.c.id == wishes.c.device
    )
    claimed = []
    for row in connection.execute(found.where(*here).order_by(wishes.c.at, wishes.c.device).limit(limit)).all():
        if _raise_told(connection, row.id, kind, row.about, row.who, number):
            claimed.append((DeviceRow(*row[: len(DeviceRow._fields)]), row.about))
    return claimed


def claim_hook(connection: Connection, kind: str, about: str, who: str, number: int, now: int) -> bool:
    """Whether this process must notify the host's webhook."""
    if _raise_told(connection, HOOK, kind, about, who, number):
        return True
    here = (wishes.c.device == HOOK, wishes.c.kind == kind, wishes.c.about == about, wishes.c.who == who)
    if connection.scalar(select(func.count()).where(*here)):
        return False
    connection.execute(insert(wishes).values(device=HOOK, kind=kind, about=about, who=who, told=number, at=now))
    return True


def _raise_told(connection: Connection, device: str, kind: str, about: str, who: str, number: int) -> bool:
    here = (wishes.c.device == device, wishes.c.kind == kind, wishes.c.about == about, wishes.c.who == who)
    raised = update(wishes).where(*here, wishes.c.told < number).values(told=number)
    return connection.execute(raised).rowcount > 0


def tidy_wishes(connection: Connection, asked_since: int) -> None:
    """Delete subscriptions to finished or deleted matches and tournaments, and unconfirmed mail addresses.

    The addresses are those asked before that time."""
    silent = select(devices.c.id).where(devices.c.confirmed.is_(False), devices.c.created < asked_since)
    connection.execute(delete(wishes).where(wishes.c.device.in_(silent)))
    live = select(tables.c.id).where(tables.c.status.in_(("waiting", "playing")))
    running = select(tournaments.c.id).where(tournaments.c.is_over.is_(False))
    connection.execute(delete(wishes).where(wishes.c.kind == "turn", wishes.c.about.not_in(live)))
    connection.execute(delete(wishes).where(wishes.c.kind == "round", wishes.c.about.not_in(running)))
    _drop_idle(connection)
