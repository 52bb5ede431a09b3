"""The letters that a demo has sent: without a mail server each is written to a file."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.policy import default
from email.utils import parsedate_to_datetime
from itertools import islice
from pathlib import Path

from django.conf import settings

SHOWN = 100
BETWEEN = re.compile(rb"\n-{79}\n(?=Content-Type: |\Z)")
"""Django's backend ends each letter with a line; those that are sent together are in
one file.
"""


@dataclass(frozen=True, slots=True)
class SentLetter:
    to: str
    subject: str
    body: str
    sent_at: datetime


def letters_sent() -> list[SentLetter]:
    """Return the newest letters first, at most `SHOWN`."""
    folder = Path(settings.EMAIL_FILE_PATH)
    files = folder.glob("*.log") if folder.is_dir() else ()
    newest = sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    letters = (letter for path in newest for letter in _of_file(path))
    return list(islice(letters, SHOWN))


def _of_file(path: Path) -> Iterator[SentLetter]:
    """Yield the letters of a file, newest first."""
    for text in reversed(BETWEEN.split(path.read_bytes())):
        if text.strip():
            yield _read(text)


def _read(text: bytes) -> SentLetter:
    read = email.message_from_bytes(text, policy=default)
    return SentLetter(
        to=str(read["To"]),
        subject=str(read["Subject"]),
        body=str(read.get_content()).rstrip(),
        sent_at=_moment(str(read["Date"])),
    )


def _moment(header: str) -> datetime:
    """Parse the time of a letter; the zone “-0000” means UTC, and is parsed as no zone."""
    read = parsedate_to_datetime(header)
    return read if read.tzinfo else read.replace(tzinfo=UTC)
