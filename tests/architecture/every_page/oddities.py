"""Invalid and malicious input as sent by browsers, scripts and attackers."""

import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from django.apps import apps
from django.test.client import BOUNDARY, MULTIPART_CONTENT

PLAIN = (
    "\ufffd\u202e\u0301",
    "99999999999999999999999999",
    "-1",
    "²",
    "१२",
    "1e309",
    "NaN",
    "0000-00-00",
    "9999-12-31",
    "2026-02-30",
    "%",
    "'; DROP TABLE federation_player; --",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "{{ 7|add:7 }}%s%(x)s{0}",
    "x" * 20_000,
    "\r\nSet-Cookie: a=b",
    "[]",
    "null",
    "🙂",
    "",
)
"""All values except the NUL character, which is refused before the view."""
SEGMENTS = (
    "0",
    "-1",
    "99999999999999999999999999",
    "9223372036854775808",
    "²",
    "%00",
    "%ff%fe",
    "å",
    "x" * 2_000,
    "0000-00-00",
    "2026-02-30",
    "%2e%2e%2f",
)
HEADERS = {
    "Accept-Language": "xx-yy;q=å," + "a" * 3000,
    "Accept": "\xff",
    "HX-Request": "perhaps",
    "HX-Target": "list\xff",
    "HX-Current-URL": "http://[::1",
    "HX-Prompt": "\xe5",
    "If-None-Match": '"' + "x" * 5000,
    "If-Modified-Since": "yesterday",
    "Range": "bytes=9-1",
    "Referer": "http://[bad",
    "User-Agent": "\xff" * 50,
    "X-Forwarded-For": "'; --",
    "Cookie": (
        "sessionid=\xff; csrftoken=; messages=garbage; pinned=p0.c99999999999.²;"
        " django_language=../../x; =; ;;"
    ),
}
BODIES = (
    (b"\xff\xfe=\xff&a=%ff%fe&b=%00", "application/x-www-form-urlencoded"),
    (b"a=1", "application/x-www-form-urlencoded; charset=utf-16"),
    (b"a=1", "application/x-www-form-urlencoded; charset=no-such-thing"),
    (b'{"a": "\\ud800"', "application/json"),
    (b"no boundary here", "multipart/form-data"),
    (b"--" + BOUNDARY.encode() + b"\r\nbroken", MULTIPART_CONTENT),
    (b"<x/>", "text/xml"),
)
_ASKED = re.compile(r"""(?:GET|POST|FILES)(?:\.get(?:list)?\(|\[)\s*["'](\w+)["']""")
_FIELD = re.compile(r"^    (\w+) = .*(?:Field|Filter|Reason)\(", re.MULTILINE)
_ON_PAGE = re.compile(r"""<(?:input|select|textarea|button)[^>]*\sname="([^"]+)""")


def names_in_source() -> list[str]:
    """Return every parameter name that a page of ours may read from a request."""
    texts = [
        path.read_text()
        for label in ("federation", "ratings", "tournaments")
        for path in Path(apps.get_app_config(label).path).rglob("*.py")
        if {"views", "forms", "forms.py", "filters.py"} & set(path.parts)
    ]
    return sorted({name for text in texts for name in _names(text)})


def names_on_page(html: str) -> list[str]:
    """Return the names of the fields of the forms on the page."""
    return sorted(set(_ON_PAGE.findall(html)))


def rounds(names: list[str], values: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Yield form data with all the names; from one to the next the values are shifted
    by four, so that a name gets another kind of value every time.
    """
    for shift in range(0, len(values), 4):
        turned = values[shift:] + values[:shift]
        yield dict(zip(names, islice(cycle(turned), len(names)), strict=True))


def _names(text: str) -> list[str]:
    return _ASKED.findall(text) + _FIELD.findall(text)
