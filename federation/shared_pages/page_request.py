"""The key of a shared page, from what a request asks for: two requests with one key get
the same bytes.

The page is made for a request that contains nothing but the key, so that it cannot show
anything of the reader who happened to request it first.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict
from django.http.cookie import parse_cookie
from django.utils import timezone
from django.utils.translation import get_language_from_request

from federation.context import build_number, office_settings
from federation.front.bodies import REFUSED
from federation.shared_pages.declared import SharedKind, kind_at
from federation.shared_pages.numbers import numbers_key
from federation.views.lists import LIST_ID

Environ = Mapping[str, Any]
SAFE = ("GET", "HEAD")
LONGEST = 300
"""The most characters of a query whose page is stored."""
MOST_DIGITS = 9
OF_A_PERSON = ("messages", "pinned")
"""Cookies by which a page differs for a reader who is not signed in."""
KEPT_OF_ENVIRONMENT = (
    "SCRIPT_NAME", "PATH_INFO", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL",
    "HTTP_HOST", "HTTP_X_FORWARDED_PROTO", "HTTP_HX_REQUEST", "HTTP_HX_TARGET",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SharedPageRequest:
    """`query`: the parameters that the page reads, in a fixed order."""

    key: str
    kind: SharedKind
    query: str
    language: str

    def environment(self, environ: Environ) -> dict[str, Any]:
        """Return the environ of the request for which the page is made."""
        kept = {name: environ[name] for name in KEPT_OF_ENVIRONMENT if name in environ}
        server = {name: at for name, at in environ.items() if name.startswith("wsgi.")}
        return {
            **server,
            **kept,
            "REQUEST_METHOD": "GET",
            "QUERY_STRING": self.query,
            "REMOTE_ADDR": "",
            "CONTENT_TYPE": "",
            "CONTENT_LENGTH": "",
            "HTTP_ACCEPT_LANGUAGE": self.language,
        }


def shared_page_request(environ: Environ) -> SharedPageRequest | None:
    """Return what the request asks for; None unless it is for a shared page, by a
    reader of whom nothing is known but the language.
    """
    if environ["REQUEST_METHOD"] not in SAFE or _has_more(environ):
        return None
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    if settings.SESSION_COOKIE_NAME in cookies or any(map(cookies.get, OF_A_PERSON)):
        return None
    part = _part_of(environ)
    if part is None:
        return None
    return _request_at(
        environ["PATH_INFO"],
        environ["QUERY_STRING"],
        _language(
            cookies.get(settings.LANGUAGE_COOKIE_NAME, ""),
            environ.get("HTTP_ACCEPT_LANGUAGE", ""),
        ),
        part,
        (environ.get("HTTP_HOST", ""), _is_secure(environ)),
        timezone.localdate(),
    )


def _has_more(environ: Environ) -> bool:
    return (
        environ.get("CONTENT_LENGTH", "") not in ("", "0")
        or "HTTP_TRANSFER_ENCODING" in environ
        or "HTTP_AUTHORIZATION" in environ
        or REFUSED in environ
    )


def _part_of(environ: Environ) -> str | None:
    """Return "" for the whole page, or the name of the part that a script requests;
    None for other requests by scripts.
    """
    if "HTTP_HX_REQUEST" not in environ:
        return None if "HTTP_HX_TARGET" in environ else ""
    whole = "HTTP_HX_HISTORY_RESTORE_REQUEST" in environ or "HTTP_HX_BOOSTED" in environ
    is_list = (environ["HTTP_HX_REQUEST"], environ.get("HTTP_HX_TARGET"))
    return LIST_ID if is_list == ("true", LIST_ID) and not whole else None


def _is_secure(environ: Environ) -> bool:
    if settings.SECURE_PROXY_SSL_HEADER:
        name, secure = settings.SECURE_PROXY_SSL_HEADER
        header = environ.get(name)
        if header is not None:
            return bool(header.split(",", 1)[0].strip() == secure)
    return bool(environ.get("wsgi.url_scheme") == "https")


@dataclass(frozen=True, slots=True)
class _Reader:
    """A request with only the attributes from which the language is read."""

    COOKIES: Mapping[str, str]
    META: Mapping[str, str]


@lru_cache(maxsize=1024)
def _language(cookie: str, accepted: str) -> str:
    reader = _Reader(
        {settings.LANGUAGE_COOKIE_NAME: cookie} if cookie else {},
        {"HTTP_ACCEPT_LANGUAGE": accepted},
    )
    return str(get_language_from_request(reader))  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _request_at(
    raw_path: str,
    raw_query: str,
    language: str,
    part: str,
    host: tuple[str, bool],
    today: date,
) -> SharedPageRequest | None:
    try:
        path = raw_path.encode("latin-1").decode()
    except UnicodeError:
        return None
    kind = kind_at(path) if len(raw_query) <= LONGEST else None
    query = normalised_query(kind, raw_query) if kind else None
    if kind is None or query is None:
        return None
    parts = (
        numbers_key(),
        build_number(),
        office_settings(),
        path,
        query,
        language,
        part,
        *host,
    )
    key = hashlib.sha256(repr((*parts, today.isoformat())).encode()).hexdigest()[:40]
    return SharedPageRequest(key, kind, query, language)


def normalised_query(kind: SharedKind, raw_query: str) -> str | None:
    """Return the query as the page reads it: its own parameters in a fixed order, the
    last value of each, without those that have no effect. None when its page is not
    stored.
    """
    try:
        parameters = QueryDict(raw_query)
    except ValueError:
        return None
    found = {
        name: value
        for name in sorted(kind.parameters)
        if (value := _plain(name, parameters.get(name, "")))
    }
    if "\x00" in raw_query or "%00" in raw_query or kind.not_kept & found.keys():
        return None
    return urlencode(found)


def _plain(name: str, value: str) -> str:
    """Return a value as the page reads it: a page's number without leading zeros, and
    "" for the first page.
    """
    if name != "page" or not value.isdecimal() or len(value) > MOST_DIGITS:
        return value
    return "" if int(value) == 1 else str(int(value))
