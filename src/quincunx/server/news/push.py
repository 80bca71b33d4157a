"""Web Push: messages encrypted for one browser (RFC 8291), signed with the hall's own key (RFC 8292)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT_BYTES = 65
"""Bytes of a public key."""
SECRET_BYTES, SALT_BYTES, NUMBER_BYTES = 16, 16, 32
RECORD_BYTES = 4096
"""Bytes of the one record that a message is."""
LAST = b"\x02"
"""Ends the last record."""
SIGNED_S = 12 * 3600
"""Seconds that a signature holds; push services accept a day at most."""


def text_of(data: bytes) -> str:
    """Bytes in URL-safe base64, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Decode a text; raise ValueError if it is invalid."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The hall's key


def new_key() -> str:
    """A new private key, as it is stored."""
    return text_of(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(NUMBER_BYTES, "big"))


@cache
def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(key: str) -> str:
    """The public key, as browsers take it."""
    return text_of(_point(_private(key)))


def signature(key: str, endpoint: str, contact: str, now: float) -> str:
    """Return the header `Authorization` for a message to that endpoint; `contact` is a URL of the operator."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_S, "sub": contact}
    said = ".".join(text_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(_private(key).sign(said.encode(), ec.ECDSA(SHA256())))
    signed = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
    return f"vapid t={said}.{text_of(signed)}, k={public_key(key)}"


# Messages


def check_device(key: str, secret: str) -> None:
    """Raise ValueError unless a browser's keys are valid for encryption."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(key))
    if len(bytes_of(secret)) != SECRET_BYTES:
        raise ValueError(secret)


def encrypt(
    message: bytes, key: str, secret: str, salt: bytes | None = None, own: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Encrypt a message for the browser with these keys; salt and own key are random unless given."""
    salt, own = salt or os.urandom(SALT_BYTES), own or ec.generate_private_key(CURVE)
    theirs, mine = bytes_of(key), _point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    first = _derived(shared, bytes_of(secret), b"WebPush: info\0" + theirs + mine, 32)
    cipher = AESGCM(_derived(first, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(first, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([POINT_BYTES]) + mine
    return head + cipher.encrypt(nonce, message + LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
