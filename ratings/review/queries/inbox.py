"""The rating officer's inbox: reports that wait, that are held, and that were settled
recently, each with its effect on the ratings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import connection
from django.db.models import Count, Q, QuerySet

from federation.models import Player
from federation.models.sorting import folded_text
from ratings.enums import COUNTING, ReportState
from ratings.ledger.queries.current_rows import changes_in_sql
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Report, ReportWarning
from ratings.review.queries.booked_late import late_periods_of
from ratings.review.queries.reports import (
    GAMES_BETWEEN_PLAYERS,
    PlayerChange,
    changes_of_each,
    warning_name,
)


class InboxPart(StrEnum):
    WAITING = "waiting"
    HELD = "held"
    SETTLED = "settled"


STATES = {
    InboxPart.WAITING: (ReportState.SUBMITTED,),
    InboxPart.HELD: (ReportState.HELD,),
    InboxPart.SETTLED: (
        ReportState.ACCEPTED,
        ReportState.RETURNED,
        ReportState.WITHDRAWN,
    ),
}

_EFFECTS = f"""
WITH side AS (
  SELECT report_id, white_id AS card_id FROM {GAMES_BETWEEN_PLAYERS} AS game
  WHERE report_id = ANY(%(reports)s)
  UNION
  SELECT report_id, black_id FROM {GAMES_BETWEEN_PLAYERS} AS game
  WHERE report_id = ANY(%(reports)s)
), played AS (
  SELECT DISTINCT report_id, coalesce(merged.stays, card_id) AS player_id
  FROM side LEFT JOIN unnest(%(gone)s::bigint[], %(stays)s::bigint[])
    AS merged (gone, stays) ON merged.gone = card_id
)
SELECT played.report_id, count(DISTINCT played.player_id)
    FILTER (WHERE change.after <> change.before),
  (array_agg(player.id
    ORDER BY abs(change.after - change.before) DESC NULLS LAST, player.id))[1],
  (array_agg(change.after - change.before
    ORDER BY abs(change.after - change.before) DESC NULLS LAST, player.id))[1],
  (array_agg(player.first_name || ' ' || player.last_name
    ORDER BY abs(change.after - change.before) DESC NULLS LAST, player.id))[1]
FROM played
JOIN ratings_report AS report ON report.id = played.report_id
CROSS JOIN LATERAL (
  SELECT before, after FROM {changes_in_sql("report.pool_id")} AS stored
  WHERE stored.player_id = played.player_id
    AND stored.ended_on >= report.first_booked_date
    AND stored.started_on <= report.last_booked_date
    AND stored.report_id IN (0, report.id) OFFSET 0
) AS change
JOIN federation_player AS player ON player.id = played.player_id
GROUP BY played.report_id
"""


@dataclass(frozen=True, slots=True)
class RatingEffect:
    """The effects of a report's periods so far on the players of the report: `players`
    is how many ratings changed; also the biggest change and its player.
    """

    players: int
    player_id: int
    biggest: float | None
    whose: str


@dataclass(frozen=True, slots=True)
class InboxRow:
    report: Report
    warnings: tuple[ReportWarning, ...]
    effect: RatingEffect | None
    days: int
    """Whole days since it was submitted."""

    @property
    def named_warnings(self) -> list[tuple[str, ReportWarning]]:
        return [(warning_name(each.kind), each) for each in self.warnings]

    @property
    def uncleared(self) -> int:
        return sum(warning.ticked_at is None for warning in self.warnings)

    @property
    def is_faulty(self) -> bool:
        """Whether it was held by the office's worker because the rules cannot compute
        it.
        """
        report = self.report
        return report.state == ReportState.HELD and report.decided_by_id is None


def counts_by_part() -> dict[InboxPart, int]:
    states = dict(
        Report.objects.order_by()
        .values_list("state")
        .annotate(Count("pk"))
        .values_list("state", "pk__count")
    )
    return {
        part: sum(states.get(state, 0) for state in those)
        for part, those in STATES.items()
    }


def reports_of_part(part: InboxPart, text: str = "") -> "QuerySet[Report]":
    """Return the reports of a part of the inbox: the waiting ones in the order of
    submission, the settled ones with the newest first.
    """
    order = ("-decided_at", "-pk") if part == InboxPart.SETTLED else ("sent_at", "pk")
    found = Report.objects.filter(state__in=STATES[part]).select_related(
        "organiser", "district", "sent_by", "decided_by", "pool"
    )
    if text.strip():
        found = found.filter(_matching(text.strip()))
    return found.order_by(*order)


def _matching(text: str) -> Q:
    return (
        Q(name__icontains=text)
        | Q(organiser__search_text__contains=folded_text(text))
        | Q(organiser=None, district__name__icontains=text)
        | Q(sent_by__name__icontains=text)
    )


def with_effects(reports: Sequence[Report], at: datetime) -> list[InboxRow]:
    """Return the reports of one page with their warnings and effects."""
    ids = [report.pk for report in reports]
    warnings: dict[int, list[ReportWarning]] = {}
    for warning in ReportWarning.objects.filter(report__in=ids).order_by("kind"):
        warnings.setdefault(warning.report_id, []).append(warning)
    counting = [report for report in reports if report.state in COUNTING]
    effects = {**effects_of(each.pk for each in counting), **_late_effects(counting)}
    return [
        InboxRow(
            report,
            tuple(warnings.get(report.pk, ())),
            effects.get(report.pk),
            max((at - report.sent_at).days, 0),
        )
        for report in reports
    ]


def effects_of(report_ids: Iterable[int]) -> dict[int, RatingEffect]:
    with connection.cursor() as cursor:
        cursor.execute(_EFFECTS, {"reports": list(report_ids), **aliases_now().columns})
        return {row[0]: RatingEffect(*row[1:]) for row in cursor.fetchall()}


def _late_effects(reports: Iterable[Report]) -> dict[int, RatingEffect | None]:
    """Return the effects of the reports that came too late for an approved period, in
    the period in which they are booked; those of the others are in `effects_of`.
    """
    known = {report.pk: report for report in reports}
    changes = changes_of_each(known[pk] for pk in late_periods_of(known.values()))
    biggest = {pk: _biggest(each) for pk, each in changes.items() if each}
    names = Player.objects.in_bulk({each.player_id for each in biggest.values()})
    effects: dict[int, RatingEffect | None] = dict.fromkeys(changes)
    for pk, most in biggest.items():
        effects[pk] = RatingEffect(
            players=len({each.player_id for each in changes[pk] if each.change}),
            player_id=most.player_id,
            biggest=most.change,
            whose=names[most.player_id].full_name,
        )
    return effects


def _biggest(changes: Sequence[PlayerChange]) -> PlayerChange:
    return max(changes, key=lambda each: abs(each.change or 0.0))


def next_waiting(after: Report, user_id: int | None) -> Report | None:
    """Return the report to review after this one: the oldest that waits, was submitted
    by someone else, and came later; if there is none, the oldest of all.
    """
    waiting = (
        Report.objects.waiting()
        .exclude(pk=after.pk)
        .exclude(sent_by=user_id)
        .order_by("sent_at", "pk")
    )
    later = waiting.filter(
        Q(sent_at__gt=after.sent_at) | Q(sent_at=after.sent_at, pk__gt=after.pk)
    )
    return later.first() or waiting.first()
