"""Each request has a number: in every log line that it causes, also in a worker, in its
response, and in the reports of its errors.
"""

import re
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars, get_contextvars

FIELD = "request_number"
"""The field of a log line, and the header of a message to a worker."""
HEADER = "X-Request-ID"
SENT = "HTTP_X_REQUEST_ID"
WELL_FORMED = re.compile(r"[0-9A-Za-z-]{16,64}")
"""What proxies generate, and nothing that could break a line or fill a disk."""


def new_number() -> str:
    return uuid4().hex


def number_of(sent: str) -> str:
    """Return the number that a proxy sent; a new one if it is not well-formed."""
    return sent if WELL_FORMED.fullmatch(sent) else new_number()


def current_number() -> str:
    """Return the number of the request or message that is being processed; "" if none
    is.
    """
    return str(get_contextvars().get(FIELD, ""))


class NumberedRequests:
    """Must be the outermost middleware, so that everything that the others log has the
    number.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = number_of(request.META.get(SENT, ""))
        with bound_contextvars(**{FIELD: number}):
            response = self.get_response(request)
        response[HEADER] = number
        return response
