import structlog
from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from federation.domain import duplicates, joining, retention
from federation.domain.erasing import erase_due
from federation.domain.mail import deliver_next

log = structlog.get_logger(__name__)


LETTERS_AT_ONCE = 50
"""How many letters one message makes a worker try: a worker that is to stop waits for
them.
"""


@shared_task(name="federation.send_mail")
def send_mail() -> None:
    """Send each letter by itself, with its own time: a server may take minutes for one."""
    for _ in range(LETTERS_AT_ONCE):
        has_left = deliver_next(at=timezone.now())
        if has_left is None:
            break
        log.info("letter tried", has_left=has_left)


@shared_task(name="federation.clear_sessions")
def clear_sessions() -> None:
    """Delete sessions that have ended, so that nothing of them remains in the database."""
    SessionStore.clear_expired()


@shared_task(name="federation.find_duplicates")
def find_duplicates() -> None:
    log.info("register looked through", alike=duplicates.find_duplicates())


@shared_task(name="federation.settle_joining")
def settle_joining() -> None:
    looked_up = joining.settle_joining(at=timezone.now())
    if looked_up:
        log.info("joining requests looked up", count=looked_up)


@shared_task(name="federation.erase_people")
def erase_people() -> None:
    erased = erase_due(at=timezone.now())
    if erased:
        log.info("people erased", count=erased)


@shared_task(name="federation.clear_old")
def clear_old() -> None:
    cleared = retention.clear_old(at=timezone.now())
    if any(cleared.values()):
        log.info("what was too old is cleared", **cleared)
