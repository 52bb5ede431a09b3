"""What the middleware adds to a request, for those who read it."""

from datetime import date

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from federation.permissions import Actor


class OfficeRequest(HttpRequest):
    """A request that has passed the middleware."""

    actor: Actor
    today: date
    htmx: HtmxDetails
