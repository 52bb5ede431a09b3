"""The account in whose name a page carries out an act."""

from collections.abc import Callable
from typing import ParamSpec

from allauth.account.decorators import reauthentication_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.requests import OfficeRequest

Given = ParamSpec("Given")
View = Callable[Given, HttpResponse]


def signer(request: OfficeRequest) -> int:
    """Return the account of the signed-in user."""
    if request.actor.user_id is None:
        raise PermissionDenied
    return request.actor.user_id


def acting_in(request: OfficeRequest) -> ActionContext:
    """Return the action context of the signed-in user, now. Raises PermissionDenied if
    no one is signed in.
    """
    return ActionContext(signer(request), timezone.now())


def require_recent_password(
    *, to_read: bool = True
) -> Callable[[View[Given]], View[Given]]:
    """Ask users who have not just given the password, or a code, for it first: an
    unattended browser window must not be enough. What was submitted is carried out
    afterwards. Without `to_read` only submitting requires it.
    """
    ask: Callable[[View[Given]], View[Given]] = reauthentication_required(
        allow_get=not to_read
    )
    return ask
