"""Messages to browsers by the book, and the addresses that the hall sends nothing to."""

import asyncio
import socket
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from quincunx.server.news import push
from quincunx.server.news.outward import AddressError, is_public, post, public_address
from tests.server.listening import Browser, Ear, claims_of, listening

# The example of RFC 8291, 5 and appendix A.
MESSAGE = b"When I grow up, I want to be a watermelon"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_rfc_8291() -> None:
    own = ec.derive_private_key(int.from_bytes(push.bytes_of(OWN), "big"), push.CURVE)
    assert push.text_of(push.encrypt(MESSAGE, THEIRS, SECRET, push.bytes_of(SALT), own)) == ENCRYPTED


def test_each_message_has_a_salt_and_a_key_of_its_own() -> None:
    browser = Browser(Ear())
    one, other = (push.encrypt(MESSAGE, *browser.keys) for _ in range(2))
    assert browser.read(one) == browser.read(other) == MESSAGE
    assert one[:86] != other[:86]


def test_a_message_is_signed_for_its_push_service_alone() -> None:
    key = push.new_key()
    claims, public = claims_of(push.signature(key, "https://push.example:443/very/secret", "https://dice.example", 1e9))
    assert claims == {"aud": "https://push.example:443", "exp": 1_000_043_200, "sub": "https://dice.example"}
    assert public == push.public_key(key)


@pytest.mark.parametrize(
    ("key", "secret"),
    [("A" * 87, SECRET), (THEIRS[:-4], SECRET), (THEIRS, SECRET[:-2]), ("B" + "é" * 86, SECRET)],
)
def test_other_keys_are_none_of_a_browser(key: str, secret: str) -> None:
    with pytest.raises(ValueError):
        push.check_device(key, secret)
    push.check_device(THEIRS, SECRET)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("142.250.1.95", True),
        ("2a00:1450:4001::5f", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.31.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("2001:0:a00:1::", False),
        ("2001:db8::1", False),
    ],
)
def test_which_addresses_are_public(address: str, expected: bool) -> None:
    assert is_public(address) is expected


@pytest.mark.parametrize(
    ("url", "refusal"),
    [
        ("http://push.example/x", "https address"),
        ("https://push.example:8443/x", "https address"),
        ("https://ann:secret@push.example/x", "https address"),
        ("https:///x", "https address"),
        ("https://[::1/x", "https address"),
        ("https://push.example:port/x", "https address"),
        ("https://127.0.0.1/x", "'127.0.0.1' is not a public push service"),
        ("https://2130706433/x", "is not a public push service"),
        ("https://localhost/x", "'localhost' is not a public push service"),
        ("https://[::1]/x", "is not a public push service"),
        ("https://[fd00::1]/x", "is not a public push service"),
        (f"https://{'a' * 70}.example/x", "cannot find the push service"),
    ],
)
async def test_hostile_addresses_are_refused_in_a_sentence(url: str, refusal: str) -> None:
    with pytest.raises(AddressError, match=refusal):
        await public_address(url)


async def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("142.250.1.95", "10.0.0.1")]

    async def look_up(*_: Any, **__: Any) -> Any:
        return found

    monkeypatch.setattr(type(asyncio.get_running_loop()), "getaddrinfo", look_up, raising=False)
    with pytest.raises(AddressError, match="not a public push service"):
        await public_address("https://push.example/x")
    del found[1]
    assert await public_address("https://push.example/x") == "142.250.1.95"


async def test_the_hall_calls_the_address_that_it_has_checked() -> None:
    """Whatever the name stands for by the time it is called."""
    async with listening() as ear:
        port = ear.url.rpartition(":")[2]
        answer = await post(f"http://push.invalid:{port}/x?y=z", {"TTL": "5"}, b"news", "127.0.0.1")
    assert answer.status == 201
    assert [(one.path, one.headers["host"], one.body) for one in ear.received] == [
        ("/x?y=z", f"push.invalid:{port}", b"news")
    ]


async def test_no_redirect_is_followed() -> None:
    async with listening() as ear:
        ear.statuses = [307]
        assert (await post(f"{ear.url}/x", {}, b"news")).status == 307
    assert [one.path for one in ear.received] == ["/x"]
