import pytest
from django.conf import settings

from ratings.models import Pool
from ratings.signals import pool_computed, report_state_changed
from tests.factories import chess_pool, line, member, posted
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    played,
    section,
    started,
    submitted,
)
from tournaments import tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch):
    """Return the messages that would be sent to the broker, with the task name."""
    messages = []
    for task in (tasks.judge_section, tasks.judge_waiting):
        monkeypatch.setattr(
            task, "delay", lambda name=task.name, **ids: messages.append((name, ids))
        )
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda kwargs, name=task.name, **_: messages.append((name, kwargs)),
        )
    return messages


@pytest.fixture
def titled():
    return played(started(section(gives_titles=True), size=2))


def test_changed_report_has_its_sections_judged(titled, sent):
    report = submitted(titled)

    report_state_changed.send(sender=None, report_id=report.pk, state="submitted")

    assert sent == [("tournaments.judge_section", {"section_id": titled.pk})]


def test_unknown_report_sends_nothing(sent):
    report_state_changed.send(sender=None, report_id=999_999, state="submitted")

    assert sent == []


def test_computed_pool_sends_lost_messages_again(titled, sent):
    submitted(titled)
    pool_id = chess_pool().pk

    pool_computed.send(sender=None, pool_id=pool_id, number=1)

    assert sent == [("tournaments.judge_waiting", {"pool_id": pool_id})]


def test_pool_without_sections_to_judge_sends_nothing(sent):
    pool_computed.send(sender=None, pool_id=chess_pool().pk, number=1)

    assert sent == []


def test_sections_waiting_in_another_pool_send_nothing(titled, sent):
    submitted(titled)
    other = Pool.objects.create(code="rapid", name="Rapid")

    pool_computed.send(sender=None, pool_id=other.pk, number=1)

    assert sent == []


def test_report_of_another_source_with_the_same_number_sends_nothing(titled, sent):
    report = posted(
        line(member(), member(), 2, FIRST_DAY),
        source_kind="league",
        source_number=titled.tournament_id,
    )

    report_state_changed.send(sender=None, report_id=report.pk, state="submitted")

    assert sent == []


def test_sweep_finds_work_of_a_dead_worker_within_seconds(titled, sent):
    submitted(titled)

    tasks.sweep()

    assert sent == [("tournaments.judge_section", {"section_id": titled.pk})]
    assert settings.CELERY_BEAT_SCHEDULE["judge"]["task"] == tasks.sweep.name
    assert settings.CELERY_BEAT_SCHEDULE["judge"]["schedule"] == 10


def test_sweep_is_one_query_if_nothing_waits(titled, sent, django_assert_num_queries):
    with django_assert_num_queries(1):
        tasks.sweep()

    assert sent == []


def test_worker_judges_waiting_sections(titled):
    submitted(titled)

    tasks.judge_waiting(pool_id=chess_pool().pk)

    titled.refresh_from_db()
    assert titled.judged == titled.posted
