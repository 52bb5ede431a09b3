"""One report, for the officer who reviews it and for its sender."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.models import User
from federation.permissions import Actor
from ratings.enums import COUNTING, PostingType, RatingMethod, ReportState
from ratings.ledger.queries.current_rows import CHANGES
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Posting, Report, ReportWarning
from ratings.people.queries.names import Person, read_people
from ratings.pools.queries.systems import rates_by_tournament, systems_of_pools
from ratings.review.queries.booked_late import LatePeriods, late_periods_of
from ratings.rules.played import EMPTY_LINE_SCORE
from ratings.rules.protocol import System

WARNING_NAMES: dict[str, str | Promise] = {
    "rating_only": _("Games that are rated differently from how they were sent in"),
}
"""Kind → name. An app whose checks find warnings adds theirs when the office starts."""

GAMES_BETWEEN_PLAYERS = f"""(
  SELECT line.* FROM ratings_game AS line JOIN ratings_report AS report
    ON report.id = line.report_id
  WHERE line.played OR line.score <> {EMPTY_LINE_SCORE}
    OR report.method <> '{RatingMethod.CONCENTRATED}'
)"""
"""For FROM: the lines of reports except the empty ones, as
`GameQuerySet.between_players` returns them.
"""
_CHANGES = f"""
WITH card AS (
  SELECT report_id, white_id AS card_id, booked_on, played, score
  FROM {GAMES_BETWEEN_PLAYERS} AS game
  WHERE report_id IN (%(report)s, %(counting)s)
  UNION ALL
  SELECT report_id, black_id, booked_on, played, 2 - score
  FROM {GAMES_BETWEEN_PLAYERS} AS game
  WHERE report_id IN (%(report)s, %(counting)s)
), side AS (
  SELECT report_id, coalesce(merged.stays, card_id) AS player_id, booked_on, played,
    score
  FROM card LEFT JOIN unnest(%(gone)s::bigint[], %(stays)s::bigint[])
    AS merged (gone, stays) ON merged.gone = card_id
), placed AS (
  SELECT side.*, late.last_day IS NOT NULL AS is_late,
    CASE WHEN late.last_day IS NULL THEN period.start_date ELSE booked_from END
      AS start_date,
    CASE WHEN late.last_day IS NULL THEN period.end_date ELSE booked_until END
      AS end_date
  FROM side JOIN ratings_period AS period ON period.pool_id = %(pool)s
    AND side.booked_on BETWEEN period.start_date AND period.end_date
  LEFT JOIN unnest(%(last_days)s::date[], %(booked_from)s::date[],
    %(booked_until)s::date[]) AS late (last_day, booked_from, booked_until)
    ON late.last_day = period.end_date
), own AS (
  SELECT player_id, start_date, end_date, bool_and(is_late) AS is_late,
    count(*) FILTER (WHERE played AND report_id = %(report)s) AS games,
    coalesce(sum(score) FILTER (WHERE played AND report_id = %(report)s), 0) AS score,
    count(*) FILTER (WHERE played AND report_id = %(counting)s AND NOT is_late)
      AS counting
  FROM placed WHERE end_date IS NOT NULL
  GROUP BY player_id, start_date, end_date
  HAVING bool_or(report_id = %(report)s)
)
SELECT own.player_id,
  own.start_date, own.end_date, own.games, own.score,
  change.before, change.after, change.after - change.before,
  change.games - own.counting, change.start_from
FROM own
JOIN federation_player AS player ON player.id = own.player_id
LEFT JOIN {CHANGES} AS change ON change.player_id = own.player_id
  AND CASE WHEN %(step)s > 0 AND NOT own.is_late THEN change.report_id = %(step)s
    ELSE change.report_id = 0 AND change.ended_on = own.end_date
      AND change.started_on = own.start_date END
ORDER BY own.end_date, abs(change.after - change.before) DESC NULLS LAST,
  player.sort_key, player.id
"""


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """The effect of one period, in which games of the report are booked, on a player of
    the report. `own_games` and `own_score` (half points) are the report's, whether it
    counts or not; `games_elsewhere` counts those of other reports than its versions,
    and can be negative while the period is out of date.
    """

    player_id: int
    start_date: date
    end_date: date
    own_games: int
    own_score: int
    before: float | None
    after: float | None
    change: float | None
    games_elsewhere: int | None
    start_from: int | None

    @property
    def is_new(self) -> bool:
        """Whether the player had no rating before this period."""
        return bool(self.start_from)

    @property
    def other_games(self) -> int:
        return max(self.games_elsewhere or 0, 0)


@dataclass(frozen=True, slots=True)
class ChangeShown:
    change: PlayerChange
    person: Person


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An event in the history of a version, with its posting number if it could change
    a rating.
    """

    at: datetime
    version: int
    state: str
    words: str
    by: str
    reason: str
    number: int | None


def report_to_show(pk: int) -> Report | None:
    return (
        Report.objects.select_related(
            "pool__computation", "organiser", "district", "sent_by", "decided_by"
        )
        .filter(pk=pk)
        .first()
    )


def accepted_fallback(report: Report) -> Report | None:
    """Return the accepted version that would count again if this one did not count."""
    before = Report.objects.accepted_before(report)
    return before.first() if report.version > 1 else None


def warnings_of(report: Report) -> list[ReportWarning]:
    return list(report.warnings.select_related("ticked_by").order_by("kind"))


def warning_name(kind: str) -> str:
    """Return the name of a kind of warning; a kind without a name is shown as it is
    stored.
    """
    return str(WARNING_NAMES.get(kind, kind.replace("_", " ")))


def changes_of(report: Report) -> list[PlayerChange]:
    """Return the effects of the report's periods on every player with a game in it, by
    period, the biggest change first. What came late for an approved period has its
    effect in the period in which it is booked.
    """
    return changes_of_each([report])[report.pk]


def changes_of_each(reports: Iterable[Report]) -> dict[int, list[PlayerChange]]:
    """Return `changes_of` each of the reports; a report that counts costs one query."""
    known = {report.pk: report for report in reports}
    systems = systems_of_pools({report.pool_id for report in known.values()})
    late, aliases = late_periods_of(known.values()), aliases_now().columns
    return {
        pk: _changes_of(
            report,
            systems[report.pool_id].on(report.start_date),
            {**asdict(late.get(pk, LatePeriods())), **aliases},
        )
        for pk, report in known.items()
    }


def _changes_of(
    report: Report, held: System[Any] | None, facts: Mapping[str, Any]
) -> list[PlayerChange]:
    step = report.pk if rates_by_tournament(held) else 0
    with connection.cursor() as cursor:
        cursor.execute(
            _CHANGES,
            {
                "report": report.pk,
                "pool": report.pool_id,
                "step": step,
                "counting": _counting_version(report),
                **facts,
            },
        )
        return [PlayerChange(*row) for row in cursor.fetchall()]


def _counting_version(report: Report) -> int:
    """Return the version of the same report that counts; 0 if none does."""
    if report.state in COUNTING:
        return report.pk
    counts = report.versions().counting()
    return counts.values_list("pk", flat=True).first() or 0


def with_people(
    changes: Iterable[PlayerChange], actor: Actor, today: date
) -> list[ChangeShown]:
    """Return the changes with their players as this reader may see them."""
    changes = list(changes)
    persons = read_people((change.player_id for change in changes), actor, today)
    return [ChangeShown(change, persons[change.player_id]) for change in changes]


def journal_of(versions: Sequence[Report]) -> list[JournalLine]:
    """Return what happened to all versions, the latest first: each state in the audit
    log, with the posting number of the same act.
    """
    ids = [version.pk for version in versions]
    numbers = {
        (row.report_id, row.act, row.at): row.number
        for row in Posting.objects.filter(report__in=ids)
    }
    logged = apps.get_model("ratings", "ReportEvent").objects
    events = list(logged.filter(pgh_obj__in=ids).order_by("pgh_id"))
    users = User.objects.in_bulk(
        {event.decided_by_id for event in events}
        | {event.sent_by_id for event in events} - {None}
    )
    return _lines(events, numbers, users)[::-1]


def _lines(
    events: Sequence[Any],
    numbers: dict[tuple[int | None, str, datetime], int],
    users: dict[int, User],
) -> list[JournalLine]:
    lines = []
    state_before: dict[int, str] = {}
    for event in events:
        before = state_before.get(event.pgh_obj_id)
        state_before[event.pgh_obj_id] = event.state
        if event.state == before:
            continue
        by_id, at = _who_and_when(event, before)
        lines.append(
            JournalLine(
                at=at,
                version=event.version,
                state=event.state,
                words=_words(event, before),
                by=str(users[by_id]) if by_id in users else "",
                reason=event.reason if event.decided_at == at else "",
                number=numbers.get((event.pgh_obj_id, _act(event, before), at)),
            )
        )
    return lines


def _who_and_when(event: Any, before: str | None) -> tuple[int | None, datetime]:
    if before is None:
        return event.sent_by_id, event.sent_at
    if _follows_other_version(event, before):
        return None, event.pgh_created_at
    return event.decided_by_id, event.decided_at


_ACTS: dict[str, PostingType] = {
    ReportState.SUBMITTED: PostingType.RELEASE,
    ReportState.HELD: PostingType.HOLD,
    ReportState.RETURNED: PostingType.RETURN,
    ReportState.WITHDRAWN: PostingType.WITHDRAW_REPORT,
}


def _act(event: Any, before: str | None) -> str:
    """Return the type of posting that such a change of state makes."""
    return PostingType.SUBMIT if before is None else _ACTS.get(event.state, "")


def _words(event: Any, before: str | None) -> str:
    if event.state == ReportState.SUBMITTED and before is not None:
        return str(_("Released: counts again"))
    if _follows_other_version(event, before) and event.state == ReportState.ACCEPTED:
        return str(_("Counts again, as the version after it does not"))
    return str(ReportState(event.state).label)


def _follows_other_version(event: Any, before: str | None) -> bool:
    """Return whether it was superseded by the next version, or counts again after that."""
    return ReportState.SUPERSEDED in (event.state, before)
