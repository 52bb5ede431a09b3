"""Requests that reach the office before Django has read anything of them."""

from io import BytesIO
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from federation.wsgi import application


@pytest.fixture(autouse=True)
def connections_stay():
    """Keep connections open: a request checks the previous one's, of which there is
    none.
    """
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def status(content_type, *, method="GET", query="", body=b""):
    """Return the server's status for a page that does not exist, without a database."""
    statuses = []
    environ = {
        "HTTP_HOST": "testserver",
        "REQUEST_METHOD": method,
        "PATH_INFO": "/nowhere",
        "QUERY_STRING": query,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    application(environ, lambda line, _headers: statuses.append(line)).close()
    return statuses[0]


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain; charset=unicode_escape",
        "text/plain; charset=hex",
        "text/plain; CHARSET = hex",
        "text/plain; charset*=utf-8''%00",
        "text/plain; charset*=no-such-thing''hex",
        "text/plain; charset*0=he; charset*1=x",
        "text/plain; charset=utf-8; charset=hex",
        "text/plain; charset=" + "x" * 20_000,
        "application/x-www-form-urlencoded; charset=utf-16",
        ";",
        "",
    ],
)
def test_charset_of_the_content_type_causes_no_error(content_type):
    assert status(content_type, query="q=%5Cud800") == "404 Not Found"


@pytest.mark.parametrize("written", ['"a b"', "a", '"a;charset=hex"'])
@pytest.mark.parametrize(
    ("value", "answered"), [("å", "404 Not Found"), ("\x00", "400 Bad Request")]
)
def test_form_keeps_its_boundary_and_is_parsed(written, value, answered):
    edge = written.strip('"')
    body = (
        f'--{edge}\r\nContent-Disposition: form-data; name="x"\r\n\r\n'
        f"{value}\r\n--{edge}--\r\n"
    ).encode()
    kind = f"multipart/form-data; boundary={written}; charset=hex"
    assert status(kind, method="POST", body=body) == answered
