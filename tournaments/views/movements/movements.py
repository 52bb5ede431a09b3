"""Class movements, for the rules committee: one at a time or many at once."""

from collections.abc import Callable, Collection

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words, show_unsent
from federation.views.signing import acting_in
from tournaments.domain.movements.deciding import (
    confirm_movements,
    decide_class,
    reject_movement,
    reject_movements,
)
from tournaments.domain.movements.reconsidering import decide_again, uphold_decision
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import MovementState
from tournaments.forms.playing import MovementDecisionForm, MovementsForm, RejectionForm
from tournaments.models import ClassMovement
from tournaments.queries.movements.batches import settled_batches
from tournaments.queries.movements.rows import (
    decided,
    movements_for_committee,
    to_decide,
)
from tournaments.views.access import redirect_to, set_rating_format_of
from tournaments.views.movements.batches import BatchShown, allow_committee, batch_shown
from tournaments.views.planning.planning import perform_if_valid

PER_PAGE = 50
REASONS = ("reason", "public_reason")
MOST_DIGITS = 18
"""Of a number in an address; a longer one is of no row."""
RELATED = ("entry__player", "section__tournament", "decided_by", "looked_by")


@login_required
@reads_and_writes
def movements(request: OfficeRequest) -> HttpResponse:
    allow_committee(request)
    if request.method != "POST":
        return _list(request, RejectionForm())
    ticked = MovementsForm(request.POST)
    rejection = RejectionForm(request.POST)
    if not ticked.is_valid():
        messages.error(request, str(ticked.errors["movement"][0]))
        written = RejectionForm(initial=request.POST.dict())
        return _list(request, written, status=422)
    ids = ticked.cleaned_data["movement"]
    if request.POST.get("act") != "reject":
        return _settle(request, ids, lambda: _confirm(request, ids))
    if not rejection.is_valid():
        return _list(request, rejection, ids, status=422)
    reasons = rejection.reasons.values()
    return _settle(request, ids, lambda: _reject(request, ids, rejection), *reasons)


@login_required
@reads_and_writes
def movement(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show one movement with the full reasoning, and confirm, decide or reject it."""
    allow_committee(request)
    found = ClassMovement.objects.select_related(*RELATED).filter(pk=pk).first()
    if found is None:
        raise Http404
    set_rating_format_of(found.section.tournament, request.today)
    form = MovementDecisionForm(
        request.POST if request.POST.get("act") in WITH_REASON else None,
        initial={"to_class": found.now_class or found.to_class or found.from_class},
    )
    if request.method == "POST":
        decided_now = _perform(request, pk, form)
        if decided_now is not None:
            again = request.POST.get("act") in DONE
            return _redirect_to_settled(None if again else decided_now.batch_id)
    (shown,) = movements_for_committee([found], request.actor, request.today)
    is_open = found.state == MovementState.PROPOSED or shown.needs_look
    if form.is_bound and not is_open:
        _report_decided(request, form)
    return render(
        request,
        "tournaments/movements/movement.html",
        {"shown": shown, "movement": found, "form": form},
    )


def _rows(show: str) -> QuerySet[ClassMovement]:
    if show == "decided":
        return decided()
    is_look = show == "look"
    rows = ClassMovement.objects.to_check_again() if is_look else to_decide()
    return rows.order_by("section__tournament", "section", "pk")


def _list(
    request: OfficeRequest,
    rejection: RejectionForm,
    ticked: Collection[int] = (),
    status: int = 200,
) -> HttpResponse:
    show = request.GET.get("show", "")
    rows = _rows(show)
    page = Paginator(rows.select_related(*RELATED), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "shown": movements_for_committee(
            page.object_list, request.actor, request.today
        ),
        "is_old": show in ("decided", "look"),
        "is_look": show == "look",
        "looks": ClassMovement.objects.to_check_again().count(),
        "rejection": rejection,
        "ticked": ticked,
        "this": _just_settled(request),
    }
    return render(
        request, "tournaments/movements/movements.html", context, status=status
    )


def _just_settled(request: OfficeRequest) -> BatchShown | None:
    """Return the batch that the reader has just settled, unless it has been undone."""
    batch_id = request.GET.get("settled", "")
    if not batch_id.isdecimal() or len(batch_id) > MOST_DIGITS:
        return None
    found = settled_batches().filter(pk=batch_id, undone_at=None).first()
    return batch_shown(found, request.actor, request.today) if found else None


def _redirect_to_settled(batch_id: int | None) -> HttpResponse:
    """Redirect to the list, which shows what was just decided above it."""
    if batch_id is None:
        return redirect_to("movements")
    return redirect(f"{reverse('tournaments:movements')}?settled={batch_id}")


def _settle(
    request: OfficeRequest,
    ids: Collection[int],
    act: Callable[[], list[ClassMovement]],
    *written: str,
) -> HttpResponse:
    """Settle the ticked proposals, and say how many were left unsettled. If all were,
    the user gets the `written` reasons back.
    """
    try:
        done = act()
    except TournamentRefusal as refused:
        messages.error(request, refusal_words(refused))
        return redirect_to("movements")
    _report_unsettled(request, len(ids) - len(done))
    if not done:
        show_unsent(request, *written)
    return _redirect_to_settled(done[0].batch_id if done else None)


def _confirm(request: OfficeRequest, ids: Collection[int]) -> list[ClassMovement]:
    return confirm_movements(ids, acting=acting_in(request))


def _reject(
    request: OfficeRequest, ids: Collection[int], form: RejectionForm
) -> list[ClassMovement]:
    return reject_movements(ids, **form.reasons, acting=acting_in(request))


def _report_unsettled(request: OfficeRequest, count: int) -> None:
    if not count:
        return
    message = ngettext(
        "%(n)s was left as it is: it has been decided or judged again since the page "
        "was opened.",
        "%(n)s were left as they are: they have been decided or judged again since "
        "the page was opened.",
        count,
    )
    messages.warning(request, message % {"n": count})


def _report_decided(request: OfficeRequest, form: MovementDecisionForm) -> None:
    """Say that another user was faster, on a page that has no form any more."""
    messages.error(request, refusal_words(TournamentRefusal("decided")))
    written = (form.cleaned_data.get(name, "") for name in REASONS)
    show_unsent(request, *written)


def _perform(
    request: OfficeRequest, pk: int, form: MovementDecisionForm
) -> ClassMovement | None:
    act = request.POST.get("act", "")
    if act == "confirm":
        done: list[ClassMovement] = []
        perform(request, lambda: done.append(_confirm_one(request, pk)))
        return done[0] if done else None
    do = WITH_REASON.get(act)
    made = perform_if_valid(form, lambda: do(request, pk, form)) if do else None
    if made is not None and act in DONE:
        messages.success(request, DONE[act])
    return made


def _confirm_one(request: OfficeRequest, pk: int) -> ClassMovement:
    done = _confirm(request, [pk])
    if not done:
        raise TournamentRefusal("decided")
    return done[0]


def _reject_one(
    request: OfficeRequest, pk: int, form: MovementDecisionForm
) -> ClassMovement:
    return reject_movement(pk, **form.reasons, acting=acting_in(request))


def _decide_class(
    request: OfficeRequest, pk: int, form: MovementDecisionForm
) -> ClassMovement:
    given = form.cleaned_data["to_class"]
    return decide_class(pk, given, **form.reasons, acting=acting_in(request))


def _keep_decision(
    request: OfficeRequest, pk: int, form: MovementDecisionForm
) -> ClassMovement:
    return uphold_decision(pk, **form.reasons, acting=acting_in(request))


def _decide_class_again(
    request: OfficeRequest, pk: int, form: MovementDecisionForm
) -> ClassMovement:
    given = form.cleaned_data["to_class"]
    return decide_again(pk, given, **form.reasons, acting=acting_in(request))


DONE = {
    "keep": gettext_lazy("The decision stays as it is."),
    "again": gettext_lazy("The class is decided again."),
}
WITH_REASON = {
    "reject": _reject_one,
    "decide": _decide_class,
    "keep": _keep_decision,
    "again": _decide_class_again,
}
