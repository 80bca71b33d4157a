"""Previews of links (Open Graph): what a messenger shows for a table, a replay or a daily."""

import re
from html import escape
from typing import NamedTuple

from quincunx.core.messages import Message
from quincunx.core.render import render
from quincunx.protocol import TableSummary
from quincunx.server import words
from quincunx.server.hall.hall import Hall
from quincunx.server.http.answers import catalogue_in
from quincunx.server.store.errors import StoreError
from quincunx.server.store.tables import read_summary

TABLE = re.compile(r"t/([\w-]{1,20})(?:/(replay|study|train)(?:/\d+)?)?")
DAILY = re.compile(r"daily/([\w-]{1,40})(?:/(\d{4}-\d\d-\d\d))?")
CARD = "cards/{game}.png"
"""The picture of a game, among the page's files."""


class Preview(NamedTuple):
    """The preview of a link."""

    game: str
    said: Message


async def preview_of(hall: Hall, path: str) -> Preview | None:
    """Return the preview of a path of the page; None if it has none."""
    if found := TABLE.fullmatch(path):
        try:
            table = await hall.store.run(read_summary, found[1])
        except StoreError:
            return None
        return (
            None if table is None or table.game not in hall.games else Preview(table.game, _of_table(table, found[2]))
        )
    if (found := DAILY.fullmatch(path)) and found[1] in hall.games:
        said = words.PREVIEW_OF_DAY(day=found[2]) if found[2] else words.PREVIEW_OF_DAILY()
        return Preview(found[1], said)
    return None


def _of_table(table: TableSummary, look: str | None) -> Message:
    names = [name for name in table.names if name]
    if table.status == "over" or look:
        return words.PREVIEW_OF_REPLAY(names=names)
    if table.free and table.status == "waiting":
        return words.PREVIEW_OF_INVITATION(names=names, count=table.free) if names else words.PREVIEW_OF_EMPTY()
    return words.PREVIEW_OF_MATCH(names=names)


def with_preview(index: bytes, hall: Hall, preview: Preview, origin: str, language: str) -> bytes:
    """The page's index with a preview in its head."""
    image = CARD.format(game=preview.game)
    if not (hall.config.static / image).is_file():
        image = "icon-512.png"
    fields = {
        "og:site_name": "Quincunx",
        "og:type": "website",
        "og:title": hall.games[preview.game].title,
        "og:description": render(preview.said, catalogue_in(language)),
        "og:image": f"{origin}/{image}",
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in fields.items())
    return index.replace(b"</head>", tags.encode() + b"</head>", 1)
