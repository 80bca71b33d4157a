"""Notifications by mail, for halls with a mail server: only to confirmed addresses."""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial

from quincunx.core.errors import SetupError
from quincunx.core.words import quoted
from quincunx.server import words

SCHEME = "mailto:"
ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}")
WAIT_S = 8.0
"""Seconds that a mail server may take for each answer."""
SECURE_PORT = 465
"""The port of mail servers with implicit TLS."""
FOR_GOOD = 500
"""The lowest code by which a mail server refuses something for good."""


class NoSuchAddressError(Exception):
    """The mail server knows that nobody has this address."""


def address_of(endpoint: str) -> str | None:
    """Return the address of an endpoint `mailto:ADDRESS?SECRET`; None for other endpoints."""
    address, _, secret = endpoint.removeprefix(SCHEME).partition("?")
    return address if len(secret) >= 20 and ADDRESS.fullmatch(address) else None


def check_mail(sender: str, public: str) -> None:
    """Refuse a sender that is no address, and a hall without a public name, which its links need."""
    if not ADDRESS.fullmatch(sender):
        raise SetupError(words.NO_SENDER(text=quoted(sender)))
    if not public:
        raise SetupError(words.MAIL_NEEDS_ORIGIN())


def check_server(text: str) -> tuple[str, int]:
    """Parse the name and port of a mail server; raise SetupError if they are invalid."""
    host, _, port = text.rpartition(":") if ":" in text else (text, "", "25")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise SetupError(words.NO_MAIL_SERVER(text=quoted(text)))
    return host, int(port)


def letter(sender: str, to: str, subject: str, body: str, stop: str) -> EmailMessage:
    """Return a mail; the link `stop` unsubscribes."""
    found = EmailMessage()
    found["From"], found["To"], found["Subject"] = f"Quincunx <{sender}>", to, subject
    found["Date"], found["Message-ID"] = formatdate(), make_msgid(domain=sender.partition("@")[2])
    found["Auto-Submitted"] = "auto-generated"
    found["List-Unsubscribe"], found["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    found.set_content(body)
    return found


def send(server: tuple[str, int], login: tuple[str, str], mail: EmailMessage) -> None:
    """Send a mail to the mail server, over TLS if possible.

    This blocks, and raises OSError. A password is sent over TLS only."""
    host, port = server
    trusted = ssl.create_default_context()
    is_secure = port == SECURE_PORT
    secure = partial(smtplib.SMTP_SSL, context=trusted)
    with (secure if is_secure else smtplib.SMTP)(host, port, timeout=WAIT_S) as line:
        line.ehlo()
        if not is_secure and line.has_extn("starttls"):
            line.starttls(context=trusted)
            is_secure = True
        if login[0]:
            if not is_secure:
                raise OSError("the mail server offers no TLS for the password")
            line.login(*login)
        try:
            line.send_message(mail)
        except smtplib.SMTPRecipientsRefused as refusal:
            if all(code >= FOR_GOOD for code, _ in refusal.recipients.values()):
                raise NoSuchAddressError from None
            raise
