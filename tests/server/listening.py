"""Servers on loopback that listen to what a hall sends out, and a browser that reads its push messages."""

import asyncio
import contextlib
import hashlib
import hmac
import json
import os
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from quincunx.protocol import Device
from quincunx.server.news.push import bytes_of, text_of

CURVE = ec.SECP256R1()


@dataclass
class Received:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Ear:
    """Takes requests, and answers each with the next of `statuses`, or 201."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    is_silent: bool = False
    """Whether it answers nothing."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines) if name}
            body = await reader.readexactly(int(headers["content-length"]))
            self.received.append(Received(first.split()[1], headers, body))
            if self.is_silent:
                await reader.read()
            status = self.statuses.pop(0) if self.statuses else 201
            place = f"Location: {self.url}/elsewhere\r\n" if status in (301, 302, 307) else ""
            writer.write(f"HTTP/1.1 {status} Thanks\r\n{place}Content-Length: 0\r\n\r\n".encode())
        writer.close()


@contextlib.asynccontextmanager
async def listening() -> AsyncIterator[Ear]:
    """An ear that is open meanwhile."""
    ear = Ear()
    server = await asyncio.start_server(ear.serve, "127.0.0.1", 0)
    ear.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield ear
    finally:
        server.close()


class Browser:
    """A browser with a push service at `ear`, which decrypts by the book: RFC 8188, 8291 and 8292."""

    def __init__(self, ear: Ear, name: str = "phone", key: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.ear = ear
        self.path = f"/{name}"
        self._key = key or ec.generate_private_key(CURVE)
        self._secret = os.urandom(16)
        point = self._key.public_key().public_numbers()
        self._point = b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")

    @property
    def keys(self) -> tuple[str, str]:
        return text_of(self._point), text_of(self._secret)

    @property
    def device(self) -> Device:
        return Device(f"{self.ear.url}{self.path}", *self.keys)

    @property
    def news(self) -> list[dict[str, Any]]:
        """All messages so far, read."""
        return [json.loads(self.read(one.body)) for one in self.ear.received if one.path == self.path]

    def read(self, body: bytes) -> bytes:
        """The text of a message."""
        salt, length, theirs = body[:16], body[20], body[21 : 21 + body[20]]
        assert int.from_bytes(body[16:20], "big") == 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        first = derived(self._secret, shared, b"WebPush: info\0" + self._point + theirs, 32)
        cipher = AESGCM(derived(salt, first, b"Content-Encoding: aes128gcm\0", 16))
        plain = cipher.decrypt(derived(salt, first, b"Content-Encoding: nonce\0", 12), body[21 + length :], None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF of one block (RFC 5869)."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()[:length]


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a signature that holds, and the public key that has made it."""
    kind, _, rest = authorization.partition(" ")
    assert kind == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signed = fields["t"].rpartition(".")
    numbers = bytes_of(signed)
    signature = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(fields["k"]))
    key.verify(signature, said.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(urlsafe_b64decode(part + "==")) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, fields["k"]


@dataclass
class Post:
    """A mail server that takes mails, except for addresses that begin with `nobody`."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).decode().strip():
            if line.lower() == "data":
                writer.write(b"354 go on\r\n")
                data = await reader.readuntil(b"\r\n.\r\n")
                found = BytesParser(policy=default).parsebytes(data.removesuffix(b".\r\n"))
                assert isinstance(found, EmailMessage)
                self.mails.append(found)
            if line.lower() == "quit":
                writer.write(b"221 bye\r\n")
                break
            writer.write(b"550 unknown\r\n" if line.lower().startswith("rcpt to:<nobody") else b"250 fine\r\n")
        writer.close()


@contextlib.asynccontextmanager
async def posting() -> AsyncIterator[Post]:
    """A mail server that is open meanwhile."""
    found = Post()
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()
