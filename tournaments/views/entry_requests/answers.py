"""The organiser's side: when a section is open for entries, and answers to requests."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.entry_requests import answering, opening
from tournaments.domain.locking import EDITABLE_STATES
from tournaments.enums import RequestState
from tournaments.forms.open_entries import DeclineForm, MoveForm, OpenEntriesForm
from tournaments.models import EntryRequest, OpenEntries, Section
from tournaments.queries.entries.entry_requests import entry_requests_of, opening_of
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.planning import perform_if_valid

SHOWN = (
    RequestState.ASKED,
    RequestState.WAITING,
    RequestState.ENTERED,
    RequestState.DECLINED,
)


@login_required
@reads_and_writes
def open_entries(request: OfficeRequest, pk: int) -> HttpResponse:
    """Set when players may enter the section themselves, and show the requests."""
    section = organised_section(request, pk)
    opened = opening_of(section)
    first = _suggested_opening(section, request)
    form = OpenEntriesForm(
        request.POST or None, initial=OpenEntriesForm.initial_of(opened, first)
    )

    def act() -> OpenEntries:
        return opening.open_entries(pk, form.opening, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("Players can enter themselves on these days."))
        return redirect_to("open_entries", pk)
    context = {
        "form": form,
        "section": section,
        "tournament": section.tournament,
        "opened": opened,
        "is_open": opened is not None and opened.closed_at is None,
        "wishes": entry_requests_of(section, request.actor, request.today, *SHOWN),
        "others": _others(section),
        "entered": section.entries.count(),
        "may_answer": section.started_at is None
        and section.tournament.state in EDITABLE_STATES,
    }
    return render(request, "tournaments/entry_requests/open_entries.html", context)


@login_required
@require_POST
def close_entries(request: OfficeRequest, pk: int) -> HttpResponse:
    organised_section(request, pk)
    perform(
        request,
        lambda: opening.close_entries(pk, acting=acting_in(request)),
        _(
            "Players can no longer enter themselves. Those who have done so stay "
            "entered."
        ),
    )
    return redirect_to("open_entries", pk)


@login_required
@require_POST
def accept_request(request: OfficeRequest, pk: int) -> HttpResponse:
    wish = _organised_request(request, pk)
    perform(
        request,
        lambda: answering.accept_request(pk, acting=acting_in(request)),
        _("Accepted. The player will get a letter about it."),
    )
    return redirect_to("open_entries", wish.section_id)


@login_required
@require_POST
def decline_request(request: OfficeRequest, pk: int) -> HttpResponse:
    wish = _organised_request(request, pk)
    form = DeclineForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    perform(
        request,
        lambda: answering.decline_request(pk, reason, acting=acting_in(request)),
        _("Declined. The player will get a letter with your reason."),
    )
    return redirect_to("open_entries", wish.section_id)


@login_required
@require_POST
def move_request(request: OfficeRequest, pk: int) -> HttpResponse:
    wish = _organised_request(request, pk)
    form = MoveForm(request.POST, sections=_others(wish.section))
    if form.is_valid():
        perform(
            request,
            lambda: answering.move_request(
                pk, form.cleaned_data["section"], acting=acting_in(request)
            ),
            _("Moved. The player will get a letter about it."),
        )
    else:
        messages.error(request, _("Choose the section to move the player to."))
    return redirect_to("open_entries", wish.section_id)


def _organised_request(request: OfficeRequest, pk: int) -> EntryRequest:
    wish = get_object_or_404(EntryRequest, pk=pk)
    wish.section = organised_section(request, wish.section_id)
    return wish


def _others(section: Section) -> list[tuple[int, str]]:
    """Return the other sections to which a player of this section can be moved."""
    rows = section.tournament.sections.filter(started_at=None).exclude(pk=section.pk)
    return list(rows.in_order().values_list("pk", "name"))


def _suggested_opening(
    section: Section, request: OfficeRequest
) -> opening.EntryOpening:
    """Return the suggested opening: from today until the day before the tournament."""
    last = section.tournament.start_date - timedelta(days=1)
    return opening.EntryOpening(
        from_date=request.today, to_date=max(request.today, last)
    )
