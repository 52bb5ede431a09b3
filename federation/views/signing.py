"""Whose name stands under an act that a page carries out."""

from django.core.exceptions import PermissionDenied

from federation.requests import OfficeRequest


def signer(request: OfficeRequest) -> int:
    """The account of whoever is signed in."""
    if request.actor.user_id is None:
        raise PermissionDenied
    return request.actor.user_id
