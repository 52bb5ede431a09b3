"""Approving several lists of a pool on one page, in the order of their periods."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy, ngettext

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.decisions.queries.decisions import decisions_in
from ratings.lists.domain.chains import ChainNotPossible, ListToApprove, approve_chain
from ratings.lists.forms import ChainForm
from ratings.lists.queries.causes import Causes, causes_of
from ratings.lists.queries.comparison import compared_list
from ratings.lists.queries.left_out import LeftOutGames, left_out_of
from ratings.lists.queries.listing import ListProposalSeen
from ratings.lists.queries.pairs import FrequentPair, frequent_pairs
from ratings.lists.queries.proposal_difference import (
    DifferenceLine,
    ListDifference,
    ProposalPart,
    difference,
)
from ratings.lists.queries.proposals import (
    PeriodStage,
    PeriodStatus,
    period_statuses,
    periods_for_officer,
    uncompared_periods,
)
from ratings.lists.queries.why_moved import with_reasons
from ratings.lists.views.proposals import shown_parts
from ratings.lists.words import REFUSALS
from ratings.models import Decision, Period, Pool, RatingList
from ratings.pages.views.levels import format_as_pool

MOST_TOGETHER = 25
MOVERS = 3
WINDOWS = dict.fromkeys(ProposalPart, (25, 0))
CHAIN_REFUSALS = {
    **REFUSALS,
    "busy": gettext_lazy(
        "The pool is being computed, or somebody else is approving its lists just "
        "now. Look at them again in a moment."
    ),
    "others": gettext_lazy(
        "The lists that are waiting are not the same as when you looked. Look through "
        "those below, and approve them as they stand now."
    ),
}


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One of the waiting lists, with everything that an officer has to see of it."""

    status: PeriodStatus
    against: RatingList | None
    difference: ListDifference
    left_out: Sequence[LeftOutGames]
    causes: Causes
    pairs: Sequence[FrequentPair]
    decisions: Sequence[Decision]

    @property
    def period(self) -> Period:
        return self.status.period

    @property
    def seen(self) -> ListProposalSeen:
        return ListProposalSeen(self.period.moved, self.difference.digest)

    @property
    def movers(self) -> list[DifferenceLine]:
        """The players who move furthest, up and down."""
        parts = self.difference.parts
        return [
            line
            for part in (ProposalPart.UP, ProposalPart.DOWN)
            for line in parts[part].lines[:MOVERS]
        ]

    @property
    def games_left_out(self) -> int:
        return sum(each.games for each in self.left_out)

    @property
    def shown(self) -> list[tuple[ProposalPart, Any, Any]]:
        return shown_parts(self.difference, None)


@login_required
@reads_and_writes
def proposal_chain(request: OfficeRequest, code: str) -> HttpResponse:
    allow(request.actor, Permission.APPROVE_LISTS)
    pool = get_object_or_404(Pool.objects.select_related("computation"), code=code)
    waiting = _waiting(pool, request)
    if request.method != "POST":
        return _page(request, waiting, _form(waiting))
    form = _form(waiting, request.POST)
    valid = form.is_valid()
    if form.was_seen and not valid:
        return _page(request, waiting, form, status=422)
    try:
        approved = _approve(request, form)
    except ChainNotPossible as error:
        return _refused(request, pool, form, error)
    _say_approved(request, approved)
    return redirect("ratings:proposals")


@dataclass(frozen=True, slots=True)
class _Waiting:
    """The lists of a pool that can be approved together (`ready`), and those `after`
    them that wait for something else, or for these. By period: `left_out`, and
    `compared`, the list that it is compared with and the difference.
    """

    pool: Pool
    ready: Sequence[PeriodStatus]
    after: Sequence[PeriodStatus]
    left_out: Mapping[int, Sequence[LeftOutGames]]
    compared: Mapping[int, tuple[RatingList | None, ListDifference]]

    @property
    def unusual(self) -> dict[int, int]:
        return {
            pk: found.parts[ProposalPart.ODD].total
            for pk, (_against, found) in self.compared.items()
        }


def _form(waiting: _Waiting, *data: Any, **options: Any) -> ChainForm:
    return ChainForm(
        *data, left_out=waiting.left_out, unusual=waiting.unusual, **options
    )


def _waiting(pool: Pool, request: OfficeRequest) -> _Waiting:
    ended = periods_for_officer(request.today).filter(
        pool=pool, end_date__lt=request.today, is_requested=False
    )
    every = period_statuses(ended.order_by("end_date"), request.today)
    ready: list[PeriodStatus] = []
    for each in every[:MOST_TOGETHER]:
        if each.stage != PeriodStage.READY:
            break
        ready.append(each)
    left_out = {
        each.period.pk: left_out_of(each.period, request.today) for each in ready
    }
    compared = {each.period.pk: _compared(each.period) for each in ready}
    return _Waiting(pool, ready, every[len(ready) :], left_out, compared)


def _compared(period: Period) -> tuple[RatingList | None, ListDifference]:
    against = compared_list(period)
    return against, difference(period, against, WINDOWS)


def _approve(request: OfficeRequest, form: ChainForm) -> int:
    if not form.was_seen:
        raise ChainNotPossible("others", 0)
    lists = [
        ListToApprove(pk, seen, form.left_out[pk])
        for pk in form.chosen
        if (seen := form.seen_of(pk))
    ]
    approvals = approve_chain(
        lists,
        comment=form.cleaned_data["comment"],
        today=request.today,
        acting=acting_in(request),
    )
    return len(approvals)


def _say_approved(request: OfficeRequest, count: int) -> None:
    words = ngettext(
        "%(count)s list is approved, and is being built.",
        "%(count)s lists are approved, and are being built one after the other.",
        count,
    )
    messages.success(request, words % {"count": count})


def _refused(
    request: OfficeRequest, pool: Pool, form: ChainForm, error: ChainNotPossible
) -> HttpResponse:
    """Show the page again, with the lists that are waiting now."""
    waiting = _waiting(pool, request)
    comment = form["comment"].value() or ""
    kept = _form(waiting, initial={"comment": comment})
    about = Period.objects.filter(pk=error.period_id).first()
    refusal = {"words": CHAIN_REFUSALS[error.code], "period": about}
    return _page(request, waiting, kept, status=409, refusal=refusal)


def _page(
    request: OfficeRequest,
    waiting: _Waiting,
    form: ChainForm,
    *,
    status: int = 200,
    refusal: dict[str, Any] | None = None,
) -> HttpResponse:
    # The numbers were read before the rows, as on the page of one proposal.
    pool, ready = waiting.pool, waiting.ready
    if ready:
        format_as_pool(pool.pk, ready[-1].period.end_date)
    causes = causes_of(ready, request.actor, request.today)
    chain = [
        _link(each, causes.get(each.period.pk, Causes()), waiting) for each in ready
    ]
    context = {
        "pool": pool,
        "chain": chain,
        "rows": [
            (link, _tick(form, link, "looked_at"), _tick(form, link, "left_out"))
            for link in chain
        ],
        "after": waiting.after,
        "form": form,
        "refusal": refusal,
        "computing": pool.computation.computed < pool.posted
        or uncompared_periods().filter(pool=pool).exists(),
    }
    page = "ratings/lists/proposal_chain.html"
    return render(request, page, context, status=status)


def _link(status: PeriodStatus, causes: Causes, waiting: _Waiting) -> ChainLink:
    period = status.period
    against, found = waiting.compared[period.pk]
    return ChainLink(
        status=status,
        against=against,
        difference=with_reasons(period, against, found),
        left_out=waiting.left_out[period.pk],
        causes=causes,
        pairs=frequent_pairs(status, period.pool.computation.computed, found.limits),
        decisions=decisions_in(period),
    )


def _tick(form: ChainForm, link: ChainLink, what: str) -> BoundField | None:
    name = f"{what}_{link.period.pk}"
    return form[name] if name in form.fields else None
