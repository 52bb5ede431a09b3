"""Senders and readers without haste, and bodies without measure: the office goes on
answering everybody else at once. No proxy stands before it here.
"""

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import psycopg
import pytest

from tests.processes.raw_requests import asked, connected, head, sent, upload
from tests.processes.watched_web import WatchedWeb

pytestmark = pytest.mark.processes
MANY = 50
AT_ONCE = 3.0
FOR_EACH = "/list/?q=ek"
"""A page with a text that somebody typed is made for whoever asks, and never kept."""
THREADS, PLACES = 4, 100
"""Of each of the two processes, as the office says."""
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
    """Three times a quick answer and a whole page, each at once."""
    for path in ("/healthz", "/list/") * 3:
        told = asked(port, path)
        assert told.status == 200
        assert told.seconds < AT_ONCE, path
    return True


@pytest.mark.parametrize("kind", STARTS)
def test_fifty_slow_connections_hold_nobody_up(port, open_lines, kind):
    opened(open_lines, port, STARTS[kind])
    assert everybody_else_is_served(port)


def test_nor_do_all_of_them_at_once(port, open_lines):
    for start in STARTS.values():
        opened(open_lines, port, start)
    assert everybody_else_is_served(port)


def test_nor_do_those_who_send_a_byte_now_and_then(port, open_lines):
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


def test_a_body_that_does_not_come_ends_the_request(port):
    """The office says so and closes, whether or not a byte comes now and then."""
    began = time.monotonic()
    start = head("POST", "/account/login/", FORM, SHORT)
    told = sent(port, start, slow_bytes(until=began + 30))
    assert told.status == 408
    assert 15 < time.monotonic() - began < 45


def test_whoever_was_too_slow_is_not_cut_off_in_the_middle_of_sending(port):
    """Otherwise a proxy or browser would tell of a broken connection instead."""
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


def test_a_body_without_an_announced_end_is_refused_at_once(port):
    start = head("POST", "/account/login/", FORM, "Transfer-Encoding: chunked")
    told = sent(port, start, iter([b"1\r\nx\r\n"]))
    assert (told.status, told.seconds < AT_ONCE) == (411, True)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nowhere/", 413), ("/account/login/", 413), ("/api/v1/nowhere", 404)],
)
def test_a_huge_body_for_any_other_page_is_not_taken_in(whole_office, path, status):
    start = head("POST", path, LONG)
    with WatchedWeb(whole_office) as seen:
        told = sent(whole_office.port, start, (bytes(1 << 20) for _ in range(400)))
    assert told.status in (status, 0)  # 0: the sender had no time to read it
    assert told.sent < 40_000_000
    assert seen() == "neither files nor memory"


def test_a_page_that_takes_files_takes_none_of_a_stranger(whole_office):
    start = head("POST", "/imports/", "Content-Length: 200000000")
    with WatchedWeb(whole_office) as seen:
        told = sent(whole_office.port, start + bytes(1000))
    assert (told.status, "location: /account/login/" in told.text) == (302, True)
    assert seen() == "neither files nor memory"


def test_more_than_such_a_page_takes_is_refused_to_everybody(whole_office, officer):
    start = head("POST", "/imports/", LONG, f"Cookie: {officer['cookie']}")
    assert sent(whole_office.port, start + b"x").status == 413


@pytest.mark.parametrize(
    ("path", "fields", "megabytes"),
    [("/imports/", {"pool": ""}, 256), ("/fide/new/", {"month": "2026-01"}, 400)],
)
def test_the_largest_file_is_taken_in_from_somebody_who_may(
    whole_office, officer, path, fields, megabytes
):
    if "pool" in fields:
        fields = {"pool": str(officer["pool"])}
    size = megabytes << 20
    told = upload(whole_office.port, path, officer["cookie"], fields, size)
    assert told.status == 302, told.text
    assert f"location: {path.removesuffix('new/')}" in told.text


@pytest.fixture
def held_pages(whole_office) -> Iterator[psycopg.Connection]:
    """A table that pages need is locked: each holds its thread until this ends."""
    with psycopg.connect(whole_office.env["DATABASE_OWNER_URL"]) as connection:
        connection.execute("LOCK TABLE ratings_pool")
        yield connection


def test_the_office_is_alive_while_every_thread_is_held(port, held_pages, open_lines):
    opened(open_lines, port, head("GET", FOR_EACH))
    for _ in range(6):  # of either process
        told = asked(port, "/healthz")
        assert (told.status, told.seconds < AT_ONCE) == (200, True)


def test_whoever_leaves_while_waiting_is_not_worked_for(port, held_pages):
    for _ in range(20):
        with ExitStack() as lines:
            opened(lines, port, head("GET", FOR_EACH))
            time.sleep(0.1)
    held_pages.rollback()
    assert asked(port, FOR_EACH).seconds < AT_ONCE


def test_more_than_can_be_answered_soon_are_told_so_at_once(
    port, held_pages, open_lines
):
    lines = [
        line
        for _ in range(12)
        for line in opened(open_lines, port, head("GET", FOR_EACH, "Connection: close"))
    ]
    room = 2 * (THREADS + PLACES)
    told, _, _ = select.select(lines, [], [], AT_ONCE)
    while len(told) < len(lines) - room:
        time.sleep(0.1)
        told, _, _ = select.select(lines, [], [], AT_ONCE)
    answers = {head_of(line) for line in told}
    assert answers == {("HTTP/1.1 503 Service Unavailable", "5")}
    held_pages.rollback()
    waiting = [line for line in lines if line not in told]
    assert {head_of(line)[0] for line in waiting} == {"HTTP/1.1 200 OK"}


def head_of(line: socket.socket) -> tuple[str, str]:
    """The status, and when to try again."""
    answer = b""
    while more := line.recv(1 << 16):
        answer += more
    status, *headers = answer.split(b"\r\n\r\n")[0].decode().split("\r\n")
    named = dict(header.lower().split(": ", 1) for header in headers)
    return status, named.get("retry-after", "")
