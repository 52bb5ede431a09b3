"""The phone codes of a section: given out, listed and revoked by its organisers."""

from datetime import datetime, time

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from tournaments.domain.phone import codes
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.submitting import can_be_recalled
from tournaments.formats.qr_code import qr_picture
from tournaments.forms.phone import PhoneCodeForm
from tournaments.models import PhoneCode, Section
from tournaments.queries.phone.permits import givers_in_office
from tournaments.views.access import organised_section, redirect_to


@login_required
@reads_and_writes
def phone_codes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the codes and a form for a new one; a code is shown only once, when it is
    made.
    """
    section = organised_section(request, pk)
    if not section.started_at:
        return redirect_to("section", pk)
    form = PhoneCodeForm(request.POST or None, until=_end_of_the_day(section))
    given = _give(request, section, form) if request.method == "POST" else None
    if given and given.code.revoked_at:
        return redirect_to("phone_codes", pk)
    if given:
        return render(request, "tournaments/phone/card.html", _card(request, given))
    now = timezone.now()
    given_out = section.phone_codes.select_related("made_by", "revoked_by").order_by(
        "-pk"
    )
    in_office = givers_in_office(section.tournament, given_out, now)
    context = {
        "section": section,
        "tournament": section.tournament,
        "form": form,
        "codes": [
            (code, code.is_open_at(now), code.made_by_id in in_office)
            for code in given_out
        ],
        "is_open": section.tournament.state == "running",
        "may_recall": can_be_recalled(section.tournament_id),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/phone/codes.html", context, status=status)


@login_required
@require_POST
def revoke_phone_code(request: OfficeRequest, pk: int) -> HttpResponse:
    code = get_object_or_404(PhoneCode, pk=pk)
    organised_section(request, code.section_id)
    perform(
        request,
        lambda: codes.revoke_phone_code(pk, acting=acting_in(request)),
        _("The code no longer opens anything. What was entered with it stands."),
    )
    return redirect_to("phone_codes", code.section_id)


def _give(
    request: OfficeRequest, section: Section, form: PhoneCodeForm
) -> codes.PhoneCodeGiven | None:
    if not form.is_valid():
        return None
    acting, draft = acting_in(request), form.draft
    key = form.cleaned_data["key"]
    plain = codes.plain_code_of(key, section.pk, draft, acting.person_id) if key else ""
    try:
        return codes.give_phone_code(section.pk, draft, acting=acting, plain=plain)
    except TournamentRefusal as refused:
        form.add_error(None, refusal_words(refused))
        return None


def _card(request: OfficeRequest, given: codes.PhoneCodeGiven) -> dict[str, object]:
    link = request.build_absolute_uri(reverse("tournaments:phone", args=[given.plain]))
    section = given.code.section
    return {
        "code": given.code,
        "plain": given.plain,
        "link": link,
        "picture": qr_picture(link),
        "address": request.build_absolute_uri(reverse("tournaments:phone_start")),
        "section": section,
        "tournament": section.tournament,
    }


def _end_of_the_day(section: Section) -> datetime:
    """Return the end of today or, before the tournament begins, of its first day."""
    day = max(timezone.localdate(), section.tournament.start_date)
    return timezone.make_aware(datetime.combine(day, time(23, 59)))
