"""The page of documentation for authors of other programs."""

import json
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.calculators.api.bodies import LARGEST
from ratings.calculators.api.examples import DAY_ANSWER, DAY_EXAMPLE, OF_A_SYSTEM
from ratings.calculators.found import all_pages, schemas
from ratings.calculators.page import SystemPage
from ratings.calculators.words import why
from ratings.rules.calculators import calculate
from ratings.rules.parameters import BadParameters

MISTAKEN = {"games": [{"own": 1950, "opponent": "2220", "score": 2}]}
"""A question to the SSF calculator with two errors."""
KILOBYTE = 1024


@dataclass(frozen=True, slots=True)
class Documented:
    """A calculator with a question and its answer, as text."""

    system: str
    title: Promise | str
    summary: Promise
    address: str
    question: str
    answer: str


@require_safe
def documentation(request: OfficeRequest) -> HttpResponse:
    context = {
        "documented": [_documented(*each) for each in all_pages().items()],
        "schema": reverse("api:openapi-json"),
        "limit": settings.CALCULATOR_LIMIT,
        "kilobytes": LARGEST // KILOBYTE,
        "mistaken": _text(MISTAKEN),
        "refused": _text({"errors": _faults()}),
        "day_address": f"{reverse('api:rating_on_a_day', args=DAY_EXAMPLE)}?pool=CODE",
        "day_answer": _text(DAY_ANSWER),
    }
    return render(request, "ratings/calculators/api_docs.html", context)


def _documented(system: str, page: SystemPage) -> Documented:
    schema = schemas().get(system)
    example = schema.example if schema else OF_A_SYSTEM
    return Documented(
        system=system,
        title=page.title,
        summary=page.summary,
        address=reverse("api:calculator", args=[system]),
        question=_text(example),
        answer=_text(calculate(system, example)),
    )


def _faults() -> list[dict[str, str]]:
    try:
        calculate("ssf", MISTAKEN)
    except BadParameters as bad:
        return [
            {"path": path, "code": code, "why": why(code, path)}
            for path, code in bad.errors.items()
        ]
    return []


def _text(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)
