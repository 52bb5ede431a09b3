import os
from typing import Any

from celery import Celery
from celery.signals import task_failure, task_success

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")

app = Celery("rankbok")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def count_failure_of_task(sender: Any, exception: BaseException, **_: Any) -> None:
    """Every task: none fails without somebody who can see it."""
    from federation.attempts import count_failure  # noqa: PLC0415 - models come later

    count_failure(sender.name, exception)


def count_task_done(sender: Any, **_: Any) -> None:
    from federation.attempts import count_done  # noqa: PLC0415 - models come later

    count_done(sender.name)


task_failure.connect(count_failure_of_task)
task_success.connect(count_task_done)
