"""The figures that are read on request."""

from datetime import timedelta

import pytest
from django.utils import timezone

from federation.domain.failures import note_failure
from federation.models import Backup, OutboxMail
from federation.watching.alive import (
    PLACE,
    SCHEDULER,
    SILENCE,
    record_heartbeat,
    valkey_at,
)
from federation.watching.figures import office_figures
from tests import database

pytestmark = pytest.mark.django_db


def value(name: str, **labels: str) -> float | None:
    return office_figures().get_sample_value(f"rankbok_{name}", labels)


def letter(*, hours: int, **facts) -> OutboxMail:
    at = timezone.now() - timedelta(hours=hours)
    return OutboxMail.objects.create(
        to="a@example.org", subject="x", written_at=at, next_attempt_at=at, **facts
    )


def test_waiting_letters_and_given_up_ones_are_reported():
    assert (value("mail_waiting"), value("mail_failed")) == (0, 0)
    assert value("mail_oldest_timestamp_seconds") is None
    oldest, _ = letter(hours=3), letter(hours=1)
    letter(hours=9, given_up_at=timezone.now())
    letter(hours=8, sent_at=timezone.now())
    assert (value("mail_waiting"), value("mail_failed")) == (2, 1)
    assert value("mail_oldest_timestamp_seconds") == oldest.written_at.timestamp()


@pytest.mark.django_db(transaction=True)
def test_time_and_size_of_the_last_backup_are_reported():
    assert value("backup_timestamp_seconds") is None
    now = timezone.now()
    with database.owner():
        for hours in (30, 5):
            at = now - timedelta(hours=hours)
            Backup.objects.create(made_at=at, finished_at=at, file_name="a.zip", size=7)
    assert value("backup_timestamp_seconds") == (now - timedelta(hours=5)).timestamp()
    assert value("backup_age_seconds") == pytest.approx(5 * 3600, abs=60)
    assert value("backup_size_bytes") == 7


def test_failures_in_the_background_are_reported():
    note_failure("sweep: pools", ValueError("x"), at=timezone.now())
    assert value("task_failures") == 1


@pytest.fixture
def valkey(settings):
    """A database number of its own: the first is that of a running office."""
    settings.REDIS_URL = settings.REDIS_URL.rpartition("/")[0] + "/15"
    valkey = valkey_at(settings.REDIS_URL)
    keys = ("recompute", "office", "mail", "long", PLACE)
    valkey.delete(*keys)
    yield valkey
    valkey.delete(*keys)


def test_number_of_waiting_messages_is_reported_by_queue(valkey):
    valkey.rpush("mail", "a", "b")
    seen = {queue: value("queue_messages", queue=queue) for queue in ("mail", "long")}
    assert seen == {"mail": 2, "long": 0}


def test_signs_of_life_of_workers_and_the_clock_are_reported(valkey):
    now = timezone.now().timestamp()
    assert value("beat_tick_timestamp_seconds") == 0
    record_heartbeat(valkey, "mail@a", now)
    record_heartbeat(valkey, "mail@b", now - 5)
    record_heartbeat(valkey, "mail@c", now - SILENCE - 1)
    record_heartbeat(valkey, SCHEDULER, now - 3)
    seen = {queue: value("workers", queue=queue) for queue in ("mail", "long")}
    assert seen == {"mail": 2, "long": 0}
    assert value("beat_tick_timestamp_seconds") == pytest.approx(now - 3)


def test_worker_that_did_not_come_back_is_forgotten(valkey):
    record_heartbeat(valkey, "mail@old", 1.0)
    record_heartbeat(valkey, "mail@new", 100_000.0)
    assert valkey.zrange(PLACE, 0, -1) == [b"mail@new"]


def test_build_number_is_reported():
    [build] = [each for each in office_figures().collect() if "build" in each.name]
    [sample] = build.samples
    assert sample.labels["number"].isdecimal()


def test_figures_take_six_queries(django_assert_num_queries, valkey):
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    with CaptureQueriesContext(connection) as queries:
        list(office_figures().collect())
    plain = [each["sql"] for each in queries if "SAVEPOINT" not in each["sql"]]
    assert len(plain) == 6
