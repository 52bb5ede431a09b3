"""How often somebody may try what can be used for guessing.

Tries are counted in the database, by account and by network address: neither
another sign-in nor many requests at the same moment give more of them.
"""

from datetime import date, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from federation.domain.refusal import RegisterRefusal
from federation.models import TryCount

ACCOUNTS_AT_AN_ADDRESS = 3
"""So many times as many tries as an account has an address, where a club sits."""
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
    # The account first, for everybody: two who count at once never wait for each other.
    _count(act, f"account {user_id}", day, limit)
    _count(act, f"address {address}", day, limit * ACCOUNTS_AT_AN_ADDRESS)


def forget_tries(*, before: date) -> None:
    """Remove the counts of attempts before yesterday."""
    TryCount.objects.filter(day__lt=before - timedelta(days=1)).delete()


def _count(act: str, who: str, day: date, limit: int) -> None:
    digest = salted_hmac("tries", who, algorithm="sha256").hexdigest()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [act, digest, day, limit])
        if cursor.fetchone() is None:
            raise RegisterRefusal("too_many_tries")
