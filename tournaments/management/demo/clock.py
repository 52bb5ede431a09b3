"""Moments of the demo's past, and who acts in them: every act happens in the evening."""

import json
import uuid
from datetime import date, datetime, time, timedelta

from django.db import connection
from django.utils import timezone

from federation.domain.authorship import ActionContext


def evening(day: date, hour: int = 20) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(hour, 15)))


def acting(user_id: int, day: date, hour: int = 20) -> ActionContext:
    """Return who acts now: the audit log names them for what is written from here on."""
    sign_in(user_id)
    return ActionContext(user_id, evening(day, hour))


def sign_in(user_id: int | None) -> None:
    """Name as the author in the audit log, for what is written from here on in the
    transaction, this person; the office's own with None. A part of the demo is one
    transaction, in which the author of an act would stay that of all that follow.
    """
    noted = json.dumps({} if user_id is None else {"user": user_id})
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('pghistory.context_id', %s, true),"
            " set_config('pghistory.context_metadata', %s, true)",
            [str(uuid.uuid4()), noted],
        )


def weekly(first: date, rounds: int, every: int = 7) -> list[date]:
    return [first + timedelta(days=every * number) for number in range(rounds)]


def weekday_from(day: date, weekday: int) -> date:
    """Return the first such weekday (Monday 0) on or after a day."""
    return day + timedelta(days=(weekday - day.weekday()) % 7)
