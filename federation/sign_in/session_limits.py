"""Limits on how long a browser stays signed in."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from federation.permissions import NOBODY
from federation.requests import OfficeRequest
from federation.sign_in.known_browsers import note_in_browser

BEGAN_AT, SEEN_AT = "began_at", "seen_at"
WRITTEN_EVERY = 60
"""Seconds: a session is not saved again with each request."""
BY_ITSELF = "X-Asked-By-Itself"
"""The header of requests that a page sends without any action of the user."""


class EnforceSessionLimits:
    """Signs a browser out that has not been used for some time, and every browser after
    a maximum time; both depend on the user's current roles (`SESSION_LIMITS`).
    """

    def __init__(self, get_response: Callable[[OfficeRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: OfficeRequest) -> HttpResponse:
        if not request.actor.signed_in:
            return self.get_response(request)
        if not self._is_over(request, int(time.time())):
            return self.get_response(request)
        logout(request)
        request.actor = NOBODY
        response = self.get_response(request)
        if _asks_to_sign_in(response):
            messages.info(
                request,
                _("You were signed out because some time has passed. Sign in again."),
            )
        return response

    def _is_over(self, request: OfficeRequest, now: int) -> bool:
        session = request.session
        idle, longest = settings.SESSION_LIMITS[request.actor.needs_second_factor]
        began, seen = session.get(BEGAN_AT, now), session.get(SEEN_AT, now)
        if now - seen > idle.total_seconds() or now - began > longest.total_seconds():
            return True
        if BY_ITSELF in request.headers:
            return False
        if SEEN_AT not in session or now - seen >= WRITTEN_EVERY:
            session[BEGAN_AT], session[SEEN_AT] = began, now
        return False


class RememberBrowser:
    """Makes the browser known to a user who signs in with this request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        note_in_browser(request, response)
        return response


def begin_session(request: HttpRequest) -> None:
    """Start the limits of the session now."""
    now = int(time.time())
    request.session[BEGAN_AT], request.session[SEEN_AT] = now, now


def _asks_to_sign_in(response: HttpResponse) -> bool:
    return isinstance(response, HttpResponseRedirect) and response.url.startswith(
        resolve_url(settings.LOGIN_URL)
    )
