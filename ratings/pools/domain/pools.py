"""Pools: sets of games that are rated together."""

from datetime import date
from functools import partial
from typing import Any

from django.db import connection, transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import alone, carries_out
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal, refusing_taken
from ratings.enums import PostingType, ReportState
from ratings.models import Computation, Counting, Edition, LiveList, Pool, Report
from ratings.pools.domain.merge_spans import add_merges_to_pool
from ratings.pools.domain.postings import post
from ratings.rules import systems


class PoolNotPossible(Refusal):
    """The pool's state does not allow the act."""


class PoolExists(Exception):
    """There already is a pool with that code."""


class PoolEnded(Exception):
    """The pool accepts no results after `ended`, its last day."""

    def __init__(self, ended: date) -> None:
        """Store the pool's last day."""
        super().__init__(ended)
        self.ended = ended


class UnknownSystem(LookupError):
    """No rating system, or more than one, matches a name; `names` are all that exist."""

    def __init__(self, name: str, names: list[str]) -> None:
        """Store the unknown name, and the names that exist."""
        super().__init__(name)
        self.name = name
        self.names = names


@transaction.atomic
@carries_out(Matter.POLICY)
def carry_corrections(pool_id: int, *, reason: str, acting: ActionContext) -> None:
    """Make the pool carry corrections: from now on, what comes late for an approved
    period is booked in the open one, and approved periods stay as they are. Refusals:
    `reason` without one, and `policy_same` if the pool carries already.
    """
    _set_policy(pool_id, reason, acting, carries=True)


@transaction.atomic
@carries_out(Matter.POLICY)
def cascade_corrections(pool_id: int, *, reason: str, acting: ActionContext) -> None:
    """Make the pool cascade corrections again: it recomputes from a corrected period
    on. Refused with `policy_approved` once a list was approved since the pool began to
    carry; other refusals as in `carry_corrections`.
    """
    _set_policy(pool_id, reason, acting, carries=False)


def _set_policy(
    pool_id: int, reason: str, acting: ActionContext, *, carries: bool
) -> None:
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    reason = require_reason(reason, PoolNotPossible)
    refuse_policy(pool, carries=carries)

    def effect(number: int) -> None:
        with written_by(acting.user_id):
            Pool.objects.filter(pk=pool_id).update(
                carries_from=number if carries else None
            )

    post(pool_id, PostingType.POLICY, acting, effect=effect, reason=reason)


def refuse_policy(pool: Pool, *, carries: bool) -> None:
    """Refuse with `policy_same` if the policy would not change, and with
    `policy_approved` if a list has been approved since the pool began to carry.
    """
    since = pool.carries_from
    if carries == (since is not None):
        raise PoolNotPossible("policy_same")
    if since is not None and pool.lists.filter(posting_number__gte=since).exists():
        raise PoolNotPossible("policy_approved")


def system_by_name(name: str) -> str:
    """Return the name of a rating system, given its own name, its folder (`ssf` is
    `ssf_2008`), or a beginning or end that only one system's name has. Raises
    UnknownSystem.
    """
    names = sorted(systems.systems())
    plain_name = _plain(name)
    meant = [
        each
        for each in names
        if _plain(each).startswith(plain_name) or _plain(each).endswith(plain_name)
    ]
    exact = [each for each in names if _plain(each) == plain_name]
    in_folder = [
        module.SYSTEM.name
        for folder, module in systems.modules_of_systems("system").items()
        if _plain(folder) == plain_name
    ]
    found = exact or in_folder or meant
    if not plain_name or len(found) != 1:
        raise UnknownSystem(name, names)
    return found[0]


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


@transaction.atomic
@alone(Matter.NEW_POOL)
def create_pool(
    *,
    code: str,
    name: str,
    system: str,
    parameters: dict[str, Any],
    from_date: date,
    fide_tempo: str = "",
) -> Pool:
    """Create a pool with its first edition and the partitions for its derived rows.
    With a kind of play, FIDE's ratings of it are shown with the pool's ratings.

    Raises KeyError for a system that does not exist, BadParameters or PoolExists.
    """
    systems.system(system).Parameters.from_json(parameters)
    with refusing_taken(partial(_refuse_taken, code)):
        pool = Pool.objects.create(code=code, name=name, fide_tempo=fide_tempo)
    Computation.objects.create(pool=pool)
    LiveList.objects.create(pool=pool)
    Edition.objects.create(
        pool=pool, system=system, parameters=parameters, from_date=from_date
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT ratings_add_pool(%s)", [pool.pk])
    add_merges_to_pool(pool.pk)
    return pool


def _refuse_taken(code: str) -> None:
    if Pool.objects.filter(code=code).exists():
        raise PoolExists(code)


@transaction.atomic
@alone(Matter.POOL_NAME)
def rename_pool(pool_id: int, name: str, *, acting: ActionContext) -> Pool:
    """Change the pool's name; addresses and files use its code, which stays."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    pool.name = name
    with written_by(acting.user_id):
        pool.save(update_fields=["name"])
    return pool


@transaction.atomic
@carries_out(Matter.FIDE_BESIDE)
def show_fide_beside(pool_id: int, tempo: str, *, acting: ActionContext) -> Pool:
    """Set which FIDE rating (`FideTempo`, empty: none) is shown next to the pool's own
    and offered for players who are entered.
    """
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    pool.fide_tempo = tempo
    with written_by(acting.user_id):
        pool.save(update_fields=["fide_tempo"])
    return pool


@transaction.atomic
@carries_out(Matter.LAST_DAY)
def end_pool(pool_id: int, last_day: date | None, *, acting: ActionContext) -> Pool:
    """Set the day after which the pool accepts no results and opens no period; None: it
    continues.

    Its lists and ratings stay as they are. Refusals: `results_after_end` while results
    of later days count, `held_after_end` while the office holds such results,
    `ends_before_edition` while an edition begins later.
    """
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    if last_day is not None:
        _refuse_end(pool, last_day)
    pool.ends_on = last_day
    with written_by(acting.user_id):
        pool.save(update_fields=["ends_on"])
    return pool


def _refuse_end(pool: Pool, last_day: date) -> None:
    counting = Counting.objects.filter(pool=pool, span__endswith=None)
    if counting.filter(report__last_booked_date__gt=last_day).exists():
        raise PoolNotPossible("results_after_end")
    # Released, they would count after the pool's last day.
    held = Report.objects.filter(pool=pool, state=ReportState.HELD)
    if held.filter(last_booked_date__gt=last_day).exists():
        raise PoolNotPossible("held_after_end")
    if pool.editions.filter(from_date__gt=last_day).exists():
        raise PoolNotPossible("ends_before_edition")


def lock_last_day(pool_id: int) -> None:
    """Wait for an act that is setting the pool's last day, and keep another from
    beginning before the commit: what may count again follows from the last day that is
    read now.
    """
    Pool.objects.select_for_update(no_key=True).get(pk=pool_id)


def refuse_ended(pool_id: int, last_day: date) -> None:
    """Raise PoolEnded for results after the pool's last day."""
    ends_on = Pool.objects.values_list("ends_on", flat=True).get(pk=pool_id)
    if ends_on is not None and last_day > ends_on:
        raise PoolEnded(ends_on)
