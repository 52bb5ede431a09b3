"""Tournaments of a period with results that have not been submitted."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Count, Exists, F, OuterRef
from django.urls import reverse

from ratings.enums import COUNTING, ReportState
from ratings.lists.queries.left_out import LeftOutGames, WhyLeftOut
from ratings.models import Report
from tournaments.enums import TournamentState
from tournaments.models import Pairing, Tournament
from tournaments.queries.reports import SOURCE_KIND
from tournaments.rules.results import Result

_KNOWN = [*COUNTING, ReportState.HELD, ReportState.RETURNED]
"""A final report in one of these states, with no later version, already shows what
happens to the games.
"""
_RATED = [result.value for result in Result if result.is_rated]


def unsent_tournaments(
    pool_id: int, first_day: date, last_day: date, today: date
) -> Iterable[LeftOutGames]:
    """Yield begun tournaments with days in the period and without a final report, if
    they have ended or have `games` with results that are in no report.
    """
    reports = Report.objects.filter(
        source_kind=SOURCE_KIND, source_number=OuterRef("pk")
    )
    final = reports.filter(is_final=True, state__in=_KNOWN).not_replaced()
    of_period = Tournament.objects.filter(
        ~Exists(final),
        pool_id=pool_id,
        start_date__lte=last_day,
        end_date__gte=first_day,
        state__in=(TournamentState.RUNNING, TournamentState.FINISHED),
    ).order_by("start_date", "pk")
    tournaments = list(of_period)
    ids = [each.pk for each in tournaments]
    entered, reported = _entered(ids), _reported(ids)
    for each in tournaments:
        games = max(entered.get(each.pk, 0) - reported.get(each.pk, 0), 0)
        has_ended = each.end_date < today
        if not games and not has_ended:
            continue
        yield LeftOutGames(
            why=WhyLeftOut.OVERDUE if has_ended else WhyLeftOut.UNSENT,
            name=each.name,
            first_day=each.start_date,
            last_day=each.end_date,
            games=games,
            url=reverse("tournaments:tournament", args=[each.pk]),
        )


def _entered(ids: list[int]) -> dict[int, int]:
    """Return the numbers of games that a report would have now."""
    played = Pairing.objects.filter(section__tournament__in=ids, result__in=_RATED)
    counted = played.values("section__tournament").annotate(games=Count("pk"))
    return dict(counted.values_list("section__tournament", "games"))


def _reported(ids: list[int]) -> dict[int, int]:
    """Return the numbers of games in the version that counts."""
    reports = Report.objects.filter(
        source_kind=SOURCE_KIND, source_number__in=ids, state__in=COUNTING
    )
    newest = reports.order_by("source_number", "-pk").distinct("source_number")
    return dict(newest.values_list("source_number", F("games")))
