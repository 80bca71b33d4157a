"""Machines on one network, as namespaces of this one: between any two of them packets can be lost, one way or both."""

import contextlib
import ctypes
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

CLONE_NEWNET = 0x40000000
NOBODY = "02:00:00:00:00:ff"
"""The hardware address of no machine: packets for it get lost, and nobody is told."""
NETWORK = "10.77.0"


class Machines:
    """Machines with the addresses 10.77.0.1, 10.77.0.2, …, in the order of their names."""

    def __init__(self, *names: str) -> None:
        self.addresses = {name: f"{NETWORK}.{number}" for number, name in enumerate(names, 1)}
        self._switch = self.space("switch")

    def space(self, name: str) -> str:
        """The namespace of a machine."""
        return f"quincunx-{os.getpid()}-{name}"

    def open(self) -> None:
        """Make the machines and the network."""
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "bridge", "up")
        for name, address in self.addresses.items():
            space = self.space(name)
            _ip("netns", "add", space)
            _ip("-n", self._switch, "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("-n", self._switch, "link", "set", name, "master", "bridge", "up")
            _ip("-n", space, "address", "add", f"{address}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", space, "link", "set", device, "up")

    def close(self) -> None:
        """Take them away."""
        for name in (*self.addresses, "switch"):
            subprocess.run(["ip", "netns", "delete", self.space(name)], capture_output=True)

    def at(self, name: str) -> list[str]:
        """The words that let a program run at a machine."""
        return ["ip", "netns", "exec", self.space(name)]

    def cut(self, here: str, there: str) -> None:
        """What one machine sends to another is lost from now on."""
        _ip("-n", self.space(here), "neigh", "replace", self.addresses[there], "lladdr", NOBODY, *FOR_GOOD)

    def mend(self, here: str, there: str) -> None:
        """It arrives again."""
        _ip("-n", self.space(here), "neigh", "delete", self.addresses[there], "dev", "eth0")

    @contextlib.contextmanager
    def entered(self, name: str) -> Iterator[None]:
        """This thread, and those that it starts, are at a machine meanwhile."""
        with Path("/proc/thread-self/ns/net").open() as home, Path("/run/netns", self.space(name)).open() as there:
            _enter(there.fileno())
            try:
                yield
            finally:
                _enter(home.fileno())


FOR_GOOD = ("dev", "eth0", "nud", "permanent")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def _enter(namespace: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
