"""Find why a player's rating changes in a period without a game."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import Q

from ratings.enums import DecisionKind
from ratings.lists.queries.move_reasons import MoveReason, WhyMoved
from ratings.lists.queries.proposal_difference import DifferenceLine, ListDifference
from ratings.models import Change, Decision, MergeSpan, Period, RatingList

LEAST = 0.25
"""A smaller difference, in points, is no reason: it comes from rounding."""


def with_reasons(
    period: Period, against: RatingList | None, found: ListDifference
) -> ListDifference:
    """Return the difference with the reasons why lines change without a game."""
    lines = [line for excerpt in found.parts.values() for line in excerpt.lines]
    reasons_of = why_moved(period, against, lines)
    return replace(
        found,
        parts={
            part: replace(
                excerpt,
                lines=tuple(
                    replace(line, reasons=reasons_of.get(line.player_id, ()))
                    for line in excerpt.lines
                ),
            )
            for part, excerpt in found.parts.items()
        },
    )


def why_moved(
    period: Period, against: RatingList | None, lines: Iterable[DifferenceLine]
) -> dict[int, tuple[MoveReason, ...]]:
    """Return the reasons why players of these lines moved without a game in the period,
    by player, the most important reason first.
    """
    idle = {line.player_id: line for line in lines if _is_idle(line)}
    if not idle:
        return {}
    found: dict[int, list[MoveReason]] = defaultdict(list)
    revises = against is not None and against.period_id == period.pk
    _add_earlier(found, period, idle, revises=revises)
    of_period = [
        pk
        for pk, line in idle.items()
        if not revises or line.change_before != line.change
    ]
    _add_steps(found, period, of_period)
    for pk, line in idle.items():
        if revises and line.games_before:
            found[pk].append(MoveReason(WhyMoved.REMOVED, games=line.games_before))
    _add_merges(found, period, against, idle)
    return {
        pk: tuple(sorted(reasons, key=lambda each: -abs(each.points or 0)))
        for pk, reasons in found.items()
    }


def _is_idle(line: DifferenceLine) -> bool:
    return line.games == 0 and bool(line.moved or line.change)


def _add_earlier(
    found: dict[int, list[MoveReason]],
    period: Period,
    idle: Mapping[int, DifferenceLine],
    *,
    revises: bool,
) -> None:
    shifts = {
        pk: line.base - before
        for pk, line in idle.items()
        if line.base is not None
        and (before := line.base_before if revises else line.rating_before) is not None
        and abs(line.base - before) > LEAST
    }
    explained = _last_periods(period, shifts) if shifts else {}
    for pk, points in shifts.items():
        found[pk].append(MoveReason(WhyMoved.EARLIER, explained.get(pk), points))


def _last_periods(period: Period, players: Iterable[int]) -> dict[int, date]:
    """Return by player the last day of the period, before this one, in which the rating
    last moved.
    """
    steps = Change.objects.of_pool(period.pool_id).filter(
        player_id__in=list(players), ended_on__lt=period.start_date
    )
    days = dict(steps.newest_of_each().values_list("player_id", "ended_on"))
    periods = list(
        Period.objects.filter(pool=period.pool_id).values_list("start_date", "end_date")
    )
    return {
        player: last
        for player, day in days.items()
        for first, last in periods
        if first <= day <= last
    }


def _add_steps(
    found: dict[int, list[MoveReason]], period: Period, players: Sequence[int]
) -> None:
    """Add what was booked for the players in the period itself."""
    steps = Change.objects.of_pool(period.pool_id).filter(
        player_id__in=players, ended_on__range=(period.start_date, period.end_date)
    )
    decided = _decided(period, players)
    for step in steps.order_by("player_id", "ended_on", "started_on", "report_id"):
        for why, points in _parts(step, decided.get(step.player_id, [])):
            if abs(points) > LEAST:
                reason = MoveReason(why, period.end_date, points)
                found[step.player_id].append(reason)


def _parts(
    step: Change, decided: Sequence[Decision]
) -> Iterable[tuple[WhyMoved, float]]:
    before, after = step.before or 0, step.after or 0
    if step.started_on > step.ended_on:
        yield WhyMoved.CONVERSION, after - before
        return
    yield WhyMoved.INACTIVE, step.deduction
    own = [] if step.report_id else decided
    points: float = sum(each.points or 0 for each in own if _adds(each))
    if any(not _adds(each) for each in own):
        # The rating was set by a decision, whatever else was booked.
        points = after - before - step.deduction
    else:
        yield WhyMoved.CARRIED, step.adjustment - points
    yield WhyMoved.DECISION, points


def _adds(decision: Decision) -> bool:
    return decision.kind == DecisionKind.ADJUSTMENT


def _decided(period: Period, players: Sequence[int]) -> dict[int, list[Decision]]:
    """Return the effective decisions of the period that add or set points, by player."""
    found: dict[int, list[Decision]] = defaultdict(list)
    rows = Decision.objects.as_of(period.pool.computation.computed).filter(
        pool=period.pool_id,
        player__in=players,
        kind__in=(DecisionKind.ADJUSTMENT, DecisionKind.ASSESSED),
        on_date__range=(period.start_date, period.end_date),
    )
    for decision in rows.order_by("pk"):
        if decision.player_id is not None:
            found[decision.player_id].append(decision)
    return found


def _add_merges(
    found: dict[int, list[MoveReason]],
    period: Period,
    against: RatingList | None,
    players: Iterable[int],
) -> None:
    """Add the players whose cards were merged, or separated, since the published list."""
    since = against.posting_number if against else 0
    those = set(players)
    moved: Any = Q(span__startswith__gt=since) | Q(span__endswith__gt=since)
    spans = MergeSpan.objects.filter(moved, pool_id=period.pool_id)
    for pair in spans.values_list("merge__gone", "merge__stays"):
        for player in those.intersection(pair):
            found[player].append(MoveReason(WhyMoved.MERGED))
