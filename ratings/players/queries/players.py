"""A player's ratings: now, by period, on the published lists, on a day."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from federation.models import ClassMembership
from ratings.models import Change, CurrentRating, ListEntry, LivePlace, Report
from ratings.pools.queries.publications import Publication, PublishedLists


@dataclass(frozen=True, slots=True)
class LiveListLine:
    """A player's line on the live list; places are None for a player who is not listed."""

    rating: float
    position: int | None
    rank: int | None
    last_played: date | None


@dataclass(frozen=True, slots=True)
class OnList:
    """A player's values on a published list."""

    list: Publication
    rating: float
    rank: int | None


@dataclass(frozen=True, slots=True)
class PeriodLine:
    """A period's effect on a player by current postings, or that of an event that is
    rated as a whole (`report_id`, with its name). `official` is the value on the latest
    list of the period, if there is one, and is set on the period's last line.
    """

    started_on: date
    ended_on: date
    before: float | None
    games: int
    score: int
    change: float
    bonus: float
    deduction: float
    adjustment: float
    after: float | None
    report_id: int = 0
    event: str = ""
    official: OnList | None = None

    @property
    def moved(self) -> float | None:
        """The total change; None for a player who had no rating before."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before

    @property
    def carries_over(self) -> bool:
        """Whether it is not a period but the conversion between two editions."""
        return self.started_on > self.ended_on

    @property
    def start_day(self) -> date:
        """The day by whose rules `before` is formatted: for a conversion between two
        editions, the last day of the old one.
        """
        return min(self.started_on, self.ended_on)

    @property
    def end_day(self) -> date:
        """The day by whose rules `after` is formatted."""
        return max(self.started_on, self.ended_on)

    @property
    def differs(self) -> bool:
        """Whether there was a correction after the list, so that a revised one will
        follow.
        """
        return self.official is not None and self.official.rating != self.after


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A point of the chart."""

    date: date
    value: float
    live: bool = False


def live_list_line(pool_id: int, player_id: int) -> LiveListLine | None:
    return live_list_lines(pool_id, [player_id]).get(player_id)


def live_list_lines(pool_id: int, players: Iterable[int]) -> dict[int, LiveListLine]:
    """Return the lines on the live list of those players who have one."""
    ids = list(players)
    numbered = LivePlace.objects.of_pool(pool_id).filter(player_id__in=ids)
    places = {row.player_id: row for row in numbered}
    return {
        row.player_id: LiveListLine(
            rating=row.rating,
            position=places[row.player_id].position
            if row.player_id in places
            else None,
            rank=places[row.player_id].rank if row.player_id in places else None,
            last_played=row.last_played,
        )
        for row in CurrentRating.objects.filter(pool_id=pool_id, player_id__in=ids)
    }


def on_lists(published: PublishedLists, player_id: int) -> list[OnList]:
    """Return the player's values on each published list with the player, the newest
    first.
    """
    if published.newest is None:
        return []
    rows = ListEntry.objects.filter(
        pool_id=published.newest.pool_id, player_id=player_id, rating__isnull=False
    ).values_list("list_id", "rating", "rank")
    entries = {
        list_id: (rating, rank) for list_id, rating, rank in rows if rating is not None
    }
    return [
        OnList(each, *entries[each.pk])
        for each in published.lists
        if each.pk in entries
    ]


def period_lines(
    pool_id: int, player_id: int, official: Iterable[OnList]
) -> list[PeriodLine]:
    """Return the periods in which something happened to the player, the newest first."""
    rows = (
        Change.objects.of_player(pool_id, player_id)
        .newest_first()
        .values_list(
            "started_on", "ended_on", "before", "games", "score", "change", "bonus",
            "deduction", "adjustment", "after", "report_id",
        )
    )  # fmt: skip
    lines = [PeriodLine(*row) for row in rows]
    names = event_names(line.report_id for line in lines)
    left = _latest_of_each_period(official)
    found = []
    for line in lines:
        listed = next((each for each in left if _is_of_period(each, line)), None)
        if listed:
            left.remove(listed)
        found.append(
            replace(line, event=names.get(line.report_id, ""), official=listed)
        )
    return found


def event_names(reports: Iterable[int]) -> dict[int, str]:
    """Return the names of the events of these reports; report 0 has none."""
    report_ids = set(reports) - {0}
    if not report_ids:
        return {}
    named = Report.objects.filter(pk__in=report_ids).values_list("pk", "name")
    return dict(named)


def _latest_of_each_period(official: Iterable[OnList]) -> list[OnList]:
    latest: dict[date, OnList] = {}
    for each in official:
        if not each.list.brought_in:
            latest.setdefault(each.list.end_date, each)
    return list(latest.values())


def _is_of_period(each: OnList, line: PeriodLine) -> bool:
    return each.list.start_date <= line.ended_on <= each.list.end_date


def chart_points(
    official: list[OnList],
    periods: list[PeriodLine],
    now: LiveListLine | None,
    today: date,
) -> list[ChartPoint]:
    """Return the official points, one for each day from which a list is valid, and the
    live points after the newest of them.
    """
    latest = {each.list.valid_from: each.rating for each in reversed(official)}
    points = [ChartPoint(day, latest[day]) for day in sorted(latest)]
    newest = points[-1].date if points else date.min
    for period in reversed(periods):
        day = min(period.ended_on + timedelta(days=1), today)
        if day > newest and period.after is not None:
            points.append(ChartPoint(day, period.after, live=True))
    if now and points and points[-1].value != now.rating:
        points.append(ChartPoint(today, now.rating, live=True))
    return points


@dataclass(frozen=True, slots=True)
class RatingOn:
    """A player's rating on a day: on the lists that held then, the latest first, and by
    the current postings.
    """

    day: date
    lists: tuple[OnList, ...]
    held: Publication | None
    computed: float | None


def rating_on(
    day: date,
    published: PublishedLists,
    official: list[OnList],
    periods: list[PeriodLine],
) -> RatingOn:
    held = published.valid_on(day)
    computed = next((each.after for each in periods if each.ended_on < day), None)
    return RatingOn(
        day=day,
        lists=tuple(each for each in official if each.list in held),
        held=held[0] if held else None,
        computed=computed,
    )


def class_history(player_id: int) -> list[ClassMembership]:
    """Return the player's lines in the class register, the newest first."""
    return list(
        ClassMembership.objects.filter(player_id=player_id).order_by(
            "-from_date", "-pk"
        )
    )
