"""Letters that have not been sent, and trying them again."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.domain import mail
from federation.models import OutboxMail
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.tables import LettersTable
from federation.views.lists import build_listing, render_listing
from federation.views.refusals import perform


@login_required
@require_safe
def letters(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.SEE_AUDIT)
    listing = build_listing(
        request,
        rows=OutboxMail.objects.unsent().order_by("-written_at", "-pk"),
        table=LettersTable,
        csrf_token=get_token(request),
        at=timezone.now(),
    )
    newest = OutboxMail.objects.exclude(sent_at=None).order_by("-sent_at").first()
    return render_listing(
        request,
        "federation/letters.html",
        listing,
        last_sent_at=newest.sent_at if newest else None,
    )


@login_required
@require_POST
def try_again(request: OfficeRequest, letter_id: int) -> HttpResponse:
    allow(request.actor, Permission.SEE_AUDIT)
    letter = get_object_or_404(OutboxMail, pk=letter_id)
    perform(
        request,
        lambda: mail.try_again(letter.pk, at=timezone.now()),
        _("The letter to %(to)s will be tried again within a minute.")
        % {"to": letter.to},
    )
    return redirect("federation:outbox")
