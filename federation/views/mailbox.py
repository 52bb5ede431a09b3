"""The mailbox of the demo: what its people would have got by mail."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.queries.demo_mailbox import letters_sent
from federation.requests import OfficeRequest


@require_safe
def mailbox(request: OfficeRequest) -> HttpResponse:
    """There is none outside a demo: letters are nobody else's."""
    if not settings.DEMO:
        raise Http404
    return render(request, "federation/mailbox.html", {"letters": letters_sent()})
