"""Experiments whose message or worker was lost are sent again, and no others."""

from datetime import date, timedelta

import pytest

from ratings.laboratory.domain.experiments import (
    GRACE,
    TAKEN_FOR_DEAD_AFTER,
    CandidateDraft,
    ExperimentDraft,
    experiments_overdue,
    request_experiment,
    run_experiment_now,
    share_experiment,
    stop_sharing,
)
from ratings.models import Experiment
from tests.factories import NOON, acting, chess_pool

pytestmark = pytest.mark.django_db

MOMENT = timedelta(microseconds=1)


def requested(**facts):
    draft = ExperimentDraft(chess_pool().pk, "What if", (CandidateDraft("As it is"),))
    experiment = request_experiment(draft, today=date(2026, 6, 15), acting=acting())
    Experiment.objects.filter(pk=experiment.pk).update(**facts)
    return experiment.pk


def test_message_is_lost_if_no_worker_starts_for_a_while():
    lost = requested(sent_at=NOON - GRACE - MOMENT)
    requested(sent_at=NOON - GRACE)

    assert experiments_overdue(at=NOON) == [lost]
    assert Experiment.objects.get(pk=lost).sent_at == NOON
    assert experiments_overdue(at=NOON) == []


@pytest.mark.parametrize(
    ("heard", "sent", "is_lost"),
    [(1, 1, True), (0, 1, False), (1, 0, False)],
)
def test_worker_without_sign_of_life_since_sending_is_dead(heard, sent, is_lost):
    running = requested(
        state="running",
        heard_at=NOON - TAKEN_FOR_DEAD_AFTER - heard * MOMENT,
        sent_at=NOON - TAKEN_FOR_DEAD_AFTER - sent * MOMENT,
    )

    assert experiments_overdue(at=NOON) == ([running] if is_lost else [])


def test_done_and_failed_experiments_are_not_resent():
    long_ago = NOON - 10 * TAKEN_FOR_DEAD_AFTER
    for state, facts in (("done", {"result": {}}), ("failed", {"error": "x"})):
        requested(state=state, heard_at=long_ago, sent_at=long_ago, **facts)

    assert experiments_overdue(at=NOON) == []


def test_overdue_experiments_are_found_oldest_first():
    early = NOON - GRACE - MOMENT
    both = [requested(sent_at=early), requested(sent_at=early - MOMENT)]

    assert experiments_overdue(at=NOON) == both


@pytest.mark.parametrize(("heard", "runs"), [(1, True), (0, False)])
def test_another_worker_takes_over_from_a_dead_one(heard, runs):
    running = requested(
        state="running", heard_at=NOON - TAKEN_FOR_DEAD_AFTER - heard * MOMENT
    )

    done = run_experiment_now(running, at=NOON)

    assert done == (0 if runs else None)
    assert Experiment.objects.get(pk=running).state == ("done" if runs else "running")


def test_link_created_after_revocation_has_a_new_address():
    one, other = requested(), requested()
    secret = share_experiment(one)
    new_link = share_experiment(other)

    stop_sharing(one)

    assert Experiment.objects.get(pk=one).secret is None
    assert share_experiment(other) == new_link
    assert share_experiment(one) not in (secret, new_link)
