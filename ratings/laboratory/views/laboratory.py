"""The laboratory: a pool's history under other rules, side by side."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.files import Answer
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.enums import ExperimentState
from ratings.laboratory.domain.experiments import (
    BadCandidate,
    request_experiment,
    share_experiment,
    stop_sharing,
)
from ratings.laboratory.forms import ExperimentForms
from ratings.laboratory.queries.experiments import (
    candidates_of,
    experiments_to_show,
    quantile_labels,
    result_shown_to,
    shown,
)
from ratings.laboratory.queries.foretelling import answer_of
from ratings.laboratory.tables import ExperimentTable
from ratings.laboratory.views.files import as_json, as_table
from ratings.models import Experiment
from ratings.system_words.lookup import refusal_words

PER_PAGE = 50


@login_required
@require_safe
def laboratory(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.USE_LABORATORY)
    pages = Paginator(experiments_to_show(), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    table = ExperimentTable(list(page.object_list))
    return render(
        request, "ratings/laboratory/laboratory.html", {"page": page, "table": table}
    )


@login_required
@reads_and_writes
def new_experiment(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.USE_LABORATORY)
    if request.method != "POST":
        return _form(request, ExperimentForms(copied=_experiment_to_copy(request)))
    if request.POST.get("step") == "numbers":
        return _form(request, ExperimentForms(kept=request.POST))
    experiment_forms = ExperimentForms(request.POST)
    if not experiment_forms.is_valid:
        return _form(request, experiment_forms, status=422)
    acting = acting_in(request)
    try:
        experiment = request_experiment(
            experiment_forms.draft(), today=request.today, acting=acting
        )
    except BadCandidate as fault:
        experiment_forms.refuse(fault)
        return _form(request, experiment_forms, status=422)
    return redirect("ratings:experiment", pk=experiment.pk)


@login_required
@require_safe
def experiment(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.USE_LABORATORY)
    found = _experiment(pk=pk)
    link = _link(request, found) if found.secret else ""
    return _page(request, found, is_staff=True, link=link)


@login_required
@require_safe
def experiment_numbers(request: OfficeRequest, pk: int, kind: str) -> HttpResponseBase:
    allow(request.actor, Permission.USE_LABORATORY)
    return _numbers(request, _finished(pk=pk), kind)


@login_required
@require_safe
def experiment_json(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.USE_LABORATORY)
    return _json(request, _finished(pk=pk))


@login_required
@require_POST
def experiment_link(request: OfficeRequest, pk: int) -> HttpResponse:
    """Create the address that shows the result to anyone who has it, or revoke it."""
    allow(request.actor, Permission.USE_LABORATORY)
    found = _experiment(pk=pk)
    if request.POST.get("act") == "stop":
        stop_sharing(found.pk)
        messages.success(request, _("The link no longer works."))
    else:
        share_experiment(found.pk)
        messages.success(request, _("Anyone with the link can read this result now."))
    return redirect("ratings:experiment", pk=pk)


@require_safe
def shared_experiment(request: OfficeRequest, secret: str) -> HttpResponse:
    return _private(_page(request, _experiment(secret=secret), is_staff=False))


@require_safe
def shared_numbers(request: OfficeRequest, secret: str, kind: str) -> HttpResponseBase:
    return _private(_numbers(request, _finished(secret=secret), kind))


@require_safe
def shared_json(request: OfficeRequest, secret: str) -> HttpResponse:
    return _private(_json(request, _finished(secret=secret)))


def _experiment(**key: Any) -> Experiment:
    found = Experiment.objects.select_related("pool", "asked_by")
    return get_object_or_404(found, **key)


def _finished(**key: Any) -> Experiment:
    found = _experiment(**key)
    if found.state != ExperimentState.DONE:
        raise Http404(_("This experiment has no result yet."))
    return found


def _private(response: Answer) -> Answer:
    """Keep a secret address out of caches, search engines and the logs of other sites."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _link(request: OfficeRequest, found: Experiment) -> str:
    return request.build_absolute_uri(
        reverse("ratings:shared_experiment", args=[found.secret])
    )


def _numbers(request: OfficeRequest, found: Experiment, kind: str) -> HttpResponseBase:
    return as_table(found, shown(found, request.actor, request.today), kind)


def _json(request: OfficeRequest, found: Experiment) -> HttpResponse:
    return as_json(found, result_shown_to(found, request.actor, request.today))


def _experiment_to_copy(request: OfficeRequest) -> Experiment | None:
    number = request.GET.get("from", "")
    if not number.isascii() or not number.isdecimal():
        return None
    return Experiment.objects.filter(pk=int(number[:9])).first()


def _form(
    request: OfficeRequest, experiment_forms: ExperimentForms, status: int = 200
) -> HttpResponse:
    context = {
        "experiment_forms": experiment_forms,
        "refused": status != 200,  # noqa: PLR2004 - OK
    }
    return render(
        request, "ratings/laboratory/experiment_new.html", context, status=status
    )


def _page(
    request: OfficeRequest, found: Experiment, *, is_staff: bool, link: str = ""
) -> HttpResponse:
    is_done = found.state == ExperimentState.DONE
    seen = shown(found, request.actor, request.today) if is_done else None
    context = {
        "experiment": found,
        "candidates": candidates_of(found),
        "is_going": found.is_unfinished,
        "shown": seen,
        "answer": answer_of(found, seen.quality) if seen else None,
        "result": found.result,
        "left_out": [
            (
                row.label,
                _refusal_sentence(row.reason),
                row.games,
            )
            for row in (seen.left_out if seen else ())
        ],
        "quantiles": quantile_labels(),
        "is_staff": is_staff,
        "link": link,
    }
    return render(request, "ratings/laboratory/experiment.html", context)


def _refusal_sentence(code: str) -> Promise | str:
    words = refusal_words(code)
    return words.sentence if words else code.replace("_", " ")
