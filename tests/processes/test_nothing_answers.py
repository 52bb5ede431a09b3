"""A web server without database and Valkey: it reports that, and still serves what it
can.
"""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from script.checkout import ROOT
from script.office import APPLICATION, WEB, web_server_fault
from script.ports import free_port
from tests.script.offices import SmallOffice

pytestmark = pytest.mark.processes
TOKEN = "of-whoever-watches"


@pytest.fixture(scope="module")
def lonely_web(tmp_path_factory) -> Iterator[int]:
    """The port of a web server that reaches neither database nor Valkey."""
    place, port = tmp_path_factory.mktemp("web"), free_port(21500)
    nobody = free_port(22500)
    env = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "SECRET_KEY": "only-for-tests",
        "ALLOWED_HOSTS": "localhost",
        "RANKBOK_VAR": str(place),
        "RANKBOK_TESTING": "1",
        "DATABASE_URL": f"postgresql://a:b@127.0.0.1:{nobody}/none",
        "REDIS_URL": f"redis://127.0.0.1:{nobody}/0",
        "METRICS_TOKEN": TOKEN,
        "PROMETHEUS_MULTIPROC_DIR": str(place / "metrics"),
    }
    where = ["--host", "127.0.0.1", "--port", str(port), APPLICATION]
    with (place / "web.log").open("w") as log:
        web = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "granian", *WEB.split(), *where],
            env=env,
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    SmallOffice.wait_for(
        lambda: "503" in web_server_fault("127.0.0.1", port, "localhost"), 180
    )
    yield port
    os.killpg(web.pid, signal.SIGKILL)
    web.wait(30)


def got(port: int, path: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(f"http://localhost:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_health_is_reported_in_words(lonely_web):
    words = "the database does not answer"
    assert got(lonely_web, "/healthz") == (503, words)
    assert web_server_fault("127.0.0.1", lonely_web, "localhost") == f"503: {words}"


def test_page_says_in_words_that_the_outage_is_temporary(lonely_web):
    status, page_text = got(lonely_web, "/list/")
    assert (status, "Strax tillbaka" in page_text) == (503, True)


def test_figures_report_what_is_down_and_how_many_requests_failed(lonely_web):
    statuses = [got(lonely_web, "/healthz")[0] for _ in range(10)]
    assert statuses == [503] * 10
    status, figures = got(lonely_web, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    away = [f'part_answers{{part="{part}"}} 0.0' for part in ("database", "valkey")]
    assert [each in figures for each in away] == [True, True]
    assert 'status="5xx",view="federation.views.health.healthz"' in figures
    left_out = ("mail_", "backup_", "pool_", "queue_", "workers", "beat_")
    assert [name for name in left_out if f"rankbok_{name}" in figures] == []


def test_stranger_is_refused_while_everything_is_down(lonely_web):
    assert got(lonely_web, "/metrics")[0] == 401
