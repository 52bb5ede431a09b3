"""Slow senders and readers, and bodies of unlimited size: the office still answers
everyone else at once. There is no proxy in front of it here.
"""

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import psycopg
import pytest

from tests.processes.raw_requests import connected, head, send_request, sent, upload
from tests.processes.watched_web import WatchedWeb

pytestmark = pytest.mark.processes
MANY = 50
AT_ONCE = 3.0
FOR_EACH = "/list/?q=ek"
"""A page with a search text is made for each request, and never stored."""
THREADS, PLACES = 4, 100
"""Of each of the two processes, as in the office's settings."""
LONG = "Content-Length: 400000000"
FORM = "Content-Type: application/x-www-form-urlencoded"
MULTIPART = "Content-Type: multipart/form-data; boundary=x"
SHORT = "Content-Length: 900"
FILE = "/static/vendor/uplot/uPlot.iife.min.js"
STARTS: dict[str, bytes] = {
    "headers that never end": head("GET", "/list/")[:-2] + b"X-More: ",
    "nothing at all": b"",
    "one byte of a form": head("POST", "/account/login/", FORM, SHORT) + b"x",
    "one byte for a page that takes files": head("POST", "/imports/", MULTIPART, LONG)
    + b"x",
    "one byte for no page": head("POST", "/nowhere/", FORM, SHORT) + b"x",
    "chunks without end": head("POST", "/list/", FORM, "Transfer-Encoding: chunked")
    + b"1\r\nx\r\n",
    "answers that nobody reads": head("GET", FILE) * 40,
}


@pytest.fixture
def port(whole_office) -> int:
    return whole_office.port


@pytest.fixture(scope="module")
def officer(whole_office) -> dict:
    return whole_office.ask("commands.officer_signed_in")


@pytest.fixture
def open_lines() -> Iterator[ExitStack]:
    with ExitStack() as lines:
        yield lines


def opened(lines: ExitStack, port: int, start: bytes) -> list:
    made = []
    for _ in range(MANY):
        line = lines.enter_context(connected(port, least_buffer=True))
        line.sendall(start)
        made.append(line)
    return made


def everybody_else_is_served(port: int) -> bool:
    """Return whether a short answer and a whole page come at once, three times."""
    for path in ("/healthz", "/list/") * 3:
        answer = send_request(port, path)
        assert answer.status == 200
        assert answer.seconds < AT_ONCE, path
    return True


@pytest.mark.parametrize("kind", STARTS)
def test_fifty_slow_connections_do_not_delay_others(port, open_lines, kind):
    opened(open_lines, port, STARTS[kind])
    assert everybody_else_is_served(port)


def test_all_kinds_of_slow_connections_together_do_not_delay_others(port, open_lines):
    for start in STARTS.values():
        opened(open_lines, port, start)
    assert everybody_else_is_served(port)


def test_senders_of_single_bytes_do_not_delay_others(port, open_lines):
    start = head("POST", "/account/login/", FORM, SHORT)
    lines = opened(open_lines, port, start)
    over = threading.Event()

    def trickle() -> None:
        while not over.wait(0.2):
            for line in lines:
                with suppress(OSError):
                    line.send(b"x")

    trickling = threading.Thread(target=trickle)
    trickling.start()
    try:
        assert everybody_else_is_served(port)
    finally:
        over.set()
        trickling.join()


def test_request_whose_body_does_not_come_is_ended(port):
    """The office says so and closes the connection, even if single bytes arrive."""
    began = time.monotonic()
    start = head("POST", "/account/login/", FORM, SHORT)
    answer = sent(port, start, slow_bytes(until=began + 30))
    assert answer.status == 408
    assert 15 < time.monotonic() - began < 45


def test_slow_sender_is_not_cut_off_in_the_middle_of_sending(port):
    """Otherwise a proxy or browser would report a broken connection instead."""
    start = head("POST", "/account/login/", FORM, SHORT)
    with connected(port) as line:
        line.sendall(start)
        assert line.recv(1 << 10).startswith(b"HTTP/1.1 408")
        for _ in range(5):
            line.sendall(b"x")
            time.sleep(0.2)


def slow_bytes(until: float) -> Iterator[bytes]:
    while time.monotonic() < until:
        time.sleep(1)
        yield b"x"


def test_body_of_unannounced_length_is_refused_at_once(port):
    start = head("POST", "/account/login/", FORM, "Transfer-Encoding: chunked")
    answer = sent(port, start, iter([b"1\r\nx\r\n"]))
    assert (answer.status, answer.seconds < AT_ONCE) == (411, True)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nowhere/", 413), ("/account/login/", 413), ("/api/v1/nowhere", 404)],
)
def test_huge_body_for_another_page_is_refused(whole_office, path, status):
    start = head("POST", path, LONG)
    with WatchedWeb(whole_office) as seen:
        answer = sent(whole_office.port, start, (bytes(1 << 20) for _ in range(400)))
    assert answer.status in (status, 0)  # 0: the sender had no time to read it
    assert answer.sent < 40_000_000
    assert seen() == "neither files nor memory"


def test_page_that_takes_files_accepts_none_from_a_stranger(whole_office):
    start = head("POST", "/imports/", "Content-Length: 200000000")
    with WatchedWeb(whole_office) as seen:
        answer = sent(whole_office.port, start + bytes(1000))
    assert (answer.status, "location: /account/login/" in answer.text) == (302, True)
    assert seen() == "neither files nor memory"


def test_file_above_the_pages_limit_is_refused_for_everyone(whole_office, officer):
    start = head("POST", "/imports/", LONG, f"Cookie: {officer['cookie']}")
    assert sent(whole_office.port, start + b"x").status == 413


@pytest.mark.parametrize(
    ("path", "fields", "megabytes"),
    [("/imports/", {"pool": ""}, 256), ("/fide/new/", {"month": "2026-01"}, 400)],
)
def test_largest_allowed_file_is_accepted_from_an_authorised_user(
    whole_office, officer, path, fields, megabytes
):
    if "pool" in fields:
        fields = {"pool": str(officer["pool"])}
    size = megabytes << 20
    answer = upload(whole_office.port, path, officer["cookie"], fields, size)
    assert answer.status == 302, answer.text
    assert f"location: {path.removesuffix('new/')}" in answer.text


@pytest.fixture
def held_pages(whole_office) -> Iterator[psycopg.Connection]:
    """Lock a table that pages need: each request holds its thread until this ends."""
    with psycopg.connect(whole_office.env["DATABASE_OWNER_URL"]) as connection:
        connection.execute("LOCK TABLE ratings_pool")
        yield connection


def test_health_is_answered_while_every_thread_is_held(port, held_pages, open_lines):
    opened(open_lines, port, head("GET", FOR_EACH))
    for _ in range(6):  # of either process
        answer = send_request(port, "/healthz")
        assert (answer.status, answer.seconds < AT_ONCE) == (200, True)


def test_client_that_disconnects_while_waiting_costs_no_work(port, held_pages):
    for _ in range(20):
        with ExitStack() as lines:
            opened(lines, port, head("GET", FOR_EACH))
            time.sleep(0.1)
    held_pages.rollback()
    assert send_request(port, FOR_EACH).seconds < AT_ONCE


def test_requests_beyond_the_queue_are_refused_at_once(port, held_pages, open_lines):
    lines = [
        line
        for _ in range(12)
        for line in opened(open_lines, port, head("GET", FOR_EACH, "Connection: close"))
    ]
    room = 2 * (THREADS + PLACES)
    readable, _, _ = select.select(lines, [], [], AT_ONCE)
    while len(readable) < len(lines) - room:
        time.sleep(0.1)
        readable, _, _ = select.select(lines, [], [], AT_ONCE)
    answers = {head_of(line) for line in readable}
    assert answers == {("HTTP/1.1 503 Service Unavailable", "5")}
    held_pages.rollback()
    waiting = [line for line in lines if line not in readable]
    assert {head_of(line)[0] for line in waiting} == {"HTTP/1.1 200 OK"}


def head_of(line: socket.socket) -> tuple[str, str]:
    """Return the status, and when to try again."""
    answer = b""
    while more := line.recv(1 << 16):
        answer += more
    status, *headers = answer.split(b"\r\n\r\n")[0].decode().split("\r\n")
    named = dict(header.lower().split(": ", 1) for header in headers)
    return status, named.get("retry-after", "")
