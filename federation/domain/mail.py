"""The outbox: letters are written with their cause and delivered later."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.urls import reverse

from federation.domain.refusal import Refused
from federation.models import OutboxMail

MAX_ATTEMPTS = 10


def write_letter(*, to: str, subject: str, body: str, at: datetime) -> OutboxMail:
    """Puts a letter into the outbox, in the caller's transaction."""
    return OutboxMail.objects.create(
        to=to,
        subject=" ".join(subject.split())[:200],
        body=body,
        written_at=at,
        next_attempt_at=at,
    )


def link_to(page: str, *parts: object) -> str:
    """The full address of a page for a letter; nothing where the office does not know
    under what address it is reached (`settings.OFFICE_ADDRESS`).
    """
    if not settings.OFFICE_ADDRESS:
        return ""
    return settings.OFFICE_ADDRESS.rstrip("/") + reverse(page, args=parts)


def deliver_letters(*, at: datetime, limit: int = 50) -> int:
    """Tries to deliver what is due and returns how many letters left.

    A letter that fails waits longer each time and is given up after
    `MAX_ATTEMPTS`. Two workers never take the same letter.
    """
    sent = 0
    for _ in range(limit):
        with transaction.atomic():
            letter = (
                OutboxMail.objects.due(at)
                .select_for_update(skip_locked=True)
                .order_by("next_attempt_at", "pk")
                .first()
            )
            if letter is None:
                break
            sent += _deliver(letter, at)
    return sent


@transaction.atomic
def try_again(letter_id: int, *, at: datetime) -> OutboxMail:
    """Lets a letter that waits or was given up be tried anew, from the next round
    on. Refuses with `sent_already`.
    """
    letter = OutboxMail.objects.select_for_update().get(pk=letter_id)
    if letter.sent_at is not None:
        raise Refused("sent_already")
    letter.attempts = 0
    letter.given_up_at = None
    letter.next_attempt_at = at
    letter.save(update_fields=["attempts", "given_up_at", "next_attempt_at"])
    return letter


def _deliver(letter: OutboxMail, at: datetime) -> int:
    letter.attempts += 1
    try:
        EmailMessage(
            letter.subject,
            letter.body,
            to=[letter.to],
            connection=get_connection(settings.MAIL_DELIVERY_BACKEND),
        ).send()
    except (OSError, ValueError, ImproperlyConfigured) as error:
        # Whatever is wrong with one letter must not hold up those behind it.
        letter.error = str(error)[:500]
        letter.next_attempt_at = at + timedelta(minutes=2**letter.attempts)
        if letter.attempts >= MAX_ATTEMPTS:
            letter.given_up_at = at
    else:
        letter.sent_at = at
        letter.error = ""
        # Letters carry secrets (invitations, new passwords): once they have
        # left, nobody who reads the database finds them.
        letter.body = ""
    letter.save()
    return int(letter.sent_at is not None)
