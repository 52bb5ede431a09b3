from dataclasses import dataclass, field

import pytest

from federation.front import calls
from federation.front.calls import call, environ_of


@dataclass
class Request:
    headers: dict[str, str] = field(default_factory=dict)
    path: str = "/klubbar/å"
    http_version: str = "1.1"
    server: str = "127.0.0.1:8000"
    client: str = "192.0.2.7:4711"
    scheme: str = "http"
    method: str = "GET"
    query_string: str = "q=a"


def test_environ_has_path_and_client_as_in_wsgi():
    environ = environ_of(Request())
    names = ("PATH_INFO", "QUERY_STRING", "REMOTE_ADDR", "SERVER_NAME", "SERVER_PORT")
    assert [environ[name] for name in names] == [
        "/klubbar/å".encode().decode("latin-1"),
        "q=a",
        "192.0.2.7",
        "127.0.0.1",
        "8000",
    ]


def test_headers_are_named_as_in_wsgi_and_only_those_of_the_body_lack_the_prefix():
    environ = environ_of(Request({"content-length": "3", "x-forwarded-for": "a"}))
    assert (environ["CONTENT_LENGTH"], environ["HTTP_X_FORWARDED_FOR"]) == ("3", "a")


def test_header_with_underscore_cannot_imitate_a_proxy_header():
    environ = environ_of(Request({"x_forwarded_proto": "https"}))
    assert "HTTP_X_FORWARDED_PROTO" not in environ


def application(pieces):
    def answer(_environ, start_response):
        start_response("200 OK", [("x-a", "b")])
        return pieces

    return answer


def test_answer_is_complete_when_the_thread_is_free():
    answer = call(application(iter([b"a", b"b"])), {})
    assert (answer.status, answer.headers, answer.content) == (
        200,
        [("x-a", "b")],
        b"ab",
    )


def test_long_answer_is_written_to_disk_in_order(monkeypatch):
    monkeypatch.setattr(calls, "LONGEST_IN_MEMORY", 3)
    with call(application(iter([b"ab", b"cd", b"ef"])), {}).content as file:
        file.seek(0)
        assert file.read() == b"abcdef"


def test_application_iterator_is_closed_even_when_it_fails():
    class Pieces:
        closed = False

        def __iter__(self):
            raise ValueError("cut short")

        def close(self):
            self.closed = True

    pieces = Pieces()
    with pytest.raises(ValueError, match="cut short"):
        call(application(pieces), {})
    assert pieces.closed
