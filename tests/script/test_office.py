import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from script.office import (
    Office,
    answers,
    first_host,
    office_environment,
    owner_of_tables,
)
from script.ports import free_port

URLS = {"DATABASE_URL": "postgresql://here", "REDIS_URL": "redis://here"}


def test_office_without_a_key_gets_a_new_one(tmp_path):
    env = office_environment(tmp_path, URLS, {}, demo=False)
    again = office_environment(tmp_path, URLS, {}, demo=False)
    assert env["SECRET_KEY"] == again["SECRET_KEY"]
    assert len(env["SECRET_KEY"]) >= 50


def test_variables_set_by_the_caller_are_kept(tmp_path):
    variables = {"SECRET_KEY": "given", "ALLOWED_HOSTS": "rankbok.example", "TZ": "UTC"}
    env = office_environment(tmp_path, URLS, variables, demo=False)
    assert {name: env[name] for name in variables} == variables


def test_no_process_of_the_office_gets_the_owners_credentials(tmp_path):
    keys = {
        "DATABASE_OWNER_URL": "postgresql://o",
        "DATABASE_ADMIN_URL": "postgresql://a",
    }
    env = office_environment(tmp_path, URLS | keys, keys, demo=False)
    assert {name for name in env if name.startswith("DATABASE_")} == {"DATABASE_URL"}


def test_typed_commands_migrate_as_the_owner(tmp_path):
    urls = URLS | {
        "DATABASE_OWNER_URL": "postgresql://owner",
        "DATABASE_ADMIN_URL": "x",
    }
    env = office_environment(tmp_path, urls, {}, demo=False)
    Office(None, tmp_path, env, owner_of_tables(urls)).note_environment()
    noted = (tmp_path / "environment").read_text()
    assert "export DATABASE_OWNER_URL=postgresql://owner\n" in noted
    assert "DATABASE_ADMIN_URL" not in noted


@pytest.mark.parametrize("variables", [{}, {"ALLOWED_HOSTS": ""}])
def test_office_without_configured_hosts_answers_to_those_of_its_machine(
    tmp_path, variables
):
    env = office_environment(tmp_path, URLS, variables, demo=False)
    assert env["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1]"


def test_demo_logins_are_enabled_in_a_demo_only(tmp_path):
    demo = office_environment(tmp_path, URLS, {}, demo=True)
    own = office_environment(tmp_path, URLS, {}, demo=False)
    assert (demo.get("RANKBOK_DEMO"), own.get("RANKBOK_DEMO")) == ("1", None)


def test_shell_reads_the_noted_environment_unchanged(tmp_path):
    key = 'it\'s $HOME `date` "å"'
    env = office_environment(tmp_path, URLS, {"SECRET_KEY": key}, demo=False)
    Office(None, tmp_path, env).note_environment()
    show = '. "$0" && printf %s "$SECRET_KEY"'
    noted = str(tmp_path / "environment")
    seen = subprocess.check_output(["/bin/sh", "-c", show, noted], env={})  # noqa: S603
    assert seen.decode() == key
    assert (tmp_path / "environment").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("allowed", "first"),
    [
        ("localhost,127.0.0.1", "localhost"),
        (".rankbok.example", "rankbok.example"),
        ("*", "localhost"),
        ("", "localhost"),
        (" rankbok.example ,b", "rankbok.example"),
    ],
)
def test_web_server_is_checked_under_an_allowed_host_name(allowed, first):
    assert first_host(allowed) == first


class WebServer(BaseHTTPRequestHandler):
    """An office behind a proxy with TLS: without the proxy's header that the reader
    came by https, everything is redirected.
    """

    def do_GET(self):
        by_tls = self.headers["X-Forwarded-Proto"] == "https"
        requested = self.path, self.headers["Host"]
        known = requested == ("/healthz", "rankbok.example")
        self.send_response((self.server.health if by_tls else 301) if known else 400)
        self.end_headers()

    def log_message(self, *arguments):
        pass


@pytest.fixture
def web_server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), WebServer)
    Thread(target=server.serve_forever).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("health", "well"), [(200, True), (301, False), (400, False), (500, False)]
)
def test_web_server_is_healthy_when_its_health_page_says_so(web_server, health, well):
    web_server.health = health
    assert answers("127.0.0.1", web_server.server_port, "rankbok.example") is well


def test_unused_port_is_unhealthy():
    assert answers("127.0.0.1", free_port(22000), "rankbok.example") is False


def test_letters_of_a_demo_link_to_its_local_url(tmp_path):
    own = {"OFFICE_ADDRESS": "https://rating.example.org"}
    address = "http://localhost:8001"

    def of(variables, *, demo):
        env = office_environment(tmp_path, URLS, variables, demo=demo, address=address)
        return env.get("OFFICE_ADDRESS")

    assert of({}, demo=True) == address
    assert of(own, demo=True) == own["OFFICE_ADDRESS"]
    assert of({}, demo=False) is None
