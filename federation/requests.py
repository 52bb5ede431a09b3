"""What the middleware adds to a request, for those who read it."""

from datetime import date

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from federation.permissions import Actor


class OfficeRequest(HttpRequest):
    """A request that has passed the middleware."""

    actor: Actor
    today: date
    htmx: HtmxDetails


def address_of(request: HttpRequest | None) -> str:
    """From which address of the network somebody asks; nothing for what comes from no
    network. Behind a proxy it is the one that the proxy saw.
    """
    if request is None:
        return ""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
