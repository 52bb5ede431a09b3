"""The outbox: letters are written in the transaction of their cause and delivered
later.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.domain.refusal import RegisterRefusal
from federation.models import OutboxMail

MAX_ATTEMPTS = 10
CLAIM = timedelta(minutes=10)
"""How long a worker's claim to a letter lasts: longer than a server can delay an
attempt, in which each of its answers may take `EMAIL_TIMEOUT`.
"""


def write_letter(*, to: str, subject: str, body: str, at: datetime) -> OutboxMail:
    """Put a letter into the outbox, in the caller's transaction."""
    return OutboxMail.objects.create(
        to=to,
        subject=" ".join(subject.split())[:200],
        body=body,
        written_at=at,
        next_attempt_at=at,
    )


def write_signed_letter(
    *, to: str, name: str, subject: str, parts: Iterable[str], at: datetime
) -> OutboxMail:
    """Put a letter into the outbox with a greeting and the federation's signature, in
    the active language. Empty `parts` are left out; a link is a part of its own.
    """
    greeting = _("Hello %(name)s,") % {"name": name} if name else _("Hello,")
    regards = _("Regards,\n%(office)s") % {"office": settings.FEDERATION_NAME}
    body = "\n\n".join([greeting, *filter(None, parts), regards])
    return write_letter(to=to, subject=subject, body=f"{body}\n", at=at)


def link_to(page: str, *parts: object) -> str:
    """Return the full URL of a page for a letter; "" where the office's own URL is not
    configured (`settings.OFFICE_ADDRESS`).
    """
    if not settings.OFFICE_ADDRESS:
        return ""
    return settings.OFFICE_ADDRESS.rstrip("/") + reverse(page, args=parts)


def deliver_next(*, at: datetime) -> bool | None:
    """Hand the next letter that is due to the mail server. Returns whether it was sent;
    None if none is due.

    The server is contacted outside of any transaction: one transaction claims the
    letter, another records the outcome. A worker that dies in between leaves a claim
    that expires (`CLAIM`), and the letter is tried again: it is sent at least once.
    """
    letter = _claim_next(at)
    if letter is None:
        return None
    error = _hand_over(letter)
    _note_outcome(letter, error, at)
    return not error


@transaction.atomic
def try_again(letter_id: int, *, at: datetime) -> OutboxMail:
    """Make a letter that waits or was given up due at once, and allow it all attempts
    again. Refuses with `sent_already`, or `being_sent` while a worker sends it.
    """
    letter = OutboxMail.objects.select_for_update().get(pk=letter_id)
    if letter.sent_at is not None:
        raise RegisterRefusal("sent_already")
    if letter.is_being_sent(at):
        raise RegisterRefusal("being_sent")
    letter.attempts = 0
    letter.given_up_at = None
    letter.next_attempt_at = at
    letter.save(update_fields=["attempts", "given_up_at", "next_attempt_at"])
    return letter


# Durable: refused inside an open transaction, which the mail server would hold open.
@transaction.atomic(durable=True)
def _claim_next(at: datetime) -> OutboxMail | None:
    """Claim the letter that has waited longest; only this worker may send it until the
    claim ends.
    """
    due = OutboxMail.objects.due(at)
    # The worker died during the last attempt of these.
    due.filter(attempts__gte=MAX_ATTEMPTS).update(given_up_at=at)
    letter = (
        due.select_for_update(skip_locked=True)
        .order_by("next_attempt_at", "pk")
        .first()
    )
    if letter is not None:
        letter.attempts += 1
        letter.claimed_until = at + CLAIM
        letter.save(update_fields=["attempts", "claimed_until"])
    return letter


def _hand_over(letter: OutboxMail) -> str:
    """Send a letter to the mail server; return the error, or nothing."""
    try:
        EmailMessage(
            letter.subject,
            letter.body,
            to=[letter.to],
            headers={"Message-ID": _message_id(letter)},
            connection=get_connection(settings.MAIL_DELIVERY_BACKEND),
        ).send()
    except (OSError, ValueError, ImproperlyConfigured) as error:
        # An error in one letter must not delay the following ones.
        return str(error)[:500] or type(error).__name__
    return ""


def _message_id(letter: OutboxMail) -> str:
    """Return a Message-ID that is the same at each attempt: mail programs recognise a
    letter that arrives twice.
    """
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
    return f"<letter-{letter.pk}-{letter.written_at:%Y%m%d%H%M%S%f}@{domain}>"


@transaction.atomic(durable=True)
def _note_outcome(letter: OutboxMail, error: str, at: datetime) -> None:
    claimed = OutboxMail.objects.filter(pk=letter.pk, sent_at=None)
    if not error:
        # Letters contain secrets (invitations, new passwords): once they are sent, they
        # must not be readable in the database.
        claimed.update(sent_at=at, body="", error="", claimed_until=None)
        return
    # A worker whose claim has expired must not record an outcome.
    claimed.filter(claimed_until=letter.claimed_until).update(
        claimed_until=None,
        error=error,
        given_up_at=at if letter.attempts >= MAX_ATTEMPTS else None,
        next_attempt_at=at + timedelta(minutes=2**letter.attempts),
    )
