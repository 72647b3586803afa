"""Seats without accounts: secrets, cookies and codes.

A browser holds one random token in a cookie; a table stores only hashes of it. The secret of a table's link is stored
hashed as well, and once for every person, sealed with that person's token: so the host can be shown the link again
after a restart, and a stolen file of tables opens no seat.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

COOKIE: Final = "peppernut"
COOKIE_SECONDS: Final = 400 * 24 * 3600
CODE_SECONDS: Final = 600

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
_NAME = re.compile(r"[a-z0-9]{8}")
# No letters that are mistaken for each other, no vowels that make words.
_NAME_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"


def new_token() -> str:
    """A cookie's value: 256 random bits."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether the text can be a cookie of ours."""
    return _TOKEN.fullmatch(text) is not None


def new_secret() -> str:
    """The secret of a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_name() -> str:
    """A table's name: short enough to be read aloud, no secret."""
    return "".join(secrets.choice(_NAME_LETTERS) for _ in range(8))


def is_name(text: str) -> bool:
    """Whether the text can be a table's name."""
    return _NAME.fullmatch(text) is not None


def new_code() -> str:
    """A one-time code for another device: 38 bits, good for few tries and minutes."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))
    return letters[:4] + "-" + letters[4:]


def tidy_code(text: str) -> str:
    """A code as typed by a person."""
    return "".join(c for c in text.upper() if c in _CODE_LETTERS)[:16]


def key_of(table: str, token: str) -> str:
    """What a table remembers of a token. Other tables remember something else of the same token."""
    return hashlib.sha256(f"seat:{table}:{token}".encode()).hexdigest()


def link_hash(table: str, secret: str) -> str:
    """What a table remembers of its link's secret."""
    return hashlib.sha256(f"link:{table}:{secret}".encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare without telling by the time where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _pad(table: str, token: str) -> bytes:
    return hashlib.sha256(f"seal:{table}:{token}".encode()).digest()[:16]


def _bytes(secret: str) -> bytes:
    return base64.urlsafe_b64decode(secret + "==")


def seal(table: str, token: str, secret: str) -> str:
    """The link's secret for the holder of the token: the token is random and longer, its hash is used as a pad once."""
    return bytes(a ^ b for a, b in zip(_pad(table, token), _bytes(secret), strict=True)).hex()


def unseal(table: str, token: str, sealed: str) -> str | None:
    """The link's secret again, or None if there was none."""
    if len(sealed) != 32:
        return None
    raw = bytes(a ^ b for a, b in zip(_pad(table, token), bytes.fromhex(sealed), strict=True))
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def is_secret(text: str) -> bool:
    """Whether the text can be a link's secret."""
    return _SECRET.fullmatch(text) is not None
