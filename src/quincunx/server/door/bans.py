"""Addresses and networks that are kept out of the hall, in a file, so that they stay out when the hall starts again."""

import contextlib
import ipaddress
import os
from pathlib import Path

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
    """The addresses and networks that are kept out."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._networks: set[AnyNetwork] = set()
        if file is not None and file.exists():
            self._networks = {network_of(line) for line in file.read_text(encoding="utf-8").split()}

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(address)
            return any(found in network for network in self._networks)
        return False

    def names(self) -> list[str]:
        """All of them as texts, a single address without the size of its network."""
        return sorted(str(network).removesuffix("/32").removesuffix("/128") for network in self._networks)

    def add(self, text: str) -> None:
        """Keep an address or a network out."""
        self._networks.add(network_of(text))
        self._save()

    def remove(self, text: str) -> bool:
        """Let an address or a network in again; whether it was kept out."""
        network = network_of(text)
        was_out = network in self._networks
        self._networks.discard(network)
        self._save()
        return was_out

    def _save(self) -> None:
        if self._file is not None:
            partial = self._file.with_name(f"{self._file.name}.{os.getpid()}")
            partial.write_text("".join(f"{name}\n" for name in self.names()), encoding="utf-8")
            os.replace(partial, self._file)
