"""The API's error answers, all in one form: {"errors": [{path, code, why}, …]}."""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import JsonResponse

from ratings.calculators.words import why
from ratings.rules.reading import REQUEST


class RequestRefused(Exception):
    """The request is refused as a whole, whatever its question.

    `headers` are sent with the answer.
    """

    def __init__(
        self, status: HTTPStatus, code: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.headers = dict(headers or {})


def refusal(refused: RequestRefused) -> JsonResponse:
    """Return the answer to a request that is refused as a whole."""
    return problems({REQUEST: refused.code}, refused.status, refused.headers)


def wrong_method(allowed: str) -> JsonResponse:
    """Return the answer to a method that the address does not take."""
    allow = {"Allow": allowed}
    return refusal(RequestRefused(HTTPStatus.METHOD_NOT_ALLOWED, "wrong_method", allow))


def problems(
    errors: Mapping[str, str],
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """Return an error answer with the path of each invalid part and the reason; status
    422 unless given.
    """
    listed = [
        {"path": path, "code": code, "why": why(code, path)}
        for path, code in errors.items()
    ]
    return JsonResponse({"errors": listed}, status=status, headers=headers)
