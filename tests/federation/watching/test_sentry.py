"""Errors are reported to Sentry if a setting says so: by a process of its own, to a
server that is a substitute for it.
"""

import gzip
import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import brotli
import pytest

SENT = "0123456789abcdef0123456789abcdef"
STORY = """
import django; django.setup()
import sys
from django.http import HttpRequest
from django.test import Client
from django.urls import path
from federation import root_urls

def breaks(request, word):
    secret = "eva@example.org"
    raise ValueError(f"no such letter: {secret}")

root_urls.urlpatterns.insert(0, path("breaks/<word>/", breaks))
client = Client(raise_request_exception=False)
body = {"name": "Eva Berg", "password": "very secret"}
client.post("/breaks/evas-key/?q=Evasson", body, headers={"X-Request-ID": "%s"})
if "sentry_sdk" in sys.modules:
    sys.modules["sentry_sdk"].flush(5)
print("sentry_sdk" in sys.modules)
"""


class ErrorReceiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
        body = unpack[self.headers["Content-Encoding"]](body)
        self.server.bodies.append(body.decode())
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


@pytest.fixture
def sentry():
    server = ThreadingHTTPServer(("127.0.0.1", 0), ErrorReceiver)
    server.bodies = []
    Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


def reports_of(dsn: str) -> str:
    env = {
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "SECRET_KEY": "x",
        "RANKBOK_TESTING": "1",
        "ALLOWED_HOSTS": "testserver",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SENTRY_DSN": dsn,
    }
    command = [sys.executable, "-c", STORY % SENT]
    done = subprocess.run(  # noqa: S603
        command, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_library_is_not_imported_without_the_setting(sentry):
    assert reports_of("") == "False"
    assert sentry.bodies == []


def test_error_is_reported_with_its_request_number_and_without_personal_data(sentry):
    assert reports_of(f"http://key@127.0.0.1:{sentry.server_port}/1") == "True"
    log_text = "\n".join(sentry.bodies)
    events = [
        json.loads(line) for line in log_text.splitlines() if '"exception"' in line
    ]
    assert {event["tags"]["request_number"] for event in events} == {SENT}
    raised = {each["type"] for e in events for each in e["exception"]["values"]}
    assert "ValueError" in raised
    for word in ("eva@", "Eva Berg", "very secret", "Evasson", "evas-key", "cookies"):
        assert word not in log_text
