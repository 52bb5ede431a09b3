"""The account that signs an act which a page carries out."""

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
    """Whoever is signed in, now. Raises PermissionDenied where nobody is."""
    return ActionContext(signer(request), timezone.now())


def password_again(*, to_read: bool = True) -> Callable[[View[Given]], View[Given]]:
    """Whoever has not just shown the password, or a code, is asked for it first: a
    window left open is not enough. What was sent is done afterwards. Without `to_read`
    looking is free.
    """
    ask: Callable[[View[Given]], View[Given]] = reauthentication_required(
        allow_get=not to_read
    )
    return ask
