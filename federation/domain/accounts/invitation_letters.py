"""The letter of an invitation and its secret, of which only the digest is stored."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.context import office_settings
from federation.domain.four_eyes import carries_out
from federation.domain.mail import write_letter
from federation.models import Invitation

HOLDS_FOR = timedelta(days=14)
InvitationUrl = Callable[[str], str]
"""Returns the URL of the answering page for a secret."""


def digest(secret: str) -> str:
    """Return what is stored of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def unknown_secret() -> str:
    """Return the digest of a secret that no one has."""
    return digest(secrets.token_urlsafe(32))


@carries_out(Matter.APPOINTMENT, Matter.CLUB_ROLE)
def send_invitation(
    invitation: Invitation, by_id: int | None, at: datetime, url_of: InvitationUrl
) -> None:
    """Send the letter of an invitation to which no one has to agree any more, and start
    its period of validity.
    """
    invitation.agreed_by_id = by_id
    address = url_of(open_with_secret(invitation, at))
    office = office_settings().name
    with translation.override(invitation.language):
        body = render_to_string(
            "federation/letters/invitation.txt",
            {"invitation": invitation, "address": address, "office": office},
        )
        subject = _("Invitation to %(office)s") % {"office": office}
    write_letter(to=invitation.email, subject=subject, body=body, at=at)


@carries_out(Matter.APPOINTMENT, Matter.CLUB_ROLE)
def open_with_secret(invitation: Invitation, at: datetime) -> str:
    """Create a new secret for the invitation, start its period of validity, and return
    the secret.
    """
    secret = secrets.token_urlsafe(32)
    invitation.agreed_at = at
    invitation.token_digest = digest(secret)
    invitation.expires_at = at + HOLDS_FOR
    fields = ["agreed_by", "agreed_at", "by_one", "token_digest", "expires_at"]
    invitation.save(update_fields=fields)
    return secret
