"""Pages that a browser may cache and revalidate: a browser that has the newest version
gets a short answer.

Only for readers who have not signed in: their pages depend only on what is part of the
ETag, and contain neither token nor nonce.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import date
from typing import TypeVar

from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from federation.context import build_number, office_settings
from federation.requests import OfficeRequest
from federation.views.lists import wants_list_alone
from ratings.people.queries.register_epoch import register_epoch

Answer = TypeVar("Answer", bound=HttpResponseBase)

MINUTES = 10
"""An ETag expires after this time: two changes of the register that commit in the wrong
order can hide the earlier one behind the later one's number, but not for long.
"""


def kept_by_browsers(
    request: OfficeRequest,
    dependencies: Iterable[object],
    build: Callable[[], Answer],
) -> Answer | HttpResponse:
    """Return the page that `build` makes, or 304 if the browser has it. `dependencies` is
    the data, apart from the register, on which the page depends.
    """
    if request.actor.signed_in or "messages" in request.COOKIES:
        return build()
    mark = mark_of(request.today, (*_request_parts(request), *dependencies))
    response = get_conditional_response(request, etag=mark) or build()
    response["ETag"] = mark
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(
        response, ["Cookie", "Accept-Language", "HX-Request", "HX-Target"]
    )
    return response


def _request_parts(request: OfficeRequest) -> tuple[object, ...]:
    return (
        wants_list_alone(request),
        request.get_full_path(),
        request.COOKIES.get("pinned", ""),
    )


def mark_of(today: date, dependencies: Iterable[object]) -> str:
    """Return the ETag of something made from the register and `dependencies`: it changes
    whenever the content may have changed.
    """
    parts = (
        build_number(),
        office_settings(),
        translation.get_language(),
        today,
        timezone.now().timestamp() // (60 * MINUTES),
        register_epoch(),
        *dependencies,
    )
    return quote_etag(hashlib.sha256(repr(parts).encode()).hexdigest()[:32])
