import sys
from collections.abc import Sequence
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from federation.front.threads import RETRY_AFTER
from federation.sign_in.lost_forms import show_what_was_typed


class ExplainedNotFound(Http404):
    """A 404 that says in words what is missing, with links to alternatives."""

    def __init__(self, words: str, instead: Sequence[tuple[str, str]]) -> None:
        """`instead`: labels and URLs."""
        super().__init__(words)
        self.words, self.instead = words, instead


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    explained = exception if isinstance(exception, ExplainedNotFound) else None
    return render(request, "404.html", {"explained": explained}, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that an error occurred, or that the database is unavailable: that is
    temporary, and the reader should try again.
    """
    if not isinstance(sys.exception(), (OperationalError, InterfaceError)):
        return render(request, "500.html", status=500)
    away = render(request, "503_away.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    away["Retry-After"] = str(RETRY_AFTER)
    return away


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return show_what_was_typed(request, "403_csrf.html")
