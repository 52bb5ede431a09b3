"""/metrics: which clients are answered."""

import pytest

from federation.watching import figures
from script.ports import free_port

pytestmark = pytest.mark.django_db
TOKEN = "a-token-that-prometheus-knows"
KNOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN


@pytest.mark.parametrize("headers", [{}, KNOWN, {"Authorization": "Bearer "}])
@pytest.mark.parametrize("method", ["get", "post"])
def test_metrics_are_404_without_a_token_in_the_settings(
    client, method, headers, settings
):
    assert settings.METRICS_TOKEN == ""
    assert getattr(client, method)("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer ", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x",
     f"Basic {TOKEN}", TOKEN, "Bearer åäö"],
)  # fmt: skip
def test_stranger_is_refused_without_any_information(client, token, authorization):
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = client.get("/metrics", headers=headers)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert b"rankbok" not in answer.content


def test_token_in_the_url_is_not_accepted(client, token):
    assert client.get("/metrics", {"token": TOKEN}).status_code == 401


def test_client_with_the_token_gets_figures_that_are_not_cached(client, token):
    answer = client.get("/metrics", headers=KNOWN)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    assert answer["Cache-Control"] == "no-store"
    figures = answer.content.decode()
    assert 'rankbok_part_answers{part="database"} 1.0' in figures
    assert 'rankbok_part_answers{part="valkey"} 1.0' in figures
    assert client.post("/metrics", headers=KNOWN).status_code == 405


def test_other_figures_are_reported_without_valkey(client, token, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port(22000)}/0"
    figures = client.get("/metrics", headers=KNOWN).content.decode()
    assert 'rankbok_part_answers{part="valkey"} 0.0' in figures
    assert "rankbok_mail_waiting 0.0" in figures
    assert ("rankbok_queue_messages" in figures, "rankbok_workers" in figures) == (
        False,
        False,
    )


def test_slow_database_query_is_cancelled(client, token, monkeypatch):
    def slow():
        with figures.connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(60)")
        yield from ()

    monkeypatch.setattr(figures, "FROM_DATABASE", [slow])
    metrics = client.get("/metrics", headers=KNOWN).content.decode()
    assert 'rankbok_part_answers{part="database"} 0.0' in metrics
    assert "rankbok_mail_waiting" not in metrics
    assert "rankbok_build_info{" in metrics


def test_health_is_reported_in_words(client, settings):
    assert client.get("/healthz").content == b"ok"
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port(22000)}/0"
    answer = client.get("/healthz")
    assert (answer.status_code, b"Valkey does not answer" in answer.content) == (
        200,
        True,
    )
