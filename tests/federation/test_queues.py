"""The queues of tasks: a task without a queue of its own, or a queue without a worker,
would delay others or never be done.
"""

from django.conf import settings

from federation.celery import app
from script.office import QUEUES


def queue_of(task):
    return settings.CELERY_TASK_ROUTES.get(task, {}).get("queue")


def test_every_task_has_a_queue():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert settings.CELERY_TASK_ROUTES.keys() == ours


def test_each_queue_has_a_worker():
    assert tuple(settings.TASKS_OF_QUEUE) == QUEUES


def test_tasks_that_wait_for_a_server_or_a_large_file_have_queues_of_their_own():
    assert {
        queue_of("federation.send_mail"),
        queue_of("ratings.sweep"),
        queue_of("ratings.work_on_import"),
    } == {"mail", "office", "long"}
    assert queue_of("ratings.run_experiment") == "long"


def test_every_message_of_the_clock_is_a_task():
    tasks = {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks <= settings.CELERY_TASK_ROUTES.keys()
