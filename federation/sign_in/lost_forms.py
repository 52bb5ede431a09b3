"""A form that was sent and not taken, since nobody was signed in any more: it says so,
and shows what was typed, to be copied.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url

_NOT_TYPED = frozenset(("csrfmiddlewaretoken", "seen", "next", "act"))
_SECRETS = ("password", "token", "secret", "code")
_CHOSEN = re.compile(r"[a-z][a-z0-9_]*|\d+")
TICK = "on"


class WordsForLostForm:
    """Instead of leading to the sign-in page without a word, shows a browser what was
    sent. What scripts send gets the answer that they know.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_lost(request, response):
            return response
        facts = {"typed": typed_in(request), "sign_in_url": response["Location"]}
        shown = render(request, "errors/lost_form.html", facts, status=403)
        shown["Cache-Control"] = "private, no-store"
        return shown


def _is_lost(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        request.method == "POST"
        and isinstance(response, HttpResponseRedirect)
        and response.url.startswith(f"{resolve_url(settings.LOGIN_URL)}?")
        and not request.path.startswith("/account/")
        and "text/html" in request.headers.get("Accept", "")
        and "HX-Request" not in request.headers
    )


def typed_in(request: HttpRequest) -> list[str]:
    """What a form says, without ticks and secrets: first what was typed, then what
    looks chosen from a list.
    """
    said = [
        text.strip()
        for name, texts in request.POST.lists()
        if name not in _NOT_TYPED and not any(each in name for each in _SECRETS)
        for text in texts
        if text.strip() not in ("", TICK)
    ]
    return sorted(said, key=lambda text: bool(_CHOSEN.fullmatch(text)))


def is_of_our_own_page(request: HttpRequest) -> bool:
    """Whether a browser says that one of our pages sent the form: only then is it
    shown again, so that no other site puts its words on ours.
    """
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") == own
