"""Django's mail goes into the outbox table; a worker delivers it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.filebased import EmailBackend as FilesBackend
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


class LettersInFiles(FilesBackend):
    """Where no SMTP server is configured a letter is written to a file. It may contain
    a link that opens an account: whatever the process's umask, only the owner can read
    it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)

    def open(self) -> bool:
        if self.stream is not None:
            return False
        name = self._get_filename()
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.stream = os.fdopen(os.open(name, flags, 0o600), "ab")
        return True
