"""The host's webhook: signed JSON for every news."""

import hashlib
import hmac
from typing import Any
from urllib.parse import urlsplit

import msgspec

from quincunx.core.errors import SetupError
from quincunx.core.words import quoted
from quincunx.server import words
from quincunx.server.news.delivery import AgainError
from quincunx.server.news.outward import post

SIGNATURE = "X-Quincunx-Signature"
LEAST_SECRET = 16
"""Characters of a secret."""


def check_hook(url: str, secret: str) -> None:
    """Raise SetupError for an invalid webhook; any host is allowed, because the hall's owner chose it."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        good = False
    if not good or not url.isascii() or not url.isprintable() or " " in url:
        raise SetupError(words.NO_HOOK(text=quoted(url)))
    if len(secret) < LEAST_SECRET:
        raise SetupError(words.NO_HOOK_SECRET(count=LEAST_SECRET))


def signed(secret: str, at: int, body: bytes) -> str:
    """The signature of a message: its time in seconds since 1970, and an HMAC of time and body."""
    code = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={code.hexdigest()}"


async def tell_hook(url: str, secret: str, news: dict[str, Any], now: int) -> None:
    """Send a message to the webhook, or raise the error that asks for a retry."""
    body, at = msgspec.json.encode(news), now // 1000
    headers = {"Content-Type": "application/json", SIGNATURE: signed(secret, at, body)}
    answer = await post(url, headers, body)
    if not 200 <= answer.status < 300:
        raise AgainError(answer.retry_after, f"status {answer.status}")
