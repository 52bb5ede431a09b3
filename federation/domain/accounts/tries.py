"""Limits on how often actions that could be used for guessing may be attempted.

Attempts are counted in the database, by account and by network address: neither signing
in again nor concurrent requests raise the limit.
"""

from datetime import date, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from federation.domain.refusal import RegisterRefusal
from federation.models import TryCount

ACCOUNTS_AT_AN_ADDRESS = 3
"""The limit of a network address is this many times that of an account, since a whole
club may share an address.
"""
_COUNT = """
INSERT INTO federation_trycount (act, who, day, count) VALUES (%s, %s, %s, 1)
ON CONFLICT (act, who, day) DO UPDATE SET count = federation_trycount.count + 1
WHERE federation_trycount.count < %s RETURNING count
"""


@transaction.atomic
def count_try(act: str, *, user_id: int, address: str, day: date) -> None:
    """Count an attempt of the day. Refuses with `too_many_tries`, and counts nothing,
    when the account or the address has none left.
    """
    limit = settings.TRIES_A_DAY
    # The account is always counted first, so that two concurrent calls never deadlock.
    _count(act, f"account {user_id}", day, limit)
    _count(act, f"address {address}", day, limit * ACCOUNTS_AT_AN_ADDRESS)


def forget_tries(*, before: date) -> None:
    """Delete the counts of all days earlier than the day before `before`."""
    TryCount.objects.filter(day__lt=before - timedelta(days=1)).delete()


def _count(act: str, who: str, day: date, limit: int) -> None:
    digest = salted_hmac("tries", who, algorithm="sha256").hexdigest()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [act, digest, day, limit])
        if cursor.fetchone() is None:
            raise RegisterRefusal("too_many_tries")
