"""Pages of pools (sets of games that are rated together), for the administrator."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.domain.refusal import Refusal
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import add_refusal
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page
from ratings.editions import parameter_fields
from ratings.editions.conversion_words import lines_of
from ratings.editions.forms import EndPoolForm, FideTempoForm, PoolForm, RenamePoolForm
from ratings.editions.queries.editions import (
    EditionShown,
    NumberChange,
    editions_of,
    pools_in_office,
)
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft
from ratings.four_eyes.queries.proposed_acts import waiting_act
from ratings.four_eyes.views.proposed_acts import about_words, propose_with_message
from ratings.models import EditionProposal, PolicyProposal, Pool, ProposedAct
from ratings.pools.domain.pools import PoolExists, create_pool, rename_pool
from ratings.pools.queries.ended_pools import books_nothing_more
from ratings.pools.queries.systems import SystemsOfPool, systems_of
from ratings.rules.conversion import Conversion
from ratings.system_words.lookup import parameter_words, system_label

PROPOSALS_SHOWN = 50
OF_POOLS = (
    ProposedKind.EDITION_WITHDRAWAL,
    ProposedKind.LAST_DAY,
    ProposedKind.FIDE_BESIDE,
)
RENAME = TaskTexts(
    title=gettext_lazy("Rename the pool"),
    says=gettext_lazy(
        "The new name appears on every page at once. Addresses and files keep the "
        "short name."
    ),
    button=gettext_lazy("Rename"),
    done=gettext_lazy("The pool has its new name."),
)
END = TaskTexts(
    title=gettext_lazy("End the pool"),
    says=gettext_lazy(
        "Once another administrator has approved it, the pool takes no results and"
        " opens no period from the day after its last one. Its lists and ratings stay"
        " as they are."
    ),
    button=gettext_lazy("Propose it"),
    done="",
    danger=True,
)

NOTHING_CARRIED = gettext_lazy(
    "Corrections are carried forward here: what is posted after the pool’s last list has"
    " been approved changes no rating, unless the pool continues."
)

FIDE = TaskTexts(
    title=gettext_lazy("FIDE rating shown beside"),
    says=gettext_lazy(
        "Once another administrator has approved it, it is shown beside the pool’s "
        "own ratings, and is copied to tournament entries of players without a "
        "rating here. Nothing that is posted changes."
    ),
    button=gettext_lazy("Propose it"),
    done="",
)


@login_required
@require_safe
def pools(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    rows = [
        (pool, system_label(pool.system) if pool.system else "")  # type: ignore[attr-defined]
        for pool in pools_in_office(request.today)
    ]
    return render(request, "ratings/editions/pools.html", {"rows": rows})


@login_required
@reads_and_writes
def new_pool(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    form = PoolForm(posted_data(request))
    if request.method == "POST" and form.is_valid() and _create(form):
        messages.success(request, _("The pool is open."))
        return redirect("ratings:pool", form.cleaned_data["code"])
    return render(request, "ratings/editions/pool_new.html", {"form": form})


def _create(form: PoolForm) -> bool:
    try:
        create_pool(**form.cleaned_data, parameters={})
    except PoolExists:
        form.add_error("code", _("Another pool has this short name."))
        return False
    return True


@login_required
@require_safe
def pool(request: OfficeRequest, code: str) -> HttpResponse:
    found = _managed_pool(request, code)
    systems = systems_of(found.pk)
    held = [_row(each, systems) for each in editions_of(found.pk)]
    of_pool = EditionProposal.objects.filter(pool=found).with_outcome().waiting_first()
    proposals = [
        (each, system_label(each.system)) for each in of_pool[:PROPOSALS_SHOWN]
    ]
    policies = PolicyProposal.objects.filter(pool=found).waiting_first()
    acts = ProposedAct.objects.filter(pool=found, kind__in=OF_POOLS).waiting_first()
    context = {
        "acts": [(each, about_words(each)) for each in acts[:PROPOSALS_SHOWN]],
        "pool": found,
        "books_nothing_more": books_nothing_more(found, request.today),
        "editions": held,
        "waiting": [row for row in proposals if row[0].is_waiting],
        "settled": [row for row in proposals if not row[0].is_waiting],
        "policies": policies[:PROPOSALS_SHOWN],
    }
    return render(request, "ratings/editions/pool.html", context)


def _row(held: EditionShown, systems: SystemsOfPool) -> dict[str, Any]:
    conversion = held.edition.conversion
    levels = systems.levels_around(held.edition.from_date)
    return {
        "held": held,
        "edition": held.edition,
        "system": system_label(held.edition.system),
        "numbers": numbers_in_words(held.edition.system, held.numbers),
        "conversion": lines_of(Conversion.from_json(conversion), *levels)
        if conversion
        else (),
    }


def numbers_in_words(
    system: str, changes: tuple[NumberChange, ...]
) -> list[dict[str, Any]]:
    """Return parameters of an edition of the system as a page shows them."""
    return [
        {
            "label": parameter_words(system, each.name).label,
            "before": parameter_fields.written(system, each.name, each.before),
            "after": parameter_fields.written(system, each.name, each.after),
            "is_new": each.is_new,
        }
        for each in changes
    ]


@login_required
@reads_and_writes
def rename(request: OfficeRequest, code: str) -> HttpResponse:
    found = _managed_pool(request, code)
    form = RenamePoolForm(posted_data(request), initial={"name": found.label})

    def act(given: dict[str, Any]) -> None:
        rename_pool(found.pk, given["name"], acting=acting_in(request))

    return _done(request, found, RENAME, form, act)


@login_required
@reads_and_writes
def end_pool(request: OfficeRequest, code: str) -> HttpResponse:
    found = _managed_pool(request, code)
    form = EndPoolForm(posted_data(request), initial={"last_day": found.ends_on})
    lead = "" if found.carries_from is None else NOTHING_CARRIED
    task = replace(END, lead=lead)
    return _proposing(request, found, task, form, ProposedKind.LAST_DAY)


@login_required
@reads_and_writes
def pool_fide(request: OfficeRequest, code: str) -> HttpResponse:
    found = _managed_pool(request, code)
    form = FideTempoForm(posted_data(request), initial={"fide_tempo": found.fide_tempo})
    return _proposing(request, found, FIDE, form, ProposedKind.FIDE_BESIDE)


def _proposing(
    request: OfficeRequest, found: Pool, task: TaskTexts, form: Form, kind: ProposedKind
) -> HttpResponse:
    """Propose a change to the pool, or show the proposal that waits already."""
    waiting = waiting_act(kind, found.pk)
    if waiting and request.method != "POST":
        return redirect("ratings:proposed_act", waiting.pk)
    if request.method == "POST" and form.is_valid():
        try:
            propose_with_message(request, ActDraft(kind, found.pk, **form.cleaned_data))
        except Refusal as refused:
            add_refusal(form, refused)
        else:
            return redirect("ratings:pool", found.code)
    back = reverse("ratings:pool", args=[found.code])
    return task_page(request, task, form, about=found.label, back=back)


def _managed_pool(request: OfficeRequest, code: str) -> Pool:
    allow(request.actor, Permission.MANAGE_POOLS)
    return get_object_or_404(Pool, code=code)


def _done(
    request: OfficeRequest,
    found: Pool,
    task: TaskTexts,
    form: Form,
    act: Callable[[dict[str, Any]], None],
) -> HttpResponse:
    """Perform the task and go back to the pool, or show its form."""
    if perform_task(request, form, act, task.done):
        return redirect("ratings:pool", found.code)
    back = reverse("ratings:pool", args=[found.code])
    return task_page(request, task, form, about=found.label, back=back)
