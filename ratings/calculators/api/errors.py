"""The API's answer to what is refused before its own code, or fails in it: problems as
JSON instead of a page for people.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from ratings.calculators.api.bodies import JSON
from ratings.calculators.api.problems import RequestRefused, refusal

ADDRESSES = "/api/v1/"
CODES = {
    HTTPStatus.BAD_REQUEST: "unreadable",
    HTTPStatus.METHOD_NOT_ALLOWED: "wrong_method",
    HTTPStatus.REQUEST_TIMEOUT: "too_slow",
    HTTPStatus.LENGTH_REQUIRED: "no_length",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.INTERNAL_SERVER_ERROR: "broken",
    HTTPStatus.SERVICE_UNAVAILABLE: "busy",
}
OTHER = "refused"
KEPT = ("Allow", "Cache-Control", "Retry-After")
"""Headers of the page that its replacement has too."""


class ErrorsAsProblems:
    """Replaces an error page by problems as JSON at the addresses of the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path.startswith(ADDRESSES) or not _is_page_of_error(response):
            return response
        status = HTTPStatus(response.status_code)
        kept = {name: response[name] for name in KEPT if name in response}
        return refusal(RequestRefused(status, CODES.get(status, OTHER), kept))


def _is_page_of_error(response: HttpResponse) -> bool:
    return (
        response.status_code >= HTTPStatus.BAD_REQUEST
        and response.get("Content-Type") != JSON
    )
