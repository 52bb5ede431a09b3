"""Publishing while the broker is down, and the logs of tasks."""

import logging
import subprocess
import sys
from socket import create_server

import pytest
from django.conf import settings as office_settings
from kombu import Connection
from kombu.exceptions import OperationalError


def nobodys_address():
    with create_server(("127.0.0.1", 0)) as door:
        return f"redis://127.0.0.1:{door.getsockname()[1]}/0"


def test_sender_does_not_wait_for_a_second_attempt_to_publish(settings):
    # Kombu takes these three from the transport's options when it publishes.
    patience = {
        name: settings.CELERY_BROKER_TRANSPORT_OPTIONS[name]
        for name in ("max_retries", "interval_start", "interval_step")
    }
    waits = []
    with pytest.raises(OperationalError):
        Connection(nobodys_address()).ensure_connection(
            errback=lambda _failure, wait: waits.append(wait), **patience
        )
    assert waits == [0]


@pytest.mark.parametrize(
    ("level", "task", "written"),
    [
        ("INFO", "ratings.sweep", []),
        ("INFO", "ratings.recompute_pool", ["ratings.recompute_pool ended"]),
        ("ERROR", "ratings.sweep", ["ratings.sweep ended"]),
    ],
)
def test_successful_tasks_of_the_clock_are_not_logged(caplog, level, task, written):
    caplog.set_level(logging.INFO)
    level = logging.getLevelNamesMapping()[level]
    logging.getLogger("celery.app.trace").log(level, "%(name)s ended", {"name": task})
    assert caplog.messages == written


def test_clock_does_not_log_each_message():
    assert not logging.getLogger("celery.beat").isEnabledFor(logging.INFO)


def test_worker_starts_without_importing_the_pages():
    look = (
        "import sys; from federation.celery import app;"
        "app.loader.import_default_modules();"
        "print({'federation.urls', 'ninja', 'allauth.urls'} & set(sys.modules))"
    )

    process = subprocess.run(  # noqa: S603
        [sys.executable, "-c", look],
        cwd=office_settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )

    assert process.stdout == "set()\n"
