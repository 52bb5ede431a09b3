"""Requests are counted by page, method and status class."""

import logging
import subprocess
import sys

import pytest
from django.db import OperationalError

from federation.watching.counting import count, registry, view_at
from federation.watching.log_lines import SkipBusyRefusals

COUNT = "rankbok_request_duration_seconds_count"


def count_of(view: str, method: str, status: str) -> float:
    labels = {"view": view, "method": method, "status": status}
    return registry.get_sample_value(COUNT, labels) or 0


def test_page_is_counted_by_its_name(client, db):
    before = count_of("account_login", "GET", "2xx")
    client.get("/account/login/")
    client.get("/account/login/?next=/list/")
    assert count_of("account_login", "GET", "2xx") == before + 2


def test_shared_page_is_counted_once_though_it_is_made_for_another_request(
    client, transactional_db
):
    before = count_of("ratings:current_list", "GET", "2xx")
    assert client.get("/list/").status_code == 200
    assert count_of("ratings:current_list", "GET", "2xx") == before + 1


def test_invented_paths_and_methods_make_no_label(client, db):
    series = {tuple(sample.labels.items()) for sample in samples()}
    for n in range(20):
        client.generic(f"WORD{n}", f"/nowhere/{n}/")
        client.get(f"/nowhere/{n}/" + "x" * 500)
    more = {tuple(sample.labels.items()) for sample in samples()} - series
    assert {dict(labels)["view"] for labels in more} <= {"none"}
    assert {dict(labels)["method"] for labels in more} <= {"other", "GET"}


def samples():
    return [sample for metric in registry.collect() for sample in metric.samples]


@pytest.mark.parametrize(
    ("path", "view"),
    [
        ("/players/7/", "ratings:player"),
        ("/healthz", "federation.views.health.healthz"),
        ("/nowhere", "none"),
    ],
)
def test_path_is_named_after_its_page(path, view):
    assert view_at(path) == view


def test_failure_is_counted_as_an_error():
    before = count_of("none", "POST", "5xx")
    count("/nowhere", "POST", 503, 0.2)
    assert count_of("none", "POST", "5xx") == before + 1


PROCESS = """
import django; django.setup()
from prometheus_client.exposition import generate_latest
from federation.watching.counting import count, counts
for _ in range(5): count("/nowhere", "GET", 404, 0.01)
print(generate_latest(counts()).decode())
"""


def test_any_process_reports_the_counts_of_all_including_ended_ones(tmp_path):
    env = {
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "counts"),
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "SECRET_KEY": "x",
        "RANKBOK_TESTING": "1",
    }

    def printed_metrics() -> str:
        command = [sys.executable, "-c", PROCESS]
        return subprocess.run(  # noqa: S603
            command, env=env, check=True, capture_output=True, text=True
        ).stdout

    line = f'{COUNT}{{method="GET",status="4xx",view="none"}}'
    assert f"{line} 5.0" in printed_metrics()
    assert f"{line} 10.0" in printed_metrics()


def test_answer_to_come_back_later_is_not_logged_as_an_error():
    is_told = {
        status: SkipBusyRefusals().filter(
            logging.makeLogRecord({"status_code": status})
        )
        for status in (500, 503)
    }
    assert is_told == {500: True, 503: False}


def test_reason_why_the_database_was_down_is_logged():
    problem = OperationalError("canceling statement due to statement timeout")
    facts = {"status_code": 503, "exc_info": (OperationalError, problem, None)}
    assert SkipBusyRefusals().filter(logging.makeLogRecord(facts))
