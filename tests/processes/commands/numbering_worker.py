"""A worker that repeatedly replays pools and numbers their live lists.

python -m celery -A tests.processes.commands.numbering_worker worker
"""

from celery import shared_task
from django.utils import timezone

from federation.celery import app

__all__ = ["app"]


@shared_task(name="tests.replay")
def replay(*, pool_id: int) -> None:
    from ratings.engine.domain.computation import replay_whole_pool  # noqa: PLC0415

    replay_whole_pool(pool_id, at=timezone.now())


@shared_task(name="tests.number")
def number(*, pool_id: int) -> None:
    from ratings.lists.domain.live_list import number_live_list  # noqa: PLC0415

    number_live_list(pool_id, today=timezone.localdate(), force=True)
