"""Pages of a change of edition: proposed with a preview, approved by another
administrator.
"""

from collections.abc import Iterator

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.domain.refusal import Refusal
from federation.formats.csv_files import CsvRow
from federation.formats.figures import whole_or_float
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, posted_data, task_page
from federation.views.table_files import TableFile, table_file
from ratings.editions.domain import edition_proposals
from ratings.editions.domain.edition_proposals import (
    approve_edition,
    draft_of,
    refuse_impossible_edition,
    reject_edition,
)
from ratings.editions.queries import editions
from ratings.editions.views.edition_preview import conversion_lines, preview
from ratings.editions.views.edition_propose_page import EditionProposePage, sign_draft
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft
from ratings.four_eyes.queries.proposed_acts import waiting_act
from ratings.four_eyes.views.proposed_acts import propose_with_message
from ratings.four_eyes.views.settling import SettlementActions, settle, settling_context
from ratings.ledger.domain.editions import EditionDraft, EditionNotPossible
from ratings.models import Edition, EditionProposal, Pool
from ratings.pages.forms import PoolActForm
from ratings.pages.level_words import level_words
from ratings.people.queries.names import read_people
from ratings.pools.queries.systems import systems_of
from ratings.rules.conversion import Conversion
from ratings.rules.protocol import HasLevels
from ratings.system_words.lookup import system_label

SETTLING = SettlementActions(
    approve=approve_edition,
    reject=reject_edition,
    approved=gettext_lazy(
        "Approved: the edition is posted, and what it changes is computed."
    ),
)
WITHDRAW = TaskTexts(
    title=gettext_lazy("Withdraw the edition"),
    says=gettext_lazy(
        "Once another administrator has approved it, the edition never applies, "
        "and the one before it goes on. The ratings are computed as if it had not "
        "been adopted."
    ),
    button=gettext_lazy("Propose it"),
    done="",
    danger=True,
)


@login_required
@reads_and_writes
def propose_edition(request: OfficeRequest, code: str) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    pool = get_object_or_404(Pool, code=code)
    page = EditionProposePage(request, pool)
    if request.method != "POST":
        return page.render()
    draft = page.draft()
    if draft is None:
        return page.render(status=422)
    if request.POST.get("step") != "save" or request.POST.get("shown") != sign_draft(
        draft
    ):
        return page.render(draft)
    try:
        made = edition_proposals.propose_edition(draft, acting=acting_in(request))
    except EditionNotPossible as error:
        page.refuse(error)
        return page.render(status=409)
    messages.success(request, _proposed_words())
    return redirect("ratings:edition_proposal", made.pk)


def _proposed_words() -> str:
    if settings.FOUR_EYES:
        return _("Proposed. It applies when another administrator has approved it.")
    return _("The edition is posted: this federation does not require a second person.")


@login_required
@reads_and_writes
def edition_proposal(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    found = _proposal(pk)
    if request.method != "POST":
        return _proposal_page(request, found)
    if status := settle(request, pk, SETTLING):
        return _proposal_page(request, _proposal(pk), status=status)
    return redirect("ratings:pool", found.pool.code)


def _proposal(pk: int) -> EditionProposal:
    people_too = ("pool", "made_by", "approved_by", "rejected_by")
    return get_object_or_404(
        EditionProposal.objects.with_outcome().select_related(*people_too), pk=pk
    )


def _proposal_page(
    request: OfficeRequest, found: EditionProposal, status: int = 200
) -> HttpResponse:
    draft = draft_of(found)
    context = settling_context(request, found) | {
        "system_label": system_label(found.system),
        "conversion": conversion_lines(draft),
        "preview": preview(request, draft) if found.is_waiting else None,
        "stops": _what_stops(draft) if found.is_waiting else "",
    }
    return render(
        request, "ratings/editions/edition_proposal.html", context, status=status
    )


def _what_stops(draft: EditionDraft) -> str:
    """Return what has happened since the proposal that makes it impossible."""
    try:
        refuse_impossible_edition(draft)
    except EditionNotPossible as error:
        return refusal_words(error)
    return ""


@login_required
@require_safe
def converted_ratings(request: OfficeRequest, pk: int, kind: str) -> HttpResponseBase:
    """Download everyone's rating of today before and after the proposal's conversion."""
    allow(request.actor, Permission.MANAGE_POOLS)
    found = get_object_or_404(EditionProposal.objects.select_related("pool"), pk=pk)
    if found.conversion is None:
        raise Http404
    name = f"{found.pool.code}-{found.from_date}"
    rows = _converted_rows(request, found, Conversion.from_json(found.conversion))
    head = (
        _("Player number"), _("Name"), _("Club"), _("Before"), _("After"), _("Change"),
    )  # fmt: skip
    return table_file(TableFile(name, str(found.pool), head, rows), kind)


def _converted_rows(
    request: OfficeRequest, found: EditionProposal, conversion: Conversion
) -> Iterator[CsvRow]:
    systems = systems_of(found.pool_id).with_edition(found.from_date, found.system)
    before, after = systems.levels_around(found.from_date)
    for chunk in editions.converted_ratings(found.pool_id, conversion):
        ids = [mover.player_id for mover in chunk]
        known = read_people(ids, request.actor, request.today)
        for mover in chunk:
            who = known.get(mover.player_id)
            named = (who.national_id, who.name, who.club) if who else ("", "", "")
            numbers = (
                _rating(mover.before, before),
                _rating(mover.after, after),
                _plain(mover.change),
            )
            yield (*named, *numbers)


def _rating(value: float, levels: HasLevels | None) -> int | float | str:
    known = value == value  # noqa: PLR0124 - NaN alone differs from itself
    return level_words(levels, value) if levels and known else _plain(value)


def _plain(value: float) -> int | float | str:
    """Return the number as a spreadsheet reads it; empty for a player whose rating is
    not converted.
    """
    if value != value:  # noqa: PLR0124 - NaN alone differs from itself
        return ""
    return whole_or_float(value, decimals=4)


@login_required
@reads_and_writes
def withdraw_edition(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    found = get_object_or_404(Edition.objects.select_related("pool"), pk=pk)
    waiting = waiting_act(ProposedKind.EDITION_WITHDRAWAL, pk)
    if waiting and request.method != "POST":
        return redirect("ratings:proposed_act", waiting.pk)
    form = PoolActForm(posted_data(request))
    if request.method == "POST" and form.is_valid() and _propose(request, pk, form):
        return redirect("ratings:pool", found.pool.code)
    about = f"{found.pool.label}, {system_label(found.system)}, {found.from_date}"
    back = reverse("ratings:pool", args=[found.pool.code])
    return task_page(request, WITHDRAW, form, about=about, back=back)


def _propose(request: OfficeRequest, pk: int, form: PoolActForm) -> bool:
    reason = form.cleaned_data["reason"]
    try:
        propose_with_message(
            request, ActDraft(ProposedKind.EDITION_WITHDRAWAL, pk, reason)
        )
    except Refusal as error:
        form.add_error(None, refusal_words(error))
        return False
    return True
