"""What a container's health check says of a worker and of the clock."""

import time

import pytest
from django.conf import settings

from federation.watching.alive import PLACE, SILENCE, say_alive, valkey_at
from script.healthcheck import missing_sign
from script.office import web_server_fault
from script.ports import free_port

NAME = "recompute@of-these-tests"


@pytest.fixture
def valkey(monkeypatch):
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    valkey = valkey_at(settings.REDIS_URL)
    yield valkey
    valkey.zrem(PLACE, NAME)


def test_a_worker_that_has_just_said_so_is_well(valkey):
    say_alive(valkey, NAME, time.time() - SILENCE / 2)
    assert missing_sign(NAME) == ""


def test_one_that_is_silent_for_too_long_is_not(valkey):
    say_alive(valkey, NAME, time.time() - 100)
    assert missing_sign(NAME) == f"{NAME} has said nothing for 100 s"


def test_nor_is_one_that_was_never_heard_of(valkey):
    assert missing_sign(NAME) == f"{NAME} has never said that it is there"


def test_the_address_of_valkey_may_lie_in_a_file(valkey, monkeypatch, tmp_path):
    say_alive(valkey, NAME, time.time())
    monkeypatch.delenv("REDIS_URL")
    (tmp_path / "url").write_text(f"{settings.REDIS_URL}\n")
    monkeypatch.setenv("REDIS_URL_FILE", str(tmp_path / "url"))
    assert missing_sign(NAME) == ""


def test_without_valkey_nobody_knows(monkeypatch):
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port(22000)}/0")
    assert missing_sign(NAME) == f"Valkey does not answer: nobody knows of {NAME}"


def test_where_nobody_listens_that_is_said():
    port = free_port(22000)
    said = web_server_fault("127.0.0.1", port, "localhost")
    assert said == f"no web server answers at 127.0.0.1:{port}"
