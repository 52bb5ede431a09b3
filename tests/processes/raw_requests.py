"""Requests byte by byte, as no browser sends them."""

import re
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

PIECE = bytes(1 << 20)
BOUNDARY = "a-boundary-of-this-test"


@dataclass(frozen=True)
class RawAnswer:
    """The office's answer, and how many bytes it read before."""

    status: int
    text: str
    sent: int
    seconds: float


def connected(port: int, *, least_buffer: bool = False) -> socket.socket:
    line = socket.socket()
    if least_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(300)
    line.connect(("127.0.0.1", port))
    return line


def head(method: str, path: str, *lines: str) -> bytes:
    first = (f"{method} {path} HTTP/1.1", "Host: localhost", *lines)
    return "".join(f"{line}\r\n" for line in (*first, "")).encode()


def send_request(port: int, path: str, *lines: str) -> RawAnswer:
    return sent(port, head("GET", path, "Connection: close", *lines))


def sent(port: int, start: bytes, pieces: Iterable[bytes] = ()) -> RawAnswer:
    """Send until the office has answered or closes the connection; return its answer."""
    began, count, answer = time.monotonic(), 0, b""
    with connected(port) as line:
        with suppress(ConnectionError):
            line.sendall(start)
            for piece in pieces:
                line.sendall(piece)
                count += len(piece)
        with suppress(ConnectionError):
            while more := line.recv(1 << 16):
                answer += more
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    status = int(found[1]) if found else 0
    return RawAnswer(
        status, answer.decode(errors="replace"), count, time.monotonic() - began
    )


def form_with_file(fields: dict[str, str], size: int) -> tuple[bytes, bytes]:
    """Return what precedes and follows the bytes of a file in a form that browsers
    send.
    """
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    file = (
        f"--{BOUNDARY}\r\nContent-Disposition: form-data;"
        f' name="file"; filename="of {size} bytes.zip"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return "".join([*parts, file]).encode(), f"\r\n--{BOUNDARY}--\r\n".encode()


def upload(
    port: int, path: str, cookie: str, fields: dict[str, str], size: int
) -> RawAnswer:
    """Send a form with a file of so many bytes, in the session of this cookie."""
    page = send_request(port, path, f"Cookie: {cookie}")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    planted = re.search(r"set-cookie: +(csrftoken=\w+)", page.text)
    assert token, page.text[:1000]
    assert planted, page.text[:1000]
    fields = {"csrfmiddlewaretoken": token[1], **fields}
    before, after = form_with_file(fields, size)
    start = head(
        "POST",
        path,
        "Connection: close",
        f"Cookie: {cookie}; {planted[1]}",
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}",
        f"Content-Length: {len(before) + size + len(after)}",
    )

    def pieces() -> Iterator[bytes]:
        yield before
        for at in range(0, size, len(PIECE)):
            yield PIECE[: size - at]
        yield after

    return sent(port, start, pieces())
