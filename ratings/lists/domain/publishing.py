"""Approving a period's list and building it: exactly what the officer saw is published."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Max, QuerySet

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone, carries_out, is_one_of
from federation.domain.refusal import Refusal
from ratings.board.domain.board import waiting_in
from ratings.engine.domain.listed_steps import store_listed_steps
from ratings.enums import ApprovalState
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.lists.domain.barred_approvers import barred_approvers
from ratings.lists.domain.facets import store_facets
from ratings.lists.domain.input_digest import input_digest
from ratings.lists.domain.letters import notify_not_published
from ratings.lists.queries.left_out import LeftOutGames
from ratings.lists.queries.listing import (
    DIGEST,
    PLACED,
    ListProposalSeen,
    placed_parameters,
    proposal_seen,
)
from ratings.lists.queries.proposals import waiting_reports
from ratings.models import Approval, Computation, Period, RatingList
from ratings.pools.domain.computation_lock import lock_computation
from ratings.signals import list_approved

# Lines, counts and digest come from one snapshot, and nothing is written unless the
# digest is the approved one.
_BUILD = f"""
WITH placed AS MATERIALIZED ({PLACED}), said AS MATERIALIZED ({DIGEST}), written AS (
  INSERT INTO ratings_listentry (pool_id, list_id, player_id, position, rank, rating,
    base, change, games, score, start_from, club_id, district_id, player_class,
    age_group, gender, last_played, memory)
  SELECT pool_id, %(list)s, player_id, position, rank, rating, base, change,
    placed.games, score, start_from, club_id, district_id, player_class, age_group,
    gender, last_played, memory
  FROM placed JOIN said ON said.digest = %(digest)s
  RETURNING position, games
)
SELECT (SELECT digest = %(digest)s FROM said), (SELECT games FROM said),
  count(position), count(*) FILTER (WHERE games > 0) FROM written
"""


class ApprovalNotPossible(Refusal):
    """The list cannot be approved. Codes: the period has not ended (`open`); the next
    one is not open, so that the effects of time are not booked (`last`); reports wait
    (`waiting`); levels wait for the board (`board`); the pool is being computed, or the
    list compared with the published one (`computing`); the proposal is not the one that
    was seen (`moved`), or differs from it though no posting changed it (`says_other`);
    an approval is in progress (`requested`); nothing differs from the published list
    (`same`); the officer alone removed something that the list follows from
    (`stopped`); a list of a later day was imported as an earlier list (`brought_in`);
    nothing was left in the period and it was removed (`gone`).
    """


@transaction.atomic
@alone(Matter.LIST)
def approve_list(
    period_id: int,
    *,
    seen: ListProposalSeen,
    comment: str,
    today: date,
    acting: ActionContext,
    left_out: Sequence[LeftOutGames] = (),
) -> Approval:
    """Approve the period's proposal as it was `seen`, as an officer who knows what is
    `left_out` of the list.

    The list is built by a worker and becomes visible in one commit. Raises
    ApprovalNotPossible.
    """
    # A computation that would move the proposal has to wait for this lock. Results that
    # are submitted in the meantime move it later, and `publish_list` notices that.
    period = Period.objects.select_for_update().filter(pk=period_id).first()
    if period is None:
        raise ApprovalNotPossible("gone")
    _refuse_unless_approvable(period, seen, today)
    if settings.FOUR_EYES and is_one_of(acting.person_id, barred_approvers(period)):
        raise ApprovalNotPossible("stopped")
    approval = Approval.objects.create(
        period=period,
        moved=seen.moved,
        digest=seen.digest,
        by_id=acting.person_id,
        at=acting.at,
        comment=comment.strip(),
        left_out=[each.record for each in left_out],
    )
    transaction.on_commit(
        lambda: list_approved.send_robust(sender=None, approval_id=approval.pk)
    )
    return approval


@transaction.atomic
@carries_out(Matter.LIST)
def publish_list(approval_id: int, *, at: datetime) -> RatingList | None:
    """Build the approved list with all its entries. Return None when it has been built
    already, when an earlier period's approved list has to be built first, or when the
    proposal has changed since: then the approval is refused, together with those of the
    same act that have changed too, and the officer gets one letter.
    """
    approval = (
        Approval.objects.select_for_update(of=("self",))
        .select_related("period__pool", "by")
        .get(pk=approval_id)
    )
    if approval.state != ApprovalState.REQUESTED:
        return None
    computation = lock_computation(approval.period.pool_id)
    if _comes_later(approval):
        return None
    period = Period.objects.select_for_update().get(pk=approval.period_id)
    published = None
    if period.moved == approval.moved:
        published = _publish(approval, period, computation.computed, at)
    if published is None:
        refused = [approval, *_changed_with(approval)]
        for each in refused:
            _settle(each, ApprovalState.REFUSED)
        notify_not_published(refused, at=at)
        return None
    _settle(approval, ApprovalState.PUBLISHED)
    return published


def approval_after(approval_id: int) -> int | None:
    """Return the next approval whose list is to be built; None while this one waits."""
    approval = Approval.objects.select_related("period").get(pk=approval_id)
    if approval.state == ApprovalState.REQUESTED:
        return None
    following = _requested(approval).filter(pk__gt=approval.pk).order_by("pk")
    return following.values_list("pk", flat=True).first()


def _requested(approval: Approval) -> "QuerySet[Approval]":
    """Return all approvals of its pool whose lists are not built yet."""
    return Approval.objects.filter(
        period__pool=approval.period.pool_id, state=ApprovalState.REQUESTED
    )


def _comes_later(approval: Approval) -> bool:
    """Return whether the list of an earlier period that was approved before is not
    built yet. Lists are numbered, and compared with those before them, in the order of
    periods.
    """
    earlier = _requested(approval).filter(
        pk__lt=approval.pk, period__end_date__lt=approval.period.end_date
    )
    return earlier.exists()


def _changed_with(approval: Approval) -> list[Approval]:
    """Return the other approvals of the same act whose proposals have changed too. One
    that another worker has locked is skipped: that worker notices the change itself.
    """
    others = _requested(approval).filter(by=approval.by_id, at=approval.at)
    changed = others.exclude(pk=approval.pk).exclude(period__moved=F("moved"))
    free = changed.select_for_update(skip_locked=True, of=("self",))
    return list(free.select_related("period").order_by("pk"))


def _refuse_unless_approvable(
    period: Period, seen: ListProposalSeen, today: date
) -> None:
    _refuse_open_period(period, today)
    if waiting_reports(period):
        raise ApprovalNotPossible("waiting")
    if period.moved != seen.moved:
        raise ApprovalNotPossible("moved")
    computation = Computation.objects.select_related("pool").get(pk=period.pool_id)
    if computation.computed < computation.pool.posted:
        raise ApprovalNotPossible("computing")
    # Only now, since what waits is read from the computed rows. A decision or report that
    # is posted in the meantime moves the proposal, and `publish_list` notices that.
    if waiting_in(period):
        raise ApprovalNotPossible("board")
    _refuse_unchanged_list(period)
    # A change of the register raises no number, but changes the digest. `publish_list`
    # notices later changes.
    if proposal_seen(period).digest != seen.digest:
        raise ApprovalNotPossible("says_other")


def _refuse_open_period(period: Period, today: date) -> None:
    if period.end_date >= today:
        raise ApprovalNotPossible("open")
    if not _is_closed(period, today):
        raise ApprovalNotPossible("last")
    brought_in = RatingList.published.exclude(brought_in=None)
    if brought_in.filter(pool=period.pool, valid_from__gt=period.start_date).exists():
        raise ApprovalNotPossible("brought_in")


def _is_closed(period: Period, today: date) -> bool:
    """Return whether another period follows: only then are this one's yearly deductions
    booked, which a list approved earlier would lack. A pool that has ended opens no
    further period.
    """
    ends_on = period.pool.ends_on
    if ends_on is not None and ends_on < today:
        return True
    later = Period.objects.filter(pool_id=period.pool_id)
    return later.filter(start_date__gt=period.end_date).exists()


def _refuse_unchanged_list(period: Period) -> None:
    if period.approvals.filter(state=ApprovalState.REQUESTED).exists():
        raise ApprovalNotPossible("requested")
    last = period.lists.order_by("-revision").first()
    if last and last.posting_number >= period.moved:
        raise ApprovalNotPossible("same")
    if last and period.compared < period.moved:
        raise ApprovalNotPossible("computing")


def _settle(approval: Approval, state: ApprovalState) -> None:
    approval.state = state
    approval.save(update_fields=["state"])


def _publish(
    approval: Approval, period: Period, number: int, at: datetime
) -> RatingList | None:
    system_days = EditionsOfPool.of(period.pool_id).system_days(period.start_date)
    parameters = placed_parameters(period, system_days.from_date)
    list_id = _reserved()
    with connection.cursor() as cursor:
        cursor.execute(
            _BUILD, {**parameters, "list": list_id, "digest": approval.digest}
        )
        is_as_seen, games, listed, players = cursor.fetchone()
    if not is_as_seen:
        return None
    published = RatingList.objects.create(
        pk=list_id,
        pool_id=period.pool_id,
        period=period,
        number=_next_number(period.pool_id),
        valid_from=period.end_date + timedelta(days=1),
        revision=period.lists.count(),
        posting_number=number,
        approved_by_id=approval.by_id,
        approved_at=approval.at,
        published_at=at,
        comment=approval.comment,
        listed=listed,
        players=players,
        games=games,
        input_digest=input_digest(period, number),
    )
    store_facets(published)
    with connection.cursor() as cursor:
        cursor.execute("SELECT ratings_listentry_analyze(%s)", [period.pool_id])
    if parameters["several"]:
        store_listed_steps(published, period)
    return published


def _reserved() -> int:
    """Return the id for a new list. The entries need it first: a list row is never
    changed, and it has the counts of the entries, so it is written after them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('ratings_ratinglist', 'id'))"
        )
        return int(cursor.fetchone()[0])


def _next_number(pool_id: int) -> int:
    lists = RatingList.published.filter(pool_id=pool_id)
    last = lists.aggregate(last=Max("number"))
    return (last["last"] or 0) + 1
