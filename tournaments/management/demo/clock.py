"""Moments of the demo's past: every act happens in the evening."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

from ratings.pools.domain.postings import ActionContext


def evening(day: date, hour: int = 20) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(hour, 15)))


def acting(user_id: int, day: date, hour: int = 20) -> ActionContext:
    return ActionContext(user_id, evening(day, hour))


def weekly(first: date, rounds: int, every: int = 7) -> list[date]:
    return [first + timedelta(days=every * number) for number in range(rounds)]


def weekday_from(day: date, weekday: int) -> date:
    """The first such weekday (Monday 0) on or after a day."""
    return day + timedelta(days=(weekday - day.weekday()) % 7)
