"""Celery tasks of tournaments: each performs one act and logs the outcome."""

from functools import partial

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from federation.attempts import attempt
from federation.domain.authorship import ActionContext
from tournaments.domain.deadline_letters import remind_of_deadlines
from tournaments.domain.movements import proposing
from tournaments.domain.removals import keeping
from tournaments.queries.movements.waiting import sections_to_judge

log = structlog.get_logger(__name__)


@shared_task(name="tournaments.judge_section")
def judge_section(*, section_id: int) -> None:
    """Update a section's class movements to its submitted results."""
    written = proposing.judge_section(section_id)
    log.info("section judged", section=section_id, written=written)


@shared_task(name="tournaments.judge_waiting")
def judge_waiting(*, pool_id: int) -> None:
    """Judge the sections of a pool that are submitted and not yet judged, so that the
    pool's computation makes up for a lost message.
    """
    for section_id in sections_to_judge(pool_id):
        attempt(
            f"judge_section: {section_id}",
            partial(judge_section, section_id=section_id),
        )


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Find sections that were submitted but not judged because a worker died with the
    message, which the broker would hold back for an hour.
    """
    for section_id in sections_to_judge():
        judge_section.apply_async(
            kwargs={"section_id": section_id}, expires=settings.MESSAGE_SECONDS
        )


@shared_task(name="tournaments.deadlines")
def deadlines() -> None:
    """Remind organisers of deadlines that are near or have passed."""
    letters = remind_of_deadlines(
        today=timezone.localdate(), acting=ActionContext(None, timezone.now())
    )
    log.info("deadlines looked at", letters=letters)


@shared_task(name="tournaments.clear_removals")
def clear_removals() -> None:
    """Permanently delete what was removed too long ago to be put back."""
    log.info("removals cleared", deleted=keeping.clear_removals(at=timezone.now()))
