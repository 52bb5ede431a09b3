"""Django's mail goes into the outbox table; a worker delivers it."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from federation.domain.mail import write_letter


class OutboxBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        for message in email_messages:
            for address in message.recipients():
                write_letter(
                    to=address,
                    subject=str(message.subject),
                    body=str(message.body),
                    at=now,
                )
        return len(email_messages)
