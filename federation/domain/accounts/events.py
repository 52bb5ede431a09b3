"""Events of accounts: stored for administrators, and logged."""

from datetime import datetime

import structlog

from federation.domain.authorship import written_by
from federation.enums import AccountEventKind
from federation.models import AccountEvent
from federation.rules.ip_prefixes import truncate_ip

log = structlog.get_logger(__name__)
BY_UNKNOWN_PERSON = frozenset(
    {
        AccountEventKind.SIGN_IN_FAILED,
        AccountEventKind.SIGN_IN_REFUSED,
        AccountEventKind.CODE_FAILED,
        AccountEventKind.RESET_ASKED,
    }
)
"""Events that a stranger may have caused: they are not recorded in the owner's name."""


def note_event(
    kind: AccountEventKind,
    *,
    user_id: int | None,
    address: str,
    at: datetime,
    by_id: int | None = None,
) -> AccountEvent:
    """Store an event of an account, caused by its owner unless `by_id` says by whom; of
    the IP address in `address` only a part is stored. Typed text must never be passed:
    it may be a password.
    """
    network = truncate_ip(address)
    log.info("account event", kind=str(kind), user=user_id, network=network)
    with written_by(None if kind in BY_UNKNOWN_PERSON else by_id or user_id):
        return AccountEvent.objects.create(
            kind=kind, user_id=user_id, network=network, at=at
        )
