"""Note account events that happen in requests."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from federation.domain.accounts.events import note_event
from federation.enums import AccountEventKind
from federation.requests import client_ip


def note_of(kind: AccountEventKind, request: HttpRequest | None, user: Any) -> None:
    """Store the event with the current time; `user` is None for an address without an
    account.
    """
    note_event(
        kind,
        user_id=user.pk if user is not None else None,
        address=client_ip(request),
        at=timezone.now(),
    )
