"""Notifications of absent players: their turn, the beginning of a round, a new daily.

Off until somebody subscribes. A device and the host's webhook get each notification once, from one process of the
hall, which records it before sending (`store.claim`). A notification contains only what a spectator could see.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Coroutine, Sequence
from datetime import date
from email.message import EmailMessage
from functools import partial
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.core.render import catalogue_of, render
from quincunx.core.seats import Seat
from quincunx.core.words import PLAIN
from quincunx.protocol import Device, NewsInfo, NewsKind, TellMe
from quincunx.server import words
from quincunx.server.door.limits import household
from quincunx.server.hall.ids import hash_of
from quincunx.server.hall.opening import LimitError
from quincunx.server.hall.table import Table
from quincunx.server.http.answers import language_of
from quincunx.server.news import mail
from quincunx.server.news.delivery import AgainError, Delivery
from quincunx.server.news.outward import AddressError, check_url, post, public_address
from quincunx.server.news.watch import Watch
from quincunx.server.news.webhook import tell_hook
from quincunx.server.store.errors import StoreError
from quincunx.server.store.news import (
    DeviceRow,
    WishRow,
    add_wish,
    claim,
    confirm,
    drop_wishes,
    is_wanted,
    knows_device,
    mailed,
    tidy_wishes,
)
from quincunx.table.refusal import Refuse
from quincunx.tournament.series import read_series
from quincunx.tournament.state import Round

if TYPE_CHECKING:
    from quincunx.server.hall.hall import Hall
    from quincunx.server.tournament.live import Live

log = structlog.get_logger()

DAY_S, HOUR_S = 30, 3600
"""Seconds between two looks at the date, and between two tidyings."""
KEPT_S = {"turn": 12 * 3600, "round": 1800, "daily": 20 * 3600}
"""Seconds that a push service keeps undelivered messages."""
GONE = (404, 410)
"""The statuses of push services for devices that want no more."""
CONFIRM_MS = 7 * 86_400_000
"""Milliseconds in which a mail address is to be confirmed."""
SECRET_BYTES = 16
"""Random bytes in the links of mails."""
LATER = (408, 425, 429)
"""The statuses after which the same is worth another attempt; so are all of 500 and more."""


class News:
    """The news of this process of the hall."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.delivery = Delivery()

    async def run(self) -> None:
        """Deliver, and look at the date, until cancelled."""
        self._hall.spawn(self.delivery.run())
        self._hall.spawn(self._tidy())
        while True:
            if not self._hall.is_cut_off:
                try:
                    await self._tell_day(self._hall.dailies.today())
                except StoreError as error:
                    log.warning("news_failed", kind="daily", reason=str(error))
            await asyncio.sleep(DAY_S)

    async def _tidy(self) -> None:
        while True:
            with contextlib.suppress(StoreError):
                await self._hall.store.run(tidy_wishes, self._hall.now() - CONFIRM_MS)
            await asyncio.sleep(HOUR_S)

    # Subscriptions

    async def info(self) -> NewsInfo:
        """Return what a browser needs to subscribe."""
        from quincunx.server.news import push

        return NewsInfo(push.public_key(await self._key()), self._hall.config.mail_from is not None)

    async def _key(self) -> str:
        from quincunx.server.news import push

        return await self._hall.store.secret("push", push.new_key)

    async def ask_turns(self, table_id: str, wanted: TellMe, address: str) -> None:
        """Subscribe a device to the turns of a seat while its player is absent."""
        table = await self._hall.table(table_id)
        ledger, who = table.ledger, hash_of(wanted.token)
        if (seat := ledger.seat_of(who)) is None:
            raise Refuse("seat", words.ONLY_WATCHES())
        told = ledger.own[seat] + (seat in ledger.actors)
        await self._ask(wanted, WishRow("turn", ledger.id, who, told), address)
        self._watch(table)

    async def ask_rounds(self, tournament: str, wanted: TellMe, address: str) -> None:
        """Subscribe a device to rounds that begin while its player is absent."""
        live, who = await self._hall.tournaments.find(tournament), hash_of(wanted.token)
        if live.state.player_of(who) is None:
            raise Refuse("seat", words.ONLY_WATCHES())
        await self._ask(wanted, WishRow("round", live.id, who, len(live.state.rounds)), address)

    async def ask_dailies(self, slug: str, wanted: TellMe, address: str) -> None:
        """Subscribe a device to new dailies."""
        told = self._hall.dailies.today().toordinal()
        await self._ask(wanted, WishRow("daily", self._hall.game(slug).slug, "", told), address)

    async def _ask(self, wanted: TellMe, wish: WishRow, address: str) -> None:
        device, language = wanted.device, language_of(wanted.language)
        is_mail = device.endpoint.startswith(mail.SCHEME)
        row = self._mail_row(device, language) if is_mail else _push_row(device, language)
        is_new = not await self._hall.store.run(knows_device, row.id)
        if is_new:
            if not self._hall.allowances.devices.take(household(address)):
                raise LimitError(words.TOO_MANY_DEVICES(count=self._hall.config.limits.devices_a_day))
            if not is_mail:
                await self._check_endpoint(device)
            elif not self._hall.allowances.first_mails.take(hash_of(_address(row).lower())):
                raise LimitError(words.TOO_MANY_MAILS())
        await self._hall.store.note(add_wish, row, wish, self._hall.now())
        if is_new and is_mail:
            link = self._mail_link(row)
            said = words.MAIL_FIRST(url=self._hall.config.public, link=link)
            await self._mail(row, "Quincunx", [said])

    def _mail_row(self, device: Device, language: str) -> DeviceRow:
        if self._hall.config.mail_from is None:
            raise Refuse("push", words.NO_MAILS())
        if mail.address_of(device.endpoint) is None:
            raise Refuse("push", words.NO_MAIL_ADDRESS())
        secret = token_urlsafe(SECRET_BYTES)
        return DeviceRow(id_of(device.endpoint), device.endpoint, "", secret, language, confirmed=False)

    async def _check_endpoint(self, device: Device) -> None:
        if not self._hall.config.local_push:
            try:
                check_url(device.endpoint)
                await public_address(device.endpoint)
            except AddressError as error:
                raise Refuse("push", error.message) from None

    async def stop(self, endpoint: str, kind: NewsKind | None) -> None:
        """Unsubscribe a device, from one kind or from all; its endpoint authenticates the request."""
        await self._hall.store.run(drop_wishes, id_of(endpoint), kind)

    # Events

    def enter(self, table: Table) -> None:
        """A table is in memory from now on."""
        if self._hall.config.webhook is not None:
            self._watch(table)

    def recall(self, table: Table) -> None:
        """Watch a table that was loaded, or opened for a round, if somebody has subscribed to it."""
        self._hall.spawn(self._recall(table))

    async def _recall(self, table: Table) -> None:
        try:
            if table.news is None and await self._hall.store.run(is_wanted, "turn", table.ledger.id):
                self._watch(table)
        except StoreError as error:
            log.warning("news_failed", kind="turn", table=table.ledger.id, reason=str(error))
        if read_series(table.ledger.series) is not None:
            self._hall.loop.call_later(self._hall.config.news_after_s, self._check_round, table)

    def _watch(self, table: Table) -> None:
        if table.news is None:
            table.news = Watch(table, self, self._hall.loop, self._hall.config.news_after_s)
            table.authority.when_settled(partial(table.news.look, is_ours=False))

    def turn(self, table: Table, seat: Seat, number: int) -> None:
        """Notify the absent player of a seat that their turn has begun."""
        if self._hall.drives(table):
            self._begin(self._tell_turn(table, seat, number))

    def over(self, table: Table) -> None:
        """A match is over."""
        if self._hall.config.webhook is not None:
            self._begin(self._tell_over(table))

    def round_began(self, live: "Live") -> None:
        """This process has begun a round."""
        if self._hall.config.webhook is not None:
            self._begin(self._tell_hook_of_round(live, live.state.rounds[-1]))

    def _check_round(self, table: Table) -> None:
        """Notify the players who have not come to a table of a round."""
        ledger = table.ledger
        found = read_series(ledger.series)
        if found is None or ledger.status != "playing" or not self._hall.drives(table):
            return
        absent = [seat for seat in ledger.people if not table.connected(seat) and not ledger.own[seat]]
        tokens = [token for seat in absent if (token := ledger.chairs[seat].token) is not None]
        if tokens:
            self._begin(self._tell_round(*found, ledger.spec.title, tokens))

    def _begin(self, telling: Coroutine[Any, Any, None]) -> None:
        self._hall.spawn(self._carefully(telling))

    async def _carefully(self, telling: Coroutine[Any, Any, None]) -> None:
        try:
            await telling
        except QuincunxError as error:
            log.warning("news_failed", reason=str(error))

    # Sending

    async def _tell_turn(self, table: Table, seat: Seat, number: int) -> None:
        ledger = table.ledger
        name, token, path = ledger.names[seat], ledger.chairs[seat].token or "", f"/t/{ledger.id}"
        claimed = await self._hall.store.run(claim, "turn", ledger.id, [token], number)
        for device, _ in claimed:
            await self._push(device, "turn", ledger.spec.title, words.NEWS_TURN(name=name), path)
        about = {"table": ledger.id, "game": ledger.spec.slug, "seat": seat, "name": name}
        await self._hook("turn", ledger.id, f"{ledger.id}:{seat}:{number}", path, about, (token, number))

    async def _tell_round(self, tournament: str, number: int, title: str, tokens: Sequence[str]) -> None:
        live = await self._hall.tournaments.find(tournament)
        for device, _ in await self._hall.store.run(claim, "round", tournament, tokens, number):
            said = words.NEWS_ROUND(round=number)
            await self._push(device, "round", live.row.terms.title or title, said, f"/tournaments/{tournament}")

    async def _tell_hook_of_round(self, live: "Live", playing: Round) -> None:
        names = {player.number: player.name for player in live.state.players}
        about = {
            "tournament": live.id,
            "title": live.row.terms.title,
            "game": live.spec.slug,
            "round": playing.number,
            "tables": [
                {"table": table, "names": [names[number] for number in players if number in names]}
                for table, players in zip(playing.ids, playing.tables, strict=True)
            ],
        }
        await self._hook("round", live.id, f"{live.id}:{playing.number}", f"/tournaments/{live.id}", about)

    async def _tell_over(self, table: Table) -> None:
        ledger = table.ledger
        standings = [
            {"seat": row.seat, "name": ledger.names[row.seat], "place": row.place, "points": row.points}
            for row in ledger.finished.standings()
        ]
        about = {"table": ledger.id, "game": ledger.spec.slug, "standings": standings}
        await self._hook("over", ledger.id, ledger.id, f"/t/{ledger.id}", about)

    async def _tell_day(self, today: date) -> None:
        about = {"day": today.isoformat(), "games": list(self._hall.games)}
        await self._hook("daily", "", today.isoformat(), "/", about, ("", today.toordinal()))
        while claimed := await self._hall.store.run(claim, "daily", None, (), today.toordinal()):
            for device, slug in claimed:
                await self._push(device, "daily", "Quincunx", words.NEWS_DAILY(), f"/daily/{slug}")

    # The webhook

    async def _hook(
        self,
        event: str,
        about: str,
        name: str,
        path: str,
        fields: dict[str, Any],
        number: tuple[str, int] | None = None,
    ) -> None:
        """Notify the webhook. A number prevents duplicates by several processes or after a restart."""
        config = self._hall.config
        if config.webhook is None:
            return
        now = self._hall.now()
        if number is not None and not await self._hall.store.claim_hook(event, about, *number, now):
            return
        news = {"event": event, "id": f"{event}:{name}", "at": now, "url": f"{config.public}{path}", **fields}
        await self.delivery.put(f"webhook {news['id']}", partial(self._tell_hook, config.webhook, news))

    async def _tell_hook(self, url: str, news: dict[str, Any]) -> None:
        await tell_hook(url, self._hall.config.webhook_secret, news, self._hall.now())

    # Mail

    async def confirm_mail(self, secret: str) -> bool:
        """Confirm a mail address by its first mail; return whether the hall still knows it."""
        if (row := await self._hall.store.run(mailed, secret)) is not None:
            await self._hall.store.run(confirm, row.id)
        return row is not None

    async def stop_mail(self, secret: str) -> None:
        """Somebody has read a mail and wants no more."""
        if (row := await self._hall.store.run(mailed, secret)) is not None:
            await self._hall.store.run(drop_wishes, row.id)

    def _mail_link(self, row: DeviceRow) -> str:
        return f"{self._hall.config.public}/news/{row.secret}"

    async def _mail(self, row: DeviceRow, subject: str, said: Sequence[Message]) -> None:
        config, catalogue, link = self._hall.config, catalogue_of(row.language), self._mail_link(row)
        texts = [render(one, catalogue) for one in (*said, words.MAIL_LAST(link=link))]
        written = mail.letter(config.mail_from or "", _address(row), subject, "\n\n".join(texts), link)
        await self.delivery.put(f"mail {row.id}", partial(self._send_mail, row, written))

    async def _send_mail(self, row: DeviceRow, written: EmailMessage) -> None:
        config = self._hall.config
        try:
            await asyncio.to_thread(mail.send, config.mail_server, config.mail_login, written)
        except mail.NoSuchAddressError:
            await self._hall.store.run(drop_wishes, row.id)

    # Push

    async def _push(self, device: DeviceRow, kind: NewsKind, title: str, said: Message, path: str) -> None:
        if device.endpoint.startswith(mail.SCHEME):
            await self._mail(device, title, [said, PLAIN(text=f"{self._hall.config.public}{path}")])
            return
        body = render(said, catalogue_of(device.language))
        news = {"title": title, "body": body, "lang": device.language, "path": path}
        await self.delivery.put(f"device {device.id}", partial(self._tell_device, device, kind, news))

    async def _tell_device(self, device: DeviceRow, kind: NewsKind, news: dict[str, str]) -> None:
        from quincunx.server.news import push

        local, now = self._hall.config.local_push, self._hall.now()
        try:
            address = None if local else await public_address(device.endpoint)
        except AddressError as error:  # the name resolves to another address now, or there is no network
            raise AgainError(0, str(error)) from None
        headers = {
            "Authorization": push.signature(await self._key(), device.endpoint, self._contact, now / 1000),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_S[kind]),
            "Urgency": "normal" if kind == "daily" else "high",
            "Topic": hashlib.sha256(f"{kind} {news['path']}".encode()).hexdigest()[:32],
        }
        message = push.encrypt(msgspec.json.encode(news), device.key, device.secret)
        answer = await post(device.endpoint, headers, message, address)
        if answer.status in GONE:
            await self._hall.store.run(drop_wishes, device.id)
        elif answer.status in LATER or answer.status >= 500:
            raise AgainError(answer.retry_after, f"status {answer.status}")
        elif answer.status >= 300:
            log.warning("news_refused", to=f"device {device.id[:8]}", status=answer.status)

    @property
    def _contact(self) -> str:
        """Return the contact of the hall for push services."""
        public = self._hall.config.public
        return public if public.startswith("https:") else "https://localhost"


def _push_row(device: Device, language: str) -> DeviceRow:
    from quincunx.server.news import push

    key, secret = device.p256dh or "", device.auth or ""
    try:
        push.check_device(key, secret)
    except ValueError:
        raise Refuse("push", words.NO_PUSH_KEYS()) from None
    return DeviceRow(id_of(device.endpoint), device.endpoint, key, secret, language)


def _address(row: DeviceRow) -> str:
    return mail.address_of(row.endpoint) or ""


def id_of(endpoint: str) -> str:
    """Return the id of a device."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]
