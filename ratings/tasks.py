"""The workers' tasks for ratings: each takes ids, does one thing and logs the outcome."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

import structlog
from celery import Task, shared_task
from django.conf import settings
from django.utils import timezone

from federation.attempts import attempt
from federation.domain.authorship import ActionContext
from ratings.board.domain.board import notify_board
from ratings.engine.domain.computation import compute_pool
from ratings.engine.domain.sweeping import (
    SweepResult,
    outdated_live_lists,
    overdue_approvals,
    record_sweep,
    sweep_pool,
)
from ratings.fide.domain.uploads import read_upload, uploads_overdue
from ratings.laboratory.domain.experiments import (
    experiments_overdue,
    run_experiment_now,
)
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.slots import empty_spare, spares_to_empty
from ratings.lists.domain.live_list import (
    number_if_requested,
    request_numbering,
    requests_overdue,
)
from ratings.lists.domain.publishing import approval_after, publish_list
from ratings.lists.domain.revisions import cancel_unchanged_revisions, pools_to_compare
from ratings.lists.queries.pool_records import cached_facts
from ratings.models import Pool
from ratings.pools.queries.publications import publications
from ratings.returns.domain.letters import chase_returns
from ratings.returns.domain.returning import ask_for_returns
from ratings.uploads.domain.file_lock import imports_overdue
from ratings.uploads.domain.work import process_import

log = structlog.get_logger(__name__)


@shared_task(name="ratings.recompute_pool")
def recompute_pool(*, pool_id: int, cause: str = "posting") -> None:
    """Compute what is out of date in a pool, then request new positions of its live
    list.
    """
    runs = compute_pool(pool_id, at=timezone.now(), cause=cause)
    log.info("pool computed", pool=pool_id, runs=runs, cause=cause)
    if runs:
        _request_numbering(pool_id)
        compare_lists.delay(pool_id=pool_id)
        write_to_board.delay(pool_id=pool_id)


@shared_task(name="ratings.write_to_board")
def write_to_board(*, pool_id: int) -> None:
    levels = notify_board(pool_id=pool_id, at=timezone.now())
    log.info("board notified", pool=pool_id, levels=levels)


@shared_task(name="ratings.number_live_list")
def number_live_list(*, pool_id: int) -> None:
    listed = number_if_requested(pool_id, at=timezone.now(), today=timezone.localdate())
    log.info("live list placed", pool=pool_id, listed=listed)


def _request_numbering(pool_id: int, *, force: bool = False) -> None:
    """Send one message for a pool, however many requests are made before a worker
    begins.
    """
    if request_numbering(pool_id, at=timezone.now(), force=force):
        number_live_list.delay(pool_id=pool_id)


@shared_task(name="ratings.compare_lists")
def compare_lists(*, pool_id: int) -> None:
    """Propose only those revised lists that differ from the published one."""
    cancelled = cancel_unchanged_revisions(pool_id)
    log.info("proposals compared", pool=pool_id, without_effect=len(cancelled))


@shared_task(name="ratings.build_list")
def build_list(*, approval_id: int) -> None:
    published = publish_list(approval_id, at=timezone.now())
    if published:
        log.info("list built", approval=approval_id)
        look_through_list.delay(pool_id=published.pool_id, number=published.number)
    following = approval_after(approval_id)
    if following is not None:
        build_list.delay(approval_id=following)


@shared_task(name="ratings.look_through_list")
def look_through_list(*, pool_id: int, number: int) -> None:
    """Compute a published list's facts for the records page in advance, so that no
    reader has to wait for them.
    """
    publication = publications(pool_id).numbered(number)
    if publication:
        cached_facts(publication)
    log.info("list looked through", pool=pool_id, number=number)


@shared_task(name="ratings.work_on_import")
def work_on_import(*, file_id: int) -> None:
    """Read, match, check or post a file of history, according to its state."""
    done = process_import(file_id, today=timezone.localdate())
    log.info("worked on import", file=file_id, done=done)


@shared_task(name="ratings.read_fide_list")
def read_fide_list(*, upload_id: int) -> None:
    state = read_upload(upload_id, today=timezone.localdate(), at=timezone.now())
    log.info("FIDE's list read", upload=upload_id, state=state)


@shared_task(name="ratings.run_experiment")
def run_experiment(*, experiment_id: int) -> None:
    games = run_experiment_now(experiment_id, at=timezone.now())
    log.info("experiment run", experiment=experiment_id, games=games)


@shared_task(name="ratings.sweep")
def sweep() -> None:
    """Find work whose message or worker was lost and send it again; an error with one
    kind of work does not stop the others.
    """
    now = timezone.now()
    attempt("sweep: board", lambda: notify_board(at=now))
    attempt("sweep: pools", lambda: _send_overdue_pools(now))
    attempt("sweep: live lists", lambda: _send_overdue_live_lists(now))
    attempt("sweep: slots", _empty_spares)
    overdue: dict[str, tuple[Task, str, Callable[[], Iterable[int]]]] = {
        "approvals": (build_list, "approval_id", lambda: overdue_approvals(at=now)),
        "comparisons": (compare_lists, "pool_id", pools_to_compare),
        "imports": (work_on_import, "file_id", imports_overdue),
        "experiments": (
            run_experiment, "experiment_id", lambda: experiments_overdue(at=now),
        ),
        "FIDE lists": (read_fide_list, "upload_id", lambda: uploads_overdue(at=now)),
    }  # fmt: skip
    for name, (task, key, find) in overdue.items():
        attempt(f"sweep: {name}", partial(_send, task, key, find))


def _send_overdue_pools(now: datetime) -> None:
    found: list[SweepResult] = []
    for pool in Pool.objects.order_by("pk"):
        attempt(f"sweep: {pool.code}", partial(_send_if_stale, pool, now, found))
    record_sweep(found, at=now)


def _send_if_stale(pool: Pool, now: datetime, found: list[SweepResult]) -> None:
    swept = sweep_pool(pool, at=now)
    found.append(swept)
    if swept.is_stale:
        recompute_pool.delay(pool_id=pool.pk, cause="sweep")


def _send_overdue_live_lists(now: datetime) -> None:
    for pool_id in {*outdated_live_lists(), *requests_overdue(at=now)}:
        attempt(f"sweep: live list {pool_id}", partial(_request_numbering, pool_id))


def _empty_spares() -> None:
    for of, pool_id in spares_to_empty():
        name = f"sweep: {of.table} {pool_id}"
        attempt(name, partial(empty_spare, of, pool_id))


def _send(task: Task, key: str, find: Callable[[], Iterable[int]]) -> None:
    """Send a message for each piece of work found. The messages expire soon: the next
    sweep finds the work again if nobody has taken it.
    """
    for each in find():
        task.apply_async(kwargs={key: each}, expires=settings.MESSAGE_SECONDS)


@shared_task(name="ratings.open_periods")
def open_periods() -> None:
    for pool in Pool.objects.order_by("pk"):
        attempt(f"open_periods: {pool.code}", partial(_open_period, pool))
        # Memberships begin and end, and players stay away for more than LISTED_MONTHS,
        # without any posting.
        ask = partial(_request_numbering, pool.pk, force=True)
        attempt(f"open_periods: live list of {pool.code}", ask)


def _open_period(pool: Pool) -> None:
    acting = ActionContext(None, timezone.now())
    opened = open_period_of_today(pool, today=timezone.localdate(), acting=acting)
    log.info("period of today", pool=pool.pk, opened=opened)


@shared_task(name="ratings.club_returns")
def club_returns() -> None:
    """Request the season's returns from the clubs and remind those that are late."""
    for pool in Pool.objects.order_by("pk"):
        attempt(f"club_returns: {pool.code}", partial(_ask_for_returns, pool))
    acting = ActionContext(None, timezone.now())
    letters = chase_returns(today=timezone.localdate(), acting=acting)
    log.info("late club returns", letters=letters)


def _ask_for_returns(pool: Pool) -> None:
    requested = ask_for_returns(pool.pk, today=timezone.localdate())
    log.info("club returns", pool=pool.pk, asked=requested)
