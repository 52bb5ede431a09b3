"""A form that was submitted and refused because the user was no longer signed in: the
page says so, and shows what was typed, to be copied.
"""

import re
from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

_NOT_TYPED = frozenset(
    (
        "csrfmiddlewaretoken",
        "seen",
        "next",
        "act",
        "key",
        "version",
        "shown",
        "shelf",
        "as",
    )
)
_SECRETS = frozenset(("password", "password1", "password2", "token", "secret", "code"))
_CHOSEN = re.compile(r"[a-z][a-z0-9_]*|\d+")
TICK = "on"


class ExplainLostForm:
    """Instead of redirecting to the sign-in page without explanation, shows a browser
    what was submitted. Scripts get the usual answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_lost(request, response):
            return response
        return show_what_was_typed(
            request, "errors/lost_form.html", sign_in_url=response["Location"]
        )


def show_what_was_typed(
    request: HttpRequest, template: str, **kwargs: object
) -> HttpResponse:
    """Return a page that refuses a form, with what was typed if one of our own pages
    sent it; no cache may store the page.
    """
    typed = typed_in(request) if _is_of_our_own_page(request) else []
    shown = render(request, template, {"typed": typed, **kwargs}, status=403)
    shown["Cache-Control"] = "private, no-store"
    return shown


def _is_lost(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        request.method == "POST"
        and isinstance(response, HttpResponseRedirect)
        and response.url == _sign_in_before(request)
        and not request.path.startswith("/account/")
        and "text/html" in request.headers.get("Accept", "")
        and "HX-Request" not in request.headers
    )


def _sign_in_before(request: HttpRequest) -> str:
    """Return the URL to which signed-out users are redirected instead of the requested
    page.
    """
    return redirect_to_login(request.get_full_path()).url


def typed_in(request: HttpRequest) -> list[str]:
    """Return the texts of a form, without checkboxes and secrets: first what was typed,
    then what appears to be chosen from a list.
    """
    messages = [
        text.strip()
        for name, texts in request.POST.lists()
        if name not in _NOT_TYPED and not _is_hidden_or_secret(name)
        for text in texts
        if text.strip() not in ("", TICK)
    ]
    return sorted(messages, key=lambda text: bool(_CHOSEN.fullmatch(text)))


def _is_hidden_or_secret(name: str) -> bool:
    words = name.replace("-", "_").split("_")
    return words[0] == "seen" or not _SECRETS.isdisjoint(words)


def _is_of_our_own_page(request: HttpRequest) -> bool:
    """Return whether the browser says that one of our pages sent the form: only then is
    it shown again, so that no other site can place its text on our pages.
    """
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") == own
