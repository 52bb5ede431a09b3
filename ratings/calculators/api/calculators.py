"""POST /api/v1/calculators/<system>: the rating rules for programs, without signing in."""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from pydantic import BaseModel

from federation.client_networks import client_network
from federation.shared_pages.declared import shared
from ratings.calculators import shared_answers as answers
from ratings.calculators import shared_questions as questions
from ratings.calculators.api.bodies import JSON, read_json
from ratings.calculators.api.examples import OF_A_SYSTEM
from ratings.calculators.api.limits import count_question
from ratings.calculators.api.problems import (
    RequestRefused,
    problems,
    refusal,
    wrong_method,
)
from ratings.calculators.found import schemas
from ratings.rules.calculators import calculate, other_systems
from ratings.rules.parameters import BadParameters

OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
DESCRIPTION = """\
The rules of each rating system, for other programs. Nothing is stored and nobody
signs in. Questions and answers are JSON in UTF-8; ratings and scores are numbers.

What cannot be used is answered with 422 and the path of each part at fault, a code
that stays the same, and why, in the language of Accept-Language.
"""


def _for_everybody(document: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Return the page of the OpenAPI document: shared, and refusing other methods as the
    rest of the API does.
    """

    @csrf_exempt
    @shared()
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return wrong_method("GET, HEAD")
        return document(request)

    return answer


api = NinjaAPI(
    title="Rankbok",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs_url=None,
    docs_decorator=_for_everybody,
)


def answered(request: HttpRequest, system: str) -> HttpResponse:
    """Return the calculator's answer, or the errors."""
    try:
        count_question(client_network(request), time.time())
        return JsonResponse(calculate(system, read_json(request)))
    except RequestRefused as refused:
        return refusal(refused)
    except BadParameters as bad:
        return problems(bad.errors)


def wrong_method_of_calculator(request: HttpRequest) -> HttpResponse:
    return wrong_method("POST")


def nothing_here(request: HttpRequest) -> HttpResponse:
    return refusal(RequestRefused(HTTPStatus.NOT_FOUND, "no_address"))


def no_calculator(request: HttpRequest) -> HttpResponse:
    return refusal(RequestRefused(HTTPStatus.NOT_FOUND, "no_calculator"))


def _asks(system: str) -> Callable[[HttpRequest], HttpResponse]:
    def ask(request: HttpRequest) -> HttpResponse:
        return answered(request, system)

    return ask


def _body(question: type[BaseModel], example: Mapping[str, Any]) -> dict[str, Any]:
    schema = questions.schema_without_references(question)
    content = {JSON: {"schema": schema, "example": example}}
    return {"requestBody": {"required": True, "content": content}}


REFUSALS = dict.fromkeys((400, 411, 413, 415, 422, 429), answers.Problems)
for _system, _schema in schemas().items():
    _path = f"/calculators/{_system}"
    api.post(
        _path,
        response={200: _schema.answer, **REFUSALS},
        operation_id=f"calculate_{_system}",
        summary=_schema.summary,
        tags=["calculators"],
        openapi_extra=_body(_schema.question, _schema.example),
        url_name=_system,
    )(_asks(_system))
    api.api_operation(OTHER_METHODS, _path, include_in_schema=False)(
        wrong_method_of_calculator
    )


@api.post(
    "/calculators/{system}",
    response={200: answers.GamesAnswer, **REFUSALS, 404: answers.Problems},
    operation_id="calculate_games",
    summary="Any other system by its name: games against known ratings",
    tags=["calculators"],
    openapi_extra=_body(questions.GamesQuestion, OF_A_SYSTEM),
    url_name="calculator",
)
def answer_games(request: HttpRequest, system: str) -> HttpResponse:
    if system not in other_systems():
        return no_calculator(request)
    return answered(request, system)


@api.api_operation(OTHER_METHODS, "/calculators/{system}", include_in_schema=False)
def wrong_method_of_games(request: HttpRequest, system: str) -> HttpResponse:
    known = system in other_systems()
    return wrong_method("POST") if known else no_calculator(request)
