"""Class movements, for the rules committee: one at a time or many at once."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from federation.permissions import Permission, may
from federation.requests import OfficeRequest
from ratings.pages.views.acting import acting_in
from tournaments.domain.judging import (
    confirm_movements,
    decide_class,
    reject_movement,
)
from tournaments.domain.reconsidering import decide_again, keep_decided
from tournaments.domain.refusals import TournamentRefusal
from tournaments.forms.playing import DecisionForm, MovementsForm
from tournaments.models import ClassMovement
from tournaments.queries.movement_rows import decided, shown_movements, to_decide
from tournaments.views.doors import perform_with_message, to, write_ratings_of
from tournaments.views.planning import written

A_PAGE = 100
RELATED = ("entry__player", "section__tournament", "decided_by", "looked_by")


@login_required
@require_http_methods(["GET", "POST"])
def movements(request: OfficeRequest) -> HttpResponse:
    _allow(request)
    if request.method == "POST":
        _confirm(request)
        return to("movements")
    show = request.GET.get("show", "")
    rows = _rows(show)
    page = Paginator(rows.select_related(*RELATED), A_PAGE).get_page(
        request.GET.get("page")
    )
    shown = shown_movements(page.object_list, request.actor, request.today)
    facts = {
        "page": page,
        "shown": shown,
        "is_old": show in ("decided", "look"),
        "is_look": show == "look",
        "looks": ClassMovement.objects.to_look_at().count(),
    }
    return render(request, "tournaments/movements.html", facts)


@login_required
@require_http_methods(["GET", "POST"])
def movement(request: OfficeRequest, pk: int) -> HttpResponse:
    """One movement with the full reasoning, to confirm, decide or reject."""
    _allow(request)
    found = ClassMovement.objects.select_related(*RELATED).filter(pk=pk).first()
    if found is None:
        raise Http404
    write_ratings_of(found.section.tournament, request.today)
    form = DecisionForm(
        request.POST if request.POST.get("act") in WITH_REASON else None,
        initial={"to_class": found.now_class or found.to_class or found.from_class},
    )
    if request.method == "POST" and _acted(request, pk, form):
        return to("movements")
    (shown,) = shown_movements([found], request.actor, request.today)
    return render(
        request,
        "tournaments/movement.html",
        {"shown": shown, "movement": found, "form": form},
    )


def _rows(show: str) -> QuerySet[ClassMovement]:
    if show == "look":
        return ClassMovement.objects.to_look_at().order_by("section__tournament", "pk")
    if show == "decided":
        return decided()
    return to_decide().order_by("section__tournament", "pk")


def _allow(request: OfficeRequest) -> None:
    if not may(request.actor, Permission.CONFIRM_MOVEMENTS):
        raise PermissionDenied


def _confirm(request: OfficeRequest) -> None:
    form = MovementsForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["movement"][0]))
        return
    ids = form.cleaned_data["movement"]
    done: list[int] = []

    def act() -> None:
        done.append(len(confirm_movements(ids, acting=acting_in(request))))

    if not perform_with_message(request, act):
        return
    if done[0]:
        said = ngettext(
            "%(n)s movement is confirmed.", "%(n)s movements are confirmed.", done[0]
        )
        messages.success(request, said % {"n": done[0]})
    _tell_what_was_left(request, len(ids) - done[0])


def _tell_what_was_left(request: OfficeRequest, count: int) -> None:
    if not count:
        return
    said = ngettext(
        "%(n)s was left: it was decided or judged anew since the page was opened.",
        "%(n)s were left: they were decided or judged anew since the page was opened.",
        count,
    )
    messages.warning(request, said % {"n": count})


def _acted(request: OfficeRequest, pk: int, form: DecisionForm) -> bool:
    act = request.POST.get("act", "")
    if act == "confirm":
        return perform_with_message(
            request, lambda: _confirm_one(request, pk), _("The movement is confirmed.")
        )
    do = WITH_REASON.get(act)
    if do is None or written(form, lambda: do(request, pk, form)) is None:
        return False
    messages.success(request, DONE[act])
    return True


def _confirm_one(request: OfficeRequest, pk: int) -> None:
    if not confirm_movements([pk], acting=acting_in(request)):
        raise TournamentRefusal("decided")


def _rejected(request: OfficeRequest, pk: int, form: DecisionForm) -> ClassMovement:
    return reject_movement(pk, form.cleaned_data["reason"], acting=acting_in(request))


def _decided(request: OfficeRequest, pk: int, form: DecisionForm) -> ClassMovement:
    told = form.cleaned_data
    return decide_class(pk, told["to_class"], told["reason"], acting=acting_in(request))


def _kept(request: OfficeRequest, pk: int, form: DecisionForm) -> ClassMovement:
    return keep_decided(pk, form.cleaned_data["reason"], acting=acting_in(request))


def _again(request: OfficeRequest, pk: int, form: DecisionForm) -> ClassMovement:
    told = form.cleaned_data
    return decide_again(pk, told["to_class"], told["reason"], acting=acting_in(request))


DONE = {
    "reject": gettext_lazy("The movement is rejected: the class stays as it is."),
    "decide": gettext_lazy("The class is decided, and written into the register."),
    "keep": gettext_lazy("The decision stays as it is."),
    "again": gettext_lazy("The class is decided anew."),
}
WITH_REASON = {
    "reject": _rejected,
    "decide": _decided,
    "keep": _kept,
    "again": _again,
}
