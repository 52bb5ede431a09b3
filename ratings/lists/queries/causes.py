"""What changed a published list: the later postings that concern its days."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Min, QuerySet

from federation.permissions import Actor
from ratings.corrections.queries.claim_words import CorrectionShown, shown_corrections
from ratings.enums import ClaimState, PostingType
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.lists.queries.proposals import PeriodStatus
from ratings.models import Claim, Decision, Game, Posting, RatingList

MOST_NAMED = 5
MOVE_NO_LIST = (PostingType.OPEN_PERIOD, PostingType.EDITION)
"""Postings that change no list: the calendar opens periods, and an edition begins
after the last approved list."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A posting that changed a period's list. `is_here`: it concerns the period's own
    days, or else earlier ones, through the ratings that it changed there. `correction`:
    the request that it carried out; `lifted`: the one whose correction it reversed.
    """

    posting: Posting
    is_here: bool
    correction: CorrectionShown | None = None
    lifted: CorrectionShown | None = None


@dataclass(frozen=True, slots=True)
class Causes:
    """The causes that are shown, newest first, and how many there are in all."""

    latest: Sequence[Cause] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class _Posted:
    """A posting and the first day that it may have changed; a policy may change any."""

    posting_id: int
    number: int
    report_id: int | None
    first_day: date


def causes_of(
    statuses: Sequence[PeriodStatus], actor: Actor, today: date
) -> dict[int, Causes]:
    """Return the causes of each period's revised list, by period; a first list has none.
    A report of days after the period is no cause.
    """
    revised = [
        (each, each.newest_list)
        for each in statuses
        if each.revises and each.newest_list
    ]
    if not revised:
        return {}
    pool_id = revised[0][0].period.pool_id
    claims = Claim.objects.filter(pool=pool_id, state=ClaimState.ALLOWED)
    since = min(published.posting_number for _each, published in revised)
    posted = list(_posted_since(pool_id, since, _first_days(claims)))
    reaching = {
        each.period.pk: _reaching(each, published, posted)
        for each, published in revised
    }
    named = {pk: rows[:MOST_NAMED] for pk, rows in reaching.items()}
    shown = _Shown.of(
        [row for rows in named.values() for row in rows], claims, actor, today
    )
    starts = {each.period.pk: each.period.start_date for each, _published in revised}
    return {
        pk: Causes([shown.cause(row, starts[pk]) for row in rows], len(reaching[pk]))
        for pk, rows in named.items()
    }


def _reaching(
    status: PeriodStatus, published: RatingList, posted: Iterable[_Posted]
) -> list[_Posted]:
    period = status.period
    return [
        each
        for each in posted
        if published.posting_number < each.number <= period.moved
        and each.first_day <= period.end_date
    ]


def _posted_since(
    pool_id: int, since: int, corrected: Mapping[int, date]
) -> Iterable[_Posted]:
    """Yield the postings after the number `since`, the latest first. `corrected`: the
    first corrected day by report.
    """
    rows = (
        Posting.objects.filter(pool=pool_id, number__gt=since)
        .exclude(act__in=MOVE_NO_LIST)
        .order_by("-number")
        .values_list(
            "pk",
            "number",
            "report_id",
            "report__first_booked_date",
            "decision__on_date",
            "merge__gone",
        )
    )
    merged = _first_of_cards(pool_id, {gone for *_facts, gone in rows if gone})
    for pk, number, report_id, booked, decided, gone in rows:
        first = corrected.get(report_id or 0) or booked or decided or date.min
        if gone:
            first = merged.get(gone, date.max)
        yield _Posted(pk, number, report_id, first)


def _first_of_cards(pool_id: int, gone: Collection[int]) -> dict[int, date]:
    """Return, for each card that a merge replaced, the first day of its games and
    decisions in the pool. The merge changes nothing before that day; a card without
    any is left out, since its merge changes nothing at all.
    """
    aliases = aliases_now()
    cards = {each: aliases.cards([each]) for each in gone}
    every = {card for those in cards.values() for card in those}
    games = Game.objects.filter(report__pool=pool_id)
    decisions = Decision.objects.filter(pool=pool_id)
    days: dict[int, list[date]] = {}
    for rows, whose, day in (
        (games, "white", "booked_on"),
        (games, "black", "booked_on"),
        (decisions, "player", "on_date"),
    ):
        firsts = rows.filter(**{f"{whose}__in": every}).values_list(whose)
        for card, first in firsts.annotate(Min(day)).order_by():
            days.setdefault(card, []).append(first)
    known = {
        each: [day for card in those for day in days.get(card, ())]
        for each, those in cards.items()
    }
    return {each: min(found) for each, found in known.items() if found}


def _first_days(claims: "QuerySet[Claim]") -> dict[int, date]:
    """Return the first day of the corrected game, by the report that the correction made
    and by the report that reversed it.
    """
    rows = claims.values_list("outcome", "lifted_in", "played_date", "to_date")
    return {
        report: min(played, other)
        for outcome, lifted_in, played, other in rows
        for report in (outcome, lifted_in)
        if report
    }


@dataclass(frozen=True, slots=True)
class _Shown:
    """The postings that are shown, and the corrections made and reversed, by report."""

    postings: Mapping[int, Posting]
    made: Mapping[int | None, CorrectionShown]
    lifted: Mapping[int | None, CorrectionShown]

    @classmethod
    def of(
        cls,
        rows: Sequence[_Posted],
        claims: "QuerySet[Claim]",
        actor: Actor,
        today: date,
    ) -> "_Shown":
        postings = Posting.objects.select_related(
            "report", "decision__player", "merge__gone", "merge__stays"
        ).in_bulk({each.posting_id for each in rows})
        reports = {each.report_id for each in rows if each.report_id}
        about = claims.select_related("report")
        about = about.filter(outcome__in=reports) | about.filter(lifted_in__in=reports)
        shown = shown_corrections(list(about), actor, today)
        return cls(
            postings,
            {each.claim.outcome_id: each for each in shown},
            {each.claim.lifted_in_id: each for each in shown},
        )

    def cause(self, row: _Posted, start: date) -> Cause:
        made = self.made.get(row.report_id) if row.report_id else None
        lifted = self.lifted.get(row.report_id) if row.report_id else None
        return Cause(
            posting=self.postings[row.posting_id],
            is_here=row.first_day >= start,
            correction=made,
            lifted=None if made else lifted,
        )
