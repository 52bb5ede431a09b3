import os

from celery import Celery, Task
from django.db import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")


class OfficeTask(Task):  # type: ignore[misc] - Celery has no types
    """Every task may be done twice. One that lost to another transaction (a lock, a
    deadlock, a serialization failure), or whose database was away, is done again.
    """

    autoretry_for = (OperationalError,)
    max_retries = 8
    retry_backoff = 1
    retry_backoff_max = 60
    retry_jitter = True


app = Celery("rankbok", task_cls=OfficeTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
