import base64
import secrets

import structlog
from allauth.mfa.adapter import DefaultMFAAdapter

from federation.sealing import SealUnreadable, seal, unseal

log = structlog.get_logger(__name__)


class SealedSecondFactors(DefaultMFAAdapter):
    """Stores the secrets of second factors encrypted in the database."""

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return unseal(encrypted_text)
        except SealUnreadable:
            log.exception("a second factor cannot be read: SECRET_KEY has changed")
            # No code matches this random secret: the page reports that, as for any
            # wrong code.
            return base64.b32encode(secrets.token_bytes(20)).decode()
