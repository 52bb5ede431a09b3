"""A container's health check of a worker and of the clock."""

import time

import pytest
from django.conf import settings

from federation.watching.alive import PLACE, SILENCE, record_heartbeat, valkey_at
from script.healthcheck import missing_heartbeat
from script.office import web_server_fault
from script.ports import free_port

NAME = "recompute@of-these-tests"


@pytest.fixture
def valkey(monkeypatch):
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    valkey = valkey_at(settings.REDIS_URL)
    yield valkey
    valkey.zrem(PLACE, NAME)


def test_worker_with_a_recent_sign_of_life_is_healthy(valkey):
    record_heartbeat(valkey, NAME, time.time() - SILENCE / 2)
    assert missing_heartbeat(NAME) == ""


def test_worker_silent_for_too_long_is_unhealthy(valkey):
    record_heartbeat(valkey, NAME, time.time() - 100)
    assert missing_heartbeat(NAME) == f"{NAME} has said nothing for 100 s"


def test_worker_without_any_sign_of_life_is_unhealthy(valkey):
    assert missing_heartbeat(NAME) == f"{NAME} has never said that it is there"


def test_url_of_valkey_may_be_in_a_file(valkey, monkeypatch, tmp_path):
    record_heartbeat(valkey, NAME, time.time())
    monkeypatch.delenv("REDIS_URL")
    (tmp_path / "url").write_text(f"{settings.REDIS_URL}\n")
    monkeypatch.setenv("REDIS_URL_FILE", str(tmp_path / "url"))
    assert missing_heartbeat(NAME) == ""


def test_health_is_unknown_without_valkey(monkeypatch):
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port(22000)}/0")
    assert missing_heartbeat(NAME) == f"Valkey does not answer: nobody knows of {NAME}"


def test_web_server_that_does_not_listen_is_reported():
    port = free_port(22000)
    message = web_server_fault("127.0.0.1", port, "localhost")
    assert message == f"no web server answers at 127.0.0.1:{port}"
