"""Addresses and networks that are kept out of the hall."""

import contextlib
import ipaddress
from collections.abc import Iterable

from quincunx.core.errors import SetupError
from quincunx.core.words import quoted
from quincunx.server.words import NO_ADDRESS

AnyNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network


def network_of(text: str) -> AnyNetwork:
    """An address or a network, as in 203.0.113.9 or 2001:db8:1:2::/64."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise SetupError(NO_ADDRESS(text=quoted(text))) from None


class Bans:
    """The addresses and networks that are kept out, as the store has them."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._networks: set[AnyNetwork] = {network_of(name) for name in names}

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(address)
            return any(found in network for network in self._networks)
        return False

    def names(self) -> list[str]:
        """All of them as texts, a single address without the size of its network."""
        return sorted(map(name_of, self._networks))


def name_of(network: AnyNetwork) -> str:
    """A network as text, a single address without the size of its network."""
    return str(network).removesuffix("/32").removesuffix("/128")
