"""Posting numbers: everything that can change a rating takes one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from federation.domain.authorship import ActionContext
from ratings.enums import PostingType
from ratings.models import Decision, Merge, Posting, Report
from ratings.signals import pool_posted

_OF_DECISIONS = (PostingType.DECIDE, PostingType.REVOKE)


def post(
    pool_id: int,
    act: PostingType,
    acting: ActionContext,
    subject: Report | Decision | Merge | None = None,
    *,
    effect: Callable[[int], None] | None = None,
    reason: str = "",
) -> int:
    """Take the pool's next posting number, write the journal's line, let `effect` write
    what depends on the number, and return the number.

    Must be the last action of the caller's transaction: from here to the commit the
    pool's row is locked, which makes numbers follow the order of commits. After the
    commit `pool_posted` is sent.
    """
    number = _take_number(pool_id)
    if effect:
        effect(number)
    Posting.objects.create(
        pool_id=pool_id,
        number=number,
        act=act,
        report=subject if isinstance(subject, Report) else None,
        decision=subject if isinstance(subject, Decision) else None,
        merge=subject if isinstance(subject, Merge) else None,
        by_id=acting.user_id,
        at=acting.at,
        reason=reason,
    )
    notify_after_commit(pool_id)
    return number


def post_together(
    pool_id: int,
    act: PostingType,
    acting: ActionContext,
    subjects: Sequence[int],
    effect: Callable[[range], None],
    *,
    reason: str = "",
) -> range:
    """Post many subjects of one act at once, as `post` does: reports (their ids), or
    decisions where the act is DECIDE or REVOKE. Each gets a number of its own, in their
    order; return the numbers.

    No signal is sent, since more may follow: the caller that posts the last of them
    calls `notify_after_commit`. If that is lost, the sweep finds the pool.
    """
    last = _take_number(pool_id, len(subjects))
    numbers = range(last - len(subjects) + 1, last + 1)
    effect(numbers)
    of = "decision_id" if act in _OF_DECISIONS else "report_id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO ratings_posting (pool_id, number, act, {of}, by_id, at,"
            " reason) SELECT %s, %s + place - 1, %s, subject, %s, %s, %s"
            " FROM unnest(%s::bigint[]) WITH ORDINALITY AS each (subject, place)",
            [
                pool_id, numbers.start, act, acting.user_id, acting.at, reason,
                list(subjects),
            ],
        )  # fmt: skip
    return numbers


@dataclass(frozen=True, slots=True)
class _Notify:
    """Sends `pool_posted`; equal for one pool."""

    pool_id: int

    def __call__(self) -> None:
        pool_posted.send_robust(sender=None, pool_id=self.pool_id)


def notify_after_commit(pool_id: int) -> None:
    """Send `pool_posted` after the commit, once for a transaction with a thousand
    postings. Only the last registered callback is compared: one signal too many does no
    harm.
    """
    notify = _Notify(pool_id)
    if not any(waiting[1] == notify for waiting in connection.run_on_commit[-3:]):
        transaction.on_commit(notify)


def _take_number(pool_id: int, count: int = 1) -> int:
    """Take `count` posting numbers and return the last."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ratings_pool SET posted = posted + %s WHERE id = %s"
            " RETURNING posted",
            [count, pool_id],
        )
        row = cursor.fetchone()
    return int(row[0])
