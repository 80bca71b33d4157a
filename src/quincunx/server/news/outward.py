"""Requests of the hall to other servers: never to private addresses, without redirects."""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from functools import cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from quincunx import __version__
from quincunx.core.errors import QuincunxError
from quincunx.core.words import quoted
from quincunx.server import words

PORTS = {"https": 443, "http": 80}
HEAD_BYTES = 16_384
"""Bytes of the head of an answer; nothing else of it is read."""
SIX = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that are given to anybody at all."""
CLOSE_S = 1.0


class AddressError(QuincunxError):
    """The hall sends nothing there."""


class Answer(NamedTuple):
    """The answer of another server."""

    status: int
    retry_after: float
    """Seconds that it wants to be left alone; 0 if it does not say."""


def is_public(address: str) -> bool:
    """Whether an address is public, not one of this machine, its network or a tunnel to them."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and (found not in SIX or found.sixtofour or found.teredo):
        return False
    return found.is_global and not found.is_multicast


def check_url(url: str) -> SplitResult:
    """Parse an https URL at the usual port; raise AddressError for any other."""
    try:
        parts = urlsplit(url)
        good = parts.scheme == "https" and parts.hostname and parts.port in (None, 443) and "@" not in parts.netloc
    except ValueError:
        good = False
    if not good:
        raise AddressError(words.NO_PUSH_URL())
    return parts


async def public_address(url: str) -> str:
    """Resolve a URL's host; raise AddressError if an address is not public."""
    parts = check_url(url)
    host = parts.hostname or ""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressError(words.NO_PUSH_HOST(host=quoted(host))) from None
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not all(map(is_public, addresses)):
        raise AddressError(words.PRIVATE_PUSH_HOST(host=quoted(host)))
    return addresses[0]


async def post(url: str, headers: dict[str, str], body: bytes, address: str | None = None) -> Answer:
    """Send a POST request, to `address` if given, even if the host's name resolves to another by now."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    trusted, name = (_trusted(), host) if parts.scheme == "https" else (None, None)
    reader, writer = await asyncio.open_connection(
        address or host, port, limit=HEAD_BYTES, ssl=trusted, server_hostname=name
    )
    try:
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        fields = {
            "Host": parts.netloc,
            "User-Agent": f"quincunx/{__version__}",
            "Content-Length": str(len(body)),
            "Connection": "close",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        return _read(await reader.readuntil(b"\r\n\r\n"))
    finally:
        writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await writer.wait_closed()


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


def _read(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    wait = fields.get("retry-after", "")
    try:
        return Answer(int(first.split()[1]), float(wait) if wait.isdecimal() else 0.0)
    except (IndexError, ValueError):
        raise ConnectionError("no answer of HTTP") from None
