"""Which worker does what: a task without a queue of its own, or a queue without a worker,
would hold up others or never be done.
"""

from django.conf import settings

from federation.celery import app
from script.office import QUEUES


def queue_of(task):
    return settings.CELERY_TASK_ROUTES.get(task, {}).get("queue")


def test_somebody_has_chosen_a_queue_for_each_task():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert settings.CELERY_TASK_ROUTES.keys() == ours


def test_each_queue_has_a_worker():
    assert tuple(settings.TASKS_OF_QUEUE) == QUEUES


def test_whatever_waits_for_a_server_or_a_large_file_holds_up_nothing_else():
    assert {
        queue_of("federation.send_mail"),
        queue_of("ratings.sweep"),
        queue_of("ratings.work_on_import"),
    } == {"mail", "office", "long"}
    assert queue_of("ratings.run_experiment") == "long"


def test_what_the_clock_asks_for_is_a_task():
    asked = {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
    assert asked <= settings.CELERY_TASK_ROUTES.keys()
