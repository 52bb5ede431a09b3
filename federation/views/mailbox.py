"""The mailbox of the demo: the letters that its users would have got by mail."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.queries.demo_mailbox import letters_sent
from federation.requests import OfficeRequest


@require_safe
def mailbox(request: OfficeRequest) -> HttpResponse:
    """Show the demo's letters; 404 outside a demo, where letters are private."""
    if not settings.DEMO:
        raise Http404
    return render(request, "federation/mailbox.html", {"letters": letters_sent()})
