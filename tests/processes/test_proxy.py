"""The proxy of docker-compose.yml, in Debian's package, before a whole office."""

import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from script.checkout import ROOT
from script.ports import free_port
from tests.processes.chaos.mishaps import family_of, send
from tests.processes.raw_requests import connected, head
from tests.processes.whole_office import WholeOffice

pytestmark = pytest.mark.processes
MANY = 50
GONE_AFTER = 2.1
"""Seconds: nginx counts in whole ones."""
ENGLISH, SWEDISH = {"Accept-Language": "en"}, {"Accept-Language": "sv"}
AT_ONCE = 3.0


class Proxy:
    """nginx with our configuration, other ports and a certificate of its own."""

    def __init__(self, place: Path, office_port: int) -> None:
        self.place = place
        self.plain, self.tls = free_port(22000), free_port(22100)
        ours = {
            "web:8000": f"127.0.0.1:{office_port}",
            "listen 8080": f"listen 127.0.0.1:{self.plain}",
            "listen 8443": f"listen 127.0.0.1:{self.tls}",
            "/run/secrets/": f"{place}/",
            "/var/tmp/": f"{place}/",  # noqa: S108
            "/tmp/": f"{place}/",  # noqa: S108
            "/dev/": f"{place}/",
        }
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        text = re.sub("|".join(ours), lambda found: ours[found[0]], text)
        (place / "nginx.conf").write_text(text)

    def start(self) -> "subprocess.Popen[bytes]":
        request = (
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
            " -addext subjectAltName=DNS:localhost -keyout certificate_key -out certificate"
        )
        subprocess.run(  # noqa: S603
            request.split(), cwd=self.place, check=True, capture_output=True
        )
        command = ["nginx", "-c", f"{self.place}/nginx.conf", "-g", "daemon off;"]
        process = subprocess.Popen(command)  # noqa: S603
        while process.poll() is None:
            with suppress(OSError):
                connected(self.tls).close()
                return process
            time.sleep(0.05)
        raise AssertionError((self.place / "stderr").read_text())

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.place / "certificate"))

    def line(self) -> ssl.SSLSocket:
        return self.trust().wrap_socket(
            connected(self.tls), server_hostname="localhost"
        )

    def answered(
        self, path: str, body: bytes | None = None, patience: float = 10, **headers: str
    ):
        request = urllib.request.Request(
            f"https://localhost:{self.tls}{path}", body, headers
        )
        try:
            return urllib.request.urlopen(  # noqa: S310
                request, timeout=patience, context=self.trust()
            )
        except urllib.error.HTTPError as refused:
            return refused


@pytest.fixture(scope="module")
def whole_office(place) -> Iterator[WholeOffice]:
    """An office whose pages a proxy may store for a second."""
    if not shutil.which("nginx"):
        pytest.skip("there is no nginx (Debian: apt-get install nginx-light)")
    office = WholeOffice(place / "var", PROXY_SECONDS=1)
    office.open()
    yield office
    office.clear_away()


@pytest.fixture(scope="module")
def proxy(whole_office) -> Iterator[Proxy]:
    # nginx reads its stored pages in an account that may not enter pytest's
    # directories.
    place = Path(tempfile.mkdtemp(prefix="proxy"))
    place.chmod(0o755)
    proxy = Proxy(place, whole_office.port)
    process = proxy.start()
    yield proxy
    process.terminate()
    process.wait(20)
    shutil.rmtree(place)


def test_page_is_served_over_tls(proxy):
    answer = proxy.answered("/list/")
    assert (answer.status, answer.headers["Content-Type"]) == (
        200,
        "text/html; charset=utf-8",
    )


def test_plain_http_is_redirected_to_tls(proxy):
    with connected(proxy.plain) as line:
        line.sendall(head("GET", "/list/", "Connection: close"))
        answer = line.recv(1000).decode()
    assert answer.startswith("HTTP/1.1 301")
    assert "Location: https://localhost/list/" in answer


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [("/account/login/", 3_500_000, 413), ("/imports/", 3_500_000, 200)],
)
def test_only_pages_that_take_files_accept_more_than_a_form(proxy, path, size, status):
    """A stranger's file is not accepted either: the answer is a redirect to sign in."""
    answer = proxy.answered(path, bytes(size))
    assert answer.status == status
    if status == 200:
        assert "/account/login/" in answer.url


def test_slow_senders_do_not_delay_others(proxy):
    with ExitStack() as lines:
        for _ in range(MANY):
            line = lines.enter_context(proxy.line())
            line.sendall(head("POST", "/account/login/", "Content-Length: 900") + b"x")
        began = time.monotonic()
        assert proxy.answered("/list/").status == 200
        assert time.monotonic() - began < AT_ONCE


def test_connections_of_one_address_are_limited(proxy):
    with ExitStack() as lines:
        opened = [lines.enter_context(proxy.line()) for _ in range(2 * MANY)]
        for line in opened:
            line.sendall(head("POST", "/account/login/", "Content-Length: 900"))
        refused = [
            line
            for line in opened
            if first_answer_line(line).startswith("HTTP/1.1 429")
        ]
    assert len(refused) == 2 * MANY - 60


@contextmanager
def stopped(office: WholeOffice) -> Iterator[None]:
    """Stop the office's web server while the context is open."""
    family = family_of(office.find_part("web server"))
    for pid in family:
        send(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in family:
            send(pid, signal.SIGCONT)


def test_proxy_answers_with_its_stored_page_for_a_second(proxy, whole_office):
    path = "/list/?page=1"
    first = proxy.answered(path, **ENGLISH).read()
    time.sleep(GONE_AFTER)
    second = proxy.answered(path, **ENGLISH)
    with stopped(whole_office):
        stored = proxy.answered(path, **ENGLISH)
        assert stored.read() == second.read() == first
        assert "s-maxage=1" in stored.headers["Cache-Control"]
    time.sleep(GONE_AFTER)
    assert proxy.answered(path, **ENGLISH).read() == first


def test_proxy_stores_each_language_separately(proxy):
    texts = [
        proxy.answered("/lists/", **language).read().decode()
        for language in (ENGLISH, SWEDISH, ENGLISH, SWEDISH)
    ]
    assert ["Rating list" in text for text in texts] == [True, False, True, False]
    assert ["Ratinglista" in text for text in texts] == [False, True, False, True]


@pytest.mark.parametrize("cookie", ["sessionid=abc", "a=b; pinned=p1", "messages=x"])
def test_proxy_gives_no_stored_page_to_readers_with_a_page_of_their_own(
    proxy, whole_office, cookie
):
    proxy.answered("/clubs/").read()
    with stopped(whole_office), pytest.raises(TimeoutError):
        proxy.answered("/clubs/", patience=2, Cookie=cookie)


def first_answer_line(line: ssl.SSLSocket) -> str:
    line.settimeout(0.05)
    with suppress(TimeoutError):
        return line.recv(1000).decode()
    return ""
