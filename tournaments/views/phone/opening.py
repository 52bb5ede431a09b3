"""Open a phone code, typed in or by its link; the browser then remembers it."""

from allauth.core.internal.ratelimit import consume
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from tournaments.domain.phone.codes import open_phone_code
from tournaments.domain.refusals import TournamentRefusal
from tournaments.forms.phone import TypedCodeForm
from tournaments.models import PhoneCode
from tournaments.queries.phone.permits import PhonePermit, permit_of
from tournaments.views.access import redirect_to

IN_SESSION = "phone_code"


@sensitive_post_parameters("code")
@reads_and_writes
def phone_start(request: OfficeRequest, code: str = "") -> HttpResponse:
    """Ask for the code; the link on a card fills it in."""
    if request.method == "POST":
        form = TypedCodeForm(request.POST)
        if form.is_valid() and _open(request, form):
            return redirect_to("phone_boards")
        return _code_form(request, form, 422)
    return _code_form(request, TypedCodeForm(initial={"code": code}), 200)


@require_POST
def phone_leave(request: OfficeRequest) -> HttpResponse:
    """Make the browser forget the code."""
    if request.session.pop(IN_SESSION, None) is not None:
        messages.success(request, _("This phone no longer enters results."))
    return redirect_to("phone_start")


def held_permit(request: OfficeRequest) -> PhonePermit | None:
    """Return the permit of the code that this browser has open; None if there is none."""
    rows = PhoneCode.objects.select_related("section__tournament")
    held = request.session.get(IN_SESSION)
    code = rows.filter(pk=held).first() if held else None
    return permit_of(code, timezone.now()) if code else None


def _open(request: OfficeRequest, form: TypedCodeForm) -> bool:
    """Return whether the code could be opened. Each wrong code uses up one of a few
    attempts. Correct codes do not: everyone in a hall opens them at once from the same
    network.
    """
    if not _attempt(request, dry_run=True):
        form.add_error(
            "code",
            _(
                "There were too many wrong codes from this network. Wait five minutes,"
                " or ask the organiser."
            ),
        )
        return False
    try:
        permit = open_phone_code(form.cleaned_data["code"], at=timezone.now())
    except TournamentRefusal as refused:
        _attempt(request, dry_run=False)
        form.add_error("code", refusal_words(refused))
        return False
    request.session.cycle_key()
    request.session[IN_SESSION] = permit.code.pk
    return True


def _attempt(request: OfficeRequest, *, dry_run: bool) -> bool:
    """Return whether `ACCOUNT_RATE_LIMITS` allows another attempt; a dry run does not
    use one up.
    """
    usage = consume(
        request, app="allauth.account", action="phone_code_failed", dry_run=dry_run
    )
    return usage is not None


def _code_form(
    request: OfficeRequest, form: TypedCodeForm, status: int
) -> HttpResponse:
    permit = held_permit(request)
    held = permit if permit and not permit.closed else None
    context = {"form": form, "held": held}
    return render(request, "tournaments/phone/start.html", context, status=status)
