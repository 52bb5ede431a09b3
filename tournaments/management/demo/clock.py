"""Times in the demo's past, in the evening by default, and the users who act then."""

import json
import uuid
from datetime import date, datetime, time, timedelta

from django.db import connection
from django.utils import timezone

from federation.domain.authorship import ActionContext


def evening(day: date, hour: int = 20) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(hour, 15)))


def acting(user_id: int, day: date, hour: int = 20) -> ActionContext:
    """Return the action context of a user on a day."""
    sign_in(user_id)
    return ActionContext(user_id, evening(day, hour))


def sign_in(user_id: int | None) -> None:
    """Name this user in the audit log as the author of everything written from now on
    in the transaction; None means the office itself. A part of the demo is one
    transaction, in which the author of one act would otherwise be noted for all that
    follow.
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
    """Return the first day with the weekday (Monday is 0) on or after a day."""
    return day + timedelta(days=(weekday - day.weekday()) % 7)
