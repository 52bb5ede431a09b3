"""Browsers in which an account has been signed in before.

A stranger may try passwords as often as the limits allow, and use the limits up. A
browser that the account knows has a limit of its own, so that no stranger can lock the
owner out. The cookie grants no access: it only identifies the browser that guesses.
"""

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "known_browser"
SALT = "federation.known_browsers"
YEAR = 365 * 24 * 3600
ACCOUNTS = 8
"""How many accounts are remembered in one browser, such as one in a club room."""


def browser_of(request: HttpRequest, email: str) -> str:
    """Return the browser's own number if the account of this address knows it, else "".
    The database is not queried: the answer takes as long for any address.
    """
    seen = _read(request)
    return str(seen["number"]) if _mark(email) in seen["accounts"] else ""


def remember_browser(request: HttpRequest | None, email: str) -> None:
    """Make this browser known to the account of this address when the response is sent."""
    if request is not None:
        request.known_browser_of = email  # type: ignore[attr-defined]


def note_in_browser(request: HttpRequest, response: HttpResponse) -> None:
    """Set the browser's cookie, if this request signed a user in."""
    email = getattr(request, "known_browser_of", "")
    if not email:
        return
    seen = _read(request)
    others = [mark for mark in seen["accounts"] if mark != _mark(email)]
    accounts = [_mark(email), *others][:ACCOUNTS]
    number = seen["number"] or secrets.token_urlsafe(12)
    response.set_cookie(
        COOKIE,
        signing.dumps({"number": number, "accounts": accounts}, salt=SALT),
        max_age=YEAR,
        path="/account/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        read: dict[str, Any] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR
        )
    except signing.BadSignature:
        return {"number": "", "accounts": []}
    return read


def _mark(email: str) -> str:
    """Return a mark that distinguishes one account's address from another's without
    revealing which it is.
    """
    return salted_hmac(SALT, email.strip().lower()).hexdigest()[:20]
