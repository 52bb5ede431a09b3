from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

import pghistory.middleware
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone

from federation.formats.figures import set_rating_writer
from federation.formats.workbooks import CONTENT_TYPE as WORKBOOK
from federation.front.bodies import REFUSED
from federation.front.threads import RETRY_AFTER
from federation.permissions import NOBODY, actor_of
from federation.requests import OfficeRequest

Answer = Callable[[HttpRequest], HttpResponse]
OfficeAnswer = Callable[[OfficeRequest], HttpResponse]
NUL = "\x00"
SLOW, LARGE = HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE
BUSY = HTTPStatus.SERVICE_UNAVAILABLE


class HeadersOfEveryAnswer:
    """Adds headers to every answer, including static files: other sites must not embed
    it, and pages have no access to camera, location or payment.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response


class NoStoreForSignedIn:
    """Forbids browsers and proxies to store what a signed-in user was shown: after
    signing out, the browser's Back button shows nothing. Only the presence of the
    session cookie decides, so that it applies to every answer, including errors and
    files.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = settings.SESSION_COOKIE_NAME
        if name in request.COOKIES or name in response.cookies:
            response["Cache-Control"] = "private, no-store"
        return response


class CompressedAnswers(GZipMiddleware):
    """Compresses answers except workbooks, which are compressed already."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.get("Content-Type") == WORKBOOK:
            return response
        return super().process_response(request, response)


class ExplainRefusal:
    """Adds an explanation when the server has refused a request. The API has its own
    message for a body that is too large.
    """

    templates = {SLOW: "408.html", LARGE: "413.html", BUSY: "503.html"}

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        status = request.META.get(REFUSED)
        if not status or (status == LARGE and request.path.startswith("/api/")):
            return self.get_response(request)
        template = self.templates.get(status, "400.html")
        response = render(request, template, status=status)
        if status == BUSY:
            response["Retry-After"] = str(RETRY_AFTER)
        return response


class RefuseNulCharacters:
    """Refuses NUL, the one character that PostgreSQL cannot store, anywhere in a
    request, before it can cause an error.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path or self._in_values(request):
            return render(request, "400.html", status=400)
        return self.get_response(request)

    def _in_values(self, request: HttpRequest) -> bool:
        forms = [request.GET]
        if request.content_type in (
            "application/x-www-form-urlencoded",
            "multipart/form-data",
        ):
            forms.append(request.POST)
        written = [
            text for form in forms for key, values in form.lists()
            for text in (key, *values)
        ]  # fmt: skip
        return any(NUL in text for text in (*written, *request.COOKIES.values()))


class RatingsAsNumbers:
    """Resets how ratings are written before each request: a page may choose another
    way, and its choice must not outlast its request.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        set_rating_writer(None)
        return self.get_response(request)


class SignInOnAWholePage:
    """When a part of a page is requested and the reader was signed out in the meantime,
    or has to set up the second factor first: makes the browser load the whole page,
    which leads there, instead of showing the sign-in page inside a list.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not self._leads_away(request, response):
            return response
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})

    def _leads_away(self, request: HttpRequest, response: HttpResponse) -> bool:
        return (
            bool(getattr(request, "htmx", False))
            and isinstance(response, HttpResponseRedirect)
            and urlsplit(response.url).path
            in (resolve_url(settings.LOGIN_URL), reverse("mfa_activate_totp"))
        )


class ActorOfRequest:
    def __init__(self, get_response: OfficeAnswer) -> None:
        self.get_response = get_response

    def __call__(self, request: OfficeRequest) -> HttpResponse:
        request.today = timezone.localdate()
        request.actor = (
            actor_of(request.user, request.today)
            if request.user.is_authenticated
            else NOBODY
        )
        return self.get_response(request)


class ExplainWrongMethod:
    """Explains the wrong method to a user who opens the URL of an act, from a bookmark
    or on the way back after signing in.
    """

    def __init__(self, get_response: OfficeAnswer) -> None:
        self.get_response = get_response

    def __call__(self, request: OfficeRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        if "GET" in response["Allow"]:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page


class SecondFactorForOfficers:
    """Officers and administrators sign in with two factors: until they have set one up,
    every page redirects there. The demo federation is exempt.
    """

    open_paths = ("/account/", "/static/", "/i18n/", "/healthz")

    def __init__(self, get_response: OfficeAnswer) -> None:
        self.get_response = get_response

    def __call__(self, request: OfficeRequest) -> HttpResponse:
        if self._must_set_up(request):
            return redirect(reverse("mfa_activate_totp"))
        return self.get_response(request)

    def _must_set_up(self, request: OfficeRequest) -> bool:
        return (
            not settings.DEMO
            and request.actor.needs_second_factor
            and not request.path.startswith(self.open_paths)
            and not Authenticator.objects.filter(
                user_id=request.actor.user_id, type=Authenticator.Type.TOTP
            ).exists()
        )


class AuditContext(pghistory.middleware.HistoryMiddleware):
    """Records the user and page of every change in the audit log."""
