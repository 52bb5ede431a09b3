"""Turns events into tasks. An unreachable broker is logged and not shown to the user:
the sweep finds what was not published.
"""

from typing import Any

import structlog
from django.dispatch import receiver

from federation.tasks import find_duplicates
from ratings import tasks
from ratings.signals import (
    experiment_requested,
    fide_list_uploaded,
    import_waits,
    list_approved,
    pool_posted,
    resemblances_wanted,
)

log = structlog.get_logger(__name__)


def publish(task: Any, **ids: int) -> None:
    try:
        task.delay(**ids)
    except Exception as error:
        log.warning("task not published", task=task.name, error=str(error), **ids)


@receiver(pool_posted, dispatch_uid="ratings.recompute")
def recompute(sender: object, *, pool_id: int, **_: Any) -> None:
    publish(tasks.recompute_pool, pool_id=pool_id)


@receiver(list_approved, dispatch_uid="ratings.build")
def build(sender: object, *, approval_id: int, **_: Any) -> None:
    publish(tasks.build_list, approval_id=approval_id)


@receiver(import_waits, dispatch_uid="ratings.import")
def go_on_with_import(sender: object, *, file_id: int, **_: Any) -> None:
    publish(tasks.work_on_import, file_id=file_id)


@receiver(experiment_requested, dispatch_uid="ratings.experiment")
def experiment(sender: object, *, experiment_id: int, **_: Any) -> None:
    publish(tasks.run_experiment, experiment_id=experiment_id)


@receiver(fide_list_uploaded, dispatch_uid="ratings.read_fide_list")
def read(sender: object, *, upload_id: int, **_: Any) -> None:
    publish(tasks.read_fide_list, upload_id=upload_id)


@receiver(resemblances_wanted, dispatch_uid="ratings.look_for_resemblances")
def look(sender: object, **_: Any) -> None:
    publish(find_duplicates)
