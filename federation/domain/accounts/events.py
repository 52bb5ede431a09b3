"""What happens around accounts: kept for administrators, and in the log."""

from datetime import datetime

import structlog

from federation.domain.authorship import written_by
from federation.enums import AccountEventKind
from federation.models import AccountEvent
from federation.rules.addresses import shortened

log = structlog.get_logger(__name__)
BY_NOBODY = frozenset(
    {
        AccountEventKind.SIGN_IN_FAILED,
        AccountEventKind.SIGN_IN_REFUSED,
        AccountEventKind.CODE_FAILED,
        AccountEventKind.RESET_ASKED,
    }
)
"""Whoever did that may be a stranger: it does not stand in the owner's name."""


def note_event(
    kind: AccountEventKind, *, user_id: int | None, address: str, at: datetime
) -> AccountEvent:
    """Keeps an event; `address` is that of the network, of which the office keeps
    only a part. What was typed is never given here: it may be a password.
    """
    network = shortened(address)
    log.info("account event", kind=str(kind), user=user_id, network=network)
    with written_by(None if kind in BY_NOBODY else user_id):
        return AccountEvent.objects.create(
            kind=kind, user_id=user_id, network=network, at=at
        )
