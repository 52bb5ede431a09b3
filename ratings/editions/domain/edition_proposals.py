"""A change of edition: proposed by one administrator, approved by another."""

from datetime import date, timedelta

import numpy as np
from django.conf import settings
from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, carries_out, closes, starts
from federation.domain.reasons import require_reason
from ratings.editions.domain.ratings_without_level import (
    refuse_decisions_without_level,
    refuse_ratings_without_level,
)
from ratings.enums import PostingType
from ratings.four_eyes.domain.settling import (
    refuse_own,
    reject_or_withdraw,
    sign,
    waiting_locked,
)
from ratings.ledger.domain.editions import (
    EditionDraft,
    EditionInForce,
    EditionNotPossible,
    EditionsOfPool,
    adopt_draft,
    in_force,
    lock_periods,
    periods_held,
    read_edition,
    refuse_approved,
    refuse_cut_periods,
)
from ratings.models import CurrentRating, Edition, EditionProposal, Period, Pool, Report
from ratings.pools.domain.postings import post
from ratings.rules.calendar import period_of
from ratings.rules.conversion import Conversion
from ratings.rules.step import FloatArray

DAY = timedelta(days=1)


def refuse_impossible_edition(draft: EditionDraft) -> None:
    """Raise what `propose_edition` would raise, except `waits`; write nothing."""
    pool = Pool.objects.get(pk=draft.pool_id)
    read = read_edition(draft.system, draft.parameters)
    _refuse_day(draft, pool)
    _refuse_no_change(draft, read)
    refuse_approved(draft.pool_id, draft.from_date)
    _refuse_inside_period(draft)
    refuse_cut_periods(draft.pool_id, draft.from_date, read)
    _refuse_booked(draft.pool_id, draft.from_date, read)
    _refuse_conversion(draft, read)
    refuse_decisions_without_level(draft.pool_id, draft.from_date, read)
    require_reason(draft.reason, EditionNotPossible)


@transaction.atomic
@starts(Matter.EDITION)
def propose_edition(draft: EditionDraft, *, acting: ActionContext) -> EditionProposal:
    """Store the proposal. It changes nothing until another administrator approves it;
    it is carried out at once where the federation has waived four eyes.

    Raises KeyError, BadParameters, or EditionNotPossible with the code: `reason`;
    `waits` (another proposal for the day); `taken` (there is an edition of that day) or
    `gone` (there is none to replace); `ended` (the pool has); `same` (nothing changes);
    `approved`; `inside_period` or `periods`; `booked` (events of those days are booked
    in another unit); `fractions` (the conversion keeps decimals, the system does not),
    `not_whole` (the same without a conversion, after a system with decimals) or
    `next_not_whole` (the same for the edition that follows), `not_converted` (it is
    undefined for a player's rating), or `no_levels` or `decided_no_levels` (the system
    rates by levels, and a player's or a decided rating would be none).
    """
    if not settings.FOUR_EYES:  # It is approved at once: the same order of locks.
        lock_periods(draft.pool_id, draft.from_date)
    Pool.objects.select_for_update().get(pk=draft.pool_id)
    waiting = EditionProposal.objects.waiting()
    if waiting.filter(pool_id=draft.pool_id, from_date=draft.from_date).exists():
        raise EditionNotPossible("waits")
    refuse_impossible_edition(draft)
    with written_by(acting.user_id):
        proposal = EditionProposal.objects.create(
            pool_id=draft.pool_id,
            from_date=draft.from_date,
            system=draft.system,
            parameters=draft.parameters,
            conversion=draft.conversion,
            replaces=draft.replaces,
            reason=draft.reason.strip(),
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    if not settings.FOUR_EYES:
        return approve_edition(proposal.pk, acting=acting)
    return proposal


@transaction.atomic
@agrees(Matter.EDITION)
def approve_edition(proposal_id: int, *, acting: ActionContext) -> EditionProposal:
    """Approve an edition as another administrator: it is posted. Everything is checked
    again, since much may have changed since the proposal.

    Raises EditionNotPossible `settled`, `four_eyes`, or with a code of
    `propose_edition`.
    """
    proposal = _waiting(proposal_id)
    refuse_own(Matter.EDITION, proposal, acting, EditionNotPossible)
    lock_periods(proposal.pool_id, proposal.from_date)
    Pool.objects.select_for_update().get(pk=proposal.pool_id)
    refuse_impossible_edition(draft_of(proposal))
    sign(proposal, acting)
    with written_by(acting.user_id):
        # This takes the pool's posting number, which must be done last.
        adopt_draft(draft_of(proposal), acting=acting)
    return proposal


@transaction.atomic
@closes(Matter.EDITION)
def reject_edition(
    proposal_id: int, *, answer: str, acting: ActionContext
) -> EditionProposal:
    """Reject a proposal; see `reject_or_withdraw`. Raises EditionNotPossible `settled` or
    `answer`.
    """
    proposal = _waiting(proposal_id)
    reject_or_withdraw(proposal, answer, acting, EditionNotPossible)
    return proposal


@transaction.atomic
@carries_out(Matter.EDITION_WITHDRAWAL)
def withdraw_edition(edition_id: int, *, reason: str, acting: ActionContext) -> None:
    """Remove an edition by which no approved list was rated; the edition before it
    holds in its place.

    Raises EditionNotPossible `reason`, `first` (nothing was before it), `approved`, or
    `periods`, `booked`, `decided_no_levels` or `next_not_whole`, where the one before it
    has another calendar or unit, rates by levels, or has ratings with decimals.
    """
    reason = require_reason(reason, EditionNotPossible)
    known = Edition.objects.get(pk=edition_id)
    pool_id = known.pool_id
    lock_periods(pool_id, known.from_date)
    Pool.objects.select_for_update().get(pk=pool_id)
    edition = Edition.objects.select_for_update().get(pk=edition_id)
    before = _before(pool_id, edition.from_date)
    if before is None:
        raise EditionNotPossible("first")
    refuse_approved(pool_id, edition.from_date)
    refuse_cut_periods(pool_id, edition.from_date, before)
    _refuse_booked(pool_id, edition.from_date, before)
    _refuse_decimals_in_next(pool_id, edition.from_date, before)
    refuse_decisions_without_level(pool_id, edition.from_date, before)
    with written_by(acting.user_id):
        edition.delete()
    post(pool_id, PostingType.EDITION, acting, reason=reason)


def draft_of(proposal: EditionProposal) -> EditionDraft:
    """Return the draft of the edition that the proposal contains."""
    return EditionDraft(
        pool_id=proposal.pool_id,
        from_date=proposal.from_date,
        system=proposal.system,
        parameters=proposal.parameters,
        conversion=proposal.conversion,
        reason=proposal.reason,
        replaces=proposal.replaces,
    )


def _waiting(proposal_id: int) -> EditionProposal:
    proposals = EditionProposal.objects.all()
    return waiting_locked(proposals, proposal_id, EditionNotPossible)


def _before(pool_id: int, day: date) -> EditionInForce | None:
    editions = Edition.objects.filter(pool_id=pool_id)
    edition = editions.in_force(day - DAY).first()
    return None if edition is None else in_force(edition)


def _refuse_day(draft: EditionDraft, pool: Pool) -> None:
    if pool.ends_on is not None and draft.from_date > pool.ends_on:
        raise EditionNotPossible("ended", day=pool.ends_on)
    of_day = Edition.objects.filter(pool=pool, from_date=draft.from_date).exists()
    if of_day and not draft.replaces:
        raise EditionNotPossible("taken", day=draft.from_date)
    if draft.replaces and not of_day:
        raise EditionNotPossible("gone", day=draft.from_date)


def _refuse_no_change(draft: EditionDraft, read: EditionInForce) -> None:
    editions = Edition.objects.filter(pool_id=draft.pool_id)
    holds = editions.in_force(draft.from_date).first()
    if holds is None or draft.conversion != (
        holds.conversion if draft.replaces else None
    ):
        return
    if in_force(holds) == read:
        raise EditionNotPossible("same", day=holds.from_date)


def _refuse_inside_period(draft: EditionDraft) -> None:
    """Refuse an edition that begins inside a period: a game must never fall between two
    calendars.
    """
    day = draft.from_date
    before = _before(draft.pool_id, day)
    begun = Period.objects.filter(
        pool_id=draft.pool_id, start_date__lt=day, end_date__gte=day
    ).first()
    if begun is not None:
        raise EditionNotPossible(
            "inside_period",
            first=begun.start_date,
            last=begun.end_date,
            next=begun.end_date + DAY,
        )
    held = periods_held(draft.pool_id, day)
    if not held and before is not None:
        period = period_of(day, before.calendar)
        if period.first_date != day:
            raise EditionNotPossible(
                "inside_period",
                first=period.first_date,
                last=period.last_date,
                next=period.last_date + DAY,
            )


def _refuse_booked(pool_id: int, day: date, read: EditionInForce) -> None:
    """Raise EditionNotPossible `booked` if events since the day were booked by the
    other unit: a report is booked by the unit of its edition when it is posted, and
    never again.
    """
    held = EditionsOfPool.of(pool_id).in_force(day)
    if held.system.unit == read.system.unit:
        return
    events = Report.objects.filter(pool_id=pool_id, start_date__gte=day)
    first = events.order_by("start_date").first()
    if first is not None:
        raise EditionNotPossible("booked", first=first.start_date)


def _refuse_conversion(draft: EditionDraft, read: EditionInForce) -> None:
    held = _ratings_held(draft.pool_id)
    _refuse_decimals_in_next(draft.pool_id, draft.from_date, read)
    if draft.conversion is None:
        before = _before(draft.pool_id, draft.from_date)
        if before and _hides_decimals(before, read):
            raise EditionNotPossible("not_whole")
    else:
        conversion = Conversion.from_json(draft.conversion)
        if conversion.decimals and not read.system.fractional:
            raise EditionNotPossible("fractions")
        missing = np.sort(held[conversion.undefined(held)])
        if missing.size:
            raise EditionNotPossible("not_converted", ratings=missing.tolist())
        held = conversion.convert(held)
    refuse_ratings_without_level(held, read)


def _refuse_decimals_in_next(pool_id: int, day: date, read: EditionInForce) -> None:
    """Raise EditionNotPossible `next_not_whole` if the first edition after the day would
    carry over decimals of the ratings by this one, without a conversion.
    """
    later = Edition.objects.filter(pool_id=pool_id, from_date__gt=day)
    following = later.order_by("from_date").first()
    if following is None or following.conversion is not None:
        return
    if _hides_decimals(read, in_force(following)):
        raise EditionNotPossible("next_not_whole", day=following.from_date)


def _hides_decimals(before: EditionInForce, after: EditionInForce) -> bool:
    return before.system.fractional and not after.system.fractional


def _ratings_held(pool_id: int) -> FloatArray:
    ratings = CurrentRating.objects.filter(pool_id=pool_id)
    return np.array(list(ratings.values_list("rating", flat=True).distinct()), float)
