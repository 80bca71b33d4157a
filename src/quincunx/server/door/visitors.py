"""The identity of a visitor: address behind proxies, host name in the request, origin of the page.

These functions read headers from strangers: an invalid header is not an error, it just grants nothing.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from quincunx.server.config import HallConfig

Scope: TypeAlias = Mapping[str, Any]

FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
SPOKEN_FOR = frozenset({FORWARDED_FOR, b"forwarded", b"x-real-ip", b"via"})
"""Headers in which proxies name the visitor."""
LONGEST_HOST = 255
PLAIN_HOST = r"[\w.:\[\]%-]+"
"""The characters of a name or address and a port: nothing else of a URL, and no separators of headers."""


def peer_of(scope: Scope) -> str:
    """The other end of the connection."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def address_of(scope: Scope, proxies: Iterable[str]) -> str:
    """Return the visitor's address: the other end of the connection, or the visitor that a trusted proxy there names.

    Each proxy appends the address that called it on the right; everything left of the first unknown address is hearsay.
    """
    address, trusted = peer_of(scope), frozenset(proxies)
    if address not in trusted:
        return address
    for name in reversed(_header(scope, FORWARDED_FOR).split(",")):
        if (found := _plain_address(name.strip())) is None:
            break
        address = found
        if address not in trusted:
            break
    return address


def _plain_address(text: str) -> str | None:
    """An address in its usual form, without a port."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    return str(getattr(found, "ipv4_mapped", None) or found)


def is_local(scope: Scope, proxies: Iterable[str]) -> bool:
    """Whether the visitor sits at this machine; a visitor behind an unknown proxy does not."""
    if peer_of(scope) not in proxies and any(name in SPOKEN_FOR for name, _ in scope.get("headers", ())):
        return False
    return is_loopback(address_of(scope, proxies))


def is_loopback(address: str) -> bool:
    """Whether the visitor sits at this machine."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def origin_of(scope: Scope, config: HallConfig) -> str:
    """The hall's own origin as this visitor sees it: scheme, name and port."""
    scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    if peer_of(scope) in config.proxies and _header(scope, FORWARDED_PROTO) == "https":
        scheme = "https"
    return f"{scheme}://{_header(scope, b'host')}"


def invitation_of(scope: Scope, config: HallConfig) -> str:
    """Return the origin for an invitation: the one that the visitor used.

    If only this machine resolves it, return the hall's address in its network.
    """
    origin = origin_of(scope, config)
    name = host_name(origin)
    is_own = name == "localhost" or is_loopback(name or "")
    return config.network if is_own and config.network is not None else origin


def is_called_right(scope: Scope, config: HallConfig) -> bool:
    """Whether the request names the hall's own host.

    A foreign page can point its own name at this machine and act for its visitor (DNS rebinding). The hall's own hosts
    are numeric addresses, `localhost`, the machine's name and the configured origins.
    """
    host = _header(scope, b"host")
    if len(host) > LONGEST_HOST or not re.fullmatch(PLAIN_HOST, host):
        return False
    name = host_name(f"//{host}")
    if name is None:
        return False
    return _is_number(name) or name in own_names() or name in {host_name(origin) for origin in config.origins}


def host_name(url: str) -> str | None:
    """Return the host name of an address in lower case; None without one."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises for what is no port
        name = parts.hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def own_names() -> frozenset[str]:
    """Return the names of this machine in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"} - {"", ".local"})


def may_ask(scope: Scope, config: HallConfig) -> bool:
    """Whether the requesting page, if any, is the hall's own or of a configured origin."""
    if not any(header == b"origin" for header, _ in scope.get("headers", ())):
        return True
    origin = _header(scope, b"origin")
    return origin in config.origins or origin == origin_of(scope, config)


def _header(scope: Scope, name: bytes) -> str:
    """Return a header's value; nothing if it is missing or given twice with different values."""
    found = {value for header, value in scope.get("headers", ()) if header == name}
    if name == FORWARDED_FOR:
        found = {b",".join(value for header, value in scope["headers"] if header == name)}
    return found.pop().decode("latin-1").strip() if len(found) == 1 else ""
