"""The letters that a demo has sent: without a mail server each is a file."""

import email
from dataclasses import dataclass
from datetime import UTC, datetime
from email.policy import default
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings

SHOWN = 100
RULE = "-" * 79
"""The line with which Django's backend ends each letter."""


@dataclass(frozen=True, slots=True)
class SentLetter:
    to: str
    subject: str
    body: str
    sent_at: datetime


def letters_sent() -> list[SentLetter]:
    """The newest first, at most `SHOWN`."""
    folder = Path(settings.EMAIL_FILE_PATH)
    files = folder.glob("*.log") if folder.is_dir() else ()
    newest = sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [_read(path) for path in newest[:SHOWN]]


def _read(path: Path) -> SentLetter:
    read = email.message_from_bytes(path.read_bytes(), policy=default)
    body = str(read.get_content()).rstrip().removesuffix(RULE).rstrip()
    return SentLetter(
        to=str(read["To"]),
        subject=str(read["Subject"]),
        body=body,
        sent_at=_moment(str(read["Date"])),
    )


def _moment(header: str) -> datetime:
    """The zone “-0000” means UTC, and is read as none."""
    read = parsedate_to_datetime(header)
    return read if read.tzinfo else read.replace(tzinfo=UTC)
