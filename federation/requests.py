"""The type of a request with the attributes that the middleware adds."""

from datetime import date

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from federation.permissions import Actor


class OfficeRequest(HttpRequest):
    """A request that has passed the middleware. `named_in_address`: the query parameters
    that say which page it is, with the value in the page's own address ("": left out).
    """

    actor: Actor
    today: date
    htmx: HtmxDetails
    named_in_address: dict[str, str]


def client_ip(request: HttpRequest | None) -> str:
    """Return the client's IP address, behind a proxy the one that the proxy saw; ""
    without a request or where it cannot be determined.
    """
    if request is None:
        return ""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
