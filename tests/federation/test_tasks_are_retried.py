"""Tasks that lost to another transaction are retried: `federation.celery.OfficeTask`."""

import pytest
from celery.exceptions import Retry
from django.db import DataError, OperationalError

from federation.celery import app


def ends_with(error):
    """Return how a task of the office ends that raises this error."""

    @app.task(name=f"tests.{error.__name__}")
    def meets():
        raise error

    meets.push_request(called_directly=False, retries=0, is_eager=False, id="1")
    try:
        with pytest.raises(Exception) as raised:  # noqa: PT011
            meets.run()
    finally:
        meets.pop_request()
    return raised.type


def test_task_that_lost_to_another_transaction_is_retried(monkeypatch):
    monkeypatch.setattr("celery.app.task.Task.apply_async", lambda *_, **__: None)
    monkeypatch.setattr("celery.canvas.Signature.apply_async", lambda *_, **__: None)
    assert ends_with(OperationalError) is Retry
    assert ends_with(DataError) is DataError


def test_every_task_of_the_office_is_an_office_task():
    app.loader.import_default_modules()
    named = [name for name in app.tasks if not name.startswith("celery.")]
    assert len(named) > 20
    for name in named:
        task = app.tasks[name]
        assert (name, task.autoretry_for) == (name, (OperationalError,))
        assert task.max_retries == 8
