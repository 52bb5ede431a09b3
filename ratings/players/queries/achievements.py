"""A player's achievements: best wins, tournaments, highest numbers."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max
from django.db.models.query import QuerySet

from ratings.engine.queries.own_games import WIN, own_games, with_bases
from ratings.models import Edition, Report
from ratings.players.queries.players import OnList, PeriodLine
from ratings.pools.queries.systems import levels_of
from ratings.rules.event_performance import (
    EventPerformance,
    PerformanceGame,
    event_performance,
)
from ratings.rules.systems import system

BEST_WINS = 10


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """A tournament of the player; `performance` is None in a system that expects no
    scores.
    """

    report: Report
    last_day: date
    games: int
    score: int
    performance: EventPerformance | None


@dataclass(frozen=True, slots=True)
class PlayerRecords:
    """A player's extremes, each None if there is none."""

    highest_official: OnList | None
    best_rank: OnList | None
    highest: PeriodLine | None
    """By the current postings; the rating after the period."""
    largest_gain: PeriodLine | None
    most_games: PeriodLine | None


def best_wins(pool_id: int, player_id: int, number: int) -> list[Any]:
    """Return the games won against the highest-rated opponents, by the ratings with
    which they were computed.
    """
    won = own_games(pool_id, player_id, number).filter(played=True, own_score=WIN)
    return list(
        with_bases(won, player_id)
        .filter(opponent_base__isnull=False)
        .select_related("report")
        .order_by("-opponent_base", "-played_date", "-pk")[:BEST_WINS]
    )


def events(pool_id: int, player_id: int, number: int) -> QuerySet[Any, Any]:
    """Return the player's reports with at least one played game, the newest first, as
    dicts of `report_id` and `last_day`.
    """
    rows = own_games(pool_id, player_id, number).filter(played=True)
    found: QuerySet[Any, Any] = (
        rows.order_by()
        .values("report_id")
        .annotate(last_day=Max("played_date"))
        .order_by("-last_day", "-report_id")
    )
    return found


def performances(
    pool_id: int, player_id: int, number: int, rows: Iterable[dict[str, Any]]
) -> list[PlayedEvent]:
    """Return the player's performances in these events, in the same order."""
    event_rows = list(rows)
    ids = [row["report_id"] for row in event_rows]
    reports = Report.objects.in_bulk(ids)
    games = _games(pool_id, player_id, number, ids)
    editions = _editions(pool_id)
    return [
        _event(
            reports[row["report_id"]],
            row["last_day"],
            games[row["report_id"]],
            editions,
        )
        for row in event_rows
    ]


def performance_in(
    pool_id: int, day: date, games: Sequence[PerformanceGame]
) -> EventPerformance | None:
    """Return the performance in an event that began on the day; None in a system that
    expects no scores, and in a pool without editions.
    """
    editions = _editions(pool_id)
    return _performance(_edition_on(editions, day), games) if editions else None


def records(official: list[OnList], periods: list[PeriodLine]) -> PlayerRecords:
    """Return the extremes among the values on the player's page; of equal ones the
    earliest.
    """
    ranked = [each for each in official if each.rank is not None]
    rated = [each for each in periods if each.after is not None]
    played = [each for each in periods if each.games]
    gains = [each for each in played if each.moved is not None and each.moved > 0]
    return PlayerRecords(
        highest_official=max(reversed(official), key=_official, default=None),
        best_rank=min(reversed(ranked), key=lambda each: each.rank or 0, default=None),
        highest=max(reversed(rated), key=lambda each: each.after or 0, default=None),
        largest_gain=max(reversed(gains), key=_gain, default=None),
        most_games=max(reversed(played), key=lambda each: each.games, default=None),
    )


def _official(each: OnList) -> float:
    return each.rating


def _gain(each: PeriodLine) -> float:
    return each.moved or 0


def _games(
    pool_id: int, player_id: int, number: int, reports: Collection[int]
) -> dict[int, list[PerformanceGame]]:
    played = own_games(pool_id, player_id, number).filter(
        played=True, report_id__in=reports
    )
    found: dict[int, list[PerformanceGame]] = defaultdict(list)
    for report_id, own, opponent, score in with_bases(played, player_id).values_list(
        "report_id", "own_base", "opponent_base", "own_score"
    ):
        found[report_id].append(PerformanceGame(own, opponent, score))
    return found


def _editions(pool_id: int) -> list[Edition]:
    return list(Edition.objects.filter(pool_id=pool_id).order_by("-from_date"))


def _event(
    report: Report,
    last_day: date,
    games: list[PerformanceGame],
    editions: list[Edition],
) -> PlayedEvent:
    return PlayedEvent(
        report=report,
        last_day=last_day,
        games=len(games),
        score=sum(game.score for game in games),
        performance=_performance(_edition_on(editions, report.start_date), games),
    )


def _edition_on(editions: list[Edition], day: date) -> Edition:
    """Return the edition that holds on the day, or the oldest one if none does yet."""
    held = [each for each in editions if each.from_date <= day]
    return (held or editions[-1:])[0]


def _performance(
    edition: Edition, games: Sequence[PerformanceGame]
) -> EventPerformance | None:
    # Levels have no expected scores.
    if levels_of(system(edition.system)) is not None:
        return None
    return event_performance(games, _spread(edition))


def _spread(edition: Edition) -> int | None:
    """Return the spread of the system's own scale, if it has one."""
    parameters = system(edition.system).Parameters.from_json(edition.parameters)
    spread: int | None = getattr(parameters, "spread", None)
    return spread
