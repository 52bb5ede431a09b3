"""One request of the web server as a WSGI call, and the answer written completely."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any, Protocol

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]
Headers = list[tuple[str, str]]

LONGEST_IN_MEMORY = 128 << 10
"""Bytes of an answer; a longer one is stored on disk until its reader has received it.
"""
WITHOUT_PREFIX = {"content-type", "content-length"}


class RequestHeaders(Protocol):
    """The headers as the server gives them."""

    def items(self) -> list[tuple[str, str]]: ...


class Scope(Protocol):
    """The server's facts about a request before its body."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    headers: RequestHeaders


@dataclass
class Response:
    """An answer; `content` is a file when it is long."""

    status: int
    headers: Headers
    content: bytes | IO[bytes]

    @property
    def short_content(self) -> bytes:
        """The content of a page, which is never as long as a file."""
        return self.content if isinstance(self.content, bytes) else b""


def environ_of(scope: Scope) -> Environ:
    """Build the WSGI environ. A header with an underscore in its name is dropped: it
    could not be distinguished from the one with a hyphen that a proxy sets.
    """
    host, _, port = scope.server.rpartition(":")
    environ: Environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.input": BytesIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    environ |= {"CONTENT_TYPE": "", "CONTENT_LENGTH": ""}
    for header, value in scope.headers.items():
        _add_header(environ, header, value)
    return environ


def _add_header(environ: Environ, header: str, value: str) -> None:
    if "_" in header:
        return
    name = header.upper().replace("-", "_")
    if header not in WITHOUT_PREFIX:
        name = f"HTTP_{name}"
    if name in environ and header not in WITHOUT_PREFIX:
        value = f"{environ[name]}{'; ' if header == 'cookie' else ','}{value}"
    environ[name] = value


def call(application: Application, environ: Environ) -> Response:
    """Call the application, in a thread that is free again as soon as the application
    returns.
    """
    answer = Response(500, [], b"")

    def start_response(status: str, headers: Headers, *_: object) -> None:
        answer.status, answer.headers = int(status[:3]), headers

    pieces = application(environ, start_response)
    try:
        answer.content = _gathered(pieces)
    finally:
        if hasattr(pieces, "close"):
            pieces.close()
    return answer


def _gathered(pieces: Iterable[bytes]) -> bytes | IO[bytes]:
    held, size = [], 0
    rest = iter(pieces)
    for piece in rest:
        held.append(piece)
        size += len(piece)
        if size > LONGEST_IN_MEMORY:
            break
    else:
        return b"".join(held)
    file = TemporaryFile()  # noqa: SIM115 - closed when its reader has it
    try:
        file.writelines(held)
        file.writelines(rest)
        file.flush()
    except BaseException:
        file.close()
        raise
    return file
