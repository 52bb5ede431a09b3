"""Encrypt secrets that the database stores and the office has to read again (the second
factors), so that a copy of the database is useless without the key.

The key is derived from `SECRET_KEY`. While `SECRET_KEY_FALLBACKS` names former keys,
what they encrypted can still be read; `manage.py seal_second_factors` encrypts it with
the newest key.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

SEAL = "fernet:"
PURPOSE = b"rankbok second factors"


class SealUnreadable(Exception):
    """None of the office's keys decrypts the text."""


def seal(text: str) -> str:
    return SEAL + _keys().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """Decrypt a text. Raises `SealUnreadable`, also for text that was never encrypted."""
    try:
        return _keys().decrypt(sealed.removeprefix(SEAL).encode()).decode()
    except InvalidToken as unknown:
        raise SealUnreadable from unknown


def _keys() -> MultiFernet:
    """Return the keys: the first one encrypts, each decrypts."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE)
    return base64.urlsafe_b64encode(made.derive(secret.encode()))
